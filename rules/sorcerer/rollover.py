"""Victories that a roll leaves to carry: whose they are, and that they are carried once only (SOR-BONUS-05)."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import FollowUp, State
from rules.kernel.values import as_whole
from rules.sorcerer.attacks import ResolveAttackInput, ResolveAttackOutcome
from rules.sorcerer.modifiers import Modifier
from rules.sorcerer.rolls import RollInput, RollOutcome
from rules.sorcerer.state import stored

CLAUSE: Final = "SOR-BONUS-05"
"""What victories that were handed to a comrade lie beside their roll by."""
SIDES: Final = ("modifiers", "opposing_modifiers")


def not_won(given: Struct, state: State) -> RuleViolation | None:
    """Why these victories are not there to carry."""
    asked: Counter[str | None] = Counter()
    for path, award, roller, other in _carried(given, "input"):
        if other and award.won_by == other:
            told = "these victories were won by the other side of this roll: carry your own, or a comrade's"
            return RuleViolation(told, field=path, clause=CLAUSE)
        whose = award.won_by or roller
        asked[whose] += award.dice
        won = _to_carry(state, whose)
        if asked[whose] > won:
            told = f"{won} roll-over dice are there to carry, not {asked[whose]}: victories are carried once"
            return RuleViolation(told, field=path, clause=CLAUSE)
    return None


def left_to_carry(given: Struct, outcome: Struct, state: State) -> Iterator[FollowUp]:
    """What is carried is gone; a roll leaves its winner's victories, and the loser none."""
    rolled: dict[str | None, str] = {}
    left = {award.won_by or roller: 0 for _path, award, roller, _other in _carried(given, "input")}
    if isinstance(given, RollInput) and isinstance(outcome, RollOutcome):
        won = outcome.rollover
        for side, one in (("opposing", given.opposing), ("acting", given.acting)):
            left[one.id or None] = won.dice if won.side == side else 0
            rolled[one.id or None] = one.score
    if isinstance(given, ResolveAttackInput) and isinstance(outcome, ResolveAttackOutcome):
        who = given.attacker.id
        if stored(state, who, "round_action") == "wait" and outcome.victories:  # SOR-CONFLICT-05
            left[who] = outcome.victories
    effects = tuple(
        effect
        for who, dice in left.items()
        if who and who in state.records and (dice or _to_carry(state, who))
        for effect in _left(who, dice, rolled.get(who))
    )
    if effects:
        yield FollowUp(CLAUSE, effects)


def _left(who: str, dice: int, score: str | None) -> tuple[Effect, ...]:
    """So many victories, and the roll that they are of: the note that SOR-BONUS-05 asks for."""
    return set_to(who, "rollover", dice), set_to(who, "rollover_score", score if dice else None)


def _to_carry(state: State, who: str | None) -> int:
    return as_whole(stored(state, who, "rollover", 0))


def _carried(given: Struct, path: str) -> Iterator[tuple[str, Modifier, str | None, str | None]]:
    """The roll-over dice of an input: where they stand, for whose roll they are, and who rolls against it."""
    values = [(name, getattr(given, name)) for name in given.__struct_fields__]
    named = [one.id for _name, one in values if isinstance(one, Struct) and hasattr(one, "id")]
    own = getattr(given, "id", None)
    rollers = (own, own) if own else (*named, None, None)
    for name, value in values:
        if name in SIDES:
            side = SIDES.index(name)
            roller, other = rollers[side] or None, None if own else rollers[1 - side]
            yield from ((f"{path}.{name}", one, roller, other) for one in value if one.source == "rollover")
        elif isinstance(value, tuple):
            for place, one in enumerate(value):
                if isinstance(one, Struct):
                    yield from _carried(one, f"{path}.{name}.{place}")
