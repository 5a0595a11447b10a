"""What follows a hit: damage, soak, armor, health and conditions (FAL-DAMAGE, -SOAK, -DAZE, -UNCON, -KNOCK)."""

from typing import Literal, Protocol

from msgspec import Struct, field

from rules.fallen import pool as pools
from rules.fallen.damage import damage_clauses, plan_damage_pool
from rules.fallen.health import (
    MARKS,
    Health,
    Mark,
    clauses_of,
    mark_effects,
    mark_levels,
    newly_incapacitated,
)
from rules.fallen.modifiers import DiceModifier
from rules.fallen.pool import Pool, PoolPlan, Term
from rules.fallen.soak import Soaker, SoakOptions, SoakTrait, breaks, destroyed, plan_soak, soak_clauses
from rules.fallen.subjects import Body
from rules.fallen.types import Armor, DamageKind, Duration, Grip, Restraint, Settings
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.result import cite
from rules.kernel.types import Outcome
from rules.kernel.values import Value

Condition = Literal["dead", "incapacitated", "held", "disarmed", "prone", "unconscious", "dazed"]
HarmNeed = Literal["unconscious_for"]
BLACKOUT_MARGIN = 2
"""How far beyond Stamina a blow has to go to knock somebody out (FAL-UNCON-01)."""


class Victim(Body, Soaker, Protocol):
    """Anyone whom a blow can hurt, seize or knock out."""

    restraint: Restraint
    held_by: str | None
    grip: Grip | None
    dazed: bool
    unconscious: bool
    unconscious_for: int | Literal["scene"] | None


class Blow(Struct, frozen=True):
    """What a hit does: wounds, a disarm, or nothing but conditions. `base` and `after` stand around the extra dice."""

    deals: Literal["wounds", "disarm", "nothing"]
    kind: DamageKind
    base: tuple[Term, ...]
    after: tuple[Term, ...]
    grip: Grip | None
    knocks_down: bool


class HarmCase(Struct, frozen=True):
    """A blow against somebody: all that decides what a hit does, but for its extra successes."""

    blow: Blow
    victim: Victim
    striker: str
    target_strength: int
    is_prone: bool
    armor: Armor | None
    soak: SoakOptions
    soak_modifiers: tuple[DiceModifier, ...]
    unconscious_for: Duration | None
    settings: Settings


class RolledDamage(Struct, frozen=True):
    kind: DamageKind
    mark: Mark
    successes: int
    pool: Pool


class RolledSoak(Struct, frozen=True):
    successes: int
    pool: Pool
    with_: SoakTrait = field(name="with")


class HarmOutcome(Outcome):
    """The part of an outcome that every blow has."""

    damage: RolledDamage | None
    soak: RolledSoak | None
    levels: int
    armor_destroyed: bool
    disarmed: bool
    health: Health | None
    conditions: tuple[Condition, ...]
    needs: tuple[HarmNeed, ...]


class Harm(Struct, frozen=True):
    outcome: HarmOutcome
    effects: tuple[Effect, ...]
    clauses: tuple[str, ...]


NO_HARM = Harm(
    HarmOutcome(
        damage=None,
        soak=None,
        levels=0,
        armor_destroyed=False,
        disarmed=False,
        health=None,
        conditions=(),
        needs=(),
    ),
    (),
    (),
)


def inflict(case: HarmCase, extra: int, draws: Draws) -> Harm:
    """Roll what follows a hit with that many extra successes."""
    if case.blow.deals == "nothing":
        return _settle(case, None, None, None)
    planned = plan_blow(case, extra)
    damage = pools.roll(planned, draws)
    if case.blow.deals == "disarm":
        return _settle(case, planned, damage, None)
    soak = pools.roll(plan_soaking(case), draws) if damage.successes else None  # FAL-DAMAGE-08
    return _settle(case, planned, damage, soak)


def plan_blow(case: HarmCase, extra: int) -> PoolPlan:
    """The damage pool of a hit with that many extra successes."""
    return plan_damage_pool(case.blow.base, extra, case.blow.after, case.settings)


def plan_soaking(case: HarmCase) -> PoolPlan:
    """The soak pool against the blow."""
    return plan_soak(case.victim, case.blow.kind, case.soak, case.soak_modifiers, case.armor, case.settings)


def disarms(case: HarmCase, damage: int) -> bool:
    """Whether a disarm's damage successes knock the target's weapon away (FAL-MANEUV-23)."""
    return case.blow.deals == "disarm" and damage > case.target_strength


def stun(case: HarmCase, damage: int, levels: int) -> Literal["unconscious", "dazed"] | None:
    """Whether a blow knocks out or dazes, by damage successes or by levels (FAL-DAZE-01, -03; FAL-UNCON-01, -04)."""
    if case.blow.deals != "wounds":
        return None
    count = levels if case.settings.daze_on == "after_soak" else damage
    dazing, felling = stuns_from(case)
    return "unconscious" if count >= felling else "dazed" if count >= dazing else None


