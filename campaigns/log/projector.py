"""What one viewer may see of an entry or a record. Templates, exports, searches and streams all come through here."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from campaigns.game import Document, Told, as_document, known_as_sets, plain
from campaigns.log import canonical, parts
from campaigns.log.audiences import BY_ROWS
from campaigns.models import Part
from campaigns.state.kinds import kind
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import GM, REDACTED, SEALED, TABLE, Hidden, Viewer
from rules.kernel.values import Value, as_list, as_text, as_values, as_whole

Row = TypeVar("Row")


def read_entry(viewer: Viewer, entry_parts: Iterable[Part]) -> Document | None:
    """An entry's document as this viewer may read it; None where the act itself is not for them.

    Values that are not for them, or were redacted, are `Hidden`: `campaigns/game/entries.py` says where.
    """
    rows = {part.position: part for part in entry_parts}
    if not viewer.reads_part(rows[0]):
        return None

    def value_of(position: int) -> Told:
        row = rows[position]
        if not viewer.reads_part(row):
            return Hidden(SEALED)
        return canonical.decode(row.text) if row.text else Hidden(REDACTED)

    marked = canonical.decode(rows[0].text)
    document = as_document(parts.restore(marked, value_of))
    for step, told in zip(document["steps"], as_document(marked)["steps"], strict=True):
        for path in known_as_sets().get(step["action"], ()):
            _tell_set(plain(step), plain(told), path, rows)
    document = without_untold(document)
    document["changes"] = [change for change in document["changes"] if not _is_said_again(*change[2:])]
    return document


def _is_said_again(before: Sequence[object], after: Sequence[object]) -> bool:
    """Whether a change is a mark that says what it said: kept for undo, and no change to anybody."""
    return before == after and not any(isinstance(one, Hidden) for one in before)


def without_untold(document: Document) -> Document:
    """The same without the rows that are not for these eyes as a whole: nobody is told that there are any."""
    document.pop("apart", None)
    document["changes"] = _told_rows(document["changes"])
    for step in document["steps"]:
        step["effects"] = _told_rows(step["effects"])
        if isinstance(step["clauses"], Hidden):
            step["clauses"] = []
        if isinstance(step["draws"], Hidden):
            step["draws"] = []
        given = step["input"]
        for name in BY_ROWS & given.keys():
            if isinstance(given[name], list):
                step["input"] = {**step["input"], name: _told_rows(as_list(given[name]))}
    return document


def _told_rows(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if not isinstance(row, Hidden)]


def _tell_set(step: Told, told: Value, path: tuple[str, ...], rows: Mapping[int, Part]) -> None:
    """What is known of a list whose order is not, where a step holds one that its reader may not read."""
    *outer, last = path
    for name in outer:
        if not (isinstance(step, dict) and isinstance(step.get(name), dict)):
            return
        step, told = step[name], as_values(told)[name]
    if isinstance(step, dict) and step.get(last) == Hidden(SEALED):
        position = as_whole(as_values(as_values(told)[last])[parts.MARK])
        text = rows[position].text
        step[last] = Hidden(
            SEALED, tuple(sorted(map(as_text, as_list(canonical.decode(text))))) if text else None
        )


def read_record(viewer: Viewer, sheet: Sheet) -> dict[str, Told] | None:
    """A record's stored fields as this viewer may see them; None where it does not exist for them."""
    if not viewer.sees(sheet.about["visibility"]):
        return None
    return {
        name: value if _is_open(viewer, sheet, name) else Hidden(SEALED)
        for name, value in sheet.fields.items()
    }


def sight(viewer: Viewer, kinds: Iterable[str]) -> Hashable:
    """What decides which records of these kinds a viewer is told of, and what of each: equal for who sees alike."""
    secrets = {one.secret for name in kinds for one in kind(name).stored().values()}
    return (
        frozenset(one for one in secrets if one is not None and viewer.reads(one)),
        tuple(one for one in (TABLE, GM) if viewer.sees(one)),
    )


def is_open_to(viewer: Viewer, sheet: Sheet) -> bool:
    """Whether odds made from a record may be shown: it exists for this viewer. Its secret fields weigh in none."""
    return viewer.sees(sheet.about["visibility"])


def _is_open(viewer: Viewer, sheet: Sheet, name: str) -> bool:
    secret = sheet.kind.secret(name)
    return secret is None or viewer.reads(secret)
