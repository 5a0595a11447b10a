"""Traits of an input that depend on what the acting person chose: which score is rolled, which round it is."""

from collections.abc import Callable, Mapping
from typing import Any

from campaigns.state.working import Sheet, Working

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


DERIVERS: dict[tuple[str, str], Deriver] = {
    ("sorcerer.roll", "input.acting.dice"): _score,
    ("sorcerer.roll", "input.opposing.dice"): _score,
    ("sorcerer.use_ability", "input.opposing.dice"): _score,
    ("sorcerer.conflict_round", "input.combatants.dice"): _score,
}


def find(action: str, path: str) -> Deriver | None:
    """How a derived trait of an action's input is worked out; None where the record's own trait does."""
    steps = [step for step in path.split(".") if not step.isdigit()]
    return DERIVERS.get((action, ".".join(steps)))
