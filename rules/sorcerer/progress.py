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
from rules.sorcerer.procedures.conflict import HITS, TAKEN, UNDER, hits_left, hits_of
from rules.sorcerer.round_end import EndRoundInput
from rules.sorcerer.rounds import ConflictRoundInput, ConflictRoundOutcome
from rules.sorcerer.state import stored

ROUND: Final = "sorcerer.conflict_round"
RESOLVE: Final = "sorcerer.resolve_attack"
DAMAGE: Final = "sorcerer.damage"
END: Final = "sorcerer.end_round"
NO_MARKS: Final[Values] = {
    "round_place": None,
    "round_action": None,
    "round_target": None,
    "round_stray": None,
    "answer": None,
    "answer_to": None,
}
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
        left = {name: blank for name, blank in OUT_OF_ROUND.items() if name not in said}
        yield from _changed(state, one.id, left)
        yield from _without_hits(state, one.id)
    yield from _without_readings(state, list(places))


def _by_resolving(given: ResolveAttackInput, outcome: ResolveAttackOutcome, state: State) -> Iterator[Effect]:
    who, target = given.attacker.id, given.target
    is_hit = outcome.victories and stored(state, who, "round_action") in HITS
    if target is not None and (is_hit or given.stray):  # of one that went on, whom it has missed, too
        yield set_to(who, f"{UNDER}{target.id}", outcome.victories)
    if given.stray:
        yield from _changed(state, who, {"round_stray": None})
    if target is not None and stored(state, target.id, "answer_to") == who:
        yield from _said(target.id, {"answer": None, "answer_to": None})


def _by_damage(given: DamageInput, state: State) -> Iterator[Effect]:
    target = given.target.id
    if given.attacker is not None and target in hits_of(state, given.attacker):
        yield set_to(target, f"{TAKEN}{given.attacker}", given.victories)
    elif given.attacker is None and any(hit.target == target for hit in hits_left(state)):
        yield change_by(target, "hits_read", 1)  # as an older version read hits off, whosever they were


def _by_ending(given: EndRoundInput, state: State) -> Iterator[Effect]:
    """Of whoever is not named, only readings of hits that are forgotten now are forgotten with them."""
    named = [one.id for one in given.combatants]
    for who in named:
        yield from _said(who, NO_MARKS)
        yield from _changed(state, who, {"hits_read": 0})
        yield from _without_hits(state, who)
    yield from _without_readings(state, named)
    others = [who for who in state.records if who not in named]
    left = [target for who in others for target in hits_of(state, who)]
    for who in others:
        most = min(left.count(who), int(stored(state, who, "hits_read", 0)))
        yield from _changed(state, who, {"hits_read": most})


def _without_hits(state: State, who: str) -> Iterator[Effect]:
    fields = state.records[who].fields if who in state.records else ()
    return (set_to(who, name, None) for name in fields if name.startswith((UNDER, TAKEN)))


def _without_readings(state: State, whose: list[str]) -> Iterator[Effect]:
    """What was read off their hits, of those of whom the act says nothing: a later hit would count as read, too."""
    of_them = {f"{TAKEN}{one}" for one in whose}
    for who in (one for one in state.records if one not in whose):
        yield from (set_to(who, name, None) for name in state.records[who].fields if name in of_them)


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
