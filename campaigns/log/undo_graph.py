"""Which entries stand, and which depend on which."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Case, OuterRef, Q, QuerySet, Subquery, When
from django.utils.translation import gettext_lazy as _

from campaigns.game import Step, Text, of_all
from campaigns.models import Campaign, Change, Entry, Record, Tag, Undone
from campaigns.models.log import CHANGED
from campaigns.models.prepared import prepared
from campaigns.state import kinds
from rules.kernel.values import Value, as_list, as_whole

UNDO, FOLLOWING, NOTE = "table.undo", "table.carry_out", "table.note"
# What these did is known to people by now, or decides whose word counts: only another act changes it (TAB-UNDO-05).
LOOKED_AT = 200
"""Of so many entries that depend on one its page asks whether they stay; the undo's own page asks of all."""
# What may have been played sealed has no words: whoever asks may not read of what kind it is.
NEVER_UNDONE: Mapping[str, Text] = {
    "table.change_policy": _("changed what the table has agreed to. Change it again instead."),
    "table.place_member": _("changed who takes part, or as what. Change it again instead."),
    "table.open_draws": _(
        "began a period of draws, which makes the secret of the one before known, and nobody can forget it."
    ),
    "table.take_seat": _("gave a word to the draws, and what was drawn since was drawn with it."),
    "table.reveal": _("revealed what was sealed, and nobody can forget it."),
    "table.reveal_draws": _("revealed the secret of sealed draws, and nobody can forget it."),
    "table.fresh_draws": "",
    "table.redact": "",
    "table.show": "",
    "table.show_picture": "",
    "table.whisper": "",
}


@dataclass(frozen=True)
class UndoPlan:
    """An undo before it is played: the entries that go together, newest first."""

    entries: tuple[int, ...]
    redo: bool


Written = tuple[UUID, str]
"""A record and a field of it that was written."""


@dataclass(frozen=True)
class MarkChange:
    """What an undo makes of a mark; `[]` is absent, `[value]` a value."""

    record: UUID
    field: str
    before: list[Value]
    after: list[Value]


class NotUndoable(Exception):
    """An entry that cannot be turned round. The message says why and what to do instead.

    `because_of` is the entry that never is, where there is one.
    """

    because_of: int | None = None


def plan_undo(campaign: Campaign, seq: int) -> UndoPlan:
    """What undoing entry `seq` takes along: its whole act, and every standing later entry that depends on that.

    Undoing an undo is a redo, and takes nothing along: what was written since has to be undone first.
    """
    refuse(campaign, seq)
    if is_undo(campaign, seq):
        later = dependants(campaign, [seq], neutral_ones=undone(campaign, seq))
        if later:
            raise NotUndoable(
                f"Entries {_listed(later)} have since changed the same things. Undo those first."
            )
        return UndoPlan((seq,), redo=True)
    found = {seq}
    # Until nothing is added: what goes along has dependants of its own, and so does the rest of its act.
    while True:
        more = (set(dependants(campaign, sorted(found))) | _same_act(campaign, found)) - found
        if not more:
            break
        _refuse_never_undone(campaign, more, of=seq)
        found |= more
    return UndoPlan(tuple(sorted(found, reverse=True)), redo=False)


def refuse(campaign: Campaign, seq: int) -> None:
    """Raise `NotUndoable` for an entry that is not there, does not stand, or is never undone (TAB-UNDO-05)."""
    if not Entry.objects.filter(campaign=campaign, seq=seq).exists():
        raise NotUndoable(f"There is no entry {seq}.")
    if Undone.objects.filter(campaign=campaign, seq=seq).exists():
        raise NotUndoable(f"Entry {seq} was already undone.")
    _refuse_never_undone(campaign, {seq})


def never_undone(campaign: Campaign, seqs: Collection[int]) -> int | None:
    """The first that is never undone of these entries and of what caused them in the same act: it goes back as one."""
    return min(_never_undone(campaign.pk, list(seqs)), default=None)


