"""What happened to somebody: acts of others that changed what is theirs or settled what they did, since they acted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, TextField
from django.db.models import Value as Given
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce, Greatest, Replace, Substr

from campaigns.game import Change, games
from campaigns.models import Bonus, Campaign, Membership, Pending, Record, Tag
from campaigns.models import Change as ChangeRow
from campaigns.models.log import CHANGED
from campaigns.models.prepared import prepared
from campaigns.queries import cast, timeline
from campaigns.queries.came_of import is_of_theirs
from campaigns.queries.layouts.meaning import meaning_of
from campaigns.queries.layouts.parts import RecordContext
from campaigns.queries.timeline import ShownEntry
from campaigns.state import rows
from campaigns.state.ids import ids_in
from campaigns.state.kinds import KINDS
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import GM, Hidden, Viewer
from rules.kernel.values import Value, Values

MOST = 2
"""So many are told at once, the newest; all of them stand in the log."""
LOOKED_AT = 8
"""Among so many of the newest those are sought that still stand."""
NEWEST = 500
"""Only among so many entries: of what is older the log tells, and pages cost the same in a long one."""
NO_ACTS = {
    *("table.begin_session", "table.end_session", "table.begin_scene", "table.end_scene"),
    *("table.begin_turn", "table.end_round", "table.end_fight", "table.advance_clock", "table.carry_out"),
    *("table.open_draws", "table.fresh_draws", "table.reveal", "table.reveal_draws", "table.redact"),
    *("table.place_member", "table.take_seat", "table.change_settings", "table.change_policy"),
    *("table.create", "table.migrate", "table.settle", "table.reshuffle_pile"),
}
"""What keeps the books: whatever it brings somebody, nobody did it to them. Each game adds its own."""


@dataclass(frozen=True)
class Happened:
    """An act of somebody else's, and what it means for those of this member whom it changed."""

    entry: ShownEntry
    means: list[str]


def news(campaign: Campaign, viewer: Viewer, member: Membership, settings: Values) -> list[Happened]:
    """The newest standing acts of others that changed a record of this member's or settled what they began.

    One query where there are none.
    """
    if member.role == "observer" or member.news_seen >= campaign.head_seq:
        return []
    audiences = list(viewer.audiences)
    seen = max(member.news_seen, campaign.head_seq - NEWEST)
    seqs = _newest(campaign.pk, member.pk, str(member.pk), seen, audiences, *_of_games())
    entries = timeline.some_entries(campaign, viewer, seqs) if seqs else []
    stand = [entry for entry in entries if entry.undone_by is None]
    told = _changes(campaign, member, stand)
    own = _own(campaign, member, told)
    found: list[Happened] = []
    for one in reversed(stand):
        means = list(_means(campaign, viewer, told[one.seq], own, settings))
        # Of what is sealed there is nothing to tell but what it did to them.
        found += [Happened(one, means)] if one.document or means else []
        if len(found) == MOST:
            break
    return found[::-1]


@cache
def _no_acts() -> tuple[str, ...]:
    return tuple(sorted(NO_ACTS.union(*(game.telling.no_news for game in games().values()))))


@cache
def _secret() -> tuple[str, ...]:
    """Fields that only the GM reads, of whatever record, and what a record itself is: that stands on its page."""
    stored = (field for one in KINDS.values() for field in one.stored().items())
    return ("record", *sorted({name for name, declared in stored if declared.secret is not None}))


@cache
def _of_games() -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Acts that keep the books, fields of which game time brings news, fields that only count, and what is broken."""
    told = [game.telling for game in games().values()]
    of_time = {one for game in told for one in game.time_news}
    books = {one for game in told for one in game.books}
    breaks = {one for game in told for one in game.breaks}
    return _no_acts(), tuple(sorted(of_time)), tuple(sorted(books)), tuple(sorted(breaks))


@prepared
def _newest(
    campaign: UUID,
    member: UUID,
    actor: str,
    seen: int,
    audiences: list[str],
    no_acts: tuple[str, ...],
    of_time: tuple[str, ...],
    books: tuple[str, ...],
    breaks: tuple[tuple[str, str], ...],
) -> QuerySet[ChangeRow, int]:
    """Entries after what this member has seen and their own last act, newest first; a bonus is whose roll it helps."""
    tags = Tag.objects.filter(campaign=campaign)
    last = tags.filter(kind="actor", value=actor).order_by("-seq").values("seq")[:1]
    acts = tags.filter(kind="action", seq=OuterRef("seq"), audience__in=audiences).exclude(value__in=no_acts)
    # Asked of each change: a campaign has ever more records.
    this = Q(pk=OuterRef("record"))
    own = Exists(Record.objects.filter(this, owner=member)) & ~_begins(books)
    broken = reduce(or_, (_broken(member, *one) for one in breaks), Q(field__in=()))
    granted = Exists(Bonus.objects.filter(this, who__owner=member))
    # What they asked the GM for and did not get: no act tells of it.
    asked = Pending.objects.filter(this, who__owner=member, for_role="gm", optional=True).exclude(
        state="open"
    )
    settled = Exists(tags.filter(kind="action", value="table.settle", seq=OuterRef("seq")))
    # One bound, not two: of two SQLite takes either for the index, and then reads the whole log.
    since = Greatest(Coalesce(Subquery(last), 0), Given(seen))
    found = ChangeRow.objects.filter(CHANGED, campaign=campaign, seq__gt=since)
    # What game time brought is nobody's act: of it alone these fields tell.
    by_itself = Exists(tags.filter(kind="action", value="table.carry_out", seq=OuterRef("seq")))
    is_told = Exists(acts) | (_begins(of_time) & by_itself)
    # A note alone is no answer: by one the GM asks back, which is a call of its own.
    is_answer = Exists(acts.exclude(value="table.note")) | settled
    came_of = Q(field="state") & ~Q(after=["open"]) & is_of_theirs(campaign, actor)
    reads = Q(audience__in=audiences)
    read = (own | granted | broken) & is_told | Exists(asked) & settled | came_of & is_answer
    found = found.filter(reads & read | own & _is_sealed(campaign, no_acts) & _is_on_sheets(campaign))
    return found.order_by("-seq").values_list("seq", flat=True).distinct()[:LOOKED_AT]


def _begins(fields: tuple[str, ...]) -> Q:
    return reduce(or_, (Q(field__startswith=one) for one in fields), Q(field__in=()))


def _broken(member: UUID, field: str, value: str) -> Q:
    """Changes by which what somebody else's record says of one of this member's has come to this value."""
    rest = Substr(Cast(OuterRef("field"), TextField()), len(field) + 1, output_field=TextField())
    theirs = Record.objects.filter(owner=member).annotate(bare=_bare("pk")).filter(bare=_bare(rest))
    return Q(field__startswith=field, after=[value]) & Q(Exists(theirs))


def _is_sealed(campaign: UUID, no_acts: tuple[str, ...]) -> Q:
    """Changes by an act that is the GM's as a whole."""
    acts = Tag.objects.filter(campaign=campaign, kind="action", audience=GM, seq=OuterRef("seq"))
    return Q(Exists(acts.exclude(value__in=no_acts)), audience=GM)


