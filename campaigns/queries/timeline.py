"""The log as one viewer reads it: pages of entries, always the same few queries whatever their number."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import groupby
from typing import Any, Protocol
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery

from campaigns.game import TABLE, Document, Step, plain
from campaigns.log.projector import read_entry
from campaigns.log.retries import ANOTHER
from campaigns.log.terms import AGAIN, DIFFERS, OF_TWO
from campaigns.models import Campaign, Entry, Membership, Part, Record, Tag, Undone
from campaigns.models.kept_reads import kept, kept_read
from campaigns.models.prepared import LARGEST, prepared
from campaigns.queries.review.finding import EVERYTHING, Range, Wanted, find
from campaigns.state.ids import ids_in
from campaigns.state.kinds import system_of
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Hidden, Viewer
from rules.kernel.values import Value

PAGE = 20
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FOLLOWING = "table.carry_out"
NAMES_GAME = {"table.end_round": "game", "table.end_fight": "game", "table.change_settings": "system"}
"""Acts of the table that are about one game, and the field that names it."""

MemberRow = tuple[UUID, str, str, datetime | None, str]
"""A member: who they are, their name and role, when they left, and their colour."""


@dataclass(frozen=True)
class Thing:
    """A record that an entry names and that exists for the viewer: what it is and what it is called now."""

    kind: str
    name: str
    asks: str = ""
    """The action that a question waits for."""
    of: str = ""
    """Whom a question asks for it, as far as they exist for the viewer."""
    owner: str = ""
    """Whose it is: a membership; empty where it is the GM's."""


@dataclass(frozen=True)
class Again:
    """What an entry has to do with undone ones: the one that it does again, what is other, and by which it is."""

    of: int | None = None
    other: frozenset[str] = frozenset()
    by: tuple[int, ...] = ()


@dataclass(frozen=True)
class ShownEntry:
    """One entry as a viewer sees it. `document` is None for a sealed act: then only its place is told."""

    seq: int
    hash: str
    time: datetime
    cause: int | None
    document: Document | None
    actor: str
    in_name_of: str
    undone_by: int | None
    parts: int
    campaign: str = ""
    people: Mapping[str, str] = field(default_factory=dict)
    gms: tuple[str, ...] = ()
    """Who of the people is a GM now."""
    things: Mapping[str, Thing] = field(default_factory=dict)
    again: Again = Again()

    @property
    def all_steps(self) -> list[Step]:
        return self.document["steps"] if self.document else []

    @property
    def steps(self) -> list[Step]:
        """The steps that somebody asked for; what followed from them is under `followed`."""
        return [step for step in self.all_steps if step["action"] != FOLLOWING]

    @property
    def followed(self) -> list[Step]:
        return [step for step in self.all_steps if step["action"] == FOLLOWING]

    @property
    def main(self) -> Step | None:
        """The step that the entry is about: the last that was asked for."""
        return self.steps[-1] if self.steps else None

    @property
    def names(self) -> Mapping[str, str | Hidden]:
        return self.document["names"] if self.document else {}

    @property
    def described(self) -> Mapping[str, Value]:
        """What the entry itself says of records that it made, changed or removed."""
        changes = self.document["changes"] if self.document else []
        return {record: (after or before)[0] for record, name, before, after in changes if name == "record"}

    def concerns(self, game: str) -> bool:
        """Whether it is an act of this game, or of the table for all. What this viewer may not read may be."""
        return self._games is None or game in self._games

    @cached_property
    def _games(self) -> Set[str] | None:
        """The games that it is of alone; None where it is of all. Found once: it looks through all that was told."""
        if self.document is None:
            return None
        systems = {step["action"].partition(".")[0] for step in self.steps} - {TABLE}
        named = {step["input"].get(NAMES_GAME.get(step["action"], "")) for step in self.steps} - {None}
        if systems or named:
            return systems or set(map(str, named))
        kinds = (self.things[one].kind for one in ids_in(plain(self.document)) if one in self.things)
        return {system_of(kind) for kind in kinds} - {TABLE} or None

    @property
    def clauses(self) -> list[str]:
        """Every clause cited, each once, in order."""
        told = (step for step in self.all_steps if not isinstance(step.get("outcome"), Hidden))
        return list(dict.fromkeys(clause for step in told for clause in step["clauses"]))


