"""What the dice did, who acted and how people fared: counted from the entries that a reader may read."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TypedDict
from uuid import UUID

from django.db.models import Count, Window
from django.db.models.functions import RowNumber

from campaigns.game import TABLE, Draw, Step, game_of, of_all
from campaigns.log.audiences import OVERRIDE
from campaigns.models import Campaign, Change, Record, Undone
from campaigns.models.log import CHANGED
from campaigns.queries import timeline
from campaigns.queries.odds_before import is_open, odds_before
from campaigns.queries.review import luck
from campaigns.queries.review.chance_tests import so_few_or_fewer, so_many_or_more, unevenness
from campaigns.queries.review.finding import Range, Wanted, find
from campaigns.viewing import Viewer
from rules.kernel.values import Value, as_whole
from rules.reference import UnknownClause, find_clause

MOST_ENTRIES = 2000
"""So many entries are counted at most, the newest ones: a page is made while somebody waits."""

AT_ONCE = 250
MOST_TRACKS = 12
MOST_STEPS = 200
MOST_CLAUSES = 20
BY_ITSELF = frozenset({"table.open_draws", "table.migrate"})
Fields = Mapping[str, tuple[str, ...]]


@dataclass
class Luck:
    """What somebody's rolls came to against the odds of each."""

    name: str
    chances: list[float] = field(default_factory=list)
    happened: int = 0

    @property
    def rolls(self) -> int:
        return len(self.chances)

    @property
    def expected(self) -> float:
        return sum(self.chances)

    @property
    def is_lucky(self) -> bool:
        return self.happened >= self.expected

    @property
    def as_far(self) -> float:
        """How often chance does at least as well, or as badly, as this."""
        ask = so_many_or_more if self.is_lucky else so_few_or_fewer
        return ask(self.chances, self.happened)


@dataclass
class Faces:
    """How often each face of a die came up: drawn by the server, and thrown by hand."""

    sides: int
    drawn: list[int]
    thrown: list[int]

    @property
    def labels(self) -> list[str]:
        return [str(face) for face in range(1, self.sides + 1)]

    @property
    def drawn_total(self) -> int:
        return sum(self.drawn)

    @property
    def thrown_total(self) -> int:
        return sum(self.thrown)

    @property
    def drawn_unevenness(self) -> float | None:
        return unevenness(self.drawn)

    @property
    def thrown_unevenness(self) -> float | None:
        return unevenness(self.thrown)


class TrackLine(TypedDict):
    """A number by its field, at each entry of the track; None before there was one."""

    name: str
    values: list[int | None]


@dataclass(frozen=True)
class Track:
    """How a record's numbers went, by entry. `is_cut` says that changes before the newest `MOST_STEPS` are left out."""

    record: str
    name: str
    at: list[int]
    lines: list[TrackLine]
    is_cut: bool = False


@dataclass
class Overrides:
    """How often somebody overrode what was known, by reason."""

    name: str
    reasons: Counter[str] = field(default_factory=Counter)

    @property
    def times(self) -> int:
        return self.reasons.total()

    @property
    def counted(self) -> list[tuple[str, int]]:
        return self.reasons.most_common()


@dataclass
class Statistics:
    """Everything that a page of statistics shows. `is_cut` says that older entries were left out."""

    entries: int = 0
    is_cut: bool = False
    luck: list[Luck] = field(default_factory=list)
    unknown: int = 0
    faces: list[Faces] = field(default_factory=list)
    people: list[tuple[str, int]] = field(default_factory=list)
    actions: list[tuple[str, int]] = field(default_factory=list)
    clauses: list[tuple[str, int]] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    overrides: list[Overrides] = field(default_factory=list)


def statistics(campaign: Campaign, viewer: Viewer, wanted: Wanted) -> Statistics:
    """Counted from the newest entries that are wanted. What was undone does not count: its dice were thrown again."""
    seqs = _wanted(campaign, viewer, wanted)
    is_cut = len(seqs) > MOST_ENTRIES
    seqs = sorted(seqs[:MOST_ENTRIES])
    turned = Undone.objects.filter(campaign=campaign, seq__gte=seqs[0] if seqs else 0)
    undone = set(turned.values_list("seq", flat=True))
    count = _Count()
    for shown in _entries(campaign, viewer, [seq for seq in seqs if seq not in undone]):
        count.take(shown)
    return Statistics(
        entries=count.entries,
        is_cut=is_cut,
        luck=sorted(count.luck.values(), key=lambda one: -one.rolls),
        unknown=count.unknown,
        faces=[count.faces[sides] for sides in sorted(count.faces)],
        people=count.people.most_common(),
        actions=count.actions.most_common(MOST_CLAUSES),
        clauses=count.clauses.most_common(MOST_CLAUSES),
        tracks=list(_tracks(campaign, viewer, seqs)) if seqs else [],
        overrides=sorted(count.overrides.values(), key=lambda one: -one.times),
    )


def _wanted(campaign: Campaign, viewer: Viewer, wanted: Wanted) -> list[int]:
    """The newest numbers first, one more than are counted."""
    if wanted.groups:
        return find(campaign, viewer, wanted, Range(), MOST_ENTRIES + 1)
    # Numbers have no gaps, so the newest are known without asking the database.
    return list(range(campaign.head_seq, max(0, campaign.head_seq - MOST_ENTRIES - 1), -1))


def _entries(campaign: Campaign, viewer: Viewer, seqs: list[int]) -> Iterator[timeline.ShownEntry]:
    for start in range(0, len(seqs), AT_ONCE):
        yield from timeline.some_entries(campaign, viewer, seqs[start : start + AT_ONCE])


