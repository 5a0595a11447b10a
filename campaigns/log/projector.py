"""What one viewer may see of an entry or a record. Templates, exports, searches and streams all come through here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from campaigns.game import known_as_sets
from campaigns.log import canonical, parts
from campaigns.models import Membership, Part
from campaigns.state.unit_of_work import Sheet

SEALED = "sealed"
REDACTED = "redacted"


@dataclass(frozen=True)
class Hidden:
    """In the place of a value that this viewer does not get: it says that there is one, and nothing of it."""

    why: str = SEALED
    known: tuple[str, ...] | None = field(default=None, compare=False, repr=False)
    """Of a pile whose order is hidden the cards that are in it, sorted: they are known to all."""

    def __str__(self) -> str:
        return ""

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True)
class Viewer:
    """Whose eyes are used: a member of the campaign."""

    member: str
    is_gm: bool

    @classmethod
    def of(cls, membership: Membership) -> "Viewer":
        return cls(str(membership.pk), membership.is_gm)

    @property
    def audiences(self) -> tuple[str, ...]:
        """Whose parts are for them."""
        return ("table", f"member:{self.member}", *(("gm",) if self.is_gm else ()))

    def reads(self, audience: str) -> bool:
        """Whether a part for this audience is for them."""
        return audience in self.audiences

    def reads_part(self, part: Part) -> bool:
        """Whether a part is for them by now: a revealed one is for all."""
        return part.opened is not None or part.audience in self.audiences

    def sees(self, about: Mapping[str, Any]) -> bool:
        """Whether a record exists for them at all."""
        return self.is_gm or about["visibility"] == "table"


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
