"""What was posted under contract paths: rows counted anew, rows added and removed, presets as posted text."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from django.utils.datastructures import MultiValueDict

from campaigns.forms.fields import Posted
from rules.kernel.values import Value

Typed = MultiValueDict[str, str]

BLANK = frozenset({"", "off"})
MOST_ROWS = 100


def typed(data: Posted, reserved: Iterable[str]) -> Typed:
    """The posted values under paths, without the form's own fields, rows numbered from 0 without gaps."""
    names = [name for name in data if name not in set(reserved)]
    getlist = getattr(data, "getlist", None)
    values = {name: list(getlist(name)) if getlist else [data[name]] for name in names}
    return _numbered(MultiValueDict(values))


def rows_of(data: Typed, path: str) -> int:
    """How many rows stand under a path."""
    start = f"{path}."
    rows = {rest[0] for name in data if name.startswith(start) and (rest := name[len(start) :].split("."))[0]}
    return min(MOST_ROWS, sum(row.isdigit() for row in rows))


def without_blank_rows(data: Typed, usual: Mapping[str, str] = MappingProxyType({})) -> Typed:
    """Rows in which nothing was said do not count. `usual`: what an untouched control holds, by path without rows."""
    said: dict[str, bool] = {}
    for name in data:
        blank = {*BLANK, usual.get(without_rows(name), "")}
        for row in _rows_in(name):
            said[row] = said.get(row, False) or any(value not in blank for value in data.getlist(name))
    kept = {name: data.getlist(name) for name in data if all(said[row] for row in _rows_in(name))}
    return _numbered(MultiValueDict(kept))


def unsaid(controls: Iterable[str], data: Typed, *, by_row: bool) -> list[str]:
    """The controls of rows that were not sent; `by_row` those alone in whose row nothing was."""
    in_rows = {name: rows[-1] for name in controls if (rows := _rows_in(name))}
    said = {row for name in data for row in _rows_in(name)} if by_row else {*data}
    return [name for name, row in in_rows.items() if (row if by_row else name) not in said]


def change_rows(data: Typed, command: str, blank: str) -> Typed:
    """`add modifiers` puts a blank row at the end, by its control `blank`; `remove modifiers.1` takes one out."""
    verb, _, path = command.partition(" ")
    changed = {name: data.getlist(name) for name in data}
    if verb == "add" and blank and rows_of(data, path) < MOST_ROWS:
        changed[f"{path}.{rows_of(data, path)}.{blank}"] = [""]
    if verb == "remove":
        changed = {
            name: values
            for name, values in changed.items()
            if name != path and not name.startswith(f"{path}.")
        }
    return _numbered(MultiValueDict(changed))


@lru_cache(4096)
def without_rows(name: str) -> str:
    """`helpers.0.modifiers.2.dice` as `helpers.modifiers.dice`."""
    return ".".join(step for step in name.split(".") if not step.isdecimal())


def as_posted(value: Value) -> list[str]:
    """What a control sends in which this value stands."""
    if value is None or value == "":
        return []
    if isinstance(value, list | tuple):
        return [str(one) for one in value]
    return ["on" if value is True else "off" if value is False else str(value)]


def begun(initial: Mapping[str, Value]) -> Typed:
    """What a form begins with, as it would be sent."""
    return MultiValueDict({name: as_posted(value) for name, value in initial.items()})


def flat(values: Value, path: str = "") -> dict[str, Value]:
    """Nested values under their paths: `{"acting": {"id": 1}}` as `{"acting.id": 1}`."""
    if isinstance(values, Mapping):
        pairs = ((f"{path}.{name}" if path else str(name), value) for name, value in values.items())
        return {name: value for start, inner in pairs for name, value in flat(inner, start).items()}
    if isinstance(values, list | tuple) and values and isinstance(values[0], Mapping):
        pairs = ((f"{path}.{number}", value) for number, value in enumerate(values))
        return {name: value for start, inner in pairs for name, value in flat(inner, start).items()}
    return {path: values}


def _numbered(data: Typed) -> Typed:
    """Row numbers without gaps, outer lists first."""
    changed = {name: data.getlist(name) for name in data}
    depth = 0
    while any(len(_rows_in(name)) > depth for name in changed):
        places: dict[str, dict[str, int]] = {}
        for name in sorted((one for one in changed if len(_rows_in(one)) > depth), key=_natural):
            head, row = _split(name, depth)
            places.setdefault(head, {}).setdefault(row, len(places[head]))
        changed = {_renamed(name, depth, places): values for name, values in changed.items()}
        depth += 1
    return MultiValueDict(changed)


def _renamed(name: str, depth: int, places: dict[str, dict[str, int]]) -> str:
    if len(_rows_in(name)) <= depth:
        return name
    head, row = _split(name, depth)
    rest = name[len(head) + 1 + len(row) :]
    return f"{head}.{places[head][row]}{rest}"


def _split(name: str, depth: int) -> tuple[str, str]:
    head, _, row = _rows_in(name)[depth].rpartition(".")
    return head, row


def _rows_in(name: str) -> list[str]:
    """The rows that a control lies in, outermost first: `helpers.0`, `helpers.0.modifiers.2`."""
    steps = name.split(".")
    return [
        ".".join(steps[: place + 1])
        for place, step in enumerate(steps)
        if place and step.isdecimal() and step.isascii()
    ]


def _natural(name: str) -> list[tuple[int, str]]:
    # Cut, as Python makes no number of thousands of digits. ASCII, as other scripts have digits too.
    return [
        (int(step[:9]), "") if step.isdecimal() and step.isascii() else (-1, step) for step in name.split(".")
    ]
