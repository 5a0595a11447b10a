"""Everything beside the chain made again from it, or compared with it.

That is: changes, tags, what is revealed, what does not stand, and the index.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from django.db import transaction

from campaigns.game import as_document
from campaigns.log import canonical, record, retries, review_index, search_rows, undo_graph
from campaigns.log.log_facts import Fault, reveals, undoings
from campaigns.log.pieces import Write, some
from campaigns.log.terms import TABLE, ChangeTold, terms_of
from campaigns.models import Campaign, Change, Entry, FreshTerms, Part, Tag, Term, Undone
from rules.kernel.values import as_list, as_whole

REVEAL = "table.reveal"
FIRST_FAULTS = 20


def rebuild(campaign: Campaign) -> int:
    """Make anew what stands beside a campaign's chain; the number of entries."""
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
        for write in writes(campaign):
            write()
    return campaign.head_seq


def writes(campaign: Campaign) -> Iterator[Write]:
    """What `rebuild` does, in pieces, for a campaign in which nobody else writes meanwhile."""
    yield from _open_as_told(campaign)
    read = _Read()
    for block in range(campaign.head_seq // review_index.BLOCK + 1):
        first, end = review_index.span(block)
        terms: list[tuple[int, dict[str, set[str]]]] = []
        yield partial(record.forget_found_by, campaign, first, end)
        for entries in some(_entries(campaign, block)):
            told = [(entry, read.beside(entry)) for entry in entries]
            yield partial(record.store_found_by, [(entry, one.changes, one.tags) for entry, one in told])
            terms += [(entry.seq, one.terms) for entry, one in told]
        yield from review_index.replacing(campaign, block, terms)
    yield partial(undo_graph.store_again, campaign, read.again.standing)


def refresh(campaign: Campaign, seqs: list[int]) -> None:
    """Make the index of some entries anew, after words were taken out of them or shown to more people."""
    for block in sorted({seq // review_index.BLOCK for seq in seqs}):
        review_index.replace(campaign, block, list(_terms_stored(campaign, block)))


def check(campaign: Campaign) -> list[Fault]:
    """What stands beside the chain and does not follow from it, the first faults; none if all is well."""
    faults = list(_revealed_otherwise(campaign))
    read = _Read()
    for block in range(campaign.head_seq // review_index.BLOCK + 1):
        masks: review_index.Masks = {}
        for entry in _entries(campaign, block, "tags", "changes"):
            found = read.beside(entry)
            faults += [
                Fault("beside", entry.seq, f"its {what} do not match the log")
                for what in _differing(entry, found)
            ]
            review_index.note(masks, entry.seq, found.terms)
        if review_index.read(campaign, block) != masks:
            first, end = review_index.span(block)
            faults.append(
                Fault(
                    "beside",
                    None,
                    f"entries {max(first, 1)} to {end - 1} are indexed under words they do not contain",
                )
            )
        if len(faults) >= FIRST_FAULTS:
            return faults[:FIRST_FAULTS]
    marked = Undone.objects.filter(campaign=campaign).values_list("seq", "by_seq")
    return [*faults, *undoings(dict(marked), read.again.standing.undone)]


def missing() -> list[Campaign]:
    """Campaigns that have a log and no index, as after an upgrade."""
    found = Campaign.objects.filter(head_seq__gt=0)
    indexed = {*FreshTerms.objects.values_list("campaign_id", flat=True).distinct()}
    indexed |= {*Term.objects.values_list("campaign_id", flat=True).distinct()}
    return list(found.exclude(pk__in=indexed))


def _entries(campaign: Campaign, block: int, *more: str) -> Iterator[Entry]:
    first, end = review_index.span(block)
    found = Entry.objects.filter(campaign=campaign, seq__gte=first, seq__lt=end)
    yield from found.order_by("seq").prefetch_related("parts", *more)


@dataclass
class _Read:
    """What the entries that were read so far tell of those after them."""

    visible: dict[str, str] = field(default_factory=dict)
    again: retries.RetryTracker = field(default_factory=retries.RetryTracker)

    def beside(self, entry: Entry) -> search_rows.SearchRows:
        return search_rows.of(entry.seq, entry.parts.all(), self.visible, self.again)


def _terms_stored(campaign: Campaign, block: int) -> Iterator[tuple[int, dict[str, set[str]]]]:
    """By the rows beside the chain, which are taken as they are."""
    first, end = review_index.span(block)
    tags: dict[int, list[tuple[str, str, str]]] = {}
    for tag in Tag.objects.filter(campaign=campaign, seq__gte=first, seq__lt=end):
        tags.setdefault(tag.seq, []).append((tag.kind, tag.value, tag.audience))
    changes: dict[int, list[ChangeTold]] = {}
    for row in Change.objects.filter(campaign=campaign, seq__gte=first, seq__lt=end):
        told = ChangeTold(str(row.record), row.field, row.before, row.after, row.audience)
        changes.setdefault(row.seq, []).append(told)
    for entry in _entries(campaign, block):
        yield entry.seq, terms_of(entry.parts.all(), tags.get(entry.seq, ()), changes.get(entry.seq, ()))


def _differing(entry: Entry, found: search_rows.SearchRows) -> Iterator[str]:
    stored = {(tag.kind, tag.value, tag.audience) for tag in entry.tags.all()}
    if stored != set(found.tags):
        yield "tags"
    if any(part.readers != found.readers for part in entry.parts.all()):
        yield "readers"
    rows = [
        ChangeTold(str(change.record), change.field, change.before, change.after, change.audience)
        for change in sorted(entry.changes.all(), key=lambda one: one.pk)
    ]
    if rows != found.changes:
        yield "changes"


def _revealed_otherwise(campaign: Campaign) -> Iterator[Fault]:
    revealed = _opened_by(campaign)
    parts = Part.objects.filter(entry__campaign=campaign)
    opened = parts.filter(opened__isnull=False).values_list("entry__seq", "opened")
    shown = set()
    for seq, by in set(opened.iterator()):
        shown.add(seq)
        if revealed.get(seq, by) != by:
            yield Fault("beside", seq, f"entry {revealed[seq]} revealed it, not entry {by}")
    closed = parts.filter(opened__isnull=True).exclude(audience=TABLE).values_list("entry__seq", flat=True)
    hidden = {seq for seq in closed.iterator() if seq in revealed}
    yield from reveals(shown, hidden, revealed)


def _opened_by(campaign: Campaign) -> dict[int, int]:
    """By the number of an entry, the entry that revealed it first."""
    # The search only narrows down: somebody may have written the same word, so the steps below decide.
    reveals = Part.objects.filter(entry__campaign=campaign, position=0, text__contains=f'"{REVEAL}"')
    found: dict[int, int] = {}
    for by, text in reveals.order_by("entry__seq").values_list("entry__seq", "text"):
        for step in as_document(canonical.decode(text))["steps"]:
            if step["action"] == REVEAL:
                seqs = map(as_whole, as_list(step["input"]["entries"]))
                found |= {seq: by for seq in seqs if seq not in found}
    return found


def _open_as_told(campaign: Campaign) -> Iterator[Write]:
    by_entry: dict[int, list[int]] = {}
    shown = _opened_by(campaign)
    for seq, by in shown.items():
        by_entry.setdefault(by, []).append(seq)
    wrong = Part.objects.filter(entry__campaign=campaign, opened__isnull=False)
    seqs = set(wrong.values_list("entry__seq", flat=True)) - shown.keys()
    for closed in some(sorted(seqs)):
        yield partial(record.open_to_all, campaign, closed, None)
    for by, opened in by_entry.items():
        for few in some(opened):
            yield partial(record.open_to_all, campaign, few, by)
