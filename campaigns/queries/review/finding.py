"""Which entries a reader looks for: filters that combine, answered from the index of the log, a page at a time.

The work is bounded whatever is asked: what was written last, then each term's postings, a row for a thousand entries.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from uuid import UUID

from campaigns.log import review_index
from campaigns.log.review_index import BLOCK
from campaigns.log.terms import SEALED
from campaigns.log.words import words_of
from campaigns.models import Bookmark, Campaign, Comment, FreshTerms, Posting, Term
from campaigns.viewing import Viewer

NEAR = 32
"""So many blocks are looked at first: what is common is found there."""

MOST_WORDS = 8

Groups = list[tuple[str, ...]]
"""Every group has to be met, by one of its terms."""


@dataclass(frozen=True)
class Wanted:
    """What entries have to be about. Ids and codes as the log has them; empty ones do not narrow anything down."""

    person: str = ""
    record: str = ""
    action: str = ""
    system: str = ""
    clause: str = ""
    session: str = ""
    scene: str = ""
    changes: str = ""
    field: str = ""
    words: str = ""
    bookmarks_of: str = ""
    commented: bool = False
    sealed: bool = False

    @property
    def groups(self) -> Groups:
        """The terms that an entry needs."""
        kinds = ("record", "action", "system", "clause", "session", "scene")
        found: Groups = [(f"{kind}:{getattr(self, kind)}",) for kind in kinds if getattr(self, kind)]
        if self.person:
            found.append((f"actor:{self.person}", f"for:{self.person}"))
        if self.changes:
            found.append((f"field:{self.changes}/{self.field}" if self.field else f"change:{self.changes}",))
        if self.sealed:
            found.append((SEALED,))
        return found + [(f"w:{word}",) for word in dict.fromkeys(words_of(self.words)[:MOST_WORDS])]


EVERYTHING = Wanted()


@dataclass(frozen=True)
class Range:
    """Where a page begins: right after or right before an entry; from the newest or oldest one without either."""

    before: int | None = None
    after: int | None = None
    oldest_first: bool = False

    @property
    def upwards(self) -> bool:
        """Whether the page is filled from its oldest entry on."""
        return self.after is not None or (self.oldest_first and self.before is None)

    def holds(self, seq: int) -> bool:
        return (self.after is None or seq > self.after) and (self.before is None or seq < self.before)


def find(campaign: Campaign, viewer: Viewer, wanted: Wanted, where: Range, most: int) -> list[int]:
    """Up to `most` numbers of entries that this viewer may read and that are wanted, from where the page begins."""
    search = _Search(campaign, viewer.audiences, wanted.groups)
    among = _chosen(campaign, viewer, wanted)
    if not search.groups:
        found: Iterable[int] = filter(where.holds, among or ())
        return sorted(found, reverse=not where.upwards)[:most]
    return search.run(where, most, among)


def _chosen(campaign: Campaign, viewer: Viewer, wanted: Wanted) -> Collection[int] | None:
    """The entries with somebody's bookmark, or a comment for this viewer; None where that is not asked for."""
    sets = []
    if wanted.bookmarks_of:
        own = Bookmark.objects.filter(member=UUID(wanted.bookmarks_of))
        sets.append(set(own.values_list("seq", flat=True)))
    if wanted.commented:
        told = Comment.objects.filter(campaign=campaign, audience__in=viewer.audiences)
        sets.append(set(told.values_list("seq", flat=True).distinct()))
    return set.intersection(*sets) if sets else None


@dataclass
class _Search:
    campaign: Campaign
    audiences: tuple[str, ...]
    groups: Groups
    _terms: dict[int, list[int]] = field(default_factory=dict)
    """By the id of a term, the groups that it meets."""

    def run(self, where: Range, most: int, among: Collection[int] | None) -> list[int]:
        """Numbers in order from where the page begins. What is fresh is read first, so that none is missed."""
        fresh = self._fresh(where)
        found: list[int] = []
        for masks in self._blocks(where, fresh):
            found += self._taken(masks, where, among)
            if len(found) >= most:
                break
        return found[:most]

    def _blocks(self, where: Range, fresh: dict[int, int]) -> Iterator[dict[int, int]]:
        """By block, which of its entries meet every group: the near blocks, then all others."""
        last = self.campaign.head_seq // BLOCK
        low = 0 if where.after is None else min((where.after + 1) // BLOCK, last + 1)
        high = last if where.before is None else min((where.before - 1) // BLOCK, last)
        near = (low, min(low + NEAR - 1, high)) if where.upwards else (max(high - NEAR + 1, low), high)
        far = (near[1] + 1, high) if where.upwards else (low, near[0] - 1)
        for first, end in (near, far):
            if first <= end:
                masks = self._postings(first, end)
                for block, mask in fresh.items():
                    if first <= block <= end:
                        masks[block] = masks.get(block, 0) | mask
                yield masks

    def _taken(self, masks: dict[int, int], where: Range, among: Collection[int] | None) -> Iterator[int]:
        for block in sorted(masks, reverse=not where.upwards):
            seqs: Iterable[int] = [block * BLOCK + place for place in review_index.places_of(masks[block])]
            for seq in seqs if where.upwards else reversed(list(seqs)):
                if where.holds(seq) and (among is None or seq in among):
                    yield seq

    def _fresh(self, where: Range) -> dict[int, int]:
        """The entries whose terms are in no posting yet."""
        rows = FreshTerms.objects.filter(campaign=self.campaign, audience__in=self.audiences)
        if where.before is not None:
            rows = rows.filter(seq__lt=where.before)
        if where.after is not None:
            rows = rows.filter(seq__gt=where.after)
        by_seq: dict[int, str] = {}
        for seq, text in rows.values_list("seq", "terms"):
            by_seq[seq] = by_seq.get(seq, "") + text
        found: dict[int, int] = {}
        for seq, text in by_seq.items():
            if all(any(f"\n{term}\n" in text for term in group) for group in self.groups):
                found[seq // BLOCK] = found.get(seq // BLOCK, 0) | 1 << (seq % BLOCK)
        return found

    def _postings(self, first: int, end: int) -> dict[int, int]:
        terms = self._known_terms()
        met = {group for groups in terms.values() for group in groups}
        # Some word stands in no posting at all, so none has to be read.
        if len(met) < len(self.groups):
            return {}
        masks: list[dict[int, int]] = [{} for _group in self.groups]
        rows = Posting.objects.filter(term__in=list(terms), block__gte=first, block__lte=end)
        for term, block, places in rows.values_list("term_id", "block", "places"):
            for group in terms[term]:
                masks[group][block] = masks[group].get(block, 0) | review_index.unpack(places)
        # The rarest first: what is not in it need not be looked up in the others.
        first_masks, *others = sorted(masks, key=len)
        for other in others:
            first_masks = {block: mask & other.get(block, 0) for block, mask in first_masks.items()}
        return first_masks

    def _known_terms(self) -> dict[int, list[int]]:
        if not self._terms:
            texts = {term for group in self.groups for term in group}
            rows = Term.objects.filter(campaign=self.campaign, text__in=texts, audience__in=self.audiences)
            for pk, text in rows.values_list("pk", "text"):
                self._terms[pk] = [number for number, group in enumerate(self.groups) if text in group]
        return self._terms
