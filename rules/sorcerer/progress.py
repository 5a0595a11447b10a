"""How far a round of conflict has come: what an act leaves on each combatant, besides what its engine counts.

What somebody did stands on their own record, and what was read off the chart on that of whoever was hit, so that
undoing one person's act leaves what the others did as it is.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.procedure import FollowUp, State
from rules.kernel.values import Values
from rules.sorcerer.attacks import ResolveAttackInput, ResolveAttackOutcome
from rules.sorcerer.damage import DamageInput
from rules.sorcerer.procedures.conflict import HITS, UNDER, hits_left, hits_of
from rules.sorcerer.round_end import EndRoundInput
from rules.sorcerer.rounds import ConflictRoundInput, ConflictRoundOutcome
from rules.sorcerer.state import stored

ROUND: Final = "sorcerer.conflict_round"
RESOLVE: Final = "sorcerer.resolve_attack"
DAMAGE: Final = "sorcerer.damage"
END: Final = "sorcerer.end_round"
NO_MARKS: Final[Values] = {"round_place": None, "round_action": None, "round_target": None}
OUT_OF_ROUND: Final[Values] = {**NO_MARKS, "hits_read": 0}
"""What is counted in a round, and what it is outside of one; hits lie under `hits`."""
CLAUSES: Final = {
    ROUND: "SOR-CONFLICT-15",
    RESOLVE: "SOR-DAMAGE-01",
    DAMAGE: "SOR-DAMAGE-01",
    END: "SOR-CONFLICT-22",
}


def progress(action: str, given: Struct, outcome: Struct, state: State) -> tuple[FollowUp, ...]:
    """What an act leaves of the round on those in it, under the clause that counts on it later."""
    effects = tuple(_left(given, outcome, state))
    return (FollowUp(CLAUSES[action], effects),) if effects else ()


def forgotten(state: State, who: str) -> Iterator[Effect]:
    """Nothing of a round is left on somebody."""
    yield from _changed(state, who, OUT_OF_ROUND)
    yield from _without_hits(state, who)


def _left(given: Struct, outcome: Struct, state: State) -> Iterator[Effect]:
    match given, outcome:
        case ConflictRoundInput(), ConflictRoundOutcome():
            return _by_rolling(given, outcome, state)
        case ResolveAttackInput(), ResolveAttackOutcome():
            return _by_resolving(given, outcome, state)
        case DamageInput(), _:
            return _by_damage(given, state)
        case EndRoundInput(), _:
            return _by_ending(given, state)
    return iter(())


def _by_rolling(given: ConflictRoundInput, outcome: ConflictRoundOutcome, state: State) -> Iterator[Effect]:
    places = {who: place for place, who in enumerate(outcome.order, 1)}
    for one in given.combatants:
        said = {"round_place": places[one.id], "round_action": one.action, "round_target": one.target}
        yield from _said(one.id, said)
        yield from _changed(state, one.id, {"hits_read": 0})
        yield from _without_hits(state, one.id)


def _by_resolving(given: ResolveAttackInput, outcome: ResolveAttackOutcome, state: State) -> Iterator[Effect]:
    who, target = given.attacker.id, given.target
    if target is not None and outcome.victories and stored(state, who, "round_action") in HITS:
        yield set_to(who, f"{UNDER}{target.id}", outcome.victories)


def _by_damage(given: DamageInput, state: State) -> Iterator[Effect]:
    if any(hit.target == given.target.id for hit in hits_left(state)):
        # A count, not a mark: undoing one of two readings leaves the other one.
        yield change_by(given.target.id, "hits_read", 1)


def _by_ending(given: EndRoundInput, state: State) -> Iterator[Effect]:
    """Of whoever is not named, only readings of hits that are forgotten now are forgotten with them."""
    named = [one.id for one in given.combatants]
    for who in named:
        yield from _said(who, NO_MARKS)
        yield from _changed(state, who, {"hits_read": 0})
        yield from _without_hits(state, who)
    others = [who for who in state.records if who not in named]
    left = [target for who in others for target in hits_of(state, who)]
    for who in others:
        most = min(left.count(who), int(stored(state, who, "hits_read", 0)))
        yield from _changed(state, who, {"hits_read": most})


def _without_hits(state: State, who: str) -> Iterator[Effect]:
    return (set_to(who, f"{UNDER}{target}", None) for target in hits_of(state, who))


def _said(who: str, marks: Values) -> Iterator[Effect]:
    """Marks, said even where they stand so already: an undo of what said so before leaves them then."""
    return (set_to(who, name, value) for name, value in marks.items())


def _changed(state: State, who: str, values: Values) -> Iterator[Effect]:
    """What is otherwise than stored; a field that the state does not tell is as it is outside of a round."""
    return (
        set_to(who, name, value)
        for name, value in values.items()
        if stored(state, who, name, OUT_OF_ROUND[name]) != value
    )
