"""The entries of a verified file written as rows, exactly as they were."""

from collections.abc import Iterable, Iterator
from functools import partial

from campaigns.log.audiences import readers_of
from campaigns.log.export.checking import as_rows
from campaigns.log.export.shapes import EntryLine
from campaigns.log.pieces import PIECE, Write, some
from campaigns.log.record import read_document
from campaigns.models import Campaign, Entry, Part
from campaigns.viewing import TABLE


def entries(campaign: Campaign, found: Iterable[EntryLine]) -> Iterator[Write]:
    """Write a campaign's entries, in pieces; its row names the last of each as its head."""
    for lines in some(found):
        yield partial(_store, campaign, [as_rows(line) for line in lines])


def _store(campaign: Campaign, rows: list[tuple[Entry, list[Part]]]) -> None:
    Entry.objects.bulk_create([entry for entry, _parts in rows])
    told = ((entry, parts, _readers(parts)) for entry, parts in rows)
    Part.objects.bulk_create(
        (_of(entry, part, readers) for entry, parts, readers in told for part in parts), batch_size=PIECE
    )
    last, _parts = rows[-1]
    campaign.head_seq, campaign.head_hash = last.seq, last.hash
    campaign.save(update_fields=["head_seq", "head_hash"])


def _of(entry: Entry, part: Part, readers: str) -> Part:
    part.entry, part.readers = entry, readers
    return part


def _readers(parts: list[Part]) -> str:
    return " ".join(readers_of(read_document(parts))) if parts[0].audience != TABLE else ""
