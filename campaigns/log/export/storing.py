"""The entries of a verified file written as rows, exactly as they were."""

from collections.abc import Iterable, Iterator
from functools import partial

from campaigns.log.export.checking import as_rows
from campaigns.log.export.shapes import EntryLine
from campaigns.log.pieces import PIECE, Write, some
from campaigns.models import Campaign, Entry, Part


def entries(campaign: Campaign, found: Iterable[EntryLine]) -> Iterator[Write]:
    """Write a campaign's entries, in pieces; its row names the last of each as its head."""
    for lines in some(found):
        yield partial(_store, campaign, [as_rows(line) for line in lines])


def _store(campaign: Campaign, rows: list[tuple[Entry, list[Part]]]) -> None:
    Entry.objects.bulk_create([entry for entry, _parts in rows])
    Part.objects.bulk_create((_of(entry, part) for entry, parts in rows for part in parts), batch_size=PIECE)
    last, _parts = rows[-1]
    campaign.head_seq, campaign.head_hash = last.seq, last.hash
    campaign.save(update_fields=["head_seq", "head_hash"])


def _of(entry: Entry, part: Part) -> Part:
    part.entry = entry
    return part
