"""Characters, and the sheet that `sorcerer` keeps of them."""

from typing import Annotated, Literal

from msgspec import Meta

from campaigns.models.records import Record
from campaigns.models.typed_rows import Map, Moment, TypedRow, stored
from rules.kernel.types import OptionalText
from rules.sorcerer.rolls import RolledScore
from rules.sorcerer.types import Score, Tally, Won

CharacterState = Literal["draft", "active", "lost", "dead"]
Control = Literal["player", "gm", "gm_temporary"]
Price = Annotated[int, Meta(ge=-10, le=10)]
Kicker = Annotated[str, Meta(max_length=2000)]


class Character(TypedRow):
    """A human in play: whose hands they are in, and whether they still act."""

    state: CharacterState = "draft"
    control: Control = "player"
    possessed_by: Record | None = stored(None, of=("demon",))

    def __str__(self) -> str:
        return str(self.record)


class SorcererSheet(TypedRow):
    """The scores and texts of a character in `sorcerer`."""

    stamina: Score
    will: Score
    lore: Score
    humanity: Score
    cover: Score | None
    cover_name: OptionalText
    cover_score: Literal["stamina", "will"] | None
    descriptors: dict[str, list[str]]
    telltale: OptionalText
    price: Price = stored(0, is_checked=False)
    price_name: OptionalText
    kicker: Kicker
    background: list[dict[str, str]]
    starting_demon: Record | None = stored(None, of=("demon",))
    failed: Map[Tally] = stored({}, is_mark=True, db_default={})
    help: Map[Won] = stored({}, is_mark=True, db_default={})
    rollover: Tally = stored(0, is_mark=True, db_default=0)
    rollover_score: RolledScore | None = stored(None, is_mark=True)
    busy_until: Moment | None = stored(
        None, is_mark=True, help_text="second of game time at which the latest ritual is over"
    )
    strain_stamina: Score
    strain_will: Score
    strain_lore: Score

    def __str__(self) -> str:
        return f"sorcerer sheet of {self.record}"
