"""A whole strike, and the second half of one whose attack was played before (FAL-DAMAGE-01 and what follows)."""

from typing import Annotated, Literal

from msgspec import UNSET, structs

from rules.fallen.attacks import AttackInput, AttackPlan, plan_attack, uncovered
from rules.fallen.blackouts import refuse_short_blackout
from rules.fallen.damage import HarmInput, location_term
from rules.fallen.defences import Defender, extra_successes
from rules.fallen.exchanges import (
    AttackNeed,
    AttackResult,
    ManeuverPool,
    exchange,
    exchange_odds,
    net_chances,
)
from rules.fallen.harm import NO_HARM, Blow, HarmCase, HarmNeed, HarmOutcome, inflict
from rules.fallen.harm_odds import extra_of, odds_of_harm
from rules.fallen.maneuvers import (
    ManeuverRow,
    adds_strength,
    damage_kind,
    damage_source,
    damage_terms,
    row_of,
)
from rules.fallen.modifiers import DiceModifiers, dice_terms
from rules.fallen.soak import SoakOptions, counting_armor, refuse_faith
from rules.fallen.subjects import Aware, refuse_dead, refuse_same, require
from rules.fallen.types import (
    Armor,
    Attribute,
    DamageKind,
    Duration,
    Grip,
    Id,
    Kind,
    Restraint,
    Trait,
    TurnsOut,
    dots,
)
from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, RESULT, by, record, side_of
from rules.kernel.result import Result, cite


class StruckDefender(Defender):
    kind: Kind
    stamina: Trait
    faith: Trait = 0
    armor: Armor | None = None
    strength: Attribute = UNSET
    held_by: Id | None = None
    grip: Grip | None = None
    unconscious_for: TurnsOut = None


class StrikeInput(AttackInput):
    target: Annotated[StruckDefender, record("character"), by("FAL-ATTACK-01")]
    damage_kind: Annotated[DamageKind | None, GM, by("FAL-TYPE-04")] = None
    damage_modifiers: Annotated[DiceModifiers, GM] = ()
    soak: Annotated[SoakOptions, side_of("target")] = SoakOptions()
    knockdown: Annotated[bool, RESULT] = False
    unconscious_for: Annotated[Duration | None, RESULT] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if adds_strength(row_of(self.maneuver, self.custom), self.weapon):
            require("attacker", self.attacker, "strength")
        if self.maneuver == "disarm":
            require("target", self.target, "strength")


class StrikeOutcome(HarmOutcome):
    result: AttackResult
    hit: bool
    automatic_hit: bool
    net: int
    extra: int
    attack: ManeuverPool
    defence: ManeuverPool | None
    needs: tuple[AttackNeed | HarmNeed, ...]  # type: ignore[assignment]  # those of the attack come first


class StruckTarget(Aware):
    kind: Kind
    stamina: Trait
    faith: Trait = 0
    armor: Armor | None = None
    strength: Attribute = UNSET
    restraint: Restraint = "free"
    held_by: Id | None = None
    grip: Grip | None = None
    prone: bool = False
    dazed: bool = False
    unconscious_for: TurnsOut = None


class HitInput(HarmInput):
    target: Annotated[StruckTarget, record("character"), by("FAL-DAMAGE-01")]
    bypass_armor: Annotated[bool, RESULT] = False
    damage_modifiers: Annotated[DiceModifiers, GM] = ()
    soak: Annotated[SoakOptions, side_of("target")] = SoakOptions()
    knockdown: Annotated[bool, RESULT] = False
    unconscious_for: Annotated[Duration | None, RESULT] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_same("target", self.attacker, self.target)
        if self.maneuver == "disarm":
            require("target", self.target, "strength")


class HitOutcome(HarmOutcome):
    net: int
    extra: int


def strike(given: StrikeInput, draws: Draws) -> Result:
    """Attack, defence, damage, soak, armor, health and conditions in one (FAL-ATTACK, FAL-DAMAGE, FAL-HEALTH)."""
    planned, case = _plan_strike(given)
    fought = exchange(given, planned, draws)
    met = fought.outcome
    harm = inflict(case, met.extra, draws) if met.hit else NO_HARM
    outcome = StrikeOutcome(
        **{**structs.asdict(met), **structs.asdict(harm.outcome), "needs": (*met.needs, *harm.outcome.needs)}
    )
    clauses = cite(*fought.clauses, *_armor_clause("armor" in given.bypass, hit=met.hit), *harm.clauses)
    return Result(outcome, (*fought.effects, *harm.effects), clauses)


