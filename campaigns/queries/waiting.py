"""Everything that waits, for whom: one list."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from campaigns.log.projector import Viewer
from campaigns.models import Campaign, Pending, Record
from campaigns.policy import asked_of


@dataclass(frozen=True)
class Waiting:
    """An open question: the action that answers it, whom it is about, and whether this viewer may answer."""

    id: str
    question: str
    for_role: str
    who: str | None
    who_name: str
    owner: str | None
    clause: str
    optional: bool
    data: dict[str, Any]
    mine: bool


def open_questions(campaign: Campaign, viewer: Viewer) -> list[Waiting]:
    """What waits in a campaign, oldest first, as this viewer may see it (two queries)."""
    found = Pending.objects.filter(record__campaign=campaign, state="open").select_related("record", "who")
    if not viewer.is_gm:
        found = found.filter(Q(who=None) | Q(who__visibility="table"), record__visibility="table")
    rows = list(found.order_by("record__born", "pk"))
    others = {asked for row in rows if (asked := asked_of(None, row.data)) is not None}
    owners = dict(Record.objects.filter(campaign=campaign, pk__in=others).values_list("pk", "owner_id"))
    return [_waiting(row, viewer, {str(one): owner for one, owner in owners.items()}) for row in rows]


def _waiting(row: Pending, viewer: Viewer, owners: dict[str, Any]) -> Waiting:
    asked = asked_of(None, row.data)
    owned = owners.get(asked) if asked else row.who.owner_id if row.who else None
    owner = str(owned) if owned else None
    return Waiting(
        id=str(row.pk),
        question=row.question,
        for_role=row.for_role,
        who=str(row.who_id) if row.who_id else None,
        who_name=row.who.name if row.who else "",
        owner=owner,
        clause=row.clause,
        optional=row.optional,
        data=row.data,
        mine=viewer.is_gm or (row.for_role == "player" and owner == viewer.member),
    )
