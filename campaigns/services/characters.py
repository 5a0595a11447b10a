"""A character of any system, and what is theirs, made by hand in one act."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from campaigns.models import Campaign, Membership
from campaigns.services.play.action_inputs import Request, new_record_id
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.kinds import kind as kind_of
from rules.kernel.values import Value, Values


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
    steps = _steps(actor, (character,), key)
    behalf = character.owner if character.owner not in (None, str(actor.pk)) else None
    return play(actor, ActRequest(key, steps, on_behalf_of=behalf)), str(steps[0].known["id"])


def make_several(
    *, actor: Membership, choose: Callable[[], Iterable[NewCharacter]], asked: Value, key: str
) -> Played:
    """Make several in one entry: those whom `choose` names once nobody else can make any. None has a player."""

    def plan(_campaign: Campaign) -> tuple[Request, ...]:
        return _steps(actor, choose(), key)

    return play(actor, ActRequest(key, (), plan, asked=asked))


def _steps(actor: Membership, characters: Iterable[NewCharacter], key: str) -> tuple[Request, ...]:
    found: list[tuple[NewCharacter, str, str, Values]] = []
    characters = tuple(characters)
    count = sum(1 + len(one.belongings) for one in characters)
    # In their order: those of one entry stand in the cast by their ids.
    ids = sorted(new_record_id(actor.campaign_id, f"{actor.pk}/{key}", at, "input.id") for at in range(count))
    for character in characters:
        is_gms = character.owner is None and "control" in kind_of(character.kind).stored()
        fields = {**character.fields, **({"control": "gm"} if is_gms else {})}
        made = ids[len(found)]
        found.append((character, character.kind, character.name, fields))
        found += [
            (character, one.kind, one.name, {one.ref: made, **one.fields}) for one in character.belongings
        ]
    return tuple(_made(*one, made) for one, made in zip(found, ids, strict=True))


def _made(character: NewCharacter, kind: str, name: str, fields: Values, record: str) -> Request:
    about = {"kind": kind, "name": name, "owner": character.owner, "visibility": character.visibility}
    listed = [{"field": field, "set": value} for field, value in fields.items()]
    return Request("table.create", {"about": about, "fields": listed}, known={"id": record})
