"""Damaging attacks and direct damage: spells that wound (PAN-ATTACK, PAN-DIRECT, PAN-DELAY)."""

from typing import Annotated, Literal

from msgspec import Struct

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, PLAYER, by, record, side_of
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.pandemonium import damage, pools, targets
from rules.pandemonium.damage import DamageInput, DamageOutcome, Hurt, Toll
from rules.pandemonium.health import Dealt, Track
from rules.pandemonium.pools import Pool
from rules.pandemonium.resisting import Contest, Resist, Side, plan_side, roll_side
from rules.pandemonium.targets import KEPT_UP, Compared, FarSpell, HeldCharacter, Resisted
from rules.pandemonium.types import Applied, CampaignSettings, Hold, Name, Settings, Severity


class StruckCharacter(HeldCharacter):
    """A target of damage, and whether this spell has struck them this round."""

    health: Track
    hit_this_round: Annotated[bool, DERIVED] = False
    hurt: Annotated[Hurt | None, DERIVED] = None


class StrikingSpell(FarSpell):
    state: Literal["active", "latent"] = "active"


class AttackInput(Resisted):
    spell: Annotated[StrikingSpell, record("spell")]
    triggered: Annotated[bool, GM, by("PAN-DELAY-03")] = False
    target: Annotated[StruckCharacter, record("character"), by("PAN-ATTACK-01")]
    damage: DamageInput
    resist: Annotated[Resist, side_of("target")]
    settings: CampaignSettings = Settings()

    @property
    def usual(self) -> tuple[str, ...]:
        return self.settings.defense_pool

    def __post_init__(self) -> None:
        _check_trigger(self.spell, self.triggered)


class DirectInput(Resisted):
    spell: Annotated[StrikingSpell, record("spell")]
    triggered: Annotated[bool, GM, by("PAN-DELAY-03")] = False
    target: Annotated[StruckCharacter, record("character"), by("PAN-DIRECT-01")]
    damage: DamageInput
    compare: Annotated[Name, GM, by("PAN-CONSEQ-05")]
    instead: Annotated[Name | None, PLAYER, by("PAN-CONSEQ-06")] = None
    resist: Annotated[Resist, side_of("target")]

    @property
    def usual(self) -> tuple[str, ...]:
        return (self.compare, "power")

    def __post_init__(self) -> None:
        _check_trigger(self.spell, self.triggered)


class AttackOutcome(DamageOutcome):
    pool: Pool | None
    potency: int
    resisted: int
    net: int
    severity: Severity


class DirectOutcome(AttackOutcome):
    compare: Compared


class PlannedDirect(Struct, frozen=True):
    """Direct damage before the dice."""

    side: Side
    compared: Compared


def attack(given: AttackInput, draws: Draws) -> Result:
    """A spell strikes with something hazardous (PAN-ATTACK-02 to PAN-ATTACK-05)."""
    side = plan_attack(given)
    rolled = roll_side(side, draws)
    net = max(0, given.spell.potency - rolled.successes)
    full = Toll(given.damage.kind, net, "PAN-ATTACK-03")
    toll, dealt = damage.overlapping(given.target.health, given.target.hurt, given.damage, full)
    outcome = AttackOutcome(
        pool=rolled.pool,
        potency=given.spell.potency,
        resisted=rolled.successes,
        net=net,
        severity="normal" if net else "none",
        **damage.described(given.damage, toll, dealt),
    )
    shaken_off = given.spell.sympathetic and not net and given.target.hold not in ("normal", "severe")
    effects = _effects(given, side, toll, dealt, "resisted" if shaken_off else None)
    clauses = _clauses(given, rolled, dealt, "PAN-ATTACK-02", toll.clause, "PAN-ATTACK-05")
    return Result(outcome, effects, clauses)


def attack_odds(given: AttackInput) -> Chances:
    """The chances of each net."""
    return Chances(
        targets.odds_of(given.spell.potency, plan_attack(given), None), cite("PAN-POOL-11", "PAN-ATTACK-03")
    )


