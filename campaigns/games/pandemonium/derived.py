"""Traits of an input that depend on what the acting person chose: what is stored of a spell on its target."""

from collections.abc import Mapping, Sequence

from msgspec import UNSET, UnsetType

from campaigns.game import Deriver, Given
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from rules.kernel.values import Value
from rules.pandemonium.moments import CAST_NOW


def _by_spell(prefix: str, default: Value | UnsetType) -> Deriver:
    """What is stored of the action's spell on its target (PAN-TRACK-02, -03, -04)."""

    def derive(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
        found: Value | UnsetType = sheet.fields.get(f"{prefix}.{_id(whole.get('spell'))}", default)
        return found

    return derive


def _this_turn(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> str:
    """How the actor has fared against this spell in this turn (PAN-TRACK-03)."""
    actor = working.find(_id(whole.get("actor")))
    return str(actor.fields.get(f"turn.hindrance.{sheet.id}", "none")) if actor is not None else "none"


def _points(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> int | None:
    """The points of a resource that the action names; None where there is no such pool."""
    points: int | None = sheet.fields.get(str(whole.get("resource", "willpower")))
    return points


def _points_to_drain(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> int | None:
    """As `_points`; Willpower is drained as what it is (PAN-DRAIN-02)."""
    return None if whole.get("resource") == "willpower" else _points(working, sheet, given, whole)


def _most(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> int | UnsetType:
    """How many points of a resource somebody can hold, where that is known."""
    most: int | UnsetType = sheet.fields.get(f"most.{whole.get('resource', 'willpower')}", UNSET)
    return most


def _newest_record(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
    """The newest temporary damage or healing of the spell (PAN-TEMP-01)."""
    found: Sequence[Value] | None = sheet.fields.get(f"temporary.{_id(whole.get('spell'))}")
    return found[-1] if found else UNSET


def _by_route(route: str, name: str) -> Deriver:
    """A trait that an ending asks for on one route only: wounds kill, a ritual compares (PAN-ENDING-02)."""
    return lambda working, sheet, given, whole: (
        working.trait(sheet, name) if whole.get("route") == route else UNSET
    )


def _turns_since(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> int:
    """None while its caster's turn is still that of the casting, else some (PAN-ADDED-02)."""
    caster = working.find(sheet.fields.get("caster") or "")
    return 0 if caster is not None and caster.fields.get(f"{CAST_NOW}{sheet.id}") else 1


def _id(named: Value) -> str:
    return str(named.get("id")) if isinstance(named, Mapping) else str(named)


def _hold(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
    """What the spell's record says of its hold on somebody; an object's is not asked for (PAN-TRACK-02)."""
    if working.trait(sheet, "object"):
        return UNSET
    return _by_spell("hold", "none")(working, sheet, given, whole)


_HIT: Deriver = _by_spell("round.hit", False)


_HELD = (
    *("resist", "attack", "direct", "heal", "added_damage", "boosted_attack"),
    *("control", "investigate", "plunder", "drain"),
)

DERIVED: Mapping[tuple[str, str], Deriver] = {
    **{(f"pandemonium.{verb}", "input.target.hold"): _hold for verb in _HELD},
    **{
        (f"pandemonium.{v}", "input.target.hit_this_round"): _HIT
        for v in ("attack", "direct", "added_damage")
    },
    ("pandemonium.added_damage", "input.turns"): _turns_since,
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
}
"""By action and path."""
