"""Which contract field of `lanterns` lies in which column."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from campaigns.models import Character
from campaigns.models.characters import CharacterState, Control
from campaigns.state.fields import Column, Kind
from tests.fifth.lanterns.models import Bearer
from tests.fifth.lanterns.rules.types import Light, Nerve

Moment = Annotated[int, Meta(ge=0, le=10**12)]

CHARACTER = Kind(
    "lanterns.character",
    (Character, Bearer),
    {
        "state": Column(Character, "state", CharacterState, "draft"),
        "control": Column(Character, "control", Control, "player"),
        "nerve": Column(Bearer, "nerve", Nerve, 3),
        "light": Column(Bearer, "light", Light, 0),
        "burns_from": Column(Bearer, "burns_from", Moment | None, None),
    },
)
KINDS: Mapping[str, Kind] = {CHARACTER.name: CHARACTER}
