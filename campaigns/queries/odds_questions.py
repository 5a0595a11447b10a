"""The questions of the odds explorer, by system.

Nothing is read from a campaign: whoever asks has typed all that an answer rests on.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from django import forms

from campaigns.game import games
from campaigns.game.terms import Text
from campaigns.queries.odds_answers import Answer, Numbers
from rules.kernel.values import Values

AS_GOOD_AS_NEVER = 5e-5


@dataclass(frozen=True)
class OddsQuestion:
    """`action` is the act whose odds are asked, by a form that holds the numbers of `begun` to begin with."""

    action: str
    title: Text
    help: Text
    form: type[forms.Form]
    begun: Values
    answered: Callable[[Numbers], Answer]

    @property
    def system(self) -> str:
        return self.action.partition(".")[0]

    @property
    def game(self) -> str:
        return games()[self.system].name


@cache
def questions() -> Mapping[str, OddsQuestion]:
    """Those of every game, by the name that stands in the address."""
    return {name: one for game in games().values() for name, one in game.odds.questions.items()}


def answer(name: str, numbers: Numbers) -> Answer:
    """The exact odds of one situation; refuses as the rules do."""
    return questions()[name].answered(numbers)


def by_system(systems: Iterable[str]) -> list[tuple[str, list[tuple[str, OddsQuestion]]]]:
    """What each of these games is called, and its questions by name."""
    found = (games()[system] for system in systems)
    return [(game.name, list(game.odds.questions.items())) for game in found if game.odds.questions]


def question_about(action: str) -> str:
    """The name of the question that asks for the odds of an action, else of the first of its system; or empty."""
    system = action.partition(".")[0]
    own = [name for name, one in questions().items() if one.system == system]
    return next((name for name in own if questions()[name].action == action), own[0] if own else "")
