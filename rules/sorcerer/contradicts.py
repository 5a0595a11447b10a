"""Why an input goes with nothing that waits or is held: what no single action can see of the values that it gets."""

from typing import Final

from msgspec import Struct

from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import OpenQuestion, State
from rules.sorcerer.allowed import CHECK, open_checks
from rules.sorcerer.attacks import ResolveAttackInput
from rules.sorcerer.group_ritual import GroupRitualInput
from rules.sorcerer.guns import ReadyGunInput
from rules.sorcerer.helping import Helped, rolled_already, unearned
from rules.sorcerer.humanity import HumanityCheckInput
from rules.sorcerer.prices import other_price
from rules.sorcerer.rollover import not_won
from rules.sorcerer.round_abilities import too_tired
from rules.sorcerer.rounds import ConflictRoundInput
from rules.sorcerer.state import asked, stored
from rules.sorcerer.unrest import other_killer

LEFT_BY: Final = {
    "ritual": ("no ritual with this demon has left a check to make", "SOR-HUMANITY-04"),
    "banishment": ("no Banishing of this demon has left a check to make", "SOR-HUMANITY-08"),
}
"""Why a check follows from what was done alone, by its basis; for a decision the GM asks for one at any time."""


def contradicts(action: str, given: Struct, state: State) -> RuleViolation | None:
    """Why this input goes with nothing that waits or is held, or None."""
    contradicted = other_price(action, given, state) or _contradicts(given, state)
    return contradicted or not_won(given, state) or other_killer(given, state)


def _contradicts(given: Struct, state: State) -> RuleViolation | None:
    match given:
        case HumanityCheckInput():
            return _wrong_check(given, state)
        case ReadyGunInput():
            return _in_other_hands(given, state)
        case ResolveAttackInput():
            return _not_as_announced(given, state)
        case ConflictRoundInput():
            return too_tired(given, state)
        case GroupRitualInput():
            return rolled_already(given, state)
    return unearned(given) if isinstance(given, Helped) else None


def is_that_check(one: OpenQuestion, given: HumanityCheckInput) -> bool:
    """Whether an open check is just the one that is made."""
    demon = given.demon.id if given.demon else None
    wanted = {"demon": demon, "basis": given.basis, "change": given.change}
    return one.who == given.character.id and all(one.data.get(name) == wanted[name] for name in wanted)


def _wrong_check(given: HumanityCheckInput, state: State) -> RuleViolation | None:
    """While a check is owed, it is that one which is made (SOR-HUMANITY-17); another does not stand for it.

    For a ritual and for a Banishing there is the check that it left, once.
    """
    owed = open_checks(state, [given.character.id])
    if owed and not any(is_that_check(question, given) for question in owed):
        change = owed[0].data.get("change")
        return RuleViolation(
            f"a check for {change} has to be made first", field="input.change", clause="SOR-HUMANITY-17"
        )
    if given.basis in LEFT_BY and not any(is_that_check(one, given) for one in asked(state, CHECK)):
        told, clause = LEFT_BY[given.basis]
        return RuleViolation(told, field="input.basis", clause=clause)
    return None


def _in_other_hands(given: ReadyGunInput, state: State) -> RuleViolation | None:
    """Drawing and aiming is done by whoever holds the gun (SOR-GUN-01)."""
    holder = stored(state, given.gun.id, "holder")
    if holder in (None, given.character):
        return None
    return RuleViolation(f"{given.gun.id} is held by {holder}", field="input.gun", clause="SOR-GUN-01")


def _not_as_announced(given: ResolveAttackInput, state: State) -> RuleViolation | None:
    """Once rolled, an action is aimed at whom it was announced against (SOR-CONFLICT-14), unless it goes astray."""
    announced = stored(state, given.attacker.id, "round_target")
    named = given.target.id if given.target else None
    if given.stray or announced in (None, named):
        return None
    return RuleViolation(
        "once rolled, an action keeps its target",
        field="input.target",
        clause="SOR-CONFLICT-14",
        known=announced,
    )
