"""Requests near valid ones: every worked case with something about it changed, from a seed, for all actions."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

VECTORS = Path(__file__).parent / "vectors"

ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 7, 12, 13, 100, 101, -1, -30, 10**9, 10**30, 1.5, -0.0, 1e308),
    *("", "mara", "none", "fool", "cups-3", "x" * 600, "\u202e", "\x00", "0", "input"),
    *([], [1], ["fool"], [[]], {}, {"id": "mara"}, {"dice": 1, "source": "situation"}),
)

Change = Callable[[Random, dict[str, Any]], None]


def requests_near_valid(seed: int, count: int) -> Iterator[bytes]:
    """`count` request lines; every action of the vectors comes up about equally often."""
    chance = Random(seed)
    by_action = _cases()
    actions = sorted(by_action)
    for number in range(count):
        case = copy.deepcopy(chance.choice(by_action[actions[number % len(actions)]]))
        for _ in range(chance.choice((0, 1, 1, 1, 2, 2, 3, 5))):
            chance.choice(CHANGES)(chance, case)
        yield _spoiled(chance, json.dumps(case).encode())


def actions_of_cases() -> set[str]:
    """The actions that have a worked case."""
    return set(_cases())


def _cases() -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for path in sorted(VECTORS.glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            request = {key: case[key] for key in ("action", "input", "draws") if key in case}
            found.setdefault(case["action"], []).append(request)
    return found


def _spoiled(chance: Random, line: bytes) -> bytes:
    """Now and then a line that is no JSON any more."""
    if chance.random() > 0.02:
        return line
    cut = chance.randrange(1, len(line))  # an empty line is no request at all
    return chance.choice((line[:cut], line[:cut] + b"\xff" + line[cut:], line + line, b"[" * 2000, b"null"))


def _replace(chance: Random, case: dict[str, Any]) -> None:
    holder, key = _place(chance, case)
    holder[key] = copy.deepcopy(chance.choice(ODD_VALUES))


def _nudge(chance: Random, case: dict[str, Any]) -> None:
    """Another number, another truth, or another word of the same case: most of these stay well formed."""
    holder, key = _place(chance, case)
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = value + chance.choice((-2, -1, 1, 2, 10))
    elif isinstance(value, str):
        holder[key] = chance.choice([leaf for leaf in _leaves(case) if isinstance(leaf, str)])


def _remove(chance: Random, case: dict[str, Any]) -> None:
    holder, key = _place(chance, case)
    del holder[key]


def _add_field(chance: Random, case: dict[str, Any]) -> None:
    holder, _ = _place(chance, case)
    if isinstance(holder, dict):
        name = chance.choice(("id", "settings", "penalties", "unheard_of", ""))
        holder[name] = copy.deepcopy(chance.choice(ODD_VALUES))
    else:
        holder.append(copy.deepcopy(chance.choice((*holder, *ODD_VALUES))))


def _move(chance: Random, case: dict[str, Any]) -> None:
    """A part of the case where another part stood."""
    source, name = _place(chance, case)
    part = copy.deepcopy(source[name])
    holder, key = _place(chance, case)
    holder[key] = part


def _other_draws(chance: Random, case: dict[str, Any]) -> None:
    draws = case.get("draws")
    known = list(draws) if isinstance(draws, list) else []
    case["draws"] = (known + [chance.randint(1, 12) for _ in range(60)])[: chance.choice((0, 3, 8, 20, 60))]


CHANGES: tuple[Change, ...] = (_replace, _nudge, _nudge, _nudge, _remove, _add_field, _move, _other_draws)


def _place(chance: Random, case: dict[str, Any]) -> tuple[Any, Any]:
    """Some key or index of the request: a holder and where in it, mostly deep in the input."""
    places = list(_places(case)) or [(case, "input")]
    holder, key = chance.choice(places)
    if holder is case and key not in case:
        case[key] = {}
    return holder, key


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, dict):
        keys: list[Any] = list(value)
    elif isinstance(value, list):
        keys = list(range(len(value)))
    else:
        return
    for key in keys:
        yield value, key
        yield from _places(value[key])


def _leaves(value: Any) -> Iterator[Any]:
    for holder, key in _places(value):
        if not isinstance(holder[key], dict | list):
            yield holder[key]
