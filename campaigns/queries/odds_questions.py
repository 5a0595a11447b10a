"""The questions of the odds explorer, by system.

Nothing is read from a campaign: whoever asks has typed all that an answer rests on.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext_lazy as _

from campaigns.queries import odds_answers
from campaigns.queries.clauses import SYSTEMS
from campaigns.queries.odds_answers import Answer, Numbers

AS_GOOD_AS_NEVER = 5e-5


@dataclass(frozen=True)
class Question:
    """`action` is the act whose odds are asked."""

    action: str
    title: Any
    help: Any
    answered: Callable[[Numbers], Answer]

    @property
    def system(self) -> str:
        return self.action.partition(".")[0]

    @property
    def game(self) -> str:
        return SYSTEMS[self.system]


def answer(name: str, numbers: Numbers) -> Answer:
    """The exact odds of one situation; refuses as the rules do."""
    return QUESTIONS[name].answered(numbers)


def by_system() -> list[tuple[str, list[tuple[str, Question]]]]:
    """What each game is called, and its questions by name."""
    return [(game, list(group)) for game, group in groupby(QUESTIONS.items(), key=lambda pair: pair[1].game)]


def question_about(action: str) -> str:
    """The name of the question that asks for the odds of an action, else of the first of its system; or empty."""
    system = action.partition(".")[0]
    own = [name for name, one in QUESTIONS.items() if one.system == system]
    return next((name for name in own if QUESTIONS[name].action == action), own[0] if own else "")


QUESTIONS: Mapping[str, Question] = {
    "contest": Question(
        "sorcerer.roll",
        _("A contest of dice"),
        _("Two sides roll; the highest die wins, and its side counts victories."),
        odds_answers.contest,
    ),
    "bonus": Question(
        "sorcerer.roll",
        _("What bonus dice are worth"),
        _("The same contest with bonus dice, such as victories that roll over, and with penalties."),
        odds_answers.bonus,
    ),
    "again": Question(
        "pandemonium.roll",
        _("A pool of dice"),
        _("Each die from 8 is a success, and high ones are rolled again."),
        odds_answers.again,
    ),
    "contested": Question(
        "pandemonium.roll",
        _("A pool that somebody contests"),
        _("Both roll; only successes beyond the other side's count, and a tie goes to whoever contests."),
        odds_answers.contested,
    ),
    "throw": Question(
        "demon_city.opposed_throw",
        _("A throw against somebody"),
        _("Both draw from one whole deck of thirty numbers and The Fool; the highest card wins."),
        odds_answers.throw,
    ),
    "intensity": Question(
        "demon_city.static_throw",
        _("A throw against an Intensity"),
        _(
            "Cards from a whole deck; the highest has to beat the Intensity. A stat above it gives one throw more."
        ),
        odds_answers.intensity,
    ),
    "pool": Question(
        "fallen.roll",
        _("A pool against a difficulty"),
        _("Dice at or over the difficulty are successes, and ones take successes away."),
        odds_answers.pool,
    ),
    "resisted": Question(
        "fallen.resisted_roll",
        _("A roll against somebody"),
        _("Both roll a pool; more successes win, and the difference is by how much."),
        odds_answers.resisted,
    ),
    "strike": Question(
        "fallen.strike",
        _("A strike with bare hands"),
        _(
            "Dexterity and Brawl to hit a mortal who does not defend; Strength is the damage, Stamina soaks it."
        ),
        odds_answers.strike,
    ),
}