@dataclass(frozen=True)
class Page:
    """Some entries in order, and from where an older and a newer page go on; None where there is nothing more."""

    rows: list[ShownEntry]
    before: int | None
    after: int | None


def timeline_page(campaign: Campaign, viewer: Viewer, *, size: int = PAGE) -> list[ShownEntry]:
    """The newest entries, up to `size` of them, oldest first."""
    return turn_to(campaign, viewer, size=size).rows


def turn_to(
    campaign: Campaign,
    viewer: Viewer,
    *,
    before: int | None = None,
    after: int | None = None,
    size: int = PAGE,
    wanted: Wanted = EVERYTHING,
    tag: tuple[str, str] | None = None,
    oldest_first: bool = False,
) -> Page:
    """A page of the log, of all entries or of those that are wanted, oldest first within the page.

    `tag` is short for one filter, such as `("clause", "SOR-BIND-13")`.
    """
    if tag is not None:
        wanted = replace(wanted, **dict[str, Any]([tag]))
    where = Range(before, after, oldest_first)
    # One more than is shown tells whether there is a next page, without counting a long log.
    seqs = _seqs(campaign, viewer, wanted, where, size + 1)
    more, seqs = len(seqs) > size, sorted(seqs[:size])
    has_older = more if not where.upwards else after is not None and after > 0
    has_newer = more if where.upwards else before is not None
    rows = some_entries(campaign, viewer, seqs)
    return Page(
        rows,
        before=seqs[0] if seqs and has_older else None,
        after=seqs[-1] if seqs and has_newer else None,
    )


def _seqs(campaign: Campaign, viewer: Viewer, wanted: Wanted, where: Range, most: int) -> list[int]:
    if wanted != EVERYTHING:
        return find(campaign, viewer, wanted, where, most)
    if where == Range():
        return _newest(campaign.pk, (most,))
    if where.after is not None and where == Range(after=where.after):
        return _oldest_after(campaign.pk, where.after, (most,))
    found = Entry.objects.filter(campaign=campaign)
    if where.after is not None:
        found = found.filter(seq__gt=where.after)
    if where.before is not None:
        found = found.filter(seq__lt=where.before)
    return list(found.order_by("seq" if where.upwards else "-seq").values_list("seq", flat=True)[:most])


@kept_read
@prepared
def _oldest_after(campaign: UUID, seq: int, most: tuple[int]) -> QuerySet[Entry, int]:
    found = Entry.objects.filter(campaign=campaign, seq__gt=seq)
    return found.order_by("seq").values_list("seq", flat=True)[: most[0]]


@prepared
def _newest(campaign: UUID, most: tuple[int]) -> QuerySet[Entry, int]:
    return Entry.objects.filter(campaign=campaign).order_by("-seq").values_list("seq", flat=True)[: most[0]]


def one_entry(campaign: Campaign, viewer: Viewer, seq: int) -> ShownEntry | None:
    """One entry, or None where the campaign has none of that number."""
    shown = show(campaign, viewer, [seq])
    return shown[0] if shown else None


class AtHand(Protocol):
    """What an act leaves behind."""

    @property
    def parts(self) -> Sequence[Part]: ...
    @property
    def looked_up(self) -> Mapping[str, Sheet | None]: ...
    @property
    def marks(self) -> Sequence[tuple[str, str]]: ...


