"""Words and bounds of the table's own actions."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from rules.kernel.origins import PLAYER, PROCEDURE, TEXT, record
from rules.kernel.parsing import wrong
from rules.kernel.types import Id, Input

Name = Annotated[str, Meta(max_length=100)]
Words = Annotated[str, Meta(min_length=1, max_length=4000), TEXT]
Title = Annotated[str, Meta(max_length=200), TEXT]
Reason = Annotated[str, Meta(min_length=1, max_length=500), TEXT]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Visibility = Literal["table", "gm"]
Whole = Annotated[int, Meta(ge=0, le=10**12)]


class About(Input):
    """What a record is: its kind, name, owner (a member) and who sees it."""

    kind: Name
    name: Annotated[Name, PLAYER]
    owner: Id | None = None
    visibility: Visibility = "table"


class FieldValue(Input):
    """A field and the value that it is set to."""

    field: Annotated[str, Meta(min_length=1, max_length=200)]
    set: Any


class EffectInput(Input):
    """An effect as the contract writes it, computed by a pure function of a system."""

    on: Id
    field: Annotated[str, Meta(min_length=1, max_length=200)]
    set: Any | UnsetType = UNSET
    change: int | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.set is UNSET) == (self.change is UNSET):
            raise wrong("set", "an effect must either set a value or add to one")


class CampaignRef(Input):
    """The campaign's own record."""

    id: Id


CampaignSubject = Annotated[CampaignRef, record("campaign"), PROCEDURE]
