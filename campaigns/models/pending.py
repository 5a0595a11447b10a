"""What waits for somebody's answer."""

from typing import Annotated, Literal

from msgspec import Meta

from campaigns.models.records import Record
from campaigns.models.typed_rows import TypedRow, stored
from rules.kernel.values import Value

PendingState = Literal["open", "answered", "waived", "struck"]
ForRole = Literal["player", "gm"]
Question = Annotated[str, Meta(max_length=60)]
Clause = Annotated[str, Meta(max_length=30)]


class Pending(TypedRow):
    """A question that an act raised: which action answers it, and who is asked."""

    question: Question = stored("", blank=False)
    for_role: ForRole = "gm"
    who: Record | None = stored(None, of=("any",), related_name="pendings")
    clause: Clause
    optional: bool
    data: dict[str, Value]
    hidden: dict[str, Value] = stored({}, secret="gm", db_default={})
    """What the GM settled of the act and keeps back until it is played (DEC-INTENS-10)."""
    state: PendingState = "open"

    def __str__(self) -> str:
        return self.question
