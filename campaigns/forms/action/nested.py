"""From controls to the contract's nested values, and from the contract's paths back to controls."""

import re
from collections.abc import Iterator, Sequence

from msgspec import UNSET, UnsetType

from campaigns.forms.action.questions import ENDS, INSTEAD_OF_A_POOL, Ask
from rules.kernel.values import Value, Values, as_list, as_values

SOMETHING_ELSE = "something-else"
"""What the GM chooses in the place of a record that helps."""
FREE_SCORES = frozenset({"other", "strength", "difficulty"})
"""Scores whose dice a person names; those of all others stand on the record."""


def gather(asks: Sequence[Ask], cleaned: Values, prefix: str = "") -> dict[str, Value]:
    """The values given under a prefix; what was left empty and may be is left out."""
    given = {}
    for ask in asks:
        value = _value(ask, cleaned, f"{prefix}{ask.name}")
        if value is not UNSET:
            given[ask.name] = value
    return _one_of_both(asks, given)


def first_control(asks: Sequence[Ask], path: str) -> str:
    """The control by which a new row of the list at `path` is known; empty where there is no such list."""
    name, _, rest = path.partition(".")
    found = next((ask for ask in asks if ask.name == name), None)
    if found is None:
        return ""
    if not rest:
        return _first(found) if found.form == "rows" else ""
    return first_control(found.children, rest.partition(".")[2] if found.form == "rows" else rest)


def control_at(names: Sequence[str], path: str | None) -> str | None:
    """The control that a path such as `input.character.lore` leads to: its own, or the nearest on the way up."""
    if path is None:
        return None
    root, _, rest = path.partition(".")
    if root == "draws":
        return "hand" if "hand" in names else None
    steps = rest.split(".") if root == "input" and rest else []
    while steps:
        here = ".".join(steps)
        found = next((name for name in names if name == here or name.startswith(f"{here}.")), None)
        if found is not None:
            return found
        steps.pop()
    return None


def records_at(path: str, cleaned: Values) -> Iterator[str]:
    """The records that were named at a path: one, or where it leads into the first row of a list, those of all rows."""
    whole = re.escape(path.removesuffix(".0")) + (r"\.\d+" if path.endswith(".0") else "")
    named = re.compile(rf"{whole}(\.id)?")
    return (str(said) for name, said in cleaned.items() if said and named.fullmatch(name))


def _value(ask: Ask, cleaned: Values, path: str) -> Value | UnsetType:
    if ask.form == "group":
        inner = gather(ask.children, cleaned, f"{path}.")
        is_wanted = ask.required or cleaned.get(path) is True or not _says_nothing(ask, inner)
        return inner if is_wanted else UNSET
    if ask.form == "rows":
        return _rows(ask, cleaned, path)
    if ask.form == "record":
        return _record(ask, cleaned, path)
    value = cleaned.get(path)
    if value is None:
        return UNSET
    if value in ("", []):
        may_be_blank = ask.required and not ask.shortest and not ask.pattern
        may_be_blank = may_be_blank and ask.form in ("text", "choices", "lines", "numbers")
        return value if may_be_blank else UNSET
    return value


def _says_nothing(ask: Ask, given: Values) -> bool:
    """A group that may be left out is, when nothing in it differs from an untouched form."""
    children = {child.name: child for child in ask.children}
    return all(is_untouched(children[name], value) for name, value in given.items())


def is_untouched(ask: Ask, value: Value) -> bool:
    """Whether a value is what stands in a form that nobody has filled in."""
    if ask.form == "group":
        return _says_nothing(ask, as_values(value))
    if ask.form == "rows":
        return not any(_is_row_begun(ask, row) for row in as_list(value))
    return (
        value is False or value in ("", [], {}) or (value == ask.default and type(value) is type(ask.default))
    )


def _is_row_begun(ask: Ask, row: Value) -> bool:
    if ask.is_pair:
        return any(as_list(row))
    named = as_values(row)
    return "id" in named or not _says_nothing(ask, named)


def _one_of_both(asks: Sequence[Ask], given: dict[str, Value]) -> dict[str, Value]:
    """What may stand in place of a pool does, where nothing was said in the pool; nobody's pool is none."""
    named = {ask.name: ask for ask in asks}
    pool = named.get("pool")
    if pool is None or "pool" not in given or pool.default is not True:
        return given
    is_nobodys = "by" in named and "by" not in given
    if (INSTEAD_OF_A_POOL & given.keys() or is_nobodys) and _says_nothing(pool, as_values(given["pool"])):
        return {name: value for name, value in given.items() if name != "pool"}
    return given


def _rows(ask: Ask, cleaned: Values, path: str) -> Value | UnsetType:
    rows: list[dict[str, Value]] = []
    while any(name.startswith(f"{path}.{len(rows)}.") for name in cleaned):
        row = f"{path}.{len(rows)}"
        given = _subject(ask, cleaned, row) if ask.kinds else gather(ask.children, cleaned, f"{row}.")
        if given.get("id") == SOMETHING_ELSE and rows:
            given["id"] = f"{SOMETHING_ELSE}-{len(rows) + 1}"  # two of them are two things
        rows.append(given)
    if ask.is_pair:
        return [[row.get(end, "") for end in ENDS] for row in rows] or UNSET
    return rows if rows or ask.required else UNSET


def _record(ask: Ask, cleaned: Values, path: str) -> Value | UnsetType:
    if ask.is_bare:
        return cleaned.get(path) or UNSET
    found = _subject(ask, cleaned, path)
    if "id" in found:
        return found
    if not ask.may_be_none:
        return UNSET
    score = found.get("score", "difficulty" if "dice" in found else None)
    return {**found, "score": score} if score else UNSET


def _subject(ask: Ask, cleaned: Values, path: str) -> dict[str, Value]:
    given = gather(ask.children, cleaned, f"{path}.")
    record_id = cleaned.get(f"{path}.id")
    if record_id and given.get("score") not in FREE_SCORES and "score" in given:
        given.pop("dice", None)
    return {"id": record_id, **given} if record_id else given


def _first(ask: Ask) -> str:
    if ask.kinds:
        return "id"
    child = ask.children[0]
    return child.name if child.form not in ("group", "rows") else f"{child.name}.{_first(child)}"
