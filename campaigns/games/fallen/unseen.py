"""What is not told of a step of Fallen because somebody in it is unseen."""

from collections.abc import Iterator, Mapping
from typing import Any

from campaigns.game import Given, Hides, Path

ROLLED_BY = {
    "attack": ("attacker",),
    "damage": ("attacker", "holder"),
    "defence": ("target",),
    "soak": ("target",),
    **{key: (key,) for key in ("acting", "resisting", "prisoner", "holder", "attacker", "target")},
}
"""Whose dice of a fight lie at a place of an outcome: keys of the input."""


def parts_of_hidden_pools(step: Given, hidden: Hides) -> Iterator[tuple[Path, str]]:
    """What made up the pools that somebody hidden rolled in a fight: their traits. How many dice it was all see."""
    subjects = {key: str(one["id"]) for key, one in _subjects_in(step["input"])}
    unseen = {key for key, one in subjects.items() if hidden(one, "record")}
    for found in _pools_in(step["outcome"], ()) if unseen else ():
        named = next((ROLLED_BY[str(key)] for key in found if key in ROLLED_BY), ())
        # Where it is not clear whose dice they are, one who is hidden hides the parts of all.
        who = {key for key in named if key in subjects} or subjects.keys()
        if who & unseen:
            yield ("outcome", *found, "parts"), "/".join(map(str, found))


def _subjects_in(given: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The records that act or suffer in an input, by the key under which they or their side stand."""
    for key, one in given.items():
        subject = one.get("subject", one) if isinstance(one, dict) else None
        if isinstance(subject, dict) and "id" in subject:
            yield key, subject


def _pools_in(value: Any, path: Path) -> Iterator[Path]:
    if isinstance(value, dict) and {"parts", "faces"} <= value.keys():
        yield path
    elif isinstance(value, dict | list | tuple):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _pools_in(one, (*path, key))
