"""The log as one viewer reads it: pages of entries, always the same few queries whatever their number."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from campaigns.log.projector import Viewer, read_entry
from campaigns.models import Campaign, Entry, Membership, Undone

PAGE = 30
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Shown:
    """One entry as a viewer sees it. `document` is None for a sealed act: then only its place is told."""

    seq: int
    hash: str
    time: datetime
    cause: int | None
    document: dict[str, Any] | None
    actor: str
    in_name_of: str
    undone_by: int | None
    parts: int

    @property
    def steps(self) -> list[dict[str, Any]]:
        """The steps that somebody asked for; what followed from them is under `followed`."""
        steps = self.document["steps"] if self.document else []
        return [step for step in steps if step["action"] != "table.carry_out"]

    @property
    def followed(self) -> list[dict[str, Any]]:
        steps = self.document["steps"] if self.document else []
        return [step for step in steps if step["action"] == "table.carry_out"]

    @property
    def main(self) -> dict[str, Any] | None:
        """The step that the entry is about: the last that was asked for."""
        return self.steps[-1] if self.steps else None

    @property
    def names(self) -> dict[str, Any]:
        return self.document["names"] if self.document else {}

    @property
    def clauses(self) -> list[str]:
        """Every clause cited, each once, in order."""
        steps = self.document["steps"] if self.document else []
        return list(dict.fromkeys(clause for step in steps for clause in step["clauses"]))


def timeline_page(
    campaign: Campaign,
    viewer: Viewer,
    *,
    before: int | None = None,
    after: int | None = None,
    size: int = PAGE,
) -> list[Shown]:
    """Up to `size` entries, oldest first: those right before `before`, right after `after`, or the newest."""
    entries = Entry.objects.filter(campaign=campaign)
    if after is not None:
        rows = list(entries.filter(seq__gt=after).order_by("seq")[:size])
    else:
        older = entries.filter(seq__lt=before) if before is not None else entries
        rows = list(older.order_by("-seq")[:size])[::-1]
    return show(campaign, viewer, rows)


def one_entry(campaign: Campaign, viewer: Viewer, seq: int) -> Shown | None:
    """One entry, or None where the campaign has none of that number."""
    shown = show(campaign, viewer, Entry.objects.filter(campaign=campaign, seq=seq))
    return shown[0] if shown else None


def show(campaign: Campaign, viewer: Viewer, entries: Iterable[Entry]) -> list[Shown]:
    """Entries as a viewer sees them (three queries)."""
    rows = list(
        Entry.objects.filter(pk__in=[entry.pk for entry in entries]).order_by("seq").prefetch_related("parts")
    )
    names = {str(one.pk): one.name for one in Membership.objects.filter(campaign=campaign)}
    undone = Undone.objects.filter(campaign=campaign, seq__in=[row.seq for row in rows])
    undone_by = dict(undone.values_list("seq", "by_seq"))
    return [_show(row, viewer, names, undone_by.get(row.seq)) for row in rows]


def _show(row: Entry, viewer: Viewer, names: dict[str, str], undone_by: int | None) -> Shown:
    entry_parts = list(row.parts.all())
    document = read_entry(viewer, entry_parts)
    actor = document["actor"] if document else None
    return Shown(
        seq=row.seq,
        hash=row.hash,
        time=EPOCH + timedelta(microseconds=row.time),
        cause=row.cause,
        document=document,
        actor=names.get(actor or "", ""),
        in_name_of=names.get((document or {}).get("for") or "", ""),
        undone_by=undone_by,
        parts=len(entry_parts),
    )