@prepared
def _never_undone(campaign: UUID, seqs: list[int]) -> QuerySet[Tag, int]:
    these = Entry.objects.filter(campaign=campaign, seq__in=seqs)
    # Looked up by number: acts have no index, and pages ask this of the newest entry.
    near = Q(seq__in=seqs) | Q(seq__in=these.exclude(cause=None).values("cause"))
    act = Entry.objects.filter(near, campaign=campaign, act__in=these.values("act")).values("seq")
    found = Tag.objects.filter(campaign=campaign, kind="action", value__in=NEVER_UNDONE, seq__in=act)
    return found.values_list("seq", flat=True)


def is_stuck(campaign: Campaign, seq: int) -> bool:
    """Whether an undo of this entry is refused for what it is itself, or for what depends on it at once."""
    later = set() if is_undo(campaign, seq) else set(dependants(campaign, [seq])[:LOOKED_AT])
    return never_undone(campaign, {seq} | later) is not None


def _refuse_never_undone(campaign: Campaign, seqs: set[int], of: int | None = None) -> None:
    seq = never_undone(campaign, seqs)
    if seq is None:
        return
    tags = Tag.objects.filter(campaign=campaign, seq=seq, kind="action", value__in=NEVER_UNDONE)
    found = set(tags.values_list("value", flat=True))
    words = (said for action, said in NEVER_UNDONE.items() if said and action in found)
    known = next(words, _("told people something, removed a text or discarded draws. That stays."))
    along = "" if of is None else _("No. %(n)d would take no. %(other)d along.") % {"n": of, "other": seq}
    refused = NotUndoable(f"{along} {_('No. %(n)d') % {'n': seq}} {known}".strip())
    refused.because_of = seq
    raise refused


def _same_act(campaign: Campaign, seqs: set[int]) -> set[int]:
    """The standing entries of the acts that these belong to: an advance of the clock goes back as one."""
    acts = Entry.objects.filter(campaign=campaign, seq__in=seqs).values_list("act", flat=True)
    together = set(Entry.objects.filter(campaign=campaign, act__in=list(acts)).values_list("seq", flat=True))
    return together - ineffective_seqs(campaign, 0)


def dependants(campaign: Campaign, seqs: list[int], neutral_ones: set[int] | None = None) -> list[int]:
    """Standing later entries that wrote the same fields, refer to a record born in one, or said what these allowed.

    `neutral_ones` do not count; without them undone entries and all undos are left out.
    """
    changes = Change.objects.filter(CHANGED, campaign=campaign, seq__in=seqs).order_by("seq", "pk")
    wrote, born = set(), set()
    for change in changes:
        wrote.add((change.record, change.field))
        if change.field == "record" and not change.before:
            born.add(change.record)
    ended = _ended(changes)
    wrote -= marks_among(wrote)
    later = Q(campaign=campaign, seq__gt=min(seqs))
    # By record in the database and by field here: the ORM cannot ask for pairs.
    same = Change.objects.filter(CHANGED, later, record__in={record for record, _name in wrote})
    found = {one.seq for one in same if (one.record, one.field) in wrote}
    refer = Tag.objects.filter(later, kind="record", value__in=[str(record_id) for record_id in born])
    found |= set(refer.values_list("seq", flat=True))
    left_out = ineffective_seqs(campaign, min(seqs)) if neutral_ones is None else neutral_ones
    found |= _allowed(campaign, ended, left_out.union(seqs))
    return sorted(found - set(seqs) - left_out)


def _ended(changes: Iterable[Change]) -> dict[Written, int]:
    """What these changes, oldest first, brought to an end on the whole, by the entry that did."""
    before: dict[Written, list[Value]] = {}
    ended: dict[Written, int] = {}
    for change in changes:
        what = (change.record, change.field)
        if any(before.setdefault(what, change.before)) and not any(change.after):
            ended[what] = change.seq
        else:
            ended.pop(what, None)
    return ended


def _allowed(campaign: Campaign, ended: Mapping[Written, int], left_out: Collection[int]) -> set[int]:
    """Who said the last word of a mark that may be said only since this has ended; older words are over anyway."""
    found = set()
    for (record, name), since in ended.items():
        said = Change.objects.filter(
            campaign=campaign, seq__gt=since, record=record, field__in=kinds.kept_back_by(name)
        )
        last = {one.field: one for one in said.order_by("seq", "pk") if one.seq not in left_out}
        found |= {one.seq for one in last.values() if any(one.after)}
    return found


