"""A value with parts and rows, looked into for its controls, and put together again from what they say."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from campaigns.forms.action.questions import Ask
from rules.kernel.values import Value

Path = tuple[str, ...]
Typed = Mapping[Path, Value]
"""What each control says, by where it lies in the value."""

NOWHERE: frozenset[Path] = frozenset()


def in_part(value: Value, path: Sequence[str]) -> Value:
    """What lies at a path inside a value; None where nothing does."""
    for step in path:
        if isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def assembled(
    ask: Ask, typed: Typed, stood: Value, path: Path = (), dropped: Collection[Path] = NOWHERE
) -> Value:
    """The value that the controls say, where `stood` was. What no control shows stays in it; blank rows are none."""
    if ask.form == "rows":
        rows = _rows_said(typed, path, dropped)
        return [_group(ask, typed, in_part(stood, row[-1:]), row, dropped) for row in rows]
    if ask.form != "group":
        return typed.get(path)
    if says_nothing(typed, path) and (ask.is_switched or not isinstance(stood, Mapping)):
        return None
    return _group(ask, typed, stood, path, dropped)


def says_nothing(typed: Typed, path: Path) -> bool:
    """Whether all controls at or below a path are empty."""
    return all(value in (None, "", []) or value is False for value in _below(typed, path).values())


def place_of(typed: Typed, steps: Iterable[str], dropped: Collection[Path] = NOWHERE) -> Path:
    """Where the controls of a part of the assembled value are: its rows are counted without the blank ones."""
    path: Path = ()
    for step in steps:
        rows = _rows_said(typed, path, dropped) if step.isdecimal() else []
        path = rows[int(step)] if step.isdecimal() and int(step) < len(rows) else (*path, step)
    return path


def _group(ask: Ask, typed: Typed, stood: Value, path: Path, dropped: Collection[Path]) -> dict[str, Value]:
    whole = dict(stood) if isinstance(stood, Mapping) else {}
    for child in ask.children:
        place = (*path, child.name)
        if not _below(typed, place):
            continue
        part = assembled(child, typed, whole.get(child.name), place, dropped)
        is_silent = part in (None, []) or (part is False and isinstance(stood, Mapping))
        if child.name in whole or not is_silent:
            whole[child.name] = part
        if part is None and child.default is not None and not child.required:
            whole.pop(child.name, None)  # its default holds
    return whole


def _rows_said(typed: Typed, path: Path, dropped: Collection[Path]) -> list[Path]:
    numbers = {int(one[len(path)]) for one in _below(typed, path) if len(one) > len(path)}
    rows = [(*path, str(number)) for number in sorted(numbers)]
    return [row for row in rows if row not in dropped and not says_nothing(typed, row)]


def _below(typed: Typed, path: Path) -> Typed:
    return {one: value for one, value in typed.items() if one[: len(path)] == path}
