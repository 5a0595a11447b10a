"""What an act is for, read from its steps: the same when it is played and when the log is checked.

`static/js/verify.js` reads it in the same way, with the paths that `record_paths` lists.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from campaigns.game import Step, dealing_actions
from campaigns.log import canonical
from rules import catalogue
from rules.kernel.inputs import Path, values_at
from rules.kernel.inputs import record_paths as paths_in
from rules.kernel.values import Values

DECKS = "decks"
"""What a throw reads: of the cards that it takes, it draws none itself."""


@dataclass(frozen=True)
class Purpose:
    """An action, its acting record and its targets, sorted; None where one of them is not told to this reader."""

    action: str
    acting: str
    targets: tuple[str, ...] | None

    def digest(self) -> str:
        """SHA-256, by which a slot that an undone act left is found again."""
        told = [self.action, self.acting, list(self.targets or ())]
        return hashlib.sha256(canonical.encode(told).encode()).hexdigest()

    def may_be(self, other: "Purpose") -> bool:
        """Whether both are the same, as far as it is told."""
        if self.targets is None or other.targets is None:
            return self.action == other.action
        return self == other


def purpose_of(action: str, given: Values) -> Purpose:
    """What a step is for, from its input as the log keeps it."""
    named = [value for path in record_paths().get(action, ()) for value in values_at(given, path)]
    told = [one for one in named if isinstance(one, str)]
    if len(told) < len(named):
        return Purpose(action, "", None)
    acting, *targets = told or [""]
    # Sorted: the same targets in another order are the same act, and no way to other dice.
    return Purpose(action, acting, tuple(sorted(targets)))


def drawing_step(steps: Sequence[Step], *, apart: bool = False) -> Step | None:
    """The step for which an act drew first; of cards from a stored deck, the throw that took them, or their draw.

    With `apart`, of those whose draws are the GM's in an open act: these have a slot of their own.
    """
    drawing = (
        place
        for place, step in enumerate(steps)
        if step["draws"] and not _takes_cards(step) and ("of" in step) == apart
    )
    first = next(drawing, None)
    if first is None:
        return None
    if steps[first]["action"] not in dealing_actions():
        return steps[first]
    dealt = [step for step in steps[first:] if step["action"] in dealing_actions()]
    return next(filter(_takes_cards, steps[first:]), dealt[-1])


@cache
def record_paths() -> dict[str, tuple[Path, ...]]:
    """Of every action that names records, where its input does."""
    found = {name: paths_in(action.input_type) for name, action in catalogue.ACTIONS.items()}
    return {name: paths for name, paths in found.items() if paths}


def _takes_cards(step: Step) -> bool:
    return DECKS in step["input"]