def is_rested_on(campaign: Campaign, seq: int) -> bool:
    """Whether a later act that stands went by what this one said, though it wrote none of it (one query or two)."""
    rests_on = of_all(lambda game: game.playing.rests_on)
    tags = Tag.objects.filter(campaign=campaign)
    said = tags.filter(kind="action", seq=seq, value__in=set().union(*rests_on.values()))
    resting = {
        one for action in said.values_list("value", flat=True) for one, of in rests_on.items() if action in of
    }
    if not resting:
        return False
    same = tags.filter(kind="record", value__in=tags.filter(kind="record", seq=seq).values("value"))
    later = tags.filter(kind="action", value__in=resting, seq__gt=seq, seq__in=same.values("seq"))
    return effective(campaign, later).exists()


def is_built_on(campaign: Campaign, seq: int) -> bool:
    """Whether a later entry depends on this one. Where none is about the same records, one query tells."""
    tags = Tag.objects.filter(campaign=campaign, kind="record")
    same = tags.filter(seq__gt=seq, value__in=tags.filter(seq=seq).values("value"))
    is_about = seq < campaign.head_seq and same.exists()
    return is_about and (bool(dependants(campaign, [seq])) or is_rested_on(campaign, seq))


def marks_among(wrote: Iterable[Written]) -> set[Written]:
    """Of these fields of records those of which only the last word counts: nothing depends on an older one."""
    wrote = set(wrote)
    likely = {record for record, name in wrote if kinds.may_be_mark(name)}
    named = dict(Record.objects.filter(pk__in=likely).values_list("pk", "kind")) if likely else {}
    return {
        (record, name)
        for record, name in wrote
        if record in named and kinds.kind(named[record]).is_mark(name)
    }


def marks_without(
    campaign: Campaign, turned: Collection[int], marks: Collection[Written]
) -> list[MarkChange]:
    """What marks say once these entries are turned round: the last word that stands then, or what was there first."""
    if not marks:
        return []
    found = ripple(campaign, turned, 0)
    left_out = (ineffective_seqs(campaign, 0) - found.rising) | found.falling.keys()
    rows = Change.objects.filter(campaign=campaign, record__in={record for record, _name in marks})
    told: dict[Written, list[Change]] = {}
    for change in rows.order_by("seq", "pk"):
        told.setdefault((change.record, change.field), []).append(change)
    changes = []
    for mark in sorted(marks, key=str):
        standing = [change for change in told[mark] if change.seq not in left_out]
        now, then = told[mark][-1].after, standing[-1].after if standing else told[mark][0].before
        if now != then:
            changes.append(MarkChange(*mark, before=then, after=now))
    return changes


def ineffective_seqs(campaign: Campaign, after: int) -> set[int]:
    """Later entries that do not count: those undone, and the undos themselves."""
    undos = Tag.objects.filter(campaign=campaign, kind="action", value=UNDO, seq__gt=after)
    return undone(campaign, after) | set(undos.values_list("seq", flat=True))


def effective(campaign: Campaign | UUID, tags: QuerySet[Tag]) -> QuerySet[Tag]:
    """Those of these tags whose entries count: neither undone nor an undo."""
    undos = Tag.objects.filter(campaign=campaign, kind="action", value=UNDO)
    undone_ones = Undone.objects.filter(campaign=campaign)
    return tags.exclude(Q(seq__in=undone_ones.values("seq")) | Q(seq__in=undos.values("seq")))


def undone(campaign: Campaign, after: int) -> set[int]:
    """Later entries that do not stand: acts and undos that were undone."""
    found = Undone.objects.filter(campaign=campaign, seq__gt=after)
    return set(found.values_list("seq", flat=True))


def is_one_act(campaign: Campaign, seqs: Iterable[int]) -> bool:
    """Whether entries belong to one act, so that nothing else goes along with it."""
    return Entry.objects.filter(campaign=campaign, seq__in=list(seqs)).values("act").distinct().count() == 1


def actions_of(campaign: Campaign, seq: int) -> set[str]:
    """The actions of an entry's steps."""
    found = Tag.objects.filter(campaign=campaign, seq=seq, kind="action")
    return set(found.values_list("value", flat=True))


