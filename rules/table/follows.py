"""What the table says around its own actions: what a proposal asks, and that with a scene its counting ends."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from rules.kernel.procedure import Question, State
from rules.kernel.procedures import Procedures
from rules.kernel.result import Result
from rules.table import grants, questions
from rules.table.moments import at_scene_end


def _nothing(_action: str, _given: Struct, _result: Result, _state: State) -> tuple[()]:
    return ()


def _asks(_action: str, given: Struct, _result: Result, _state: State) -> tuple[Question, ...]:
    """What people ask of one another."""
    match given:
        case grants.ProposeInput():
            return (grants.asks(given),)
        case questions.AskInput():
            return (questions.asks(given),)
    return ()


def _free(state: State, action: str, subjects: Sequence[str]) -> str | None:
    """No clause of the table forbids an act by the order of play; what an engine refuses is not repeated here."""
    return None


PROCEDURES: Final = Procedures(
    allowed=_free, follows=_nothing, asks=_asks, answers=_nothing, scene_ends=at_scene_end
)
"""What the table says around its actions."""
