"""How far a turn has come: what an act leaves on each fighter, besides what its engine counts.

All of it stands on the fighter's own record, so that undoing one fighter's act leaves what the others did as it is.
"""

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from rules.fallen.allowed import HOLD_BACK, OWN_ACTIONS, stored
from rules.fallen.attacks import AttackInput
from rules.fallen.declarations import MultipleActionsInput, MultipleActionsOutcome
from rules.fallen.deeds import deed_of, done_besides
from rules.fallen.grips import MaintainInput
from rules.fallen.initiative import InitiativeInput, InitiativeOutcome
from rules.fallen.maneuvers import row_of
from rules.fallen.movement import MovementInput
from rules.fallen.ordering import HoldBackInput, OrderInput, OrderOutcome, TurnPlace
from rules.fallen.turns import NewTurnInput, TakeTurnInput, TakeTurnOutcome
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.procedure import FollowUp, State
from rules.kernel.values import Values

INITIATIVE: Final = "fallen.initiative"
ORDER: Final = "fallen.order_actions"
NEW_TURN: Final = "fallen.new_turn"
TAKE_TURN: Final = "fallen.take_turn"
DECLARE: Final = "fallen.multiple_actions"
NEXT_TURN: Final[Values] = {
    "rolled_initiative": False,
    "in_order": False,
    "turn_begun": False,
    "acted": 0,
    "holds_back": False,
    "ahead_of": None,
    "plan": [],
    "move_difficulty": 0,
    "position": "front",
}
"""What a new turn begins with."""
COUNTED: Final = ("foes.", "did.")
"""What is kept of a turn under keys: whom one fights at close quarters, what one has done of what was declared."""
OF_EVERY_TURN: Final = frozenset({"rolled_initiative", "in_order", "turn_begun"})
CLAUSES: Final = {
    INITIATIVE: "FAL-INIT-01",
    ORDER: "FAL-YIELD-01",
    HOLD_BACK: "FAL-YIELD-01",
    NEW_TURN: "FAL-TIME-02",
    TAKE_TURN: "FAL-TIME-03",
    DECLARE: "FAL-MULTI-05",
}


LEAVES_MARKS: Final = frozenset({*CLAUSES, "fallen.roll", "fallen.movement", *OWN_ACTIONS})
"""The actions that leave anything."""


def progress(action: str, given: Struct, outcome: Struct | None, state: State) -> tuple[FollowUp, ...]:
    """What an act leaves of the turn on its fighters, under the clause that counts on it later."""
    left = {
        CLAUSES.get(action, "FAL-MOVE-08"): _left(given, outcome, state),
        "FAL-MULTI-03": _of_the_plan(given, outcome, state),
        "FAL-MOVE-06": _on_the_move(given, state),
        "FAL-OPP-01": _engaged(given, state),
    }
    found = ((clause, tuple(effects)) for clause, effects in left.items())
    return tuple(FollowUp(clause, effects) for clause, effects in found if effects)


def _left(given: Struct, outcome: Struct | None, state: State) -> Iterator[Effect]:
    match given, outcome:
        case InitiativeInput(), InitiativeOutcome():
            return _by_initiative(outcome)
        case OrderInput(), OrderOutcome():
            return _by_order(outcome)
        case HoldBackInput(), OrderOutcome():
            return _by_holding_back(given.fighter, outcome, state)
        case NewTurnInput(), _:
            return _by_new_turn(given, state)
        case MultipleActionsInput(), MultipleActionsOutcome():
            return _said(given.fighter.id, {"plan": [msgspec.to_builtins(act) for act in outcome.plan]})
        case TakeTurnInput(), TakeTurnOutcome():
            return _by_taking_turn(given, outcome)
    return _by_acting(given, state)


def _of_the_plan(given: Struct, outcome: Struct | None, state: State) -> Iterator[Effect]:
    """What is done of several declared actions: a defence and getting up are of their count too (FAL-MULTI-03)."""
    done = deed_of(given)
    for deed in (done, done_besides(given, outcome)):
        if deed is not None and stored(state, deed.who, "multiple", False):
            yield change_by(deed.who, f"did.{deed.name}", 1)