def just_played(campaign: Campaign, viewer: Viewer, entry: Entry, at_hand: AtHand) -> ShownEntry:
    """An entry that was committed a moment ago, told by what its act left at hand (one query, mostly)."""
    parts, document = at_hand.parts, read_entry(viewer, at_hand.parts)
    things = _things_at_hand(viewer, document, at_hand.looked_up)
    if things is None:
        things = _things(campaign, viewer, [document])
    shown = _show(entry, len(parts), document, None, list(_members(campaign.pk)), things)
    if document is None:
        return shown
    of = next((int(value) for kind, value in at_hand.marks if kind == AGAIN), None)
    other = frozenset(value for kind, value in at_hand.marks if kind != AGAIN)
    return shown if other >= ANOTHER else replace(shown, again=Again(of, other))


def _things_at_hand(
    viewer: Viewer, document: Document | None, sheets: Mapping[str, Sheet | None]
) -> dict[str, Thing] | None:
    """What `_things` finds, from what was looked up; None where that was not all of it."""
    found: dict[str, Thing] = {}
    for one in _named_in(document) if document is not None else ():
        if one not in sheets:
            return None
        sheet = sheets[one]
        if sheet is None or not viewer.sees(sheet.about["visibility"]):
            continue
        about = sheet.about
        if about["kind"] != "pending":
            found[one] = Thing(about["kind"], about["name"], owner=about["owner"] or "")
            continue
        who = sheets.get(sheet["who"]) if sheet["who"] else None
        if sheet["who"] and who is None:
            return None
        of = who.about["name"] if who and viewer.sees(who.about["visibility"]) else ""
        found[one] = Thing(about["kind"], about["name"], sheet["question"], of)
    return found


def some_entries(campaign: Campaign, viewer: Viewer, seqs: Iterable[int]) -> list[ShownEntry]:
    """The entries of these numbers, oldest first: for a page a row of the log may be news and a moment, too."""
    wanted = tuple(seqs)
    return list(kept((some_entries, viewer, wanted), lambda: show(campaign, viewer, wanted)))


def sessions(campaign: Campaign) -> list[tuple[str, int, str]]:
    """Id, number and name of every session, newest first."""
    found = Record.objects.filter(campaign=campaign, kind="session", visibility="table")
    rows = found.order_by("-session__number").values_list("pk", "session__number", "name")
    return [(str(pk), number, name) for pk, number, name in rows]


def show(campaign: Campaign, viewer: Viewer, seqs: Iterable[int]) -> list[ShownEntry]:
    """The entries of these numbers as a viewer sees them, oldest first (four queries)."""
    wanted = [seq for seq in seqs if seq <= LARGEST]
    by_entry = groupby(_parts(campaign.pk, wanted), key=lambda part: part.entry)
    rows = [(entry, list(parts)) for entry, parts in by_entry]
    documents = {row.seq: read_entry(viewer, parts) for row, parts in rows}
    members = list(_members(campaign.pk))
    things = _things(campaign, viewer, documents.values())
    again = _again(campaign, viewer, documents)
    found = [
        _show(row, len(parts), documents[row.seq], vars(parts[0])["undone_by"], members, things)
        for row, parts in rows
    ]
    return [replace(one, again=again[one.seq]) if one.seq in again else one for one in found]


def _again(campaign: Campaign, viewer: Viewer, seqs: Collection[int]) -> dict[int, Again]:
    """Of these entries those that are undone ones done again, or undone and done again."""
    tags = sorted(_tags_of_two(campaign.pk, [*viewer.audiences], [*seqs], list(map(str, seqs))))
    other: dict[int, set[str]] = {seq: set() for seq, *_rest in tags}
    for seq, kind, value in tags:
        other[seq] |= {value} if kind == DIFFERS else set()
    found: dict[int, Again] = {}
    for seq, kind, value in (tag for tag in tags if not other[tag[0]] >= ANOTHER):
        mine = found.get(seq, Again())
        if kind == AGAIN:
            found[seq] = replace(mine, of=int(value))
            before = found.get(int(value), Again())
            found[int(value)] = replace(before, by=(*before.by, seq))
        else:
            found[seq] = replace(mine, other=mine.other | {value})
    return found