def direct(given: DirectInput, draws: Draws) -> Result:
    """A spell harms in a way that cannot be dodged (PAN-DIRECT-03 to PAN-DIRECT-07)."""
    planned = plan_direct(given)
    rolled = roll_side(planned.side, draws)
    net = max(0, given.spell.potency - rolled.successes)
    severity = targets.severity_of(net, planned.compared.dots)
    full = damage.direct_toll(given.damage.kind, net, severity)
    toll, dealt = damage.overlapping(given.target.health, given.target.hurt, given.damage, full)
    outcome = DirectOutcome(
        pool=rolled.pool,
        potency=given.spell.potency,
        resisted=rolled.successes,
        net=net,
        compare=planned.compared,
        severity=severity,
        **damage.described(given.damage, toll, dealt),
    )
    hold = direct_hold(given.spell.applied, given.target.hold, severity)
    effects = _effects(given, planned.side, toll, dealt, hold)
    clauses = _clauses(given, rolled, dealt, "PAN-DIRECT-03", toll.clause, "PAN-DIRECT-06")
    return Result(outcome, effects, clauses)


def direct_odds(given: DirectInput) -> Chances:
    """The chances of each net and severity."""
    planned = plan_direct(given)
    found = targets.odds_of(given.spell.potency, planned.side, planned.compared.dots)
    return Chances(found, cite("PAN-POOL-11", "PAN-DIRECT-04", "PAN-DIRECT-05"))


def direct_hold(applied: Applied, stored: Hold, severity: Severity) -> Hold:
    """Resisted completely, direct damage is escaped for good (PAN-DIRECT-07)."""
    if severity == "none":
        return "escaped"
    return targets.hold_after(applied, stored, severity)


def plan_attack(given: AttackInput) -> Side:
    """Who resists an attack, and with what, before the dice; refuses what the rules do not allow (PAN-ATTACK-05)."""
    side = plan_side(given.resist, given.target, given.first_resisted_with, at="input.resist")
    refuse_latent(given.spell.state, triggered=given.triggered)
    refuse_second_hit(given.target.hit_this_round, "PAN-ATTACK-05", "input.target.hit_this_round")
    targets.refuse_lost_sympathy(given.spell, given.target.hold)
    pools.permit(side.plan)
    return side


def plan_direct(given: DirectInput) -> PlannedDirect:
    """As `plan_attack`, with what the net is compared with (PAN-DIRECT-03)."""
    side = plan_side(given.resist, given.target, given.first_resisted_with, at="input.resist")
    compared = targets.compare(given.target, given.compare, given.instead)
    refuse_latent(given.spell.state, triggered=given.triggered)
    refuse_second_hit(given.target.hit_this_round, "PAN-DIRECT-06", "input.target.hit_this_round")
    targets.refuse_retry(
        given.spell.applied,
        given.target.hold,
        clause="PAN-DIRECT-07",
        tries=KEPT_UP,
        over=("escaped", "resisted"),
    )
    targets.refuse_lost_sympathy(given.spell, given.target.hold)
    pools.permit(side.plan)
    return PlannedDirect(side, compared)


def refuse_second_hit(hit: bool, clause: str, at: str) -> None:
    """A spell strikes each target at most once a round (PAN-ATTACK-05, PAN-DIRECT-06, PAN-ADDED-02)."""
    if hit:
        raise RuleViolation("it has already struck them this round", field=at, clause=clause)


def refuse_latent(state: str, *, triggered: bool) -> None:
    """What lies in wait harms nobody before it is triggered (PAN-DELAY-03)."""
    if state == "latent" and not triggered:
        raise RuleViolation(
            "a waiting spell has to be triggered", field="input.triggered", clause="PAN-DELAY-03"
        )


def _check_trigger(spell: StrikingSpell, triggered: bool) -> None:
    if triggered and spell.state == "active":
        raise wrong("triggered", "a spell in force needs no trigger")


def _effects(
    given: AttackInput | DirectInput, side: Side, toll: Toll, dealt: Dealt, hold: Hold | None
) -> tuple[Effect, ...]:
    target, spell = given.target, given.spell.id
    return (
        *pools.spend(side.plan),
        *damage.effects_of(target.id, target.health, given.damage, toll, dealt, spell),
        *([set_to(target.id, f"hold.{spell}", hold)] if hold else []),
        set_to(target.id, f"round.hit.{spell}", True),
        *([set_to(spell, "state", "ended")] if given.triggered else []),  # PAN-DELAY-03
    )


def _clauses(
    given: AttackInput | DirectInput, rolled: Contest, dealt: Dealt, *own: str | None
) -> tuple[str, ...]:
    return cite(
        "PAN-DELAY-03" if given.triggered else None,
        own[0],
        *pools.clauses_of(rolled.pool),
        "PAN-ASSAIL-04" if given.resist.aid else None,
        "PAN-RESIST-02",
        *own[1:],
        *damage.clauses_of(given.damage, dealt),
        "PAN-SYMP-02" if given.spell.sympathetic else None,
    )
