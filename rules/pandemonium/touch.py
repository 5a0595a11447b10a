"""An attack that a spell boosts and that carries the spell to its victim (PAN-CONSEQ-10 to PAN-CONSEQ-12)."""

from typing import Annotated, Literal

from msgspec import Struct

from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.origins import DERIVED, GM, PLAYER, by, record, side_of
from rules.kernel.result import Result, cite
from rules.kernel.values import as_number
from rules.pandemonium import damage, odds, pools, targets
from rules.pandemonium.aspects import ASPECTS
from rules.pandemonium.damage import DamageInput, DamageOutcome, Hurt, Toll
from rules.pandemonium.health import Dealt, Track
from rules.pandemonium.odds import Spread, spread
from rules.pandemonium.pools import Boost, Plan, Pool
from rules.pandemonium.resisting import NOBODY, Contest, Given, Resist, Side, plan_side, roll_side
from rules.pandemonium.targets import Compared, HeldCharacter, Resisted, SpellInUse
from rules.pandemonium.types import Aspect, CampaignSettings, Character, Name, Settings, Severity


class CarriedSpell(SpellInUse):
    aspect: Aspect
    kind: Literal["control", "investigation", "plunder", "drain", "other"] = "control"


class TouchedCharacter(HeldCharacter):
    health: Track
    hurt: Annotated[Hurt | None, DERIVED] = None


class BoostedAttackInput(Resisted):
    attacker: Annotated[Character, record("character")]
    spell: Annotated[CarriedSpell, record("spell"), by("PAN-CONSEQ-10")]
    target: Annotated[TouchedCharacter, record("character"), by("PAN-CONSEQ-10")]
    attack: Given
    damage: DamageInput
    defense: Annotated[Resist | None, side_of("target")] = None
    compare: Annotated[Name, GM, by("PAN-CONSEQ-05")]
    instead: Annotated[Name | None, PLAYER, by("PAN-CONSEQ-06")] = None
    resist: Annotated[Resist, side_of("target")]
    settings: CampaignSettings = Settings()

    @property
    def usual(self) -> tuple[str, ...]:
        return (self.compare, "power")


class BoostedAttackOutcome(DamageOutcome):
    pool: Pool | None
    attack: int
    defense_pool: Pool | None
    defense: int
    wounds: int
    carried: int
    transmitted: int
    spent: bool
    resist_pool: Pool | None
    resisted: int
    net: int
    compare: Compared
    severity: Severity


class _Planned(Struct, frozen=True):
    attack: Side
    defense: Side
    resist: Side
    compared: Compared
    spent: bool
    most: int
    """How many successes carry the spell at best."""


class _Rolled(Struct, frozen=True):
    attack: Contest
    defense: Contest
    carried: int
    transmitted: int
    resist: Contest
    """Nothing where the spell did not get across."""


def boosted_attack(given: BoostedAttackInput, draws: Draws) -> Result:
    """Strike, and bring a spell to the one struck (PAN-CONSEQ-10 to PAN-CONSEQ-12, PAN-CONSEQ-17)."""
    planned = _plan(given)
    rolled = _roll(given, planned, draws)
    net = max(0, rolled.transmitted - rolled.resist.successes)  # PAN-CONSEQ-12
    full = Toll(given.damage.kind, max(0, rolled.attack.successes - rolled.defense.successes))
    toll, dealt = damage.overlapping(given.target.health, given.target.hurt, given.damage, full)
    outcome = BoostedAttackOutcome(
        pool=rolled.attack.pool,
        attack=rolled.attack.successes,
        defense_pool=rolled.defense.pool,
        defense=rolled.defense.successes,
        wounds=full.wounds,
        carried=rolled.carried,
        transmitted=rolled.transmitted,
        spent=planned.spent,
        resist_pool=rolled.resist.pool,
        resisted=rolled.resist.successes,
        net=net,
        compare=planned.compared,
        severity=targets.severity_of(net, planned.compared.dots),
        **damage.described(given.damage, toll, dealt),
    )
    return Result(outcome, _effects(given, planned, outcome, dealt), _clauses(given, outcome, dealt))


def boosted_attack_odds(given: BoostedAttackInput) -> Chances:
    """The chances of a hit, of each Potency that gets across, and of each severity."""
    planned = _plan(given)
    across = _across(given, planned)
    severities: dict[str, float] = {"none": 0.0, "normal": 0.0, "severe": 0.0}
    for transmitted, chance in enumerate(across):
        found = targets.odds_of(transmitted, planned.resist, planned.compared.dots)
        for severity in severities:
            severities[severity] += chance * as_number(found[severity])
    hit = odds.exceeds(planned.attack.tally, planned.defense.tally)
    return Chances(
        {"hit": hit, "transmitted": across, **severities},
        cite("PAN-POOL-11", "PAN-CONSEQ-11", "PAN-CONSEQ-12"),
    )


