"""The one procedure: a delve that fails leaves a question, and who was asked answers before anything else."""

from collections.abc import Sequence
from typing import Any

from rules.kernel.procedure import FollowUp, Question, State
from rules.kernel.procedures import Procedures
from rules.kernel.result import Result
from tests.fifth.lanterns.rules.due import due, running

DELVE, FACE = "lanterns.delve", "lanterns.face"


def allowed(state: State, action: str, subjects: Sequence[str]) -> str | None:
    """The clause that forbids an action now, or None."""
    is_asked = bool(subjects) and bool(_asked(state, subjects[0]))
    if action == DELVE and is_asked:
        return "LAN-DARK-01"
    if action == FACE and not is_asked:
        return "LAN-DARK-02"
    return None


def follows(action: str, given: Any, result: Result, state: State) -> tuple[FollowUp, ...]:
    """Nothing comes along with an act."""
    return ()


def asks(action: str, given: Any, result: Result, state: State) -> tuple[Question, ...]:
    """A delve that failed asks whoever delved (LAN-DARK-01)."""
    outcome: Any = result.outcome
    if action != DELVE or outcome.result == "success":
        return ()
    return (Question(FACE, "player", given.bearer.id, "LAN-DARK-01", optional=False, data={}),)


def answers(action: str, given: Any, result: Result, state: State) -> tuple[str, ...]:
    """Facing the dark answers what it asked."""
    return _asked(state, given.bearer.id) if action == FACE else ()


def _asked(state: State, who: str) -> tuple[str, ...]:
    return tuple(
        question.id for question in state.pending if question.question == FACE and question.who == who
    )


PROCEDURES = Procedures(
    allowed=allowed, follows=follows, asks=asks, answers=answers, due=due, running=running
)
