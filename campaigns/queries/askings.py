"""What the GM asked of players, put together again by what joins the questions, and what came of each."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from campaigns.models import Campaign, CampaignState, Change, Pending
from campaigns.models.prepared import prepared
from campaigns.policy import ASKED_BY_GM
from campaigns.queries import timeline
from campaigns.queries.timeline import ShownEntry
from campaigns.viewing import Viewer

NEWEST = 60
"""So many questions are looked through for those that belong together; what waits longer stands in its own line."""


@dataclass(frozen=True)
class Asked:
    """One who was asked: `state` as the question has it; `entry` is what it came to, where it was answered."""

    question: str
    name: str
    state: str
    entry: ShownEntry | None


@dataclass(frozen=True)
class Asking:
    """What was asked of several at once."""

    id: str
    action: str
    asked: list[Asked]

    @property
    def waits(self) -> list[Asked]:
        return [one for one in self.asked if one.state == "open"]


def askings(campaign: Campaign, viewer: Viewer, state: CampaignState) -> list[Asking]:
    """What was asked and waits for somebody, oldest first; the newest of this session also when all have answered."""
    together: dict[str, list[Pending]] = {}
    for row in reversed(_newest(campaign.pk)):
        together.setdefault(str(row.data.get("asking", row.pk)), []).append(row)
    newest = next(reversed(together), None)
    shown = {
        key: rows
        for key, rows in together.items()
        if any(row.state == "open" for row in rows)
        or (key == newest and (state.session is None or rows[0].record.born > state.session.born))
    }
    came = _answers(campaign, viewer, (row for rows in shown.values() for row in rows))
    return [Asking(key, rows[0].question, [_one(row, came) for row in rows]) for key, rows in shown.items()]


@prepared
def _newest(campaign: UUID) -> QuerySet[Pending]:
    found = Pending.objects.filter(record__campaign=campaign, clause=ASKED_BY_GM)
    return found.select_related("record", "who").order_by("-record__born", "-pk")[:NEWEST]


def _one(row: Pending, came: Mapping[UUID, ShownEntry]) -> Asked:
    return Asked(str(row.pk), row.who.name if row.who else "", row.state, came.get(row.pk))


def _answers(campaign: Campaign, viewer: Viewer, rows: Iterable[Pending]) -> dict[UUID, ShownEntry]:
    """Of those that were answered, the entry that did it: for the eye alone, the state of each says that it is."""
    answered = [row.pk for row in rows if row.state == "answered"]
    if not answered:
        return {}
    changes = Change.objects.filter(
        campaign=campaign, record__in=answered, field="state", audience__in=viewer.audiences
    )
    seqs = dict(changes.order_by("seq").values_list("record", "seq"))
    entries = {one.seq: one for one in timeline.some_entries(campaign, viewer, set(seqs.values()))}
    return {record: entries[seq] for record, seq in seqs.items() if seq in entries}
