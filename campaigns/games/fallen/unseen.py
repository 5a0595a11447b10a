"""What is not told of a step of Fallen because somebody in it is unseen."""

from collections.abc import Iterator, Mapping, Sequence

from campaigns.game import Hides, Path, Step
from rules.fallen.progress import INITIATIVE
from rules.kernel.values import Value, Values, as_list, as_values

ROLLED_BY = {
    "attack": ("attacker",),
    "damage": ("attacker", "holder"),
    "defence": ("target",),
    "soak": ("target",),
    **{key: (key,) for key in ("acting", "resisting", "prisoner", "holder", "attacker", "target")},
}
"""Whose dice of a fight lie at a place of an outcome: keys of the input."""

TRAITS: Mapping[str, Mapping[str, Path]] = {
    "fallen.roll": {"roller": ("traits",)},
    "fallen.resisted_roll": {side: (side, "traits") for side in ("acting", "resisting")},
}
"""Where an input names the traits that somebody rolls, by action and by the key of whoever rolls or of their side."""

SCORED = ("dexterity", "wits", "wounds", "turn_initiative")
"""What an initiative is made of, besides its die."""


def traits_of_the_hidden(step: Step, hidden: Hides, _is_drawn: bool) -> Iterator[tuple[Path, str]]:
    """What somebody hidden rolled with: their traits. What came of it all see."""
    subjects = {key: str(one["id"]) for key, one in _subjects_in(as_values(step["input"]))}
    for key, path in TRAITS.get(step["action"], {}).items():
        if hidden(subjects[key], "record"):
            yield ("input", *path), f"{key}/traits"
    if step["action"] == INITIATIVE:
        for number, place in enumerate(as_list(as_values(step["outcome"])["order"])):
            if hidden(str(as_values(place)["id"]), "record"):
                yield from ((("outcome", "order", number, name), f"{number}/{name}") for name in SCORED)
    yield from _parts_of_hidden_pools(step, hidden, subjects)


def _parts_of_hidden_pools(
    step: Step, hidden: Hides, subjects: Mapping[str, str]
) -> Iterator[tuple[Path, str]]:
    """What made up the pools that somebody hidden rolled. How many dice it was all see."""
    unseen = {key for key, one in subjects.items() if hidden(one, "record")}
    for found in _pools_in(step["outcome"], ()) if unseen else ():
        named = next((ROLLED_BY[str(key)] for key in found if key in ROLLED_BY), ())
        # Where it is not clear whose dice they are, one who is hidden hides the parts of all.
        who = {key for key in named if key in subjects} or subjects.keys()
        if who & unseen:
            yield ("outcome", *found, "parts"), "/".join(map(str, found))


def _subjects_in(given: Values) -> Iterator[tuple[str, Values]]:
    """The records that act or suffer in an input, by the key under which they or their side stand."""
    for key, one in given.items():
        subject = one.get("subject", one) if isinstance(one, Mapping) else None
        if isinstance(subject, Mapping) and "id" in subject:
            yield key, subject


def _pools_in(value: Value, path: Path) -> Iterator[Path]:
    if isinstance(value, Mapping) and {"parts", "faces"} <= value.keys():
        yield path
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _pools_in(one, (*path, key))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for place, one in enumerate(value):
            yield from _pools_in(one, (*path, place))
