"""What ends with a fight and with a scene: counts of the turn, places in the order, blackouts."""

from typing import Final

from rules.fallen.allowed import BLACKOUT, DEFEND, HIT, INITIATIVE, STRIKE, asked, of
from rules.fallen.progress import NEXT_TURN, uncounted
from rules.kernel.effects import set_to
from rules.kernel.procedure import FollowUp, RecordState, State
from rules.kernel.values import Values

KIND: Final = "fallen.character"
FIGHT: Final[Values] = {
    "in_combat": False,
    "multiple": False,
    "actions_taken": 0,
    "turn_done": False,
    "turn_lost": False,
    "moved": 0,
    "turn_initiative": 0,
    "next_initiative": 0,
    "initiative": None,
    "initiative_rating": None,
    "initiative_rank": None,
    "turn_order": None,
    "turns_past": 0,
    **NEXT_TURN,
}
"""What is counted in a fight, and what it is outside of one."""
LEFT_OPEN: Final = (INITIATIVE, DEFEND, HIT, STRIKE)
"""What nobody owes once a fight is over, and what would bar the next one. Whoever fell still rolls for it."""


def at_fight_end(state: State) -> tuple[FollowUp, ...]:
    """Nobody fights any more, and no turn is left to count in (FAL-TIME-02)."""
    fighters = [ident for ident, one in state.records.items() if one.kind == KIND]
    effects = (
        *(
            set_to(ident, name, blank)
            for ident in fighters
            for name, blank in FIGHT.items()
            if state.records[ident].fields[name] != blank
        ),
        *(effect for ident in fighters for effect in uncounted(ident, state)),
        *(set_to(one.id, "state", "struck") for question in LEFT_OPEN for one in asked(state, question)),
    )
    return (FollowUp("FAL-TIME-02", effects),) if effects else ()


def in_fight(one: RecordState) -> bool:
    """Whether somebody fights."""
    return one.kind == KIND and bool(one.fields["in_combat"])


def at_scene_end(state: State) -> tuple[FollowUp, ...]:
    """A blackout lasts to the end of the scene at most, and nobody need say how long it was (FAL-UNCON-02)."""
    out = [ident for ident, one in state.records.items() if one.kind == KIND and one.fields["unconscious"]]
    alive = [ident for ident in out if not state.records[ident].fields["dead"]]
    timed = [ident for ident in alive if state.records[ident].fields["unconscious_for"] is not None]
    effects = (
        *(set_to(ident, "unconscious", False) for ident in alive),
        *(set_to(ident, "unconscious_for", None) for ident in timed),
        *(
            set_to(question.id, "state", "struck")
            for ident in alive
            for question in of(state, BLACKOUT, ident)
        ),
    )
    woken = (FollowUp("FAL-UNCON-02", effects),) if effects else ()
    return (*woken, *at_fight_end(state))
