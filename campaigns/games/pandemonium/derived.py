"""Traits of an input that depend on what the acting person chose: what is stored of a spell on its target."""

from collections.abc import Mapping, Sequence

from msgspec import UNSET, UnsetType

from campaigns.game import Deriver, Given
from campaigns.games.pandemonium.set_against import SET_AGAINST, id_of, spell_of
from campaigns.games.pandemonium.sources import OF_A_SOURCE
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from rules.kernel.clock import DAY
from rules.kernel.values import Value, Values
from rules.pandemonium.book import STRIKING
from rules.pandemonium.moments import CAST_NOW, HURT


def _by_spell(prefix: str, default: Value | UnsetType) -> Deriver:
    """What is stored of the action's spell on its target (PAN-TRACK-02, -03, -04)."""

    def derive(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
        found: Value | UnsetType = sheet.fields.get(f"{prefix}.{id_of(whole.get('spell'))}", default)
        return found

    return derive


def _this_turn(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> str:
    """How the actor has fared against this spell in this turn (PAN-TRACK-03)."""
    actor = working.find(id_of(whole.get("actor")))
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
    found: Sequence[Value] | None = sheet.fields.get(f"temporary.{id_of(whole.get('spell'))}")
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


def _hold(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
    """What the spell's record says of its hold on somebody; an object's is not asked for (PAN-TRACK-02)."""
    if working.trait(sheet, "object"):
        return UNSET
    return _by_spell("hold", "none")(working, sheet, given, whole)


def _hurt(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
    """What the caster of the spell has dealt its target in this turn (PAN-POT-11)."""
    spell = spell_of(working, whole)
    caster = spell.fields.get("caster") if spell is not None else None
    found: Value | UnsetType = sheet.fields.get(f"{HURT}{caster}", UNSET)
    return found


def _came_to(name: str) -> Deriver:
    """What the spell last came to on its target; somebody's word where nothing is kept of it (PAN-POT-15)."""

    def derive(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
        kept = _kept(working, whole)
        return UNSET if kept is None or kept[name] is None else kept[name]

    return derive


def _of_a_kill(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
    """The kind of wounds that the spell dealt, where they would kill (PAN-ENDING-02)."""
    return _came_to("kind")(working, sheet, given, whole) if whole.get("route") == "kill" else UNSET


def _of_a_ritual(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
    """What the net of a ritual was compared with (PAN-ENDING-03)."""
    return _came_to("compare")(working, sheet, given, whole) if whole.get("route") == "ritual" else UNSET


def _in_this_scene(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> bool | UnsetType:
    """Whether the spell did so in the scene that is on (PAN-AFTER-05)."""
    kept, table = _kept(working, whole), _table(working)
    return UNSET if kept is None or table is None else kept["scene"] == table["scene"]


def _on_target(prefix: str) -> Deriver:
    """A count of the action's spell on its target, whoever else is named after it."""

    def derive(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> int:
        target = working.find(id_of(whole.get("target")))
        return target.fields.get(f"{prefix}.{id_of(whole.get('spell'))}", 0) if target is not None else 0

    return derive


def _is_resistant(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> bool | UnsetType:
    """Whether the wounds that the spell dealt are Resistant (PAN-REAP-03)."""
    if _on_target("dealt")(working, sheet, given, whole):
        return True
    kept = _kept(working, whole)
    return UNSET if kept is None or kept["kind"] is None else bool(kept["resistant"])


def _for_a_time(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> bool | UnsetType:
    """Whether what the spell did last lasts for a time only (PAN-TEMP-06)."""
    target = working.find(id_of(whole.get("target")))
    stored = target.fields.get(f"temporary.{id_of(whole.get('spell'))}") if target is not None else None
    return UNSET if _kept(working, whole) is None else bool(stored)


def _quiet_days(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> int | UnsetType:
    """The days that nothing hostile came over a connection; a worn one mends by the clock alone (PAN-SYMP-05)."""
    table, began = _table(working), sheet["day_began"]
    if whole.get("event") != "rest" or table is None or began is None:
        return UNSET
    return int(table["now"] - began) // DAY


def _of_the_same_player(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> bool:
    """Whether a connection belongs to whoever plays the mage that taps it (PAN-SYMP-04)."""
    mage, link = (working.find(id_of(whole.get(name))) for name in ("mage", "connection"))
    if mage is None or link is None:
        return False
    return link.about["owner"] is not None and link.about["owner"] == mage.about["owner"]


def _of_its_kind(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
    """As what a slow spell is resisted: as it was cast, unless that was neither (PAN-ONGOING-01)."""
    spell = spell_of(working, whole)
    kind: Value | UnsetType = spell["kind"] if spell is not None else UNSET
    return kind if kind in STRIKING else UNSET


def _as_made(name: str) -> Deriver:
    """What wounds a spell deals, as it was cast; somebody's word where its casting did not say (PAN-TRACK-01)."""

    def derive(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
        spell = spell_of(working, whole)
        return UNSET if spell is None or spell.fields.get("wound") is None else spell.fields.get(name)

    return derive


def _wound_to_add(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
    """What wounds a spell adds to its hold, as the Storyteller has said (PAN-ADDED-01)."""
    return _added(working, sheet, given, whole) if whole.get("way") == "added" else UNSET


def _added(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
    spell = spell_of(working, whole)
    return UNSET if spell is None or spell.fields.get("adds") is None else spell["adds"]


def _interval(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
    """How often a wound of a spell falls, as it was cast; somebody's word where its casting did not say."""
    spell = spell_of(working, whole)
    interval = spell.fields.get("interval") if spell is not None else None
    return UNSET if interval is None or whole.get("way", "slow") != "slow" else interval


def _by_ritual(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> bool:
    """Whether a spell was made by a ritual; one that moves wounds is cast in no other way (PAN-TRANSFER-01)."""
    timing = sheet.fields.get("timing")
    return timing == "ritual" or (timing is None and sheet.fields.get("kind") == "transfer")


def _dots_of_a_merit(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> Value | UnsetType:
    """The dots of the Merit that is named, where its owner has it (PAN-PLUNDER-05)."""
    target, name = working.find(id_of(whole.get("target"))), given.get("name")
    if target is None:
        return UNSET
    dots: int = target.fields.get(f"merits.{name}", 0) + target.fields.get(f"scene.merits.{name}", 0)
    return dots if dots > 0 else UNSET


def _lost_before(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> int | UnsetType:
    """What a pool has lost to decay already (PAN-AFTER-12)."""
    label = given.get("label")
    return max(0, -int(sheet.fields.get(f"pools.{label}", 0))) if label else UNSET


def _by_harm(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> bool | UnsetType:
    """Whether a spell heals by the harm that it does, as its kind says (PAN-HEAL-09)."""
    spell = spell_of(working, whole)
    kind = spell["kind"] if spell is not None else None
    # PAN-HEAL-09, PAN-DRAIN-07
    return UNSET if kind in (None, "other") else kind in STRIKING


def _for_a_while(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> bool | UnsetType:
    """Whether a spell of a book heals for a time only, as it is written there (PAN-TEMP-01)."""
    spell = spell_of(working, whole)
    return UNSET if spell is None or spell["book"] is None else bool(spell["temporary"])


def _by_passing_harm(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> bool:
    """Whether the harm by which a spell heals or drains lasts for a time only (PAN-TEMP-06)."""
    spell = spell_of(working, whole)
    return spell is not None and spell["kind"] in STRIKING and bool(spell["temporary"])


def _dots_lost(working: UnitOfWork, sheet: Sheet, given: Given, whole: Given) -> int | UnsetType:
    """The dots of a trait that spells took for good (PAN-AFTER-02)."""
    return int(sheet.fields.get(f"lost.{whole.get('trait')}") or 0) or UNSET


def _kept(working: UnitOfWork, whole: Given) -> Values | None:
    """What is kept of the spell on its target."""
    target = working.find(id_of(whole.get("target")))
    found: Values | None = target.fields.get(f"came_to.{id_of(whole.get('spell'))}") if target else None
    return found


def _table(working: UnitOfWork) -> Sheet | None:
    return next((one for one in working.loaded() if one.kind.name == "campaign"), None)


_HIT: Deriver = _by_spell("round.hit", False)


_HELD = (
    *("resist", "attack", "direct", "heal", "added_damage", "boosted_attack", "defend"),
    *("control", "investigate", "plunder", "drain"),
)

DERIVED: Mapping[tuple[str, str], Deriver] = {
    **SET_AGAINST,
    **OF_A_SOURCE,
    **{(f"pandemonium.{verb}", "input.target.hold"): _hold for verb in _HELD},
    **{
        (f"pandemonium.{v}", "input.target.hit_this_round"): _HIT
        for v in ("attack", "direct", "added_damage")
    },
    **{
        (f"pandemonium.{v}", "input.target.hurt"): _hurt
        for v in ("attack", "direct", "added_damage", "boosted_attack", "defend")
    },
    ("pandemonium.added_damage", "input.turns"): _turns_since,
    ("pandemonium.bring", "input.wound"): _wound_to_add,
    **{(f"pandemonium.{verb}", "input.interval"): _interval for verb in ("bring", "ongoing_start")},
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
    **{("pandemonium.aftereffect_duration", f"input.{name}"): _came_to(name) for name in ("net", "compare")},
    ("pandemonium.aftereffect_duration", "input.same_scene"): _in_this_scene,
    ("pandemonium.character_ending", "input.net"): _came_to("net"),
    ("pandemonium.character_ending", "input.kind"): _of_a_kill,
    ("pandemonium.character_ending", "input.compare"): _of_a_ritual,
    ("pandemonium.reap", "input.wounds"): _on_target("dealt"),
    ("pandemonium.reap", "input.taken"): _on_target("taken"),
    ("pandemonium.reap", "input.resistant"): _is_resistant,
    ("pandemonium.heal", "input.by_damage"): _by_harm,
    ("pandemonium.heal", "input.temporary"): _for_a_while,
    ("pandemonium.heal", "input.from_temporary"): _by_passing_harm,
    ("pandemonium.drain", "input.from_temporary"): _by_passing_harm,
    ("pandemonium.reap", "input.temporary"): _for_a_time,
    ("pandemonium.sympathy", "input.days"): _quiet_days,
    ("pandemonium.tap", "input.is_own"): _of_the_same_player,
    ("pandemonium.ongoing_start", "input.effect"): _of_its_kind,
    ("pandemonium.plunder", "input.merit.dots"): _dots_of_a_merit,
    ("pandemonium.decay_tick", "input.threat.lost"): _lost_before,
    ("pandemonium.lost_trait", "input.lost"): _dots_lost,
    **{
        (f"pandemonium.{verb}", f"input.damage.{name}"): _as_made(stored)
        for verb in (
            *("attack", "direct", "added_damage", "boosted_attack", "defend"),
            "ongoing_start",
        )
        for name, stored in (("kind", "wound"), ("resistant", "resistant"), ("temporary", "temporary"))
        if (verb, name) != ("ongoing_start", "temporary")
    },
    ("pandemonium.strike", "input.damage.resistant"): _as_made("resistant"),
    ("pandemonium.strike", "input.damage.temporary"): _as_made("temporary"),
    ("pandemonium.added_damage", "input.damage.kind"): _added,
    **{(f"pandemonium.{verb}", "input.spell.ritual"): _by_ritual for verb in ("transfer", "offer_wounds")},
    ("pandemonium.character_ending", "input.target.health"): _by_route("kill", "health"),
    ("pandemonium.character_ending", "input.target.traits"): _by_route("ritual", "traits"),
    ("pandemonium.character_ending", "input.target.willpower"): _by_route("ritual", "willpower"),
}
"""By action and path."""
PERHAPS = frozenset(
    {
        *(("pandemonium.aftereffect_duration", name) for name in ("net", "compare")),
        *(("pandemonium.character_ending", name) for name in ("net", "kind", "compare")),
        ("pandemonium.sympathy", "days"),
        ("pandemonium.ongoing_start", "effect"),
        ("pandemonium.lost_trait", "lost"),
        ("pandemonium.bring", "wound"),
        *((f"pandemonium.{verb}", "interval") for verb in ("bring", "ongoing_start")),
        ("pandemonium.heal", "temporary"),
    }
)
"""What the Storyteller says where nothing is kept of it."""