def stuns_from(case: HarmCase) -> tuple[int, int]:
    """The fewest damage successes or levels that daze, and the fewest that knock out (FAL-DAZE-01, FAL-UNCON-01)."""
    return case.victim.stamina + 1, case.victim.stamina + BLACKOUT_MARGIN + 1


def _settle(case: HarmCase, planned: PoolPlan | None, damage: Pool | None, soak: Pool | None) -> Harm:
    struck = damage.successes if damage else 0
    soaked = soak.successes if soak else 0
    levels = max(0, struck - soaked) if case.blow.deals == "wounds" else 0
    broken = case.blow.deals == "wounds" and breaks(case.armor, struck, levels, case.settings)
    wounded = case.blow.deals == "wounds"
    health = mark_levels(case.victim, levels, case.blow.kind, case.settings) if wounded else None
    conditions = _conditions(case, struck, levels, health)
    outcome = HarmOutcome(
        damage=RolledDamage(case.blow.kind, MARKS[case.blow.kind], struck, damage) if damage else None,
        soak=RolledSoak(soaked, soak, case.soak.with_) if soak else None,
        levels=levels,
        armor_destroyed=broken,
        disarmed="disarmed" in conditions,
        health=health,
        conditions=conditions,
        needs=("unconscious_for",) if "unconscious" in conditions and case.unconscious_for is None else (),
    )
    return Harm(outcome, _effects(case, outcome), _clauses(case, planned, outcome))


def _conditions(case: HarmCase, struck: int, levels: int, health: Health | None) -> tuple[Condition, ...]:
    """What befalls the target, in the contract's order."""
    if health and health.dead:
        return ("dead",)
    found: list[Condition] = []
    if health and newly_incapacitated(case.victim, health):
        found.append("incapacitated")
    if case.blow.grip and case.victim.restraint != "helpless":  # FAL-MANEUV-21
        found.append("held")
    if disarms(case, struck):
        found.append("disarmed")
    if case.blow.knocks_down:  # FAL-KNOCK-05, FAL-KNOCK-06
        found.append("prone")
    stunned = stun(case, struck, levels)
    if stunned:
        found.append(stunned)
    return tuple(found)


def _effects(case: HarmCase, outcome: HarmOutcome) -> tuple[Effect, ...]:
    who, conditions = case.victim.id, outcome.conditions
    effects = [*destroyed(case.armor, outcome.armor_destroyed)]
    if outcome.health:
        effects += mark_effects(case.victim, outcome.health)
    if "held" in conditions:
        effects += _changed(case.victim, restraint="held", held_by=case.striker, grip=case.blow.grip)
    if "disarmed" in conditions:
        effects.append(set_to(who, "disarmed", True))
    if "prone" in conditions and not case.is_prone:
        effects.append(set_to(who, "prone", True))
    if "dazed" in conditions:
        effects += _changed(case.victim, dazed=True)
    if "unconscious" in conditions:
        effects += _changed(case.victim, unconscious=True, unconscious_for=case.unconscious_for)
    return tuple(effects)


def _changed(victim: Victim, **values: Value) -> list[Effect]:
    return [
        set_to(victim.id, name, value) for name, value in values.items() if getattr(victim, name) != value
    ]


_CONDITION_CLAUSES: dict[Condition, tuple[str, ...]] = {
    "dead": (),
    "incapacitated": (),
    "held": ("FAL-MANEUV-21",),
    "disarmed": (),
    "prone": ("FAL-KNOCK-05",),
    "unconscious": ("FAL-UNCON-01", "FAL-DAZE-03", "FAL-UNCON-02", "FAL-UNCON-04"),
    "dazed": ("FAL-DAZE-01", "FAL-DAZE-03"),
}


def _clauses(case: HarmCase, planned: PoolPlan | None, outcome: HarmOutcome) -> tuple[str, ...]:
    damage, soak, health = outcome.damage, outcome.soak, outcome.health
    return cite(
        *(damage_clauses(planned, damage.pool, damage.kind) if planned and damage else ()),
        "FAL-MANEUV-23" if case.blow.deals == "disarm" else None,
        *(
            soak_clauses(
                plan_soaking(case),
                soak.pool,
                soak.with_,
                (case.victim.kind, case.blow.kind),
                broken=outcome.armor_destroyed,
            )
            if soak
            else ()
        ),
        *(clauses_of(health) if health and outcome.levels else ()),
        *(clause for name in outcome.conditions for clause in _CONDITION_CLAUSES[name]),
        "FAL-MANEUV-21" if case.blow.grip else None,  # of whoever is helpless already it changes nothing
    )
