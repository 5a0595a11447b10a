"""The questions of the odds explorer: a few numbers, the act that they stand for, and its exact odds in one shape.

Nothing is read from a campaign: whoever asks has typed all that an answer rests on.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import service
from rules.reference import Clause, find_clause

Numbers = Mapping[str, Any]
Odds = Mapping[str, Any]
FRESH_DECK = [f"{suit}-{value}" for suit in ("wands", "cups", "swords") for value in range(1, 11)] + ["fool"]
AS_GOOD_AS_NEVER = 5e-5


@dataclass(frozen=True)
class Answer:
    """The chance that matters most, the others by name, and how the number that counts is spread."""

    headline: tuple[str, float]
    others: list[tuple[str, float]]
    counted: str
    spread: Mapping[str, float]
    mean: float | None
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Question:
    action: str
    title: Any
    help: Any
    asked: Callable[[Numbers], dict[str, Any]]
    told: Callable[[Numbers, Odds], tuple[Any, ...]]
    """Headline, the other chances, what is counted, its spread and its mean."""


def answer(name: str, numbers: Numbers) -> Answer:
    """The exact odds of one situation; refuses as the rules do."""
    question = QUESTIONS[name]
    found = service.odds(question.action, service.read(question.action, question.asked(numbers)))
    headline, others, counted, spread, mean = question.told(numbers, found.odds)
    return Answer(headline, others, counted, spread, mean, tuple(map(find_clause, found.clauses)))


def _contest(numbers: Numbers) -> dict[str, Any]:
    return {
        "acting": {"id": "acting", "score": "will", "dice": numbers["dice"]},
        "opposing": {"id": "opposing", "score": "will", "dice": numbers["against"]},
        "settings": {"die": numbers["die"]},
    }


def _of_contest(numbers: Numbers, odds: Odds) -> tuple[Any, ...]:
    others = [(_("The other side wins"), odds["failure"]), (_("Nobody"), odds["tie"])]
    others.append((_("Total victory"), odds["total"]))
    victories = {
        str(number): odds["victories"].get(str(number), 0.0) for number in range(numbers["dice"] + 1)
    }
    victories["0"] = 1 - odds["success"]
    mean = sum(int(number) * chance for number, chance in victories.items())
    return (_("Your side wins"), odds["success"]), others, _("Victories of your side"), victories, mean


def _again(numbers: Numbers) -> dict[str, Any]:
    return {
        "actor": {"id": "actor", "traits": {"power": numbers["dice"]}},
        "pool": {"traits": ["power"], "again": numbers["again"]},
    }


def _of_again(numbers: Numbers, odds: Odds) -> tuple[Any, ...]:
    others = [(_("Exceptional: five successes or more"), odds["at_least"][5])]
    mean = (
        3 * numbers["dice"] / (numbers["again"] - 1)
    )  # each die: 3/10, and another throw in (11 - again)/10
    spread = dict(zip(map(str, range(len(odds["exactly"]))), odds["exactly"], strict=True))
    return (_("Success"), odds["success"]), others, _("Successes"), spread, mean


def _pool(numbers: Numbers) -> dict[str, Any]:
    return {
        "roller": {"id": "roller"},
        "traits": [{"name": "dice", "dice": numbers["dice"]}],
        "difficulty": numbers["difficulty"],
        "settings": {"botch_rule": numbers["botch_rule"]},
    }


def _of_pool(numbers: Numbers, odds: Odds) -> tuple[Any, ...]:
    others = [(_("Failure"), odds["failure"]), (_("Botch"), odds["botch"])]
    spread = dict(zip(map(str, range(len(odds["successes"]))), odds["successes"], strict=True))
    return (_("Success"), odds["success"]), others, _("Successes"), spread, odds["mean"]


def _throw(numbers: Numbers) -> dict[str, Any]:
    def thrower(name: str, cards: int) -> dict[str, Any]:
        extra = [{"source": "situational", "dice": 1, "cause": str(one)} for one in range(cards - 1)]
        return {"id": name, "modifiers": extra, "deck": "players"}

    return {
        "actor": thrower("actor", numbers["cards"]),
        "opponent": thrower("opponent", numbers["against"]),
        "decks": {"players": {"draw": FRESH_DECK}},
    }


def _of_throw(numbers: Numbers, odds: Odds) -> tuple[Any, ...]:
    names = {"win": _("You win"), "tie": _("A tie"), "lose": _("You lose")}
    spread = {title: odds[name] for name, title in names.items()}
    return (_("You win"), odds["win"]), [(_("You fumble"), odds["fumble"])], _("How it ends"), spread, None


QUESTIONS: Mapping[str, Question] = {
    "contest": Question(
        "sorcerer.roll",
        gettext_lazy("Sorcerer: a contest of dice"),
        gettext_lazy("Two sides roll; the highest die wins, and its side counts victories."),
        _contest,
        _of_contest,
    ),
    "again": Question(
        "pandemonium.roll",
        gettext_lazy("Pandemonium: a pool of dice"),
        gettext_lazy("Each die from 8 is a success, and high ones are rolled again."),
        _again,
        _of_again,
    ),
    "pool": Question(
        "fallen.roll",
        gettext_lazy("Fallen: a pool against a difficulty"),
        gettext_lazy("Dice at or over the difficulty are successes, and ones take successes away."),
        _pool,
        _of_pool,
    ),
    "throw": Question(
        "demon_city.opposed_throw",
        gettext_lazy("Demon City: a throw against somebody"),
        gettext_lazy("Both draw from one whole deck of thirty numbers and The Fool; the highest card wins."),
        _throw,
        _of_throw,
    ),
}
