"""Traits of an input that depend on what the acting person chose: which score is rolled, which round it is."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from campaigns.state.working import Sheet, Working
from rules.fallen.maneuvers import find_row

Deriver = Callable[[Working, Sheet, Mapping[str, Any]], Any]


def _score(working: Working, sheet: Sheet, given: Mapping[str, Any]) -> int:
    """The dice of the score that was chosen (SOR-ROLL-05; a demon without Power uses Will, SOR-ABIL-08)."""
    score = str(given.get("score", ""))
    if score == "ability":
        return int(sheet["power"] or sheet["will"])
    if score in ("other", "strength"):
        return int(given.get("dice", 0))
    value = working.trait(sheet, score)
    return int(value or 0)


def _named_trait(working: Working, sheet: Sheet, given: Mapping[str, Any]) -> Any:
    """The dots of a trait by its name (FAL-POOL-01): one of the sheet's own, or one that was written under `traits`."""
    name = str(given.get("name", ""))
    return sheet.fields.get(name, sheet.fields.get(f"traits.{name}", UNSET))


def _planned_pool(working: Working, sheet: Sheet, given: Mapping[str, Any]) -> Any:
    """The dice of a planned maneuver of the table, before wounds and penalty; of anything else a person tells them."""
    row = find_row(str(given.get("name", "")))
    if row is None or len(row.abilities) != 1:
        return UNSET
    attribute, ability = sheet[row.attribute], sheet[row.abilities[0]]
    return UNSET if attribute is None else attribute + ability + row.accuracy


DERIVERS: dict[tuple[str, str], Deriver] = {
    ("sorcerer.roll", "input.acting.dice"): _score,
    ("sorcerer.roll", "input.opposing.dice"): _score,
    ("sorcerer.use_ability", "input.opposing.dice"): _score,
    ("sorcerer.conflict_round", "input.combatants.dice"): _score,
    ("fallen.roll", "input.traits.dice"): _named_trait,
    ("fallen.resisted_roll", "input.acting.traits.dice"): _named_trait,
    ("fallen.resisted_roll", "input.resisting.traits.dice"): _named_trait,
    ("fallen.multiple_actions", "input.actions.pool"): _planned_pool,
}


def find(action: str, path: str) -> Deriver | None:
    """How a derived trait of an action's input is worked out; None where the record's own trait does."""
    steps = [step for step in path.split(".") if not step.isdigit()]
    return DERIVERS.get((action, ".".join(steps)))
