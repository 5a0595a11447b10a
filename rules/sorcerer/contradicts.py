"""Why an input goes with nothing that waits or is held: what no single action can see of the values that it gets."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import OpenQuestion, State
from rules.sorcerer.allowed import CHECK, RITES, open_checks
from rules.sorcerer.group_ritual import GroupRitualInput
from rules.sorcerer.helping import Helped, rolled_already, unearned
from rules.sorcerer.humanity import HumanityCheckInput
from rules.sorcerer.incapacity import in_pain
from rules.sorcerer.prices import other_price
from rules.sorcerer.rollover import not_won
from rules.sorcerer.round_chain import against_the_round
from rules.sorcerer.state import asked
from rules.sorcerer.unrest import other_killer

LEFT_BY: Final = {
    "ritual": ("no ritual with this demon has left a check to make", "SOR-HUMANITY-04"),
    "banishment": ("no Banishing of this demon has left a check to make", "SOR-HUMANITY-08"),
}
"""Why a check follows from what was done alone, by its basis; for a decision the GM asks for one at any time."""


def contradicts(action: str, given: Struct, state: State) -> RuleViolation | None:
    """Why this input goes with nothing that waits or is held, or None."""
    contradicted = other_price(action, given, state) or _contradicts(given, state)
    return (
        contradicted
        or not_won(given, state)
        or in_pain(given, _performers(action, given), state)
        or other_killer(given, state)
    )


def _performers(action: str, given: Struct) -> Iterator[str]:
    """Who performs a ritual: its sorcerer, or those who help."""
    named = (*getattr(given, "helpers", ()), getattr(given, "sorcerer", None)) if action in RITES else ()
    yield from (str(one.id) for one in named if hasattr(one, "id"))


def _contradicts(given: Struct, state: State) -> RuleViolation | None:
    match given:
        case HumanityCheckInput():
            return _wrong_check(given, state)
        case GroupRitualInput():
            return rolled_already(given, state)
    refusal = unearned(given) if isinstance(given, Helped) else against_the_round(given, state)
    return refusal or _without_sacrifice(given)


def _without_sacrifice(given: Struct) -> RuleViolation | None:
    """Dice for a sacrifice go to whoever says that they bring one, and make the check for it (SOR-RITUAL-10)."""
    if getattr(given, "sacrifice", True):
        return None
    places = [place for place, one in enumerate(getattr(given, "modifiers", ())) if one.source == "sacrifice"]
    told = "nobody brings a sacrifice: tick “Sacrifice” too, or give these dice for something else"
    at = f"input.modifiers.{places[0]}.source" if places else ""
    return RuleViolation(told, field=at, clause="SOR-RITUAL-10") if places else None


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
