"""Whose Price a roll takes: that of the sheet of whoever rolls, and once (SOR-PRICE-04)."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import State
from rules.kernel.values import as_whole
from rules.sorcerer.group_ritual import GroupRitualInput
from rules.sorcerer.modifiers import Modifier
from rules.sorcerer.rounds import ConflictRoundInput
from rules.sorcerer.state import stored

ROLLS: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {
        ("sorcerer.roll", "modifiers"): "acting",
        ("sorcerer.roll", "opposing_modifiers"): "opposing",
        ("sorcerer.humanity_check", "modifiers"): "character",
        ("sorcerer.perceive_humanity", "modifiers"): "sorcerer",
        ("sorcerer.perceive_humanity", "opposing_modifiers"): "target",
        ("sorcerer.spot_telltale", "modifiers"): "spotter",
        ("sorcerer.spot_telltale", "opposing_modifiers"): "target",
        ("sorcerer.use_ability", "opposing_modifiers"): "opposing",
        ("sorcerer.rebel", "opposing_modifiers"): "sorcerer",
        ("sorcerer.break_binding", "opposing_modifiers"): "sorcerer",
        ("sorcerer.possess", "opposing_modifiers"): "target",
        ("sorcerer.contact", "modifiers"): "sorcerer",
        ("sorcerer.contain", "modifiers"): "sorcerer",
        ("sorcerer.summon", "modifiers"): "sorcerer",
        ("sorcerer.bind", "modifiers"): "sorcerer",
        ("sorcerer.banish", "modifiers"): "sorcerer",
        ("sorcerer.punish", "modifiers"): "sorcerer",
        ("sorcerer.group_ritual", "helpers.modifiers"): "helpers",
        ("sorcerer.resolve_attack", "modifiers"): "attacker",
        ("sorcerer.resolve_attack", "opposing_modifiers"): "target",
        ("sorcerer.will_override", "modifiers"): "character",
        ("sorcerer.first_sight", "opposing_modifiers"): "character",
    }
)
"""Who rolls with the modifiers of a field, by action and field. Sides that are never a human's have no Price."""


def other_price(action: str, given: Struct, state: State) -> RuleViolation | None:
    """The refusal of a Price that is not the one of whoever rolls, or that is taken twice; None where there is none."""
    for path, who, modifiers in _sides(action, given):
        taken = [(place, one.dice) for place, one in enumerate(modifiers) if _is_price(one)]
        if not taken or (who is not None and who not in state.records):
            continue
        price = as_whole(stored(state, who, "price", 0))
        for number, (place, dice) in enumerate(taken):
            told = _wrong(price, dice, is_again=number > 0)
            if told:
                return RuleViolation(told, field=f"{path}.{place}.dice", clause="SOR-PRICE-04")
    return None


def _wrong(price: int, dice: int, *, is_again: bool) -> str:
    if not price:
        return "whoever rolls here has no Price: without it, or with another source, the roll is legal"
    if is_again:
        return f"the Price of {price} is taken once in a roll"
    return "" if dice == price else f"the Price of the character rolling here is {price}, not {dice}"


def _is_price(one: Modifier) -> bool:
    return getattr(one, "source", "") == "price"


def _sides(action: str, given: Struct) -> Iterator[tuple[str, str | None, Sequence[Modifier]]]:
    """Each list of modifiers with its path and who rolls with it: None is a difficulty, or nobody with a Price."""
    match given:
        case ConflictRoundInput():
            for place, one in enumerate(given.combatants):
                yield f"input.combatants.{place}.modifiers", one.id, one.modifiers
        case GroupRitualInput():
            for place, helper in enumerate(given.helpers):
                yield f"input.helpers.{place}.modifiers", helper.id, helper.modifiers
    for field in ("modifiers", "opposing_modifiers"):
        who = getattr(getattr(given, ROLLS.get((action, field), ""), None), "id", None)
        yield f"input.{field}", who if isinstance(who, str) else None, getattr(given, field, ())
