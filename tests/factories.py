"""Records in play, made through `play()` as a person would make them."""

from itertools import count
from typing import Any
from uuid import uuid4

from campaigns.models import Membership, Record
from campaigns.services.playing import ActRequest, play
from campaigns.services.subjects import Request

_numbers = count(1)


def make_record(
    actor: Membership,
    kind: str,
    name: str,
    *,
    owner: Membership | None = None,
    visibility: str = "table",
    **fields: Any,
) -> Record:
    """A record of the actor's campaign with these contract fields."""
    about = {"kind": kind, "name": name, "owner": str(owner.pk) if owner else None, "visibility": visibility}
    given = {"about": about, "fields": [{"field": field, "set": value} for field, value in fields.items()]}
    known = {"id": str(uuid4())}
    request = ActRequest(key=f"make-{next(_numbers)}", steps=(Request("table.create", given, known=known),))
    play(actor, request)
    return Record.objects.get(pk=known["id"])


def make_character(owner: Membership, name: str = "Ilse Marrow", **fields: Any) -> Record:
    """An active sorcerer, put into its owner's hands by the campaign's owner."""
    gm = Membership.objects.get(campaign=owner.campaign_id, user=owner.campaign.owner)
    scores = {"stamina": 3, "will": 4, "lore": 3, "humanity": 4, "cover": 4, "state": "active"}
    return make_record(gm, "character", name, owner=owner, **{**scores, **fields})


def make_demon(gm: Membership, name: str = "Tallowmere", **fields: Any) -> Record:
    """A complete demon beyond the world, known to the table."""
    scores = {"type": "object", "stamina": 3, "will": 4, "lore": 3, "power": 4, "complete": True}
    return make_record(gm, "demon", name, **{**scores, "need": "tallow", "desire": "Power", **fields})
