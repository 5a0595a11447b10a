"""What is not told of a step of Demon City because it lies face down."""

from collections.abc import Iterator

from campaigns.game import Hides, Path, Step
from rules.demon_city.progress import COUNT
from rules.kernel.values import as_values

MADE_OF = ("versus", "kind", "previous", "from_opponent", "opponent_modifiers")
"""What a number of cards is counted from, besides whoever throws."""


def face_down(step: Step, _hides: Hides, is_drawn: bool) -> Iterator[tuple[Path, str]]:
    """What lies face down: a hand that is counted and not turned in the act."""
    if step["action"] == COUNT and step["input"]["context"] == "action" and not is_drawn:
        yield from _number_of_a_hand(step)


def _number_of_a_hand(step: Step) -> Iterator[tuple[Path, str]]:
    """How many cards somebody has, and what tells it: the flip does (DEC-ROUND-16)."""
    thrower = as_values(step["input"]["thrower"])
    for path in (*((("thrower", name)) for name in thrower if name != "id"), *((name,) for name in MADE_OF)):
        yield ("input", *path), "/".join(path)
    for name in step["outcome"]:
        if name != "id":
            yield ("outcome", name), f"outcome/{name}"
    yield ("clauses",), "clauses"
