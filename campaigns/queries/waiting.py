"""Everything that waits, for whom: one list."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from campaigns.log.projector import Viewer
from campaigns.models import Campaign, Pending


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
    """What waits in a campaign, oldest first, as this viewer may see it (one query)."""
    found = Pending.objects.filter(record__campaign=campaign, state="open").select_related("record", "who")
    if not viewer.is_gm:
        found = found.filter(Q(who=None) | Q(who__visibility="table"), record__visibility="table")
    return [_waiting(row, viewer) for row in found.order_by("record__born", "pk")]


def _waiting(row: Pending, viewer: Viewer) -> Waiting:
    owner = str(row.who.owner_id) if row.who and row.who.owner_id else None
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
