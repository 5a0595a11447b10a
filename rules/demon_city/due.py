"""What ends by itself: nothing by the clock, and one right with the Action that it belongs to."""

from collections.abc import Mapping

from rules.kernel.effects import Effect, set_to


def due(start: int, end: int) -> tuple[()]:
    """Nothing: no clause reads the clock. Rounds are counted and not timed (DEC-ROUND-25)."""
    return ()


def ends_with_action(reposition: Mapping[str, int]) -> tuple[Effect, ...]:
    """The effects of closing Action, from everybody's feet of free placement by id.

    The right belongs to the round after a success (DEC-POS-05); where no round follows,
    nobody announces and uses it up.
    """
    return tuple(set_to(character, "reposition", 0) for character, feet in reposition.items() if feet)
