"""Everything that waits, for whom: one list."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.models import Campaign, Pending, Record
from campaigns.models.prepared import prepared
from campaigns.policy import who_answers
from campaigns.viewing import Viewer
from rules import service
from rules.kernel.procedure import OpenQuestion
from rules.kernel.values import Values


@dataclass(frozen=True)
class Waiting:
    """An open question: the action that answers it, whom it is about, whether this viewer may answer, and should.

    The GM may answer for whoever is away; what waits for the GM is what was asked of them, or of somebody they play.
    """

    id: str
    question: str
    for_role: str
    who: str | None
    who_name: str
    asked_name: str
    """Who answers where a player does: whoever it is about, or who hit them; empty where this viewer sees nobody."""
    owner: str | None
    clause: str
    optional: bool
    data: Values
    mine: bool
    for_me: bool
    first: str = ""
    """Who has to answer another question before this one can be answered; empty where nobody has."""

    @property
    def is_ready(self) -> bool:
        """Whether this viewer may answer now."""
        return self.mine and not self.first

    @property
    def is_call(self) -> bool:
        """Whether it waits for this viewer now."""
        return self.for_me and not self.first


@prepared
def open_rows(campaign: UUID) -> QuerySet[Pending]:
    found = Pending.objects.filter(record__campaign=campaign, state="open").select_related("record", "who")
    return found.order_by("record__born", "pk")


@prepared
def _asked(campaign: UUID, others: list[UUID]) -> QuerySet[Record]:
    return Record.objects.filter(campaign=campaign, pk__in=others)


def open_questions(campaign: Campaign, viewer: Viewer, whole: list[Pending] | None = None) -> list[Waiting]:
    """What waits in a campaign, oldest first, as this viewer may see it (two queries; `whole` is read already)."""
    whole = open_rows(campaign.pk) if whole is None else whole
    rows = [row for row in whole if _is_seen(row, viewer)]
    others = {asked for row in rows if (asked := who_answers(None, row.data)) is not None}
    found_others = {str(record.pk): record for record in _asked(campaign.pk, list(map(UUID, others)))}
    first = _answered_first(whole, viewer)
    return [_waiting(row, viewer, found_others, first.get(str(row.pk), "")) for row in rows]


def as_asked(row: Pending) -> OpenQuestion:
    """An open question as the rules see it."""
    who = str(row.who_id) if row.who_id else None
    return OpenQuestion(id=str(row.pk), question=row.question, who=who, optional=row.optional, data=row.data)


def _is_seen(row: Pending, viewer: Viewer) -> bool:
    return viewer.sees(row.record.visibility) and (row.who is None or viewer.sees(row.who.visibility))


def _is_open(row: Pending) -> bool:
    """Whether players see a question."""
    return all(one.visibility == "table" for one in (row.record, row.who) if one is not None)


def _answered_first(rows: list[Pending], viewer: Viewer) -> dict[str, str]:
    """By question, the name of whoever answers another one before it, seen by this viewer or not."""
    asked = {str(row.pk): row for row in rows}
    whole = [as_asked(row) for row in rows]
    before = {question.id: service.waits_for(question, whole) for question in whole}
    return {one: _name(asked[first.id], viewer) for one, first in before.items() if first is not None}


def _name(row: Pending, viewer: Viewer) -> str:
    is_theirs = row.for_role == "player" and row.who is not None and _is_seen(row, viewer)
    return row.who.name if is_theirs and row.who else _("the GM")


def _waiting(row: Pending, viewer: Viewer, others: Mapping[str, Record], first: str) -> Waiting:
    # What no player sees, whoever plays the one who would answer it cannot answer: it is the GM's.
    other = who_answers(None, row.data) if _is_open(row) else None
    asked = others.get(other) if other else row.who
    owner = str(asked.owner_id) if asked and asked.owner_id else None
    is_seen = asked is not None and viewer.sees(asked.visibility)
    theirs = row.for_role == "player" and owner == viewer.member
    return Waiting(
        id=str(row.pk),
        question=row.question,
        for_role=row.for_role,
        who=str(row.who_id) if row.who_id else None,
        who_name=row.who.name if row.who else "",
        asked_name=asked.name if asked and is_seen else "",
        owner=owner,
        clause=row.clause,
        optional=row.optional,
        data=row.data,
        mine=viewer.is_gm or theirs,
        for_me=theirs or (viewer.is_gm and (row.for_role == "gm" or owner is None)),
        first=first,
    )
