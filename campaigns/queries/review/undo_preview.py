"""What an undo would do, told before anybody agrees to it: what changes back, and what was decided on it since."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from uuid import UUID

from campaigns.game import Change, Document, Told
from campaigns.log import undo_graph
from campaigns.models import Campaign, Tag
from campaigns.queries import timeline
from campaigns.queries.timeline import ShownEntry
from campaigns.state.derived_dependencies import worked_out_from
from campaigns.viewing import Viewer
from rules.kernel.values import Value

LOOKED_AT = 100
"""How many later entries about the same records are looked at for what they read."""
MOST_LINES = 100

Written = Mapping[str, tuple[str, frozenset[str]]]
"""By record: its kind, and the fields that were written."""
Stood = Mapping[tuple[str, str], list[Value]]
"""What was left of each field of a record."""


@dataclass(frozen=True)
class LaterReading:
    """A later entry that was decided on a value which would change back; `fields` are the records' that it read."""

    shown: ShownEntry
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class TakingBack:
    """An undo (or redo) as its page tells it. `back` is an entry whose changes are what would change back."""

    along: list[ShownEntry]
    back: ShownEntry
    lines_left_out: int
    read_since: list[LaterReading]
    after_marks: list[ShownEntry]
    """Later entries about those of whom only a last word is kept, which no entry says that it went by."""
    looked_no_further: bool


def taking_back(campaign: Campaign, viewer: Viewer, seq: int, entries: tuple[int, ...]) -> TakingBack:
    """What turning `entries` round would do, as this viewer may know it (a fixed number of queries)."""
    rows = timeline.some_entries(campaign, viewer, entries)
    changes = _net(rows)
    written = _written(rows)
    stood = {(record, name): now for record, name, now, _before in changes}
    later = _later(campaign, viewer, entries)
    shown = timeline.some_entries(campaign, viewer, later[:LOOKED_AT])
    read = [one for row in reversed(shown) if (one := _read_by(row, written, stood))]
    told, marked = {one.shown.seq for one in read}, _marked(changes)
    return TakingBack(
        along=[entry for entry in reversed(rows) if entry.seq != seq],
        back=_with_changes(rows, changes[:MOST_LINES]),
        lines_left_out=max(0, len(changes) - MOST_LINES),
        read_since=read,
        after_marks=[
            row for row in reversed(shown) if row.seq not in told and not marked.isdisjoint(row.things)
        ],
        looked_no_further=len(later) > LOOKED_AT,
    )


def corrected_by(campaign: Campaign, viewer: Viewer, seq: int) -> list[int]:
    """The standing corrections that override what came of an entry, as far as this viewer may read them."""
    tags = Tag.objects.filter(campaign=campaign, kind="corrects", value=str(seq))
    found = tags.filter(audience__in=viewer.audiences).order_by("seq").values_list("seq", flat=True)
    undone = undo_graph.undone(campaign, seq)
    return [one for one in found if one not in undone]


def _net(rows: Iterable[ShownEntry]) -> list[Change]:
    """The changes of some entries turned round, one for each record and field; of a record that goes only that."""
    found: dict[tuple[str, str], Change] = {}
    for row in rows:
        for record, name, before, after in row.document["changes"] if row.document else ():
            first = found.get((record, name), (record, name, after, before))
            found[record, name] = (record, name, after, first[3])
    going = {record for (record, name), change in found.items() if name == "record" and not change[3]}
    lines = [change for (record, name), change in found.items() if name == "record" or record not in going]
    return [change for change in lines if change[2] != change[3]]


def _with_changes(rows: list[ShownEntry], changes: list[Change]) -> ShownEntry:
    """All that these entries name, and nothing said of them but changes."""
    documents = [row.document for row in rows if row.document]
    names = {record: name for document in documents for record, name in document["names"].items()}
    things = {record: thing for row in rows for record, thing in row.things.items()}
    document: Document = {
        "actor": None,
        "for": None,
        "session": None,
        "scene": None,
        "now": 0,
        "steps": [],
        "from": {},
        "changes": changes,
        "names": names,
    }
    return replace(rows[0], document=document, things=things)


def _written(rows: Iterable[ShownEntry]) -> Written:
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for row in rows:
        for record, name, _before, _after in row.document["changes"] if row.document else ():
            thing = row.things.get(record)
            if thing is not None:
                known = found.get(record, (thing.kind, frozenset()))[1]
                found[record] = (thing.kind, known | {name})
    return found


def _later(campaign: Campaign, viewer: Viewer, entries: tuple[int, ...]) -> list[int]:
    """Standing later entries about the same records that do not go along, the oldest first, one more than needed."""
    readable = Tag.objects.filter(campaign=campaign, kind="record", audience__in=viewer.audiences)
    same = readable.filter(seq__in=entries).values_list("value", flat=True)
    about = readable.filter(value__in=set(same), seq__gt=min(entries))
    left_out = undo_graph.ineffective_seqs(campaign, min(entries)) | set(entries)
    seqs = about.order_by("seq").values_list("seq", flat=True).distinct()
    return list(islice((seq for seq in seqs.iterator() if seq not in left_out), LOOKED_AT + 1))


def _marked(changes: Iterable[Change]) -> frozenset[str]:
    """The records of which something changes that has no dependants, since only its last word counts."""
    wrote = [(UUID(record), name) for record, name, _now, _before in changes]
    return frozenset(str(record) for record, _name in undo_graph.marks_among(wrote))


def _read_by(row: ShownEntry, written: Written, stood: Stood) -> LaterReading | None:
    """What an entry read of what was written: a field by its name, or a trait that is worked out from it.

    What it wrote over was read by it, too: only a mark is left of those, such as an answer that was taken up.
    """
    steps = row.document["steps"] if row.document else []
    kinds = {kind for kind, _fields in written.values()}
    fields: dict[tuple[str, str], None] = {}
    for record, names in (pair for step in steps for pair in _traits(step["input"])):
        kind = row.things[record].kind if record in row.things else ""
        changed = written.get(record, ("", frozenset[str]()))[1]
        # A field of a map is read by its whole name, by the map's, or by its key.
        ways = (
            changed
            | {name.partition(".")[0] for name in changed}
            | {name.rpartition(".")[2] for name in changed}
        )
        for name in names if kind else ():
            sources = worked_out_from(kind, name)
            if name in ways or sources.fields & changed or sources.kinds & kinds:
                fields[record, name] = None
    for record, name, before, _after in row.document["changes"] if row.document else ():
        if stood.get((record, name)) == before:
            fields[record, name] = None
    return LaterReading(row, tuple(fields)) if fields else None


def _traits(value: Told) -> Iterator[tuple[str, list[str]]]:
    """Every record inside an input, with the traits that stand beside its id by name, and those chosen by name."""
    if isinstance(value, Mapping):
        record = value.get("id")
        if isinstance(record, str):
            chosen = [one for one in value.values() if isinstance(one, str)]
            yield record, [*(name for name in value if name != "id"), *chosen]
        for one in value.values():
            yield from _traits(one)
    elif isinstance(value, list):
        for one in value:
            yield from _traits(one)
