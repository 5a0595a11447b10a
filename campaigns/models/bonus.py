"""What the GM granted somebody for a roll, or a comrade handed to them."""

from typing import Annotated, Literal

from msgspec import Meta

from campaigns.models.records import Record
from campaigns.models.typed_rows import TypedRow, stored

BonusState = Literal["open", "spent", "withdrawn", "ended"]
Dice = Annotated[int, Meta(ge=1, le=10)]
Words = Annotated[str, Meta(max_length=500)]
Action = Annotated[str, Meta(max_length=60)]
Source = Annotated[str, Meta(max_length=30)]


class Bonus(TypedRow):
    """Dice that lie beside the next roll of `who`, or of one action; the roll uses them up."""

    who: Record | None = stored(None, of=("any",), related_name="bonuses")
    dice: Dice = 1
    words: Words
    action: Action
    state: BonusState = "open"
    source: Source = stored(
        "", db_default="", help_text="the clause by which it came, where no GM granted it: that may end it"
    )

    def __str__(self) -> str:
        return f"+{self.dice}"
