"""What waits for somebody, put away without the action that it asks for."""

from typing import Annotated, Literal

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import PLAYER, by, record
from rules.kernel.result import Result
from rules.kernel.types import Id, Input
from rules.table.outcomes import SaidOutcome
from rules.table.types import Reason


class QuestionToSettle(Input):
    id: Id
    state: Literal["open", "answered", "waived", "struck"]
    optional: bool


class SettleInput(Input):
    """Waive what is optional, or strike what was listed by mistake."""

    pending: Annotated[QuestionToSettle, record("pending"), by("TAB-ASK-02")]
    how: Annotated[Literal["waived", "struck"], PLAYER, by("TAB-ASK-02")]
    reason: Annotated[Reason, PLAYER, by("TAB-ASK-02")]


def settle(given: SettleInput, draws: Draws) -> Result:
    """Put a question away (TAB-ASK-02); only an optional one can be waived (TAB-ASK-03)."""
    if given.pending.state != "open":
        raise RuleViolation("it is already settled", field="input.pending.state", clause="TAB-ASK-02")
    if given.how == "waived" and not given.pending.optional:
        raise RuleViolation("it is not optional", field="input.how", clause="TAB-ASK-03")
    return Result(SaidOutcome(), (set_to(given.pending.id, "state", given.how),), ("TAB-ASK-02",))
