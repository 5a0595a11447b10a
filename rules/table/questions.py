"""What waits for somebody, put away without the action that it asks for."""

from typing import Annotated, Any, Literal

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import PLAYER, PROCEDURE, by, record
from rules.kernel.procedure import Question
from rules.kernel.result import Result
from rules.kernel.types import Id, Input
from rules.table.moments import ROLLS
from rules.table.outcomes import SaidOutcome
from rules.table.types import Reason

ASKED_OF_GM = "TAB-ASK-05"
"""The clause of a question by which a player asks the GM for an act."""


ALSO_ASKED = ("*.thing", "*.place")
"""What rolls nothing and may yet belong to a player, who asks for an act of it."""


class Asking(Input):
    """Somebody whose player asks."""

    id: Id


class QuestionToSettle(Input):
    id: Id
    state: Literal["open", "answered", "waived", "struck"]
    optional: bool


class SettleInput(Input):
    """Waive what is optional, or strike what was listed by mistake."""

    pending: Annotated[QuestionToSettle, record("pending"), by("TAB-ASK-02")]
    how: Annotated[Literal["waived", "struck"], PLAYER, by("TAB-ASK-02")]
    reason: Annotated[Reason, PLAYER, by("TAB-ASK-02")]


class AskInput(Input):
    """An act of one's own, of which the GM settles what only the GM may say."""

    who: Annotated[Asking, record(*ROLLS, *ALSO_ASKED), PLAYER, by(ASKED_OF_GM)]
    action: Annotated[Id, PROCEDURE]
    given: Annotated[dict[str, Any], PROCEDURE] = {}


def ask(given: AskInput, draws: Draws) -> Result:
    """Put an act to the GM, with what its player says of it (TAB-ASK-05)."""
    return Result(SaidOutcome(), clauses=(ASKED_OF_GM,))


def asks(given: AskInput) -> Question:
    """The question that it leaves: no rule waits for it."""
    data = {"given": given.given}
    return Question(given.action, "gm", given.who.id, ASKED_OF_GM, optional=True, data=data)


def settle(given: SettleInput, draws: Draws) -> Result:
    """Put a question away (TAB-ASK-02); only an optional one can be waived (TAB-ASK-03)."""
    if given.pending.state != "open":
        raise RuleViolation("it is already settled", field="input.pending.state", clause="TAB-ASK-02")
    if given.how == "waived" and not given.pending.optional:
        raise RuleViolation("it is not optional", field="input.how", clause="TAB-ASK-03")
    return Result(SaidOutcome(), (set_to(given.pending.id, "state", given.how),), ("TAB-ASK-02",))
