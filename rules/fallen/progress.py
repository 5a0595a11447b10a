"""How far a turn has come: what an act leaves on each fighter, besides what its engine counts.

All of it stands on the fighter's own record, so that undoing one fighter's act leaves what the others did as it is.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from rules.fallen.allowed import HOLD_BACK, OWN_ACTIONS, stored
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.procedure import FollowUp, State

INITIATIVE: Final = "fallen.initiative"
ORDER: Final = "fallen.order_actions"
NEW_TURN: Final = "fallen.new_turn"
TAKE_TURN: Final = "fallen.take_turn"
DECLARE: Final = "fallen.multiple_actions"
ACTORS: Final = ("attacker", "prisoner", "holder")
"""Where whoever acts stands in an action of her own; an escape names the holder besides."""
NEXT_TURN: Final[dict[str, Any]] = {
    "rolled_initiative": False,
    "in_order": False,
    "turn_begun": False,
    "acted": 0,
    "holds_back": False,
    "ahead_of": None,
    "plan": [],
}
"""What a new turn begins with."""
OF_EVERY_TURN: Final = frozenset({"rolled_initiative", "in_order", "turn_begun"})
CLAUSES: Final = {
    INITIATIVE: "FAL-INIT-01",
    ORDER: "FAL-YIELD-01",
    HOLD_BACK: "FAL-YIELD-01",
    NEW_TURN: "FAL-TIME-02",
    TAKE_TURN: "FAL-TIME-03",
    DECLARE: "FAL-MULTI-05",
}


def progress(action: str, given: Any, outcome: Any, state: State) -> tuple[FollowUp, ...]:
    """What an act leaves of the turn on its fighters, under the clause that counts on it later."""
    left = _LEFT.get(action)
    if left is None:
        return ()
    effects = tuple(left(given, outcome, state))
    return (FollowUp(CLAUSES.get(action, "FAL-MOVE-08"), effects),) if effects else ()


def _by_initiative(_given: Any, outcome: Any, _state: State) -> Iterator[Effect]:
    for place in outcome.order:
        # Whoever rolls after the order was made has no place in it until it is made again.
        yield from _said(place.id, rolled_initiative=True, in_order=False)


def _by_order(_given: Any, outcome: Any, _state: State) -> Iterator[Effect]:
    for place in outcome.order:
        waits = {"holds_back": place.delayed, "ahead_of": place.before}
        yield from _said(place.id, in_order=True, **waits)


def _by_new_turn(given: Any, _outcome: Any, state: State) -> Iterator[Effect]:
    for fighter in given.fighters:
        past = int(stored(state, fighter.id, "turns_past", 0))
        # The rest only where it was left: an entry has to hold forty fighters.
        other = {name for name, blank in NEXT_TURN.items() if stored(state, fighter.id, name, ...) != blank}
        said = {name: blank for name, blank in NEXT_TURN.items() if name in other | OF_EVERY_TURN}
        yield from _said(fighter.id, **said, turns_past=past + 1)


def _by_declaring(given: Any, outcome: Any, _state: State) -> Iterator[Effect]:
    return _said(given.fighter.id, plan=[msgspec.to_builtins(act) for act in outcome.plan])


def _by_taking_turn(given: Any, outcome: Any, _state: State) -> Iterator[Effect]:
    yield from _said(given.fighter.id, turn_begun=True)
    if outcome.stands_up:  # FAL-KNOCK-03
        yield _acted(given.fighter.id)


def _by_rolling(given: Any, _outcome: Any, _state: State) -> Iterator[Effect]:
    if given.in_turn:
        yield _acted(given.roller.id)


def _by_acting(given: Any, _outcome: Any, _state: State) -> Iterator[Effect]:
    if getattr(given, "ambush", None) is None:  # a free attack is none of her actions (FAL-AMBUSH-09)
        actor = next(getattr(given, name) for name in ACTORS if hasattr(given, name))
        yield _acted(actor.id)


def _acted(who: str) -> Effect:
    # A count, not a mark: undoing one of two acts leaves the other one.
    return change_by(who, "acted", 1)


def _said(who: str, **marks: Any) -> Iterator[Effect]:
    """Marks, said even where they stand so already: an undo of what said so before leaves them then."""
    return (set_to(who, name, value) for name, value in marks.items())


_LEFT: Final[dict[str, Callable[[Any, Any, State], Iterator[Effect]]]] = {
    INITIATIVE: _by_initiative,
    ORDER: _by_order,
    HOLD_BACK: _by_order,
    NEW_TURN: _by_new_turn,
    DECLARE: _by_declaring,
    TAKE_TURN: _by_taking_turn,
    "fallen.roll": _by_rolling,
    **dict.fromkeys(OWN_ACTIONS, _by_acting),
}
LEAVES_MARKS: Final = frozenset(_LEFT)
"""The actions that leave anything."""