def _by_initiative(outcome: InitiativeOutcome) -> Iterator[Effect]:
    for place in outcome.order:
        # Whoever rolls after the order was made has no place in it until it is made again.
        yield from _said(place.id, {"rolled_initiative": True, "in_order": False})


def _by_order(outcome: OrderOutcome) -> Iterator[Effect]:
    for place in outcome.order:
        yield from _said(place.id, waits_in(place))


def _by_holding_back(who: str, outcome: OrderOutcome, state: State) -> Iterator[Effect]:
    """Of the others nothing is said anew: whether they wait is their own word."""
    for place in outcome.order:
        new = {
            name: value
            for name, value in waits_in(place).items()
            if place.id == who or stored(state, place.id, name, ...) != value
        }
        yield from _said(place.id, new)


def waits_in(place: TurnPlace) -> Values:
    """What an order leaves on each who has a place in it."""
    return {"in_order": True, "holds_back": place.delayed, "ahead_of": place.before}


def _by_new_turn(given: NewTurnInput, state: State) -> Iterator[Effect]:
    for fighter in given.fighters:
        past = int(stored(state, fighter.id, "turns_past", 0))
        # The rest only where it was left: an entry has to hold forty fighters.
        other = {name for name, blank in NEXT_TURN.items() if stored(state, fighter.id, name, ...) != blank}
        said = {name: blank for name, blank in NEXT_TURN.items() if name in other | OF_EVERY_TURN}
        yield from _said(fighter.id, {**said, "turns_past": past + 1})
        yield from uncounted(fighter.id, state)


def uncounted(who: str, state: State) -> Iterator[Effect]:
    """What was counted under keys in a turn that is over."""
    fields = state.records[who].fields if who in state.records else ()
    return (set_to(who, name, None) for name in fields if name.startswith(COUNTED))


def _by_taking_turn(given: TakeTurnInput, outcome: TakeTurnOutcome) -> Iterator[Effect]:
    yield from _said(given.fighter.id, {"turn_begun": True})
    if outcome.stands_up:  # FAL-KNOCK-03
        yield _acted(given.fighter.id)


def _by_acting(given: Struct, state: State) -> Iterator[Effect]:
    """Whoever does something of her own has acted in this turn, which has begun with it (FAL-TIME-03)."""
    done = deed_of(given)
    if done is not None:
        yield _acted(done.who)
    who = done.who if done is not None else given.fighter.id if isinstance(given, MovementInput) else None
    if who is not None and not stored(state, who, "turn_begun", True):
        yield from _said(who, {"turn_begun": True})


def _on_the_move(given: Struct, state: State) -> Iterator[Effect]:
    """What the Storyteller says of a move, the actions of the turn bear; the hardest of several counts."""
    if isinstance(given, MovementInput) and given.difficulty > stored(
        state, given.fighter.id, "move_difficulty", 0
    ):
        yield from _said(given.fighter.id, {"move_difficulty": given.difficulty})


def _engaged(given: Struct, state: State) -> Iterator[Effect]:
    """Whoever strikes at somebody at close quarters, or keeps a grip, is an opponent of theirs, and they of hers."""
    pair = _at_close_quarters(given)
    if pair is not None and all(stored(state, who, "in_combat", False) for who in pair):
        for who, other in (pair, pair[::-1]):
            yield from _said(who, {f"foes.{other}": True})


def _at_close_quarters(given: Struct) -> tuple[str, str] | None:
    match given:
        case AttackInput(ambush=None) if not row_of(given.maneuver, given.custom).is_ranged:
            return given.attacker.id, given.target.id
        case MaintainInput():
            return given.holder.id, given.target.id
    return None


def _acted(who: str) -> Effect:
    # A count, not a mark: undoing one of two acts leaves the other one.
    return change_by(who, "acted", 1)


def _said(who: str, marks: Values) -> Iterator[Effect]:
    """Marks, said even where they stand so already: an undo of what said so before leaves them then."""
    return (set_to(who, name, value) for name, value in marks.items())
