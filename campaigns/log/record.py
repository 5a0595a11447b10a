"""Appending an entry. Only `services/play/playing.py` calls this, in its transaction, under the campaign's lock."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any
from uuid import UUID

from campaigns.game import Document, as_document, plain
from campaigns.log import canonical, chain, parts, review_index
from campaigns.log.redacted import Redacted
from campaigns.log.terms import AGAIN, GM, OF_TWO, TABLE, ChangeTold, for_readers, terms_of
from campaigns.models import Campaign, Change, Entry, Part, Tag
from campaigns.models.prepared import insert, insert_values, update
from campaigns.state.unit_of_work import Net

LARGEST = 64 * 1024
PLACE = ("entry_id", "campaign_id", "seq")
SEALED_TEXTS = 6
"""A sealed entry has so many texts, or a multiple of it; some of them are empty and belong to nothing."""


class EntryTooLarge(ValueError):
    """An act that says more than an entry holds. Refused before anything is written."""

    def __init__(self, size: int) -> None:
        super().__init__(f"the entry would be {size} bytes; the limit is {LARGEST}")


@dataclass(frozen=True)
class Draft:
    """An entry before it is chained: its document, whom it is for, what in it is secret, and how it is found."""

    document: Document
    audience: str
    changes: list[Net]
    is_word: parts.IsWord
    secrets: dict[parts.Path, parts.Secret] = field(default_factory=dict)
    secret_changes: dict[int, str] = field(default_factory=dict)
    tags: tuple[tuple[str, str], ...] = ()
    secret_tags: frozenset[tuple[str, str]] = frozenset()
    """Of the tags those that only the GM may find by."""
    record_tags: dict[str, str] = field(default_factory=dict)
    readers: tuple[str, ...] = ()
    """Of a sealed entry the audiences that alone read it, where these are not the GMs."""


def append(campaign: Campaign, act: UUID, cause: int | None, draft: Draft) -> tuple[Entry, list[Part]]:
    """Chain an entry to the campaign's head and store it with what stands beside the chain; it and its parts."""
    drafts = _part_drafts(draft)
    # Outcome and changes are known only now; the input alone was measured before the draws.
    refuse_too_large(sum(len(part.text.encode()) for part in drafts))
    # Whole microseconds, as canonical JSON has no fractions.
    now = time.time_ns() // 1000
    seq, prev = campaign.head_seq + 1, campaign.head_hash
    head = chain.header(
        campaign=str(campaign.pk),
        seq=seq,
        act=str(act),
        cause=cause,
        time=now,
        prev=prev,
        parts=[
            {"audience": part.audience, "kind": part.kind, "commitment": part.commitment} for part in drafts
        ],
    )
    entry = Entry(
        campaign=campaign, seq=seq, act=act, cause=cause, time=now, prev=prev, hash=chain.digest(head)
    )
    insert(Entry, [entry])
    told = [
        Part(
            entry=entry,
            position=position,
            audience=part.audience,
            kind=part.kind,
            nonce=part.nonce,
            text=part.text,
            commitment=part.commitment,
            readers=part.readers,
        )
        for position, part in enumerate(drafts)
    ]
    insert(Part, told)
    _store_beside(campaign, entry, draft, drafts)
    campaign.head_seq, campaign.head_hash = seq, entry.hash
    update(Campaign, campaign.pk, {"head_seq": seq, "head_hash": entry.hash})
    return entry, told


def refuse_too_large(size: int) -> None:
    """Raise `EntryTooLarge` for more bytes than an entry holds."""
    if size > LARGEST:
        raise EntryTooLarge(size)


def read_document(entry_parts: Iterable[Part]) -> Document:
    """An entry's whole document, its secrets and texts put back. For the server's own eyes: see `projector`."""
    rows = sorted(entry_parts, key=lambda part: part.position)
    values = {row.position: canonical.decode(row.text) if row.text else Redacted() for row in rows}
    return as_document(parts.restore(values[0], values.__getitem__))


