"""What stands beside the chain for an entry, worked out from its parts alone: its changes, tags and terms."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.game import Change, as_about, as_document
from campaigns.log import canonical, retries
from campaigns.log.audiences import readers_of
from campaigns.log.documents import clauses_apart, ids_told, tags_of
from campaigns.log.parts import MARK
from campaigns.log.record import read_document
from campaigns.log.terms import ChangeTold, audience_of, for_readers, terms_of
from campaigns.models import Part
from campaigns.viewing import GM, TABLE
from rules.kernel.values import Value, as_whole


@dataclass(frozen=True)
class SearchRows:
    """Everything beside the chain that belongs to one entry. Tags are (kind, value, audience)."""

    changes: list[ChangeTold]
    tags: list[tuple[str, str, str]]
    terms: dict[str, set[str]]
    readers: str


def of(
    seq: int, entry_parts: Iterable[Part], visible: dict[str, str], again: retries.RetryTracker
) -> SearchRows:
    """What an entry with these parts has beside it.

    `visible` says of every record that was born before it for whom it is, and is brought up to date; `again` has read
    all entries before it.
    """
    rows = sorted(entry_parts, key=lambda part: part.position)
    document = read_document(rows)
    marked = as_document(canonical.decode(rows[0].text))
    changes = [
        ChangeTold(record, name, before, after, _audience(rows, marked["changes"][number]))
        for number, (record, name, before, after) in enumerate(document["changes"])
    ]
    act = audience_of(rows[0])
    is_opened = any(row.opened is not None for row in rows)
    apart = clauses_apart(document, [not isinstance(step["clauses"], list) for step in marked["steps"]])
    tags = [(*one, GM if one in apart and not is_opened else act) for one in dict.fromkeys(tags_of(document))]
    # Before the tags are made: a record that this entry hides or shows counts as it is afterwards.
    visible |= {
        record: as_about((after or before)[0])["visibility"]
        for record, name, before, after in document["changes"]
        if name == "record"
    }
    told = ids_told(document) | set(document["names"])
    named = sorted(one for one in told if one in visible)
    hidden = {one for one in named if visible[one] != TABLE or one in document.get("apart", ())}
    tags += [("record", one, act if is_opened or one not in hidden else GM) for one in named]
    tags += again.take(seq, document, rows[0])
    readers = readers_of(document)
    tags = for_readers(tags, readers)
    return SearchRows(changes, tags, terms_of(rows, tags, changes), " ".join(readers))


def _audience(rows: list[Part], told: Change) -> str:
    """Who reads the values of a change: where a part of its own holds them, or all of it, whom that is for."""
    # A marker stands for one that is a part of its own as a whole.
    found = {audience_of(rows[position]) for position in _markers_in(told)}
    return min(found - {TABLE}, default=TABLE if found else audience_of(rows[0]))


def _markers_in(told: Value) -> set[int]:
    if isinstance(told, dict):
        if set(told) == {MARK}:
            return {as_whole(told[MARK])}
        return set().union(*map(_markers_in, told.values()))
    if isinstance(told, list):
        return set().union(*map(_markers_in, told))
    return set()
