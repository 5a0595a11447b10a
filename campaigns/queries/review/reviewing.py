"""What stands beside entries for one reader: their bookmarks, comments, rulings on the same rules, what came after."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from campaigns.game import Change as ToldChange
from campaigns.game import Document, Told
from campaigns.log.projector import read_entry
from campaigns.models import Bookmark, Campaign, Change, Comment, Entry, Membership, Part, Tag, Undone
from campaigns.models.log import CHANGED
from campaigns.queries.timeline import ShownEntry
from campaigns.state.kinds import kind as find_kind
from campaigns.viewing import Hidden, Viewer

MOST_RULINGS = 5
MOST_AFTER = 20
LAST_COMMENTS = 2
"""So many comments of an entry are told on a page of the log; its own page has all."""


@dataclass(frozen=True)
class CommentView:
    """A comment as its reader gets it."""

    id: int
    seq: int
    author: str
    words: str
    created: datetime
    edited: datetime | None
    is_mine: bool
    for_gm: bool


PART = "marks-"


@dataclass(frozen=True)
class Marks:
    """What a reader finds with an entry on a page of the log."""

    seq: int
    bookmarked: bool = False
    comments: list[CommentView] = field(default_factory=list)

    @property
    def part(self) -> str:
        """The id of the part of a page that has them."""
        return f"{PART}{self.seq}"

    @property
    def last_comments(self) -> list[CommentView]:
        return self.comments[-LAST_COMMENTS:]


@dataclass(frozen=True)
class Ruling:
    """What the GM decided about a clause, and in which entry."""

    seq: int
    clause: str
    words: str
    taken_out: bool


def marks(
    campaign: Campaign, viewer: Viewer, reader: Membership, shown: Iterable[ShownEntry]
) -> dict[int, Marks]:
    """By entry, the reader's own bookmark, and the comments as the viewer may read them (two queries)."""
    rows = {entry.seq: entry for entry in shown}
    own = Bookmark.objects.filter(member=reader, seq__in=list(rows))
    kept = set(own.values_list("seq", flat=True))
    readable = [seq for seq, one in rows.items() if one.document]
    said: dict[int, list[CommentView]] = {}
    for one in comments(campaign, viewer, readable):
        said.setdefault(one.seq, []).append(one)
    return {seq: Marks(seq, seq in kept, said.get(seq, [])) for seq in rows}


def comments(campaign: Campaign, viewer: Viewer, seqs: Collection[int]) -> list[CommentView]:
    """The comments on entries that the viewer can read, as far as they are for them, in the order of writing."""
    rows = Comment.objects.filter(campaign=campaign, seq__in=seqs, audience__in=viewer.audiences)
    return [
        CommentView(
            id=comment.pk,
            seq=comment.seq,
            author=comment.author.name,
            words=comment.words,
            created=comment.created,
            edited=comment.edited,
            is_mine=str(comment.author_id) == viewer.member,
            for_gm=comment.audience != "table",
        )
        for comment in rows.select_related("author").order_by("pk")
    ]


def rulings(campaign: Campaign, viewer: Viewer, clauses: Collection[str], besides: int = 0) -> list[Ruling]:
    """The newest standing rulings on some clauses, but for entry `besides` (three queries)."""
    tags = Tag.objects.filter(campaign=campaign, kind="ruling", value__in=set(clauses))
    tags = tags.filter(audience__in=viewer.audiences).exclude(seq=besides)
    undone = Undone.objects.filter(campaign=campaign).values("seq")
    newest = tags.exclude(seq__in=undone).order_by("-seq")[: MOST_RULINGS * 2]
    found = dict(newest.values_list("seq", "value"))
    entries = Entry.objects.filter(campaign=campaign, seq__in=list(found)).prefetch_related("parts")
    told = [
        _ruling(entry.seq, found[entry.seq], read_entry(viewer, entry.parts.all()))
        for entry in entries.order_by("-seq")
    ]
    return told[:MOST_RULINGS]


def came_after(campaign: Campaign, viewer: Viewer, shown: ShownEntry) -> list[tuple[int, str, str]]:
    """The next later entries that wrote the fields of this one, with record and field (one query).

    What a procedure keeps for itself while it lasts is none that anybody looks for.
    """
    told = shown.document["changes"] if shown.document else []
    changes = [change for change in told if not _is_mark(shown, change)]
    wrote = Q()
    for record, name, _before, _after in changes[:MOST_AFTER]:
        wrote |= Q(record=UUID(record), field=name)
    if not wrote:
        return []
    later = Change.objects.filter(CHANGED, wrote, campaign=campaign, seq__gt=shown.seq)
    rows = later.filter(audience__in=viewer.audiences)
    found = rows.order_by("seq", "pk").values_list("seq", "record", "field")[:MOST_AFTER]
    return [(seq, str(record), name) for seq, record, name in found]


def _is_mark(shown: ShownEntry, change: ToldChange) -> bool:
    record, name, _before, _after = change
    thing = shown.things.get(record)
    return thing is not None and find_kind(thing.kind).is_mark(name)


def sealed_parts(campaign: Campaign, seq: int) -> int:
    """How many parts of an entry are not for all to read, and may be revealed."""
    parts = Part.objects.filter(entry__campaign=campaign, entry__seq=seq, opened__isnull=True, readers="")
    return parts.exclude(audience="table").count()


def people(campaign: Campaign) -> list[tuple[str, str]]:
    """Everybody who ever belonged, id and name, those who are here now first."""
    rows = Membership.objects.filter(campaign=campaign).order_by("joined", "pk")
    found = [(membership.left is not None, str(membership.pk), membership.name) for membership in rows]
    return [(pk, name) for _left, pk, name in sorted(found, key=lambda one: one[0])]


def _ruling(seq: int, clause: str, document: Document | None) -> Ruling:
    words: Told = ""
    for step in document["steps"] if document else ():
        if step["action"] == "table.ruling":
            words = step["input"]["words"]
    return Ruling(seq, clause, str(words), isinstance(words, Hidden))