def documents_of(campaign: Campaign, seqs: Iterable[int]) -> Iterator[tuple[int, Document]]:
    """The whole documents of these entries by their numbers, in order. For the server's own eyes: see `projector`."""
    found = Part.objects.filter(entry__campaign=campaign, entry__seq__in=list(seqs)).select_related("entry")
    by_entry = groupby(found.order_by("entry__seq", "position"), key=lambda part: part.entry.seq)
    return ((seq, read_document(list(own))) for seq, own in by_entry)


def _part_drafts(draft: Draft) -> list[chain.PartDraft]:
    document, lifted = parts.lift(plain(draft.document), draft.secrets, draft.is_word, draft.audience)
    if draft.audience != TABLE:
        # The header tells everybody how many parts there are: a sealed act has as many whatever was said in it.
        lifted += [(draft.audience, "text", "")] * (
            max(-len(lifted) % SEALED_TEXTS, SEALED_TEXTS - len(lifted))
        )
    found = [
        chain.draft(draft.audience, "act", document),
        *(chain.draft(audience, kind, value) for audience, kind, value in lifted),
    ]
    # Not in the header, which everybody reads: there it is like any sealed entry.
    return [replace(part, readers=" ".join(draft.readers)) for part in found] if draft.readers else found


def _store_beside(campaign: Campaign, entry: Entry, draft: Draft, entry_parts: list[chain.PartDraft]) -> None:
    changes = [
        ChangeTold(record, name, before, after, draft.secret_changes.get(number, draft.audience))
        for number, (record, name, before, after) in enumerate(draft.changes)
    ]
    tags = [(*one, GM if one in draft.secret_tags else draft.audience) for one in dict.fromkeys(draft.tags)]
    tags += [
        ("record", one, draft.audience if audience == "table" else audience)
        for one, audience in draft.record_tags.items()
    ]
    tags = for_readers(tags, draft.readers)
    store_found_by([(entry, changes, tags)])
    review_index.add(campaign, entry.seq, terms_of(entry_parts, tags, changes))


def store_found_by(found: Iterable[tuple[Entry, list[ChangeTold], list[tuple[str, str, str]]]]) -> None:
    """The rows beside the chain by which entries are found: of each its changes, and its tags."""
    changes: list[tuple[Any, ...]] = []
    tags: list[tuple[Any, ...]] = []
    for entry, told, marks in found:
        place = (entry.pk, entry.campaign_id, entry.seq)
        changes += [(*place, one.record, one.field, one.before, one.after, one.audience) for one in told]
        tags += [(*place, *mark) for mark in marks]
    insert_values(Change, (*PLACE, "record", "field", "before", "after", "audience"), changes)
    insert_values(Tag, (*PLACE, "kind", "value", "audience"), tags)


def forget_found_by(campaign: Campaign, first: int, end: int) -> None:
    """Drop what `store_found_by` keeps of the entries from `first` to before `end`, to be made anew."""
    for model in (Change, Tag):
        model.objects.filter(campaign=campaign, seq__gte=first, seq__lt=end).delete()


def open_to_all(campaign: Campaign, seqs: list[int], by: int | None) -> None:
    """Show whole entries to the table (`by` is the entry that says so), or as before (None)."""
    parts = Part.objects.filter(entry__campaign=campaign, entry__seq__in=seqs)
    parts.exclude(opened=by).update(opened=by)  # the database refuses what changes nothing
    # None comes from `rebuilding` alone, which writes changes and tags anew itself.
    if by is not None:
        Change.objects.filter(campaign=campaign, seq__in=seqs).update(audience=TABLE)
        tags = Tag.objects.filter(campaign=campaign, seq__in=seqs)
        tags.exclude(kind__in=OF_TWO).update(audience=TABLE)
        _open_tags_of_two(campaign)


def _open_tags_of_two(campaign: Campaign) -> None:
    """What tells of two entries is for whoever reads both."""
    for tag in Tag.objects.filter(campaign=campaign, kind=AGAIN).exclude(audience=TABLE):
        acts = Part.objects.filter(entry__campaign=campaign, position=0, entry__seq__in=(tag.seq, tag.value))
        if not acts.exclude(audience=TABLE).filter(opened=None).exists():
            Tag.objects.filter(campaign=campaign, seq=tag.seq, kind__in=OF_TWO).update(audience=TABLE)
