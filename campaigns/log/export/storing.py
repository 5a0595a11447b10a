"""The entries of a verified file written as rows, exactly as they were."""

from collections.abc import Iterable
from itertools import islice

from campaigns.log.export.checking import as_rows
from campaigns.log.export.shapes import EntryLine
from campaigns.models import Campaign, Entry, Part

AT_ONCE = 200


def store_entries(campaign: Campaign, found: Iterable[EntryLine]) -> None:
    """Write a campaign's entries; its row then names the last of them as its head."""
    lines = iter(found)
    while some := list(islice(lines, AT_ONCE)):
        rows = [as_rows(line) for line in some]
        Entry.objects.bulk_create([entry for entry, _parts in rows])
        Part.objects.bulk_create(
            (_of(entry, part) for entry, parts in rows for part in parts), batch_size=AT_ONCE
        )
        campaign.head_seq, campaign.head_hash = some[-1].seq, some[-1].hash
    campaign.save(update_fields=["head_seq", "head_hash"])


def _of(entry: Entry, part: Part) -> Part:
    part.entry = entry
    return part
