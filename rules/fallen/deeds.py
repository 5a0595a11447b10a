"""What a fighter does of her own in a turn, by the name under which she declares it (FAL-MULTI)."""

from collections import Counter
from typing import Final

from msgspec import Struct

from rules.fallen.allowed import stored
from rules.fallen.attacks import AttackInput
from rules.fallen.escapes import EscapeInput
from rules.fallen.grips import MaintainInput
from rules.fallen.maneuvers import all_maneuvers
from rules.fallen.rolls import RollInput
from rules.fallen.strafing import StrafeInput
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import State

OTHER: Final = "other"
"""Whatever is no maneuver of the table: a roll of traits."""
BESIDES: Final = ("maintain", "escape", "custom", "rising")
"""Deeds of a turn that are no rows of the table."""


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
