"""The evenings of play: when each began and ended, its scenes, and who did how much in it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from campaigns.log import review_index
from campaigns.log.review_index import BLOCK
from campaigns.log.terms import SEALED
from campaigns.models import Campaign, Change, Entry, FreshTerms, Membership, Posting, Record, Term
from campaigns.queries.timeline import EPOCH
from campaigns.viewing import Viewer

PAGE = 20
MOST_SCENES = 400


@dataclass(frozen=True)
class SceneRow:
    """A scene and the entry that began it."""

    id: str
    name: str
    began: int


@dataclass(frozen=True)
class Evening:
    """A session. `first` and `last` are its entries; `last` is the newest while it is open."""

    id: str
    number: int
    name: str
    first: int
    last: int
    began: datetime
    ended: datetime | None
    scenes: list[SceneRow]
    players: list[tuple[str, str, int]]
    sealed: int
    """In how many entries something is sealed, as far as the viewer may know."""

    @property
    def entries(self) -> int:
        """One session is open at a time, so every entry from its first to its last is its own."""
        return self.last - self.first + 1


@dataclass(frozen=True)
class Evenings:
    """A page of sessions, newest first, and the number before which the next page goes on."""

    rows: list[Evening]
    before: int | None


def evenings(campaign: Campaign, viewer: Viewer, before: int | None = None) -> Evenings:
    """A page of the sessions that exist for this viewer (always the same queries)."""
    found = Record.objects.filter(campaign=campaign, kind="session", visibility="table")
    if before is not None:
        found = found.filter(session__number__lt=before)
    rows = list(found.select_related("session").order_by("-session__number")[: PAGE + 1])
    shown = rows[:PAGE]
    ends = _ends(campaign, shown)
    spans = {row.pk: (row.born, ends.get(row.pk, campaign.head_seq)) for row in shown}
    times = _times(campaign, {seq for span in spans.values() for seq in span})
    scenes = _scenes(campaign, shown)
    acted = _acted(campaign, viewer, list(spans.values()))
    listed = [
        Evening(
            id=str(row.pk),
            number=row.session.number,
            name=row.name,
            first=spans[row.pk][0],
            last=spans[row.pk][1],
            began=times[spans[row.pk][0]],
            ended=times[spans[row.pk][1]] if row.pk in ends else None,
            scenes=scenes.get(row.pk, []),
            players=acted[number][0],
            sealed=acted[number][1],
        )
        for number, row in enumerate(shown)
    ]
    return Evenings(listed, shown[-1].session.number if len(rows) > PAGE else None)


def _ends(campaign: Campaign, rows: Iterable[Record]) -> dict[UUID, int]:
    """By session, the entry that ended it."""
    closed = [row.pk for row in rows if row.session.state == "ended"]
    changes = Change.objects.filter(campaign=campaign, record__in=closed, field="state").order_by("seq")
    return {change.record: change.seq for change in changes if change.after == ["ended"]}


def _times(campaign: Campaign, seqs: set[int]) -> dict[int, datetime]:
    rows = Entry.objects.filter(campaign=campaign, seq__in=seqs).values_list("seq", "time")
    return {seq: EPOCH + timedelta(microseconds=time) for seq, time in rows}


def _scenes(campaign: Campaign, rows: Iterable[Record]) -> dict[UUID, list[SceneRow]]:
    ids = [row.pk for row in rows]
    found = Record.objects.filter(campaign=campaign, kind="scene", visibility="table", scene__session__in=ids)
    scenes: dict[UUID, list[SceneRow]] = {}
    listed = found.order_by("born", "pk").values_list("pk", "name", "born", "scene__session")
    for pk, name, born, session in listed[:MOST_SCENES]:
        scenes.setdefault(session, []).append(SceneRow(str(pk), name, born))
    return scenes


def _acted(
    campaign: Campaign, viewer: Viewer, spans: list[tuple[int, int]]
) -> list[tuple[list[tuple[str, str, int]], int]]:
    """For each span of entries who acted in how many of them (id, name, number), and how many hold something sealed."""
    if not spans:
        return []
    names = {
        f"actor:{membership.pk}": membership for membership in Membership.objects.filter(campaign=campaign)
    }
    low, high = min(first for first, _last in spans), max(last for _first, last in spans)
    masks = _masks(campaign, viewer, [*names, SEALED], low, high)
    found = []
    for first, last in spans:
        counts = [(text, _count(masks.get(text, {}), first, last)) for text in names]
        listed = [(str(names[text].pk), names[text].name, number) for text, number in counts if number]
        listed.sort(key=lambda one: (-one[2], one[1]))
        found.append((listed, _count(masks.get(SEALED, {}), first, last)))
    return found


def _masks(
    campaign: Campaign, viewer: Viewer, texts: list[str], low: int, high: int
) -> dict[str, dict[int, int]]:
    masks: dict[str, dict[int, int]] = {}
    fresh = FreshTerms.objects.filter(campaign=campaign, audience__in=viewer.audiences)
    for seq, told in fresh.filter(seq__gte=low, seq__lte=high).values_list("seq", "terms"):
        for text in texts:
            if f"\n{text}\n" in told:
                blocks = masks.setdefault(text, {})
                blocks[seq // BLOCK] = blocks.get(seq // BLOCK, 0) | 1 << (seq % BLOCK)
    terms = Term.objects.filter(campaign=campaign, text__in=texts, audience__in=viewer.audiences)
    by_id = dict(terms.values_list("pk", "text"))
    rows = Posting.objects.filter(term__in=list(by_id), block__gte=low // BLOCK, block__lte=high // BLOCK)
    for term, block, places in rows.values_list("term_id", "block", "places"):
        blocks = masks.setdefault(by_id[term], {})
        blocks[block] = blocks.get(block, 0) | review_index.unpack(places)
    return masks


def _count(masks: dict[int, int], first: int, last: int) -> int:
    total = 0
    for block in range(first // BLOCK, last // BLOCK + 1):
        mask, start = masks.get(block, 0), block * BLOCK
        mask &= (1 << min(last + 1 - start, BLOCK)) - 1
        total += (mask >> max(first - start, 0)).bit_count()
    return total
