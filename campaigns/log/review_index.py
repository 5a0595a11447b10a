"""The index by which entries are found, whatever their number: which entries of each block of the log have a term.

An entry's terms stand in `FreshTerms` until its block is full; then they become postings, one for a term and block.
Each audience has terms of its own: whoever looks for a word reads nothing that is not for them, and takes no longer
for it. All of it can be made again from the log (`manage.py rebuild_review`).
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from campaigns.log.pieces import Write, some
from campaigns.models import Campaign, FreshTerms, Posting, Term
from campaigns.models.prepared import insert

# An index of our own and not FTS5 or tsvector: the same answers on both databases, work that is bounded however
# common a word is, and terms apart by audience, so that no search reads (or takes time for) what is the GM's.
BLOCK = 1024
BITS = BLOCK // 8
AT_ONCE = 900
"""So many values in one statement: SQLite takes a thousand."""

Masks = dict[tuple[str, str], int]
"""By audience and term, a bit for each entry of a block."""


class Span(NamedTuple):
    """The numbers of a block's entries: from `first` to right before `end`."""

    first: int
    end: int


def span(block: int) -> Span:
    return Span(block * BLOCK, (block + 1) * BLOCK)


def add(campaign: Campaign, seq: int, terms: Mapping[str, set[str]]) -> None:
    """Make an entry findable: one statement, but for the entry that fills a block."""
    insert(FreshTerms, _fresh(campaign, seq, terms))
    if (seq + 1) % BLOCK == 0:
        _fold(campaign, seq // BLOCK)


def replace(campaign: Campaign, block: int, entries: Iterable[tuple[int, Mapping[str, set[str]]]]) -> None:
    """Make a block's part of the index anew from the terms of all its entries, given by number."""
    for one in replacing(campaign, block, entries):
        one()


def replacing(
    campaign: Campaign, block: int, entries: Iterable[tuple[int, Mapping[str, set[str]]]]
) -> Iterator[Write]:
    """What `replace` does, in pieces."""
    yield partial(_forget, campaign, block)
    if campaign.head_seq + 1 >= span(block).end:
        masks: Masks = {}
        for seq, terms in entries:
            note(masks, seq, terms)
        for part in some(masks.items(), AT_ONCE):
            yield partial(write, campaign, block, dict(part))
    else:
        for few in some(entries):
            rows = [row for seq, terms in few for row in _fresh(campaign, seq, terms)]
            yield partial(FreshTerms.objects.bulk_create, rows, batch_size=AT_ONCE // 3)


def read(campaign: Campaign, block: int) -> Masks:
    """A block as the index has it, whichever way it is kept."""
    first, end = span(block)
    masks: Masks = {}
    rows = FreshTerms.objects.filter(campaign=campaign, seq__gte=first, seq__lt=end)
    for seq, audience, text in rows.values_list("seq", "audience", "terms"):
        note(masks, seq, {audience: set(split(text))})
    found = Posting.objects.filter(term__campaign=campaign, block=block)
    for audience, text, places in found.values_list("term__audience", "term__text", "places"):
        masks[audience, text] = masks.get((audience, text), 0) | unpack(places)
    return masks


def note(masks: Masks, seq: int, terms: Mapping[str, set[str]]) -> None:
    """Add an entry to the bits of its block."""
    bit = 1 << (seq % BLOCK)
    for audience, texts in terms.items():
        for text in texts:
            masks[audience, text] = masks.get((audience, text), 0) | bit


def write(campaign: Campaign, block: int, masks: Masks) -> None:
    """Store a full block."""
    ids = _term_ids(campaign, masks)
    rows = (Posting(term_id=ids[key], block=block, places=pack(mask)) for key, mask in masks.items())
    Posting.objects.bulk_create(rows, batch_size=AT_ONCE)


def pack(mask: int) -> bytes:
    """A few entries as their places, many as a bit for each."""
    # Most terms stand in few entries of a block. The lengths never meet, so `unpack` tells the two forms apart by
    # them.
    if mask.bit_count() * 2 < BITS:
        return array("H", places_of(mask)).tobytes()
    return mask.to_bytes(BITS, "little")


def unpack(places: bytes | memoryview) -> int:
    """What `pack` made of a mask."""
    if len(places) == BITS:
        return int.from_bytes(places, "little")
    mask = 0
    for place in array("H", bytes(places)):
        mask |= 1 << place
    return mask


def places_of(mask: int) -> Iterator[int]:
    """The places of the bits that are set, from the lowest."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def split(text: str) -> list[str]:
    """The terms of a row of `FreshTerms`: each stands between line ends."""
    return text[1:-1].split("\n")


def _fresh(campaign: Campaign, seq: int, terms: Mapping[str, set[str]]) -> list[FreshTerms]:
    return [
        # Line ends around every term, so that one `in` finds whole terms without taking the text apart.
        FreshTerms(campaign=campaign, seq=seq, audience=audience, terms="\n".join(["", *sorted(texts), ""]))
        for audience, texts in terms.items()
        if texts
    ]


def _fold(campaign: Campaign, block: int) -> None:
    write(campaign, block, read(campaign, block))
    first, end = span(block)
    FreshTerms.objects.filter(campaign=campaign, seq__gte=first, seq__lt=end).delete()


def _forget(campaign: Campaign, block: int) -> None:
    """A block's part, and the terms that stand in no other: a word that was taken out leaves no trace."""
    first, end = span(block)
    FreshTerms.objects.filter(campaign=campaign, seq__gte=first, seq__lt=end).delete()
    gone = Posting.objects.filter(term__campaign=campaign, block=block)
    terms = list(gone.values_list("term_id", flat=True))
    gone.delete()
    for ids in some(terms, AT_ONCE):
        Term.objects.filter(pk__in=ids, postings__isnull=True).delete()


def _term_ids(campaign: Campaign, masks: Masks) -> dict[tuple[str, str], int]:
    texts = sorted({text for _audience, text in masks})
    known: dict[tuple[str, str], int] = {}
    for few in some(texts, AT_ONCE):
        found = Term.objects.filter(campaign=campaign, text__in=few)
        known |= {(audience, text): pk for pk, audience, text in found.values_list("pk", "audience", "text")}
    missing = [Term(campaign=campaign, audience=mask[0], text=mask[1]) for mask in masks if mask not in known]
    for term in Term.objects.bulk_create(missing, batch_size=AT_ONCE // 3):
        known[term.audience, term.text] = term.pk
    return known
