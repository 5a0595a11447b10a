"""What ends by itself: nothing by the clock, and one right with the Action that it belongs to."""

from collections.abc import Mapping
from typing import Final

from rules.demon_city import progress
from rules.kernel.effects import Effect, set_to
from rules.kernel.procedure import FollowUp, RecordState, State

FIGHTER: Final = "demon_city.character"


def due(state: State, start: int, end: int) -> tuple[()]:
    """Nothing: no clause reads the clock. Rounds are counted and not timed (DEC-ROUND-25)."""
    return ()


def in_fight(one: RecordState) -> bool:
    """Whether somebody is in a round of Action, or may still be placed after one."""
    return one.kind == FIGHTER and bool(one.fields["stage"] or one.fields["reposition"])


def at_action_end(state: State) -> tuple[FollowUp, ...]:
    """Nobody announces once Action is over: its round is, and free placement is gone (DEC-ROUND-21)."""
    placed = {
        ident: int(one.fields["reposition"]) for ident, one in state.records.items() if one.kind == FIGHTER
    }
    effects = ends_with_action(placed)
    placing = (FollowUp("DEC-POS-05", effects),) if effects else ()
    return (*placing, *progress.at_action_end(state))


def ends_with_action(reposition: Mapping[str, int]) -> tuple[Effect, ...]:
    """The effects of closing Action, from everybody's feet of free placement by id.

    The right belongs to the round after a success (DEC-POS-05); where no round follows,
    nobody announces and uses it up.
    """
    return tuple(set_to(character, "reposition", 0) for character, feet in reposition.items() if feet)
