"""What the GM granted somebody for a roll."""

from typing import Annotated, Literal

from msgspec import Meta

from campaigns.models.records import Record
from campaigns.models.typed_rows import TypedRow, stored

BonusState = Literal["open", "spent", "withdrawn"]
Dice = Annotated[int, Meta(ge=1, le=10)]
Words = Annotated[str, Meta(max_length=500)]
Action = Annotated[str, Meta(max_length=60)]


class Bonus(TypedRow):
    """Dice that lie beside the next roll of `who`, or of one action; the roll uses them up."""

    who: Record | None = stored(None, related_name="bonuses")
    dice: Dice = 1
    words: Words
    action: Action
    state: BonusState = "open"

    def __str__(self) -> str:
        return f"+{self.dice}"
