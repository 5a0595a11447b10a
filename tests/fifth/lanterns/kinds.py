"""What records of `lanterns` hold."""

from collections.abc import Mapping

from campaigns.models import Character
from campaigns.state.fields import Kind, fields_of
from tests.fifth.lanterns.models import Bearer

CHARACTER = Kind(
    "lanterns.character",
    (Character, Bearer),
    {**fields_of(Character, "possessed_by"), **fields_of(Bearer)},
)
KINDS: Mapping[str, Kind] = {CHARACTER.name: CHARACTER}
