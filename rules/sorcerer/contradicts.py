"""Why an input goes with nothing that waits or is held: what no single action can see of the values that it gets."""

from msgspec import Struct

from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import OpenQuestion, State
from rules.sorcerer.allowed import CHECK, open_checks
from rules.sorcerer.attacks import ResolveAttackInput
from rules.sorcerer.attempts import Helped, won_by_helpers
from rules.sorcerer.guns import ReadyGunInput
from rules.sorcerer.humanity import HumanityCheckInput
from rules.sorcerer.prices import other_price
from rules.sorcerer.rollover import not_won
from rules.sorcerer.round_abilities import too_tired
from rules.sorcerer.rounds import ConflictRoundInput
from rules.sorcerer.state import asked, stored
from rules.sorcerer.unrest import other_killer


def contradicts(action: str, given: Struct, state: State) -> RuleViolation | None:
    """Why this input goes with nothing that waits or is held, or None."""
    contradicted = other_price(action, given, state) or _contradicts(action, given, state)
    return contradicted or not_won(given, state) or other_killer(given, state)


def _contradicts(action: str, given: Struct, state: State) -> RuleViolation | None:
    match given:
        case HumanityCheckInput():
            return _wrong_check(given, state)
        case ReadyGunInput():
            return _in_other_hands(given, state)
        case ResolveAttackInput():
            return _not_as_announced(given, state)
        case ConflictRoundInput():
            return too_tired(given, state)
    return _unearned_help(action, given, state) if isinstance(given, Helped) else None


def is_that_check(one: OpenQuestion, given: HumanityCheckInput) -> bool:
    """Whether an open check is just the one that is made."""
    demon = given.demon.id if given.demon else None
    wanted = {"demon": demon, "basis": given.basis, "change": given.change}
    return one.who == given.character.id and all(one.data.get(name) == wanted[name] for name in wanted)


def _wrong_check(given: HumanityCheckInput, state: State) -> RuleViolation | None:
    """While a check is owed, it is that one which is made (SOR-HUMANITY-17); another does not stand for it.

    For a Banishing there is the check that it left, once.
    """
    owed = open_checks(state, [given.character.id])
    if owed and not any(is_that_check(question, given) for question in owed):
        change = owed[0].data.get("change")
        return RuleViolation(
            f"a check for {change} has to be made first", field="input.change", clause="SOR-HUMANITY-17"
        )
    if given.basis == "banishment" and not any(is_that_check(one, given) for one in asked(state, CHECK)):
        return RuleViolation(
            "no Banishing of this demon has left a check to make",
            field="input.basis",
            clause="SOR-HUMANITY-08",
        )
    return None


def _unearned_help(action: str, given: Helped, state: State) -> RuleViolation | None:
    """The Primary rolls last: what helpers bring was won before, and for this ritual (SOR-GROUP-05)."""
    dice = sum(one.dice for one in given.modifiers if one.source == "group")
    won = won_by_helpers(action, given, state)
    if dice <= won:
        return None
    told = f"helpers have won {won} dice for this ritual, not {dice}: they roll before the Primary"
    return RuleViolation(told, field="input.modifiers", clause="SOR-GROUP-05")


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
