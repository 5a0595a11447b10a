"""The slider over a session's entries: where it runs from and to, and where on it something changed."""

from dataclasses import dataclass

from django.db.models import Max, Min, Q, QuerySet

from campaigns.models import Campaign, Change, Record
from campaigns.models.log import CHANGED
from campaigns.viewing import Viewer

MOST_MARKS = 200
ACROSS = 1000


@dataclass(frozen=True)
class Mark:
    """An entry that changed the record, and how far along the slider it lies (of `ACROSS`)."""

    seq: int
    x: int


@dataclass(frozen=True)
class Rail:
    """The entries of one session, or those before the first; `older` and `newer` lead to the sessions beside it."""

    seq: int
    first: int
    last: int
    head: int
    session: str
    number: int
    older: int | None
    newer: int | None
    marks: list[Mark]
    has_older_session: bool
    """Whether what is older is a session, and not what came before the first."""
    changed_before: int | None = None
    changed_after: int | None = None

    @property
    def across(self) -> int:
        return ACROSS

    @property
    def previous(self) -> int | None:
        return self.seq - 1 if self.seq > 1 else None

    @property
    def next(self) -> int | None:
        return self.seq + 1 if self.seq < self.head else None

    @property
    def has_more_marks(self) -> bool:
        return len(self.marks) == MOST_MARKS


def rail(campaign: Campaign, viewer: Viewer, seq: int, record: str | None = None) -> Rail:
    """The slider on which entry `seq` lies, marked where this record changed (at most four queries)."""
    begun = [(1, 0, ""), *_sessions(campaign)]
    place = max(number for number, one in enumerate(begun) if one[0] <= seq)
    first, number, name = begun[place]
    last = begun[place + 1][0] - 1 if place + 1 < len(begun) else campaign.head_seq
    found = _changes(campaign, viewer, record) if record else Change.objects.none()
    return Rail(
        seq=seq,
        first=first,
        last=last,
        head=campaign.head_seq,
        session=name,
        number=number,
        older=first - 1 if first > 1 else None,
        has_older_session=place > 1,
        newer=last + 1 if last < campaign.head_seq else None,
        marks=_marks(found, first, last),
        changed_before=found.filter(seq__lt=seq).aggregate(at=Max("seq"))["at"] if record else None,
        changed_after=found.filter(seq__gt=seq).aggregate(at=Min("seq"))["at"] if record else None,
    )


def _sessions(campaign: Campaign) -> list[tuple[int, int, str]]:
    """The entry that opened each session, its number and its name, oldest first."""
    found = Record.objects.filter(campaign=campaign, kind="session", visibility="table", born__gt=1)
    return list(found.order_by("born").values_list("born", "session__number", "name"))


def _changes(campaign: Campaign, viewer: Viewer, record: str) -> QuerySet[Change]:
    """What was changed of a record, as far as the viewer may know of it."""
    came_in = Q(field="record", after__0__visibility="table")  # what it was before may be the GM's
    seen = Q(audience__in=viewer.audiences) | came_in
    return Change.objects.filter(CHANGED, seen, campaign=campaign, record=record)


def _marks(found: QuerySet[Change], first: int, last: int) -> list[Mark]:
    seqs = found.filter(seq__gte=first, seq__lte=last).order_by("seq").values_list("seq", flat=True)
    span = max(1, last - first)
    return [Mark(seq, (seq - first) * ACROSS // span) for seq in seqs.distinct()[:MOST_MARKS]]