class _Count:
    def __init__(self) -> None:
        self.luck: dict[str, Luck] = {}
        self.faces: dict[int, Faces] = {}
        self.people: Counter[str] = Counter()
        self.actions: Counter[str] = Counter()
        self.clauses: Counter[str] = Counter()
        self.overrides: dict[str, Overrides] = {}
        self.entries = self.unknown = 0

    def take(self, shown: timeline.ShownEntry) -> None:
        """One entry; a sealed one says nothing to who may not read it."""
        if shown.document is None:
            return
        self.entries += 1
        # What a person's advance of the clock brought about is not another act of theirs.
        if shown.cause is None:
            self.people[shown.actor] += 1
        by_hand = shown.document["from"].get("by") == "hand"
        if shown.cause is None and shown.main is not None and not _comes_by_itself(shown.main["action"]):
            self.actions[shown.main["action"]] += 1
        for step in shown.all_steps:
            self.clauses.update(one for one in step["clauses"] if _is_of_play(one))
            if step["action"] == OVERRIDE:
                own = self.overrides.setdefault(shown.actor, Overrides(shown.actor))
                own.reasons[str(step["input"]["reason"])] += 1
            self._dice(step["draws"], by_hand)
            self._luck(step, shown.actor)

    def _dice(self, draws: Iterable[Draw], by_hand: bool) -> None:
        for asked, came in draws:
            if isinstance(asked, int) and isinstance(came, int):
                faces = self.faces.setdefault(asked, Faces(asked, [0] * asked, [0] * asked))
                (faces.thrown if by_hand else faces.drawn)[came - 1] += 1

    def _luck(self, step: Step, actor: str) -> None:
        before = odds_before(step) if step["draws"] else None
        if before is None:
            return
        if not before.is_open or not is_open(step["outcome"]):
            self.unknown += luck.has_event(step["action"])
            return
        event = luck.event_of(step["action"], step["input"], step["outcome"], before.chances)
        if event is not None:
            happened, chance = event
            one = self.luck.setdefault(actor, Luck(actor))
            one.chances.append(chance)
            one.happened += happened


def _comes_by_itself(action: str) -> bool:
    """Whether nobody chose this act: it comes with another one."""
    return action in BY_ITSELF or action in game_of(action).permissions.of_application


@cache
def _is_of_play(clause: str) -> bool:
    """Whether a clause decides what is played, and not how it is written down."""
    try:
        return find_clause(clause).system != TABLE
    except UnknownClause:
        return False


@cache
def _tracked() -> Mapping[str, Fields]:
    return of_all(lambda game: game.values.tracked)


def _tracks(campaign: Campaign, viewer: Viewer, seqs: list[int]) -> Iterator[Track]:
    """How those fared who changed most, between the first and the last of these entries."""
    tracked = _tracked()
    records = Record.objects.filter(campaign=campaign, kind__in=list(tracked))
    if not viewer.is_gm:
        records = records.filter(visibility="table")
    kinds = {pk: (kind, name) for pk, kind, name in records.values_list("pk", "kind", "name")}
    names = {name for fields in tracked.values() for name in fields}
    found = Change.objects.filter(
        CHANGED,
        campaign=campaign,
        record__in=list(kinds),
        field__in=names,
        seq__range=(seqs[0], seqs[-1]),
        audience__in=viewer.audiences,
    )
    counted = found.values("record").annotate(times=Count("pk")).order_by("-times", "record")
    times = dict(counted.values_list("record", "times")[:MOST_TRACKS])
    place = Window(RowNumber(), partition_by="record", order_by=("-seq", "-pk"))
    newest: dict[UUID, list[Change]] = {record: [] for record in times}
    placed = found.filter(record__in=list(times)).annotate(place=place).filter(place__lte=MOST_STEPS)
    for change in placed.order_by("seq", "pk"):
        newest[change.record].append(change)
    for record, changes in newest.items():
        kind, name = kinds[record]
        track = _track(str(record), name, tracked[kind], changes)
        if track is not None:
            yield replace(track, is_cut=times[record] > MOST_STEPS)


def _track(record: str, name: str, fields: Fields, changes: list[Change]) -> Track | None:
    at = sorted({change.seq for change in changes})
    lines: list[TrackLine] = []
    for wanted, parts in fields.items():
        steps = {change.seq: _number(change.after, parts) for change in changes if change.field == wanted}
        if any(value is not None for value in steps.values()):
            first = next(
                (_number(change.before, parts) for change in changes if change.field == wanted), None
            )
            # What counts of a health track are its wounds: the number rises as somebody gets worse.
            lines.append({"name": "wounds" if parts else wanted, "values": _held(steps, at, first)})
    return Track(record, name, at, lines) if lines and len(at) > 1 else None


def _held(steps: Mapping[int, int | None], at: Iterable[int], first: int | None) -> list[int | None]:
    """A number at each of these entries: it stays as it was until it changes."""
    held = []
    for seq in at:
        first = steps.get(seq, first)
        held.append(first)
    return held


def _number(value: list[Value], parts: Iterable[str]) -> int | None:
    """A change's number; of one with parts, such as wounds of every kind, those together that count."""
    told = value[0] if value else None
    if isinstance(told, Mapping):
        told = sum(as_whole(told.get(kind, 0)) for kind in parts)
    return told if isinstance(told, int) and not isinstance(told, bool) else None
