"""The records of campaigns whose pages are read, kept as of an entry: of later ones only what they changed is read.

Records change by entries alone, and what an entry changed is told beside the log. So what pages cost goes by what was
played since they asked, not by what the campaign holds.
"""

from collections import OrderedDict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from campaigns.models import Campaign, Change, Entry, Record
from campaigns.models.prepared import MOST, prepared
from campaigns.state import rows
from campaigns.state.unit_of_work import Sheet

MOST_CAMPAIGNS: Final = 16

Head = tuple[int, str]
Place = tuple[int, str]
"""Where a record comes among the others: by the entry that it is from, then by its id."""


@dataclass
class _Kept:
    """What was read of a campaign."""

    head: Head
    kinds: set[str] = field(default_factory=set)
    sheets: dict[UUID, tuple[Place, Sheet]] = field(default_factory=dict)
    reading: Lock = field(default_factory=Lock)

    def take(self, records: Iterable[Record], joined: Collection[str]) -> None:
        found = list(records)
        for row, sheet in zip(found, rows.read_joined(found, joined), strict=True):
            self.sheets[row.pk] = ((row.born, str(row.pk)), sheet)


_kept: OrderedDict[UUID, _Kept] = OrderedDict()
_lock = Lock()


def of_kinds(campaign: Campaign, *kinds: str) -> list[Sheet]:
    """A campaign's records of these kinds as sheets, oldest first; nobody changes them.

    The campaign's row was read before, in the same request, in which nothing was written.
    """
    head = (campaign.head_seq, campaign.head_hash)
    kept = _of(campaign.pk, head)
    with kept.reading:
        if kept.head != head and not _brought_up(campaign, kept, head):
            kept.head, kept.kinds, kept.sheets = head, set(), {}
        missing = [one for one in kinds if one not in kept.kinds]
        if missing:
            kept.take(rows.records_of(campaign, missing), missing)
            kept.kinds.update(missing)
        found = [one for one in kept.sheets.values() if one[1].kind.name in kinds]
    return [sheet for _place, sheet in sorted(found, key=lambda one: one[0])]


def _of(campaign: UUID, head: Head) -> _Kept:
    with _lock:
        found = _kept.pop(campaign, None) or _Kept(head)
        _kept[campaign] = found
        if len(_kept) > MOST_CAMPAIGNS:
            _kept.popitem(last=False)
    return found


def _brought_up(campaign: Campaign, kept: _Kept, head: Head) -> bool:
    """Whether what is kept stands as at this head now, or later: of the same log, and if not too much changed."""
    seq, digest = kept.head
    if [digest] != _hash_of(campaign.pk, seq):
        return False
    if seq > head[0]:  # somebody who asked later was here first
        return True
    changed = _changed(campaign.pk, seq, (MOST + 1,))
    if len(changed) > MOST:
        return False
    here = {row.pk: row for row in rows.records_among(campaign, changed, kept.kinds)} if changed else {}
    for gone in set(changed) - here.keys():
        kept.sheets.pop(gone, None)
    kept.take(here.values(), ())
    kept.head = head
    return True


@prepared
def _hash_of(campaign: UUID, seq: int) -> QuerySet[Entry, str]:
    return Entry.objects.filter(campaign=campaign, seq=seq).values_list("hash", flat=True)


@prepared
def _changed(campaign: UUID, seq: int, most: tuple[int]) -> QuerySet[Change, UUID]:
    found = Change.objects.filter(campaign=campaign, seq__gt=seq)
    return found.values_list("record", flat=True).distinct()[: most[0]]