def when_and_what(campaign: Campaign, seq: int) -> tuple[int, str]:
    """When an entry was written, and the action it is about: the last that was asked for, before what followed."""
    told = Entry.objects.annotate(about=action_about(campaign.pk, OuterRef("seq"))).values_list(
        "time", "about"
    )
    at, action = told.get(campaign=campaign, seq=seq)
    return at, action or ""


def action_about(campaign: UUID, seq: OuterRef) -> Subquery:
    """Of an entry of another query, the action it is about: the last that was asked for, before what followed.

    A note beside another act is what somebody said with it.
    """
    asked = Tag.objects.filter(campaign=campaign, seq=seq, kind="action").exclude(value=FOLLOWING)
    is_note = Case(When(value=NOTE, then=1), default=0)
    return Subquery(asked.order_by(is_note, "-pk").values("value")[:1])


def is_undo(campaign: Campaign, seq: int) -> bool:
    """Whether an entry turned others round."""
    return UNDO in actions_of(campaign, seq)


@dataclass(frozen=True)
class Ripple:
    """What turning entries round does to entries: which fall and by what, and which stand again."""

    falling: dict[int, int]
    rising: frozenset[int]


def ripple(campaign: Campaign, turned: Iterable[int], by: int) -> Ripple:
    """What an undo by the entry `by` does, by the tags of the undos before it."""
    return _ripple(turned, by, lambda seq: turned_by(campaign, seq))


def _ripple(turned: Iterable[int], by: int, turned_by: Callable[[int], Iterable[int]]) -> Ripple:
    """An undo that falls lets what it had turned round stand again, and an undo that stands again makes it fall."""
    falling: dict[int, int] = {}
    rising: set[int] = set()
    todo = [(seq, by, False) for seq in turned]
    while todo:
        seq, cause, stands = todo.pop()
        if stands:
            rising.add(seq)
        else:
            falling[seq] = cause
        todo += [(one, seq, not stands) for one in turned_by(seq)]
    return Ripple(falling, frozenset(rising))


class UndoTracker:
    """Which entries do not stand by now, and by which undo, as a log tells it entry by entry."""

    def __init__(self) -> None:
        self.undone: dict[int, int] = {}
        self._turned: dict[int, list[int]] = {}

    def take(self, seq: int, steps: Iterable[Step]) -> Ripple:
        """What the next entry turns round; nothing unless it is an undo. ValueError for what no undo does."""
        undos = [step["input"]["entries"] for step in steps if step["action"] == UNDO]
        turned = [as_whole(entry) for entries in undos for entry in as_list(entries)]
        if any(one >= seq for one in turned) or (len(turned) > 1 and self._turned.keys() & {*turned}):
            raise ValueError("it undoes a later entry, or an undo together with something else")
        found = _ripple(turned, seq, lambda one: self._turned.get(one, ()))
        if turned:
            self._turned[seq] = turned
        for one in found.rising:
            self.undone.pop(one, None)
        self.undone |= found.falling
        return found


def turned_by(campaign: Campaign, seq: int) -> list[int]:
    """The entries that an undo turned round; none for any other entry."""
    found = Tag.objects.filter(campaign=campaign, seq=seq, kind="undoes")
    return [int(value) for value in found.values_list("value", flat=True)]


def store(campaign: Campaign, found: Ripple) -> None:
    """Keep, beside the chain, which entries no longer stand."""
    Undone.objects.filter(campaign=campaign, seq__in=found.rising).delete()
    for seq, by in found.falling.items():
        Undone.objects.update_or_create(campaign=campaign, seq=seq, defaults={"by_seq": by})


def store_again(campaign: Campaign, told: UndoTracker) -> None:
    """Keep exactly what a log tells of what no longer stands."""
    Undone.objects.filter(campaign=campaign).delete()
    marks = (Undone(campaign=campaign, seq=seq, by_seq=by) for seq, by in told.undone.items())
    Undone.objects.bulk_create(marks, batch_size=300)


def _listed(seqs: list[int]) -> str:
    return ", ".join(map(str, seqs))