def _across(given: BoostedAttackInput, planned: _Planned) -> list[float]:
    """The chance of each Potency transmitted, from 0 to what the aspect carries at best."""
    most = planned.most
    if planned.spent:
        return [1.0] + [0.0] * most
    attack, defense = spread(planned.attack.tally, most), spread(planned.defense.tally, most)
    ways = [0] * (most + 1)
    for carried in range(most + 1):
        mine = attack.ways[carried] if carried < most else attack.from_(most)
        for cancelled in range(most + 1):
            theirs = _capped(defense, cancelled, most)
            ways[min(given.spell.potency, max(0, carried - cancelled))] += mine * theirs
    return [share(way, attack.total * defense.total) for way in ways]


def _capped(found: Spread, number: int, most: int) -> int:
    """The cases of a number of successes, with all from `most` on counted there."""
    return found.ways[number] if number < most else found.from_(most)


def _plan(given: BoostedAttackInput) -> _Planned:
    held, applied = given.target.hold, given.spell.applied
    row = ASPECTS[given.spell.aspect]
    attack = _plan_attack(given)
    usual = given.settings.defense_pool
    defense = plan_side(given.defense, given.target, usual, at="input.defense") if given.defense else NOBODY
    resist = plan_side(given.resist, given.target, given.first_resisted_with, at="input.resist")
    compared = targets.compare(given.target, given.compare, given.instead)
    pools.permit(attack.plan, defense.plan, resist.plan)
    renewed = applied == "refreshed" and given.spell.kind == "drain"  # PAN-DRAIN-05
    kept_up = applied in targets.KEPT_UP and not renewed
    return _Planned(attack, defense, resist, compared, kept_up and held != "none", row.minimum)


def _plan_attack(given: BoostedAttackInput) -> Side:
    if given.attack.pool is None:
        return Side(least=given.attack.successes or 0)
    boosts = (Boost(id=given.spell.id, aspect=given.spell.aspect), *given.attack.pool.boosts)
    pool = given.attack.pool
    plan: Plan = pools.plan(
        given.attacker, pool, at="input.attack.pool", owner="input.attacker", boosts=boosts
    )
    return Side(plan)


def _roll(given: BoostedAttackInput, planned: _Planned, draws: Draws) -> _Rolled:
    attack = roll_side(planned.attack, draws)
    defense = roll_side(planned.defense, draws)
    carried = min(attack.successes, planned.most)  # PAN-CONSEQ-11
    reached = max(0, carried - defense.successes)
    transmitted = 0 if planned.spent else min(given.spell.potency, reached)  # PAN-CONSEQ-17
    resist = roll_side(planned.resist if transmitted else NOBODY, draws)
    return _Rolled(attack, defense, carried, transmitted, resist)


def _effects(
    given: BoostedAttackInput, planned: _Planned, outcome: BoostedAttackOutcome, dealt: Dealt
) -> tuple[Effect, ...]:
    target, spell = given.target, given.spell
    toll = Toll(given.damage.kind, outcome.wounds)
    hold = targets.hold_after(spell.applied, target.hold, outcome.severity)
    holds = spell.kind in ("control", "other") and not outcome.spent
    resist = planned.resist.plan if outcome.transmitted else None
    return (
        *pools.spend(planned.attack.plan, planned.defense.plan, resist),
        *damage.effects_of(target.id, target.health, given.damage, toll, dealt, spell.id),
        *([set_to(target.id, f"hold.{spell.id}", hold)] if holds else []),
    )


_SPENT = {"investigation": "PAN-INVEST-06", "plunder": "PAN-PLUNDER-08", "drain": "PAN-DRAIN-05"}


def _clauses(given: BoostedAttackInput, outcome: BoostedAttackOutcome, dealt: Dealt) -> tuple[str, ...]:
    rolled = (outcome.pool, outcome.defense_pool, outcome.resist_pool)
    return cite(
        *(clause for pool in rolled for clause in pools.clauses_of(pool)),
        "PAN-ASSAIL-04" if outcome.transmitted and given.resist.aid else None,
        *damage.clauses_of(given.damage, dealt),
        "PAN-CONSEQ-10",
        "PAN-CONSEQ-11",
        "PAN-CONSEQ-17" if outcome.spent else None,
        _SPENT.get(given.spell.kind, "PAN-CTRL-06") if outcome.spent else None,
        "PAN-DRAIN-07" if given.spell.kind == "drain" else None,
        *(
            ("PAN-CONSEQ-12", "PAN-RESIST-02", targets.BY_DEGREE.get(outcome.severity))
            if outcome.transmitted
            else ()
        ),
    )
