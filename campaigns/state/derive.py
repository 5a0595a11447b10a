"""Traits of an input that depend on what the acting person chose: which score is rolled, which round it is."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from campaigns.models.fallen import ABILITIES, ATTRIBUTES
from campaigns.state.working import Sheet, Working
from rules import words
from rules.fallen.maneuvers import all_maneuvers, find_row
from rules.sorcerer.withdrawal import HOSTED

TRAITS = frozenset((*ATTRIBUTES, *ABILITIES, "faith", "willpower"))
Given = Mapping[str, Any]
Deriver = Callable[[Working, Sheet, Given, Given], Any]
"""A trait of a record, from what was chosen for it and what was chosen for the action as a whole."""


def _score(working: Working, sheet: Sheet, given: Given, _whole: Given) -> int:
    """The dice of the score that was chosen (SOR-ROLL-05; a demon without Power uses Will, SOR-ABIL-08)."""
    score = str(given.get("score", ""))
    if score == "ability":
        return int(sheet["power"] or sheet["will"])
    if score in ("other", "strength"):
        return int(given.get("dice", 0))
    value = working.trait(sheet, score)
    return int(value or 0)


def _named_trait(working: Working, sheet: Sheet, given: Given, _whole: Given) -> Any:
    """The dots of a trait by its name (FAL-POOL-01): one of the sheet's own, or one that was written under `traits`."""
    name = str(given.get("name", "")).strip()
    own = name.casefold().replace(" ", "_")
    if own in TRAITS:
        return UNSET if sheet[own] is None else sheet[own]
    written = {field: value for field, value in sheet.fields.items() if field.startswith("traits.")}
    same = (value for field, value in written.items() if field.casefold() == f"traits.{name}".casefold())
    return written.get(f"traits.{name}", next(same, UNSET))


def _maneuver_called(name: str) -> str:
    """The id of a maneuver that was written as people call it, such as "Weapon strike"; else what was written."""
    wanted = name.strip().casefold()
    return next(
        (one for one in all_maneuvers() if words.choice_words("fallen", one).casefold() == wanted), name
    )


def _planned_pool(working: Working, sheet: Sheet, given: Given, _whole: Given) -> Any:
    """The dice of a planned maneuver of the table, before wounds and penalty; of anything else a person tells them."""
    row = find_row(_maneuver_called(str(given.get("name", ""))))
    if row is None or len(row.abilities) != 1:
        return UNSET
    attribute, ability = sheet[row.attribute], sheet[row.abilities[0]]
    return UNSET if attribute is None else attribute + ability + row.accuracy


def _by_spell(prefix: str, default: Any) -> Deriver:
    """What is stored of the action's spell on its target (PAN-TRACK-02, -03, -04)."""

    def derive(working: Working, sheet: Sheet, given: Given, whole: Given) -> Any:
        return sheet.fields.get(f"{prefix}.{_id(whole.get('spell'))}", default)

    return derive


def _this_turn(working: Working, sheet: Sheet, given: Given, whole: Given) -> Any:
    """How the actor has fared against this spell in this turn (PAN-TRACK-03)."""
    actor = working.find(_id(whole.get("actor")))
    return actor.fields.get(f"turn.hindrance.{sheet.id}", "none") if actor is not None else "none"


def _points(working: Working, sheet: Sheet, given: Given, whole: Given) -> Any:
    """The points of a resource that the action names; None where there is no such pool."""
    return sheet.fields.get(str(whole.get("resource", "willpower")))


def _points_to_drain(working: Working, sheet: Sheet, given: Given, whole: Given) -> Any:
    """As `_points`; Willpower is drained as what it is (PAN-DRAIN-02)."""
    return None if whole.get("resource") == "willpower" else _points(working, sheet, given, whole)


def _most(working: Working, sheet: Sheet, given: Given, whole: Given) -> Any:
    """How many points of a resource somebody can hold, where that is known."""
    return sheet.fields.get(f"most.{whole.get('resource', 'willpower')}", UNSET)


def _newest_record(working: Working, sheet: Sheet, given: Given, whole: Given) -> Any:
    """The newest temporary damage or healing of the spell (PAN-TEMP-01)."""
    found = sheet.fields.get(f"temporary.{_id(whole.get('spell'))}")
    return found[-1] if found else UNSET


def _by_route(route: str, name: str) -> Deriver:
    """A trait that an ending asks for on one route only: wounds kill, a ritual compares (PAN-ENDING-02)."""
    return lambda working, sheet, given, whole: (
        working.trait(sheet, name) if whole.get("route") == route else UNSET
    )


def _id(named: Any) -> str:
    return str(named.get("id")) if isinstance(named, Mapping) else str(named)