def _is_on_sheets(campaign: UUID) -> Q:
    """Changes that the sheet shows to whoever may read it, by whatever act: nothing of it is kept for the GM.

    Asked of each change, not of what was found: else acts of which nobody may know would crowd out what all may.
    """
    hidden = Record.objects.filter(campaign=campaign, visibility=GM).annotate(bare=_bare("pk"))
    under = hidden.annotate(named=_bare(OuterRef("field"))).filter(named__contains=F("bare"))
    return ~Q(field__in=_secret()) & ~Q(Exists(under), field__contains=".")


def _bare(one: str | Combinable) -> Replace:
    """Without dashes: only some databases write an id with them."""
    text = TextField()
    return Replace(Cast(one, text), Given("-", output_field=text), Given("", output_field=text))


def _changes(campaign: Campaign, member: Membership, entries: list[ShownEntry]) -> dict[int, list[Change]]:
    """What these entries changed as far as this member may read it, or sees it on a sheet of theirs."""
    told = {one.seq: one.document["changes"] for one in entries if one.document}
    sealed = [one.seq for one in entries if not one.document]
    if not sealed:
        return told
    own = Exists(Record.objects.filter(pk=OuterRef("record"), owner=member))
    found = ChangeRow.objects.filter(CHANGED, own, _is_on_sheets(campaign.pk), campaign=campaign)
    told |= {seq: [] for seq in sealed}
    for one in found.filter(seq__in=sealed).order_by("pk"):
        told[one.seq].append((str(one.record), one.field, one.before, one.after))
    return told


def _own(campaign: Campaign, member: Membership, told: Mapping[int, list[Change]]) -> dict[str, Sheet]:
    """This member's records that were changed, as they stand."""
    changed = {change[0] for changes in told.values() for change in changes}
    if not changed:
        return {}
    found = Record.objects.filter(campaign=campaign, owner=member, pk__in=[UUID(one) for one in changed])
    return {sheet.id: sheet for sheet in rows.read_sheets(found.order_by("born", "pk"))}


def _means(
    campaign: Campaign, viewer: Viewer, changes: list[Change], own: dict[str, Sheet], settings: Values
) -> Iterator[str]:
    """What changed for each of them, told from what this viewer may read of the change and of the record."""
    touched = [sheet for sheet in own.values() if any(change[0] == sheet.id for change in changes)]
    for sheet in touched:
        told = [change for change in changes if change[0] == sheet.id and _is_told(change)]
        pair = [
            _with(sheet, {name: was for _record, name, was, _is in told}),
            _with(sheet, {name: now for _record, name, _was, now in told}),
        ]
        around = {one.id: one for one in cast.as_seen(campaign, viewer, _named(campaign, pair))}
        # The same record twice, so each by itself.
        seen = [one for sheets in pair for one in cast.as_seen(campaign, viewer, [sheets])]
        before, after = (RecordContext(one, {**around, one.id: one}, settings) for one in seen)
        means = meaning_of(before, after)
        yield from (f"{sheet.name}: {one}" if at == 0 else one for at, one in enumerate(means))


def _is_told(change: Change) -> bool:
    """Whether a change of a field is one that this viewer reads. What a record itself is stands on its page."""
    _record, name, before, after = change
    return name != "record" and not any(isinstance(one, Hidden) for one in (*before, *after))


def _with(sheet: Sheet, values: Mapping[str, list[Value]]) -> Sheet:
    """The record as it stands, with these fields as an entry has them: `[]` is absent, `[value]` a value."""
    fields = {name: value for name, value in sheet.fields.items() if values.get(name) != []}
    fields |= {name: value[0] for name, value in values.items() if value}
    return Sheet(sheet.id, sheet.kind, sheet.about, fields)


def _named(campaign: Campaign, sheets: list[Sheet]) -> list[Sheet]:
    """The records that these name, in values and as keys of maps."""
    ids = {one for sheet in sheets for one in ids_in(sheet.fields)}
    ids |= {one for sheet in sheets for name in sheet.fields for one in ids_in(name.rpartition(".")[2])}
    return rows.Rows(campaign).load_many(sorted(ids)) if ids else []
