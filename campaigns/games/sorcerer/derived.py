"""Traits of an input that no record has: the dice of the score that was chosen, the days in withdrawal that count."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from campaigns.game import Deriver, Given
from campaigns.state.errors import Lacking
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from rules.kernel.values import as_whole
from rules.sorcerer.withdrawal import HOSTED


def _score(working: UnitOfWork, sheet: Sheet, given: Given, _whole: Given) -> int | UnsetType:
    """The dice of the score that was chosen (SOR-ROLL-05; a demon without Power uses Will, SOR-ABIL-08)."""
    score = str(given.get("score") or "")
    if not score:
        return UNSET
    # By the kind of the record alone, which is no secret: what a demon has of its own may be one.
    if score in OF_DEMONS and sheet.kind.name == "character":
        raise Lacking((sheet.name,), score, field="score")
    if score == "ability":
        return int(sheet["power"] or sheet["will"])
    if score in ("other", "strength"):
        return as_whole(given.get("dice", 0))
    if score == "stamina" and _is_spent(sheet):
        score = "will"
    value = working.trait(sheet, score)
    return int(value or 0)


def _lasting(working: UnitOfWork, sheet: Sheet, _given: Given, _whole: Given) -> int:
    """Lasting penalties, or the wounds that they became with the end of the scene (SOR-RECOVER-06)."""
    return int(sheet["lasting"] or sheet["wounds"])


def _stamina_to_roll(working: UnitOfWork, sheet: Sheet, _given: Given, _whole: Given) -> int | UnsetType:
    """Stamina where an action rolls it; of a human who has none left it is Will (SOR-ROLL-13)."""
    stamina: int | UnsetType = sheet.fields.get("stamina", UNSET)
    return int(sheet["will"]) if _is_spent(sheet) else stamina


def _on_guard(_working: UnitOfWork, sheet: Sheet, _given: Given, _whole: Given) -> bool:
    """A full defence stands against every attack of its round (SOR-CONFLICT-12)."""
    is_in_round = sheet.fields.get("turn", "none") != "none"
    return is_in_round and bool(sheet.fields["round_action"] == "full_defense")


def _is_spent(sheet: Sheet) -> bool:
    """Whether this is a human who has no Stamina left (SOR-ROLL-13)."""
    return sheet.kind.name == "character" and sheet.fields.get("stamina") == 0


def _days_in_withdrawal(working: UnitOfWork, sheet: Sheet, _given: Given, _whole: Given) -> int:
    """The days in withdrawal of a demon that something keeps in it; of any other none (SOR-REBEL-03, SOR-BREAK-02)."""
    table = next((one for one in working.loaded() if one.kind.name == "campaign"), None)
    chosen = table.under("settings.sorcerer") if table else {}
    hungry = sheet["need_unmet_days"] >= max(1, as_whole(chosen.get("need_days", 1)))  # SOR-NEED-04
    homeless = sheet["type"] in HOSTED and sheet["host"] is None  # SOR-NEED-06
    suffers = hungry or homeless or not working.trait(sheet, "bound")  # SOR-NEED-05
    return int(sheet["withdrawal_days"]) if suffers else 0


def _as_asked_for(_working: UnitOfWork, sheet: Sheet, _given: Given, _whole: Given) -> str:
    """Where a demon is as its sheet is written; one that left this reality is asked for anew from beyond."""
    return str(sheet["state"]) if sheet["state"] in ("contacted", "present") else "beyond"


OF_DEMONS = ("power", "ability")

_ROLLS_STAMINA = (
    ("resolve_attack", "target"),
    ("possess", "target"),
    ("contain", "sorcerer"),
    ("group_ritual", "helpers"),
    ("bind", "sorcerer"),
    ("break_binding", "sorcerer"),
)

DERIVED: Mapping[tuple[str, str], Deriver] = {
    ("sorcerer.create_demon", "input.demon.state"): _as_asked_for,
    ("sorcerer.roll", "input.acting.dice"): _score,
    ("sorcerer.roll", "input.opposing.dice"): _score,
    ("sorcerer.use_ability", "input.opposing.dice"): _score,
    ("sorcerer.conflict_round", "input.combatants.dice"): _score,
    ("sorcerer.resolve_attack", "input.target.full_defense"): _on_guard,
    ("sorcerer.recover", "input.character.lasting"): _lasting,
    ("sorcerer.rebel", "input.demon.withdrawal_days"): _days_in_withdrawal,
    ("sorcerer.break_binding", "input.demon.withdrawal_days"): _days_in_withdrawal,
    **{(f"sorcerer.{verb}", f"input.{who}.stamina"): _stamina_to_roll for verb, who in _ROLLS_STAMINA},
}
"""By action and path."""
