"""What one viewer may see of an entry or a record. Templates, exports, searches and streams all come through here."""

from collections.abc import Iterable, Mapping
from typing import Any

from campaigns.game import known_as_sets
from campaigns.log import canonical, parts
from campaigns.models import Part
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import REDACTED, SEALED, Hidden, Viewer


def read_entry(viewer: Viewer, entry_parts: Iterable[Part]) -> dict[str, Any] | None:
    """An entry's document as this viewer may read it; None where the act itself is not for them.

    Values that are not for them, or were redacted, are `Hidden`.
    """
    rows = {part.position: part for part in entry_parts}
    if not viewer.reads_part(rows[0]):
        return None

    def value_of(position: int) -> Any:
        row = rows[position]
        if not viewer.reads_part(row):
            return Hidden(SEALED)
        return canonical.decode(row.text) if row.text else Hidden(REDACTED)

    marked = canonical.decode(rows[0].text)
    document: dict[str, Any] = parts.restore(marked, value_of)
    for step, told in zip(document["steps"], marked["steps"], strict=True):
        for path in known_as_sets().get(step["action"], ()):
            _tell_set(step, told, path, rows)
    return without_untold(document)


def without_untold(document: dict[str, Any]) -> dict[str, Any]:
    """The same without the rows that are not for these eyes as a whole: nobody is told that there are any."""
    document.pop("apart", None)
    document["changes"] = _told_rows(document["changes"])
    for step in document["steps"]:
        step["effects"] = _told_rows(step["effects"])
        if isinstance(step["clauses"], Hidden):
            step["clauses"] = []
        for name in {"changes", "effects"} & step["input"].keys():
            if isinstance(step["input"][name], list):
                step["input"][name] = _told_rows(step["input"][name])
    return document


def _told_rows(rows: list[Any]) -> list[Any]:
    return [row for row in rows if not isinstance(row, Hidden)]


def _tell_set(step: Any, told: Any, path: tuple[str, ...], rows: Mapping[int, Part]) -> None:
    """What is known of a list whose order is not, where a step holds one that its reader may not read."""
    *outer, last = path
    for name in outer:
        if not (isinstance(step, dict) and isinstance(step.get(name), dict)):
            return
        step, told = step[name], told[name]
    if step.get(last) == Hidden(SEALED):
        text = rows[told[last][parts.MARK]].text
        step[last] = Hidden(SEALED, tuple(sorted(canonical.decode(text))) if text else None)


def read_record(viewer: Viewer, sheet: Sheet) -> dict[str, Any] | None:
    """A record's stored fields as this viewer may see them; None where it does not exist for them."""
    if not viewer.sees(sheet.about):
        return None
    return {
        name: value if _is_open(viewer, sheet, name) else Hidden(SEALED)
        for name, value in sheet.fields.items()
    }


def is_open_to(viewer: Viewer, sheet: Sheet) -> bool:
    """Whether odds made from a record may be shown: it exists for this viewer. Its secret fields weigh in none."""
    return viewer.sees(sheet.about)


def _is_open(viewer: Viewer, sheet: Sheet, name: str) -> bool:
    secret = sheet.kind.secret(name)
    return secret is None or viewer.reads(secret)
