"""What a fighter does of her own in a turn, by the name under which she declares it (FAL-MULTI)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, get_args

from msgspec import Struct

from rules.fallen.allowed import stored
from rules.fallen.attacks import AttackInput
from rules.fallen.defences import DefendInput
from rules.fallen.escapes import EscapeInput
from rules.fallen.exchanges import AttackOutcome
from rules.fallen.grips import MaintainInput
from rules.fallen.maneuvers import Defence, ability_of_defence, all_maneuvers, attribute_of, find_row
from rules.fallen.rolls import RollInput
from rules.fallen.strafing import StrafeInput
from rules.fallen.subjects import Acting, multiple_actions_penalty, wound_penalty
from rules.fallen.turns import TakeTurnInput, TakeTurnOutcome
from rules.fallen.types import Settings
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import State

OTHER: Final = "other"
"""Whatever is no maneuver of the table: a roll of traits."""
BESIDES: Final = ("maintain", "escape", "custom", "rising")
"""Deeds of a turn that are no rows of the table."""
DEFENCES: Final[tuple[Defence, ...]] = get_args(Defence)


class Deed(Struct, frozen=True):
    """Who acts, and what it counts as among what was declared."""

    who: str
    name: str


def deed_of(given: Struct) -> Deed | None:
    """The action of her own turn that an input is; a defence, a free attack or a roll besides is none."""
    match given:
        case RollInput(in_turn=True):
            return Deed(given.roller.id, OTHER)
        case AttackInput(ambush=None):  # a free attack is none of her actions (FAL-AMBUSH-09)
            return Deed(given.attacker.id, given.maneuver)
        case StrafeInput():
            return Deed(given.attacker.id, "strafing")
        case MaintainInput():
            return Deed(given.holder.id, "maintain")
        case EscapeInput():
            return Deed(given.prisoner.id, "escape")
    return None


def done_besides(given: Struct, outcome: Struct | None) -> Deed | None:
    """What an input is to a declaration that is no action of an own turn: a defence, or getting up (FAL-MULTI-03)."""
    match given, outcome:
        case DefendInput(), _:
            return Deed(given.defender.id, given.maneuver)
        case AttackInput(defence=chosen), AttackOutcome(defence=rolled) if chosen is not None and rolled:
            return Deed(given.target.id, chosen.maneuver)
        case TakeTurnInput(), TakeTurnOutcome(stands_up=True):  # FAL-KNOCK-03
            return Deed(given.fighter.id, "rising")
    return None


class Declared(Struct, frozen=True):
    """An action that was declared, whether it is done, and else the dice that it would have now."""

    name: str
    is_done: bool
    dice: int | None


def as_it_stands(
    plan: Sequence[Mapping[str, Any]], did: Mapping[str, int], fighter: Acting
) -> Iterator[Declared]:
    """What was declared, in order, with what is left of it at its place in the count (FAL-MULTI-02, FAL-MULTI-03)."""
    done, ahead = Counter(did), 0
    for act in plan:
        said, pool = str(act["name"]), act["pool"]
        name = declared_as(said)
        told = said if name == OTHER else name
        if done[name] > 0:
            done[name] -= 1
            yield Declared(told, is_done=True, dice=None)
            continue
        penalty = wound_penalty(fighter) + multiple_actions_penalty(fighter) + ahead
        ahead += 1
        yield Declared(told, is_done=False, dice=None if pool is None else max(0, pool - penalty))


def pool_of(name: str, traits: Mapping[str, Any], settings: Settings) -> int | None:
    """The dice of an action that is declared, before wounds and its place; None where no dice are known."""
    row = find_row(name)
    if name == "escape":
        return _sum(traits, "strength", "brawl")
    if name in DEFENCES:
        return _sum(traits, "dexterity", ability_of_defence(name, settings))
    if row is None:
        return None
    best = max(row.abilities, key=lambda ability: int(traits.get(ability) or 0))
    dots = _sum(traits, attribute_of(row, settings), best)
    return None if dots is None else dots + row.accuracy


def _sum(traits: Mapping[str, Any], *names: str) -> int | None:
    values = [value for name in names if isinstance(value := traits.get(name), int)]
    return sum(values) if len(values) == len(names) else None


def declared_as(name: str) -> str:
    """What an action that was declared counts as: a maneuver by its id or as people write it, else a roll."""
    plain = name.strip().casefold().replace(" ", "_")
    return plain if plain in (*all_maneuvers(), *BESIDES) else OTHER


def left_to_do(state: State, who: str) -> Counter[str]:
    """What of her declaration a fighter has not done yet."""
    plan = (declared_as(str(act["name"])) for act in stored(state, who, "plan", ()) or ())
    left = Counter(plan)
    left.subtract({name: int(stored(state, who, f"did.{name}", 0) or 0) for name in left})
    return left


def undeclared(given: Struct, state: State) -> RuleViolation | None:
    """Of several actions each is one that was declared before the first (FAL-MULTI-05)."""
    done = deed_of(given)
    if (
        done is None
        or not stored(state, done.who, "multiple", False)
        or not stored(state, done.who, "plan", ())
    ):
        return None
    if left_to_do(state, done.who)[done.name] > 0:
        return None
    return RuleViolation(
        f"{done.who} has not declared this action for the turn", field="action", clause="FAL-MULTI-05"
    )