@prepared
def _tags_of_two(
    campaign: UUID, audiences: list[str], seqs: list[int], as_told: list[str]
) -> QuerySet[Tag, tuple[int, str, str]]:
    """What tells of two entries one of which is among these."""
    tags = Tag.objects.filter(campaign=campaign, audience__in=audiences)
    # Each half by itself: asked together, SQLite would read all such tags of the campaign.
    again = tags.filter(kind=AGAIN, value__in=as_told)
    here = tags.filter(kind__in=OF_TWO, seq__in=seqs).values("pk")
    other = tags.filter(kind=DIFFERS, seq__in=Subquery(again.values("seq"))).values("pk")
    either = Q(pk__in=Subquery(again.values("pk"))) | Q(pk__in=Subquery(here)) | Q(pk__in=Subquery(other))
    return Tag.objects.filter(either).values_list("seq", "kind", "value")


def colours(campaign: Campaign) -> dict[str, str]:
    """The colour of everybody who is or was in a campaign (one query)."""
    return {str(pk): colour for pk, _name, _role, _left, colour in _members(campaign.pk)}


@kept_read
@prepared
def _members(campaign: UUID) -> QuerySet[Membership, MemberRow]:
    found = Membership.objects.filter(campaign=campaign)
    return found.values_list("pk", "name", "role", "left", "colour")


@kept_read
@prepared
def _parts(campaign: UUID, seqs: list[int]) -> QuerySet[Part]:
    """The parts of entries, with what each entry was undone by."""
    undone = Undone.objects.filter(campaign=campaign, seq=OuterRef("entry__seq")).values("by_seq")
    found = Part.objects.filter(entry__campaign=campaign, entry__seq__in=seqs).select_related("entry")
    return found.annotate(undone_by=Subquery(undone[:1])).order_by("entry__seq", "position")


@kept_read
@prepared
def _named(keys: list[UUID]) -> QuerySet[Record]:
    # By their keys alone: told the campaign, SQLite reads all of its records.
    return Record.objects.filter(pk__in=keys).select_related("pending__who")


def _things(campaign: Campaign, viewer: Viewer, documents: Iterable[Document | None]) -> dict[str, Thing]:
    named = {found for document in documents if document is not None for found in _named_in(document)}
    return {
        str(one.pk): _thing(viewer, one)
        for one in _named([UUID(key) for key in named])
        if one.campaign_id == campaign.pk and viewer.sees(one.visibility)
    }


def _thing(viewer: Viewer, one: Record) -> Thing:
    if one.kind != "pending":
        return Thing(one.kind, one.name, owner=str(one.owner_id or ""))
    who = one.pending.who
    return Thing(
        one.kind, one.name, one.pending.question, who.name if who and viewer.sees(who.visibility) else ""
    )


def _named_in(document: Document) -> set[str]:
    """The ids of whatever an entry tells of; who acted, and when, is told by itself."""
    told: dict[str, Value] = {"steps": plain(document["steps"]), "changes": document["changes"]}
    return {*ids_in([told, document["names"]]), *_keys_of_maps(document)}


def _keys_of_maps(document: Document) -> Iterator[str]:
    """Records by whose ids an entry changed something, such as the spell of `round.hit.<spell>`."""
    for _record, name, _before, _after in document["changes"]:
        yield from ids_in(name.split("."))


def _show(
    row: Entry,
    parts: int,
    document: Document | None,
    undone_by: int | None,
    members: Iterable[MemberRow],
    things: dict[str, Thing],
) -> ShownEntry:
    people = {str(pk): name for pk, name, _role, _left, _colour in members}
    actor, on_behalf_of = (document["actor"], document["for"]) if document else (None, None)
    return ShownEntry(
        seq=row.seq,
        hash=row.hash,
        time=EPOCH + timedelta(microseconds=row.time),
        cause=row.cause,
        document=document,
        actor=people.get(actor or "", ""),
        in_name_of=people.get(on_behalf_of or "", ""),
        undone_by=undone_by,
        parts=parts,
        campaign=str(row.campaign_id),
        people=people,
        gms=tuple(str(pk) for pk, _name, role, left, _colour in members if role == "gm" and left is None),
        things=things,
    )