def _hold(working: Working, sheet: Sheet, given: Given, whole: Given) -> Any:
    """What the spell's record says of its hold on somebody; an object's is not asked for (PAN-TRACK-02)."""
    if working.trait(sheet, "object"):
        return UNSET
    return _by_spell("hold", "none")(working, sheet, given, whole)


_HIT: Deriver = _by_spell("round.hit", False)
_HELD = (
    *("resist", "attack", "direct", "heal", "added_damage", "boosted_attack"),
    *("control", "investigate", "plunder", "drain"),
)


def _lasting(working: Working, sheet: Sheet, _given: Given, _whole: Given) -> int:
    """Lasting penalties, or the wounds that they became with the end of the scene (SOR-RECOVER-06)."""
    return int(sheet["lasting"] or sheet["wounds"])


def _stamina_to_roll(working: Working, sheet: Sheet, _given: Given, _whole: Given) -> Any:
    """Stamina where an action rolls it; of a human who has none left it is Will (SOR-ROLL-13)."""
    stamina = sheet.fields.get("stamina", UNSET)
    is_spent = stamina == 0 and sheet.kind.name == "character"
    return sheet["will"] if is_spent else stamina


def _days_in_withdrawal(working: Working, sheet: Sheet, _given: Given, _whole: Given) -> int:
    """The days in withdrawal of a demon that something keeps in it; of any other none (SOR-REBEL-03, SOR-BREAK-02)."""
    table = next((one for one in working.loaded() if one.kind.name == "campaign"), None)
    chosen = table.under("settings.sorcerer") if table else {}
    hungry = sheet["need_unmet_days"] >= max(1, chosen.get("need_days", 1))  # SOR-NEED-04
    homeless = sheet["type"] in HOSTED and sheet["host"] is None  # SOR-NEED-06
    suffers = hungry or homeless or not working.trait(sheet, "bound")  # SOR-NEED-05
    return int(sheet["withdrawal_days"]) if suffers else 0


_ROLLS_STAMINA = (
    ("resolve_attack", "target"),
    ("possess", "target"),
    ("contain", "sorcerer"),
    ("group_ritual", "helpers"),
    ("bind", "sorcerer"),
    ("break_binding", "sorcerer"),
)

DERIVERS: dict[tuple[str, str], Deriver] = {
    ("sorcerer.roll", "input.acting.dice"): _score,
    ("sorcerer.roll", "input.opposing.dice"): _score,
    ("sorcerer.use_ability", "input.opposing.dice"): _score,
    ("sorcerer.conflict_round", "input.combatants.dice"): _score,
    ("sorcerer.recover", "input.character.lasting"): _lasting,
    ("sorcerer.rebel", "input.demon.withdrawal_days"): _days_in_withdrawal,
    ("sorcerer.break_binding", "input.demon.withdrawal_days"): _days_in_withdrawal,
    **{(f"sorcerer.{verb}", f"input.{who}.stamina"): _stamina_to_roll for verb, who in _ROLLS_STAMINA},
    **{(f"pandemonium.{verb}", "input.target.hold"): _hold for verb in _HELD},
    **{
        (f"pandemonium.{v}", "input.target.hit_this_round"): _HIT
        for v in ("attack", "direct", "added_damage")
    },
    ("pandemonium.act_against_hindrance", "input.spells.this_turn"): _this_turn,
    ("pandemonium.free_spell_allowed", "input.target.tries"): _by_spell("scene.tries", 0),
    ("pandemonium.drain", "input.target.points"): _points_to_drain,
    ("pandemonium.drain", "input.recipient.points"): _points,
    ("pandemonium.drain", "input.recipient.max"): _most,
    ("pandemonium.reap", "input.recipient.points"): _points,
    ("pandemonium.reap", "input.recipient.max"): _most,
    ("pandemonium.helpless_rest", "input.target.max"): _most,
    ("pandemonium.ongoing_tick", "input.ongoing"): _by_spell("ongoing", UNSET),
    ("pandemonium.temporary_expire", "input.record"): _newest_record,
    ("pandemonium.character_ending", "input.target.health"): _by_route("kill", "health"),
    ("pandemonium.character_ending", "input.target.traits"): _by_route("ritual", "traits"),
    ("pandemonium.character_ending", "input.target.willpower"): _by_route("ritual", "willpower"),
    ("fallen.roll", "input.traits.dice"): _named_trait,
    ("fallen.resisted_roll", "input.acting.traits.dice"): _named_trait,
    ("fallen.resisted_roll", "input.resisting.traits.dice"): _named_trait,
    ("fallen.multiple_actions", "input.actions.pool"): _planned_pool,
}


def find(action: str, path: str) -> Deriver | None:
    """How a derived trait of an action's input is worked out; None where the record's own trait does."""
    steps = [step for step in path.split(".") if not step.isdigit()]
    return DERIVERS.get((action, ".".join(steps)))
