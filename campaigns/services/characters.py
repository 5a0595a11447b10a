"""A character of any system, and what is theirs, made by hand in one act."""

from dataclasses import dataclass

from campaigns.models import Membership
from campaigns.services.play.action_inputs import Request, new_record_id
from campaigns.services.play.playing import ActRequest, Played, play
from rules.kernel.values import Values


@dataclass(frozen=True)
class Belonging:
    """A record that names its character in the field `ref`."""

    kind: str
    ref: str
    name: str
    fields: Values


@dataclass(frozen=True)
class NewCharacter:
    """What a person typed, in contract fields. Nobody's character is the GM's."""

    kind: str
    name: str
    fields: Values
    owner: str | None
    visibility: str = "table"
    belongings: tuple[Belonging, ...] = ()


def make_character(*, actor: Membership, character: NewCharacter, key: str) -> tuple[Played, str]:
    """Make the character and what belongs to them in one entry; the entry, and the character's id."""
    made = new_record_id(actor.campaign_id, f"{actor.pk}/{key}", 0, "input.id")
    fields = {**character.fields, **({} if character.owner is not None else {"control": "gm"})}
    steps = [_made(character, character.kind, character.name, made, fields)]
    for number, one in enumerate(character.belongings, start=1):
        record = new_record_id(actor.campaign_id, f"{actor.pk}/{key}", number, "input.id")
        steps.append(_made(character, one.kind, one.name, record, {one.ref: made, **one.fields}))
    behalf = character.owner if character.owner not in (None, str(actor.pk)) else None
    return play(actor, ActRequest(key, tuple(steps), on_behalf_of=behalf)), made


def _made(character: NewCharacter, kind: str, name: str, record: str, fields: Values) -> Request:
    about = {"kind": kind, "name": name, "owner": character.owner, "visibility": character.visibility}
    listed = [{"field": one, "set": value} for one, value in fields.items()]
    return Request("table.create", {"about": about, "fields": listed}, known={"id": record})
