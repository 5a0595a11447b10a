"""Whatever is changed, left out, moved, doubled or cut off in a file is found, and its line is named."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from campaigns.log.export import cuts, writing
from campaigns.log.export.reading import Refused
from tests.campaigns.log.export.evening import Line, an_evening, check, exported, read, sealed

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

KINDS: list[cuts.CutName] = ["gm", "table", "member"]
Path = tuple[Any, ...]


def fields(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of every value inside a line."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield (*path, key)
        yield from fields(value[key], (*path, key))


def holder(line: Line, path: Path) -> Any:
    for key in path[:-1]:
        line = line[key]
    return line


def others(value: Any) -> Iterator[Any]:
    """Other values that could stand in the place of one."""
    if isinstance(value, str):
        yield from ({"sealed": ["redacted"], "redacted": ["sealed"]}.get(value) or [_other_text(value)])
    elif isinstance(value, int):
        yield value + 1
    elif value is None:
        yield 1
    elif isinstance(value, list):
        yield from (value[:-1], [*value, copy.deepcopy(value[-1])], value[::-1])


def _other_text(text: str) -> str:
    last = "0" if text.endswith("1") else "1"
    return text[:-1] + last if text else "x"


def mutations(line: Line) -> Iterator[tuple[Path, Line]]:
    """A line with one field changed, or gone; and with one too many."""
    for path in fields(line):
        for other in others(holder(line, path)[path[-1]]):
            changed = copy.deepcopy(line)
            holder(changed, path)[path[-1]] = other
            if changed != line:
                yield path, changed
        gone = copy.deepcopy(line)
        del holder(gone, path)[path[-1]]
        yield path, gone
    yield ("more",), {**line, "more": 1}


def refused(data: bytes) -> Refused | None:
    try:
        check(data)
    except Refused as error:
        return error
    return None


@pytest.mark.parametrize("cut", KINDS)
def test_every_changed_field_of_every_entry_is_named(cut: cuts.CutName) -> None:
    game = an_evening()
    lines = read(exported(game, cut, game.player if cut == "member" else None))[:-1]
    missed = []
    for place, line in enumerate(lines):
        if "header" not in line:
            continue
        for path, changed in mutations(line):
            found = refused(sealed([*lines[:place], changed, *lines[place + 1 :]]))
            if found is None or found.line != place + 1:
                missed.append((place + 1, path, str(found)))

    assert missed == []


@pytest.mark.parametrize("cut", KINDS)
def test_every_removed_doubled_or_swapped_entry_is_named(cut: cuts.CutName) -> None:
    game = an_evening()
    lines = read(exported(game, cut, game.player if cut == "member" else None))[:-1]
    last = max(place for place, line in enumerate(lines) if "header" in line)
    missed = []
    for place in range(1, last + 1):
        around = lines[:place], lines[place + 1 :]
        tampered = {
            "removed": (place + 1, [*around[0], *around[1]]),
            "doubled": (place + 2, [*around[0], lines[place], lines[place], *around[1]]),
            "cut off": (place + 1, around[0]),
        }
        if place < last:
            swapped = [*around[0], lines[place + 1], lines[place], *lines[place + 2 :]]
            tampered["swapped"] = (place + 1, swapped)
        for what, (where, changed) in tampered.items():
            found = refused(sealed(changed))
            if found is None or found.line != where:
                missed.append((what, place + 1, str(found)))

    assert missed == []


def test_a_file_is_refused_wherever_it_is_cut_off() -> None:
    data = exported(an_evening(), "table")
    ends = [*range(0, len(data), 997), *(number for number, byte in enumerate(data) if byte == 10)]

    for end in ends:
        found = refused(data[:end])
        assert found is not None
        assert found.line == data[:end].count(b"\n") + 1


def test_every_changed_byte_of_the_frame_is_found() -> None:
    lines = [f"{writing.text_of(line)}\n".encode() for line in read(exported(an_evening()))]
    frame = [place for place, line in enumerate(lines) if b'"header"' not in line]

    for place in frame:
        is_end = place == len(lines) - 1
        # The end has one digest of all the others, so that any byte of theirs stands for every other.
        for at in range(0, len(lines[place]) - 1, 1 if is_end else 11):
            changed = bytearray(lines[place])
            changed[at] = changed[at] + 1 if changed[at] < 126 else 48
            assert refused(b"".join([*lines[:place], bytes(changed), *lines[place + 1 :]])) is not None


@pytest.mark.parametrize("session", [1, 2])
def test_a_changed_session_is_named(session: int) -> None:
    lines = read(exported(an_evening(), "table", session=session))[:-1]
    line = copy.deepcopy(lines[3])
    line["parts"][0]["text"] = line["parts"][0]["text"].replace("0", "1", 1)

    found = refused(sealed([*lines[:3], line, *lines[4:]]))

    assert found is not None
    assert found.line == 4
    assert "commitment" in found.reason