def odds_of_strike(given: StrikeInput) -> Chances:
    """The odds of `fallen.strike`: those of the attack and of what follows it."""
    planned, case = _plan_strike(given)
    counted = net_chances(planned)
    extra = extra_of(counted.net, given.settings)
    odds = {**exchange_odds(counted), **odds_of_harm(case, extra, counted.total)}
    return Chances(odds, cite(planned.row.clause, *planned.attack.clauses))


def hit(given: HitInput, draws: Draws) -> Result:
    """What follows a hit whose attack and defence were played one by one (FAL-DAMAGE, FAL-SOAK, FAL-HEALTH)."""
    case = _hit_case(given)
    extra = extra_successes(given.net, given.settings)
    harm = inflict(case, extra, draws)
    outcome = HitOutcome(net=given.net, extra=extra, **structs.asdict(harm.outcome))
    # A maneuver that does no damage may change nothing at all: then its own clause is what says so.
    maneuver = None if harm.outcome.damage else row_of(given.maneuver, given.custom).clause
    clauses = cite(*_armor_clause(given.bypass_armor), maneuver, *harm.clauses)
    return Result(outcome, harm.effects, clauses)


def odds_of_hit(given: HitInput) -> Chances:
    """The odds of `fallen.hit`: those of a strike from the damage on."""
    row = row_of(given.maneuver, given.custom)
    extra = {extra_successes(given.net, given.settings): 1} if given.net else {}
    return Chances(odds_of_harm(_hit_case(given), extra, 1), cite(row.clause))


def _plan_strike(given: StrikeInput) -> tuple[AttackPlan, HarmCase]:
    planned = plan_attack(given)
    refuse_short_blackout(given.unconscious_for, "input.unconscious_for")
    refuse_faith(given.target, given.soak.with_, given.settings, "input.soak.with")
    return planned, _strike_case(given, planned.row)


def _strike_case(given: StrikeInput, row: ManeuverRow) -> HarmCase:
    damage_modifiers = uncovered(given.damage_modifiers, given.bypass)
    return HarmCase(
        blow=Blow(
            deals=deals(row),
            kind=damage_kind(row, given.weapon, given.damage_kind),
            base=damage_terms(row, given.weapon, dots(given.attacker.strength)),
            after=(location_term(given.location), *dice_terms(damage_modifiers)),
            grip=row.grip or None,
            knocks_down=row.knockdown or given.knockdown,
        ),
        victim=given.target,
        striker=given.attacker.id,
        target_strength=dots(given.target.strength),
        is_prone=given.target.prone,
        armor=counting_armor(given.target.armor, bypassed="armor" in given.bypass),
        soak=given.soak,
        soak_modifiers=uncovered(given.soak.modifiers, given.bypass),
        unconscious_for=given.unconscious_for,
        settings=given.settings,
    )


def _hit_case(given: HitInput) -> HarmCase:
    refuse_dead(given.target, "input.target")
    if given.bypass_armor and given.location == "none":
        raise RuleViolation(
            "only an aimed attack can bypass armor", field="input.bypass_armor", clause="FAL-LOCATE-05"
        )
    refuse_short_blackout(given.unconscious_for, "input.unconscious_for")
    refuse_faith(given.target, given.soak.with_, given.settings, "input.soak.with")
    row = row_of(given.maneuver, given.custom)
    return HarmCase(
        blow=Blow(
            deals=deals(row),
            kind=damage_kind(row, given.weapon, given.damage_kind),
            base=damage_terms(row, given.weapon, dots(given.attacker.strength)),
            after=(location_term(given.location), *dice_terms(given.damage_modifiers)),
            grip=row.grip or None,
            knocks_down=row.knockdown or given.knockdown,
        ),
        victim=given.target,
        striker=given.attacker.id,
        target_strength=dots(given.target.strength),
        is_prone=given.target.prone,
        armor=counting_armor(given.target.armor, bypassed=given.bypass_armor),
        soak=given.soak,
        soak_modifiers=given.soak.modifiers,
        unconscious_for=given.unconscious_for,
        settings=given.settings,
    )


def deals(row: ManeuverRow) -> Literal["wounds", "disarm", "nothing"]:
    """What a maneuver that hits does to its target."""
    if row.damage == "special":
        return "disarm"
    return "nothing" if damage_source(row, None) == "none" else "wounds"


def _armor_clause(bypassed: bool, *, hit: bool = True) -> tuple[str, ...]:
    return ("FAL-ARMOR-03",) if bypassed and hit else ()
