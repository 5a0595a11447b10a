"""What comes by itself with a turn: its order with the last die of initiative, and the turns of those out cold."""

from collections.abc import Iterator

from msgspec import Struct

from rules.fallen.allowed import has_a_place, stored
from rules.fallen.initiative import InitiativeInput
from rules.fallen.ordering import Delay, OrderInput, OrderOutcome, Ranked, order_actions
from rules.fallen.progress import waits_in
from rules.fallen.turns import NewTurnInput
from rules.kernel.draws import GivenDraws
from rules.kernel.effects import Effect, set_to
from rules.kernel.procedure import FollowUp, State, changed
from rules.kernel.result import Result

ROLLED = ("initiative", "initiative_rating", "initiative_rank")
SCORES = (*ROLLED, "turn_initiative")


def order_made(given: Struct, result: Result, state: State) -> tuple[FollowUp, ...]:
    """The order that stands once an act has been played, where it is what makes it."""
    match given:
        case InitiativeInput():
            effects = tuple(_after_the_last_die(given, changed(state, result.effects)))
        case NewTurnInput() if given.settings.initiative_rolled == "combat":
            woken = (effect for left in out_cold(given, state) for effect in left.effects)
            effects = tuple(_ordered(changed(state, (*result.effects, *woken)), [], each_turn=False))
        case _:
            return ()
    return (FollowUp("FAL-INIT-04", effects),) if effects else ()


def out_cold(given: Struct, state: State) -> tuple[FollowUp, ...]:
    """The turn that is over was one of a blackout, if nobody has counted it yet (FAL-UNCON-02)."""
    effects = tuple(_counted_down(given, state)) if isinstance(given, NewTurnInput) else ()
    return (FollowUp("FAL-UNCON-02", effects),) if effects else ()


def _counted_down(given: NewTurnInput, state: State) -> Iterator[Effect]:
    lying = (
        one for one in given.fighters if stored(state, one.id, "unconscious", False) and not one.turn_done
    )
    for one in lying:
        left = stored(state, one.id, "unconscious_for", None)
        if isinstance(left, int) and left <= 1:
            yield from (set_to(one.id, "unconscious", False), set_to(one.id, "unconscious_for", None))
        elif isinstance(left, int):
            yield set_to(one.id, "unconscious_for", left - 1)


def has_rolled(state: State, who: str, *, each_turn: bool) -> bool:
    """Whether somebody has rolled initiative: for this turn, where it is rolled every turn (FAL-INIT-01).

    A score that the GM wrote down alone has no place among the others: they roll.
    """
    has_score = stored(state, who, "initiative", None) is not None
    rolled = has_score and all(stored(state, who, name, 0) is not None for name in ROLLED)
    return rolled and (not each_turn or bool(stored(state, who, "rolled_initiative", False)))


def _after_the_last_die(given: InitiativeInput, after: State) -> Iterator[Effect]:
    """While an order stands, whoever joins is put into it; before that all have to roll."""
    each_turn = given.settings.initiative_rolled == "turn"
    now = {fighter.id for fighter in given.fighters}
    fighting = [who for who in after.records if stored(after, who, "in_combat", False)]
    stands = any(stored(after, who, "in_order", False) for who in fighting)
    late = [
        who
        for who in fighting
        if who not in now and has_a_place(after, who) and not has_rolled(after, who, each_turn=each_turn)
    ]
    if stands or not late:
        yield from _ordered(after, [*now], each_turn=each_turn)


def _ordered(after: State, rolled: list[str], *, each_turn: bool) -> Iterator[Effect]:
    """`rolled` have done so in this very act."""
    placed = [
        who
        for who in after.records
        if stored(after, who, "in_combat", False)
        and has_a_place(after, who)
        and (who in rolled or has_rolled(after, who, each_turn=each_turn))
    ]
    if not placed:
        return
    order = order_actions(
        OrderInput(
            fighters=tuple(
                Ranked(id=who, **{name: stored(after, who, name, 0) for name in SCORES}) for who in placed
            ),
            delays=tuple(_delays(after, placed, rolled)),
            rolled_this_turn=each_turn,
        ),
        GivenDraws(()),
    )
    yield from order.effects
    for place in order.outcome.order if isinstance(order.outcome, OrderOutcome) else ():
        yield from (set_to(place.id, name, value) for name, value in waits_in(place).items())


def _delays(after: State, placed: list[str], rolled: list[str]) -> Iterator[Delay]:
    """Whoever holds back goes on doing so when somebody joins; in a new turn nobody does yet."""
    for who in placed if rolled else ():
        if stored(after, who, "holds_back", False) and not stored(after, who, "turn_done", False):
            before = stored(after, who, "ahead_of", None)
            yield Delay(id=who, before=before if before in placed else None)
