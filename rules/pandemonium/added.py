"""Damage that a control or plunder effect adds on each of its caster's turns (PAN-ADDED)."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, by, record, side_of
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input
from rules.pandemonium import damage, pools, resisting
from rules.pandemonium.aspects import ASPECTS
from rules.pandemonium.damage import DamageInput, DamageOutcome, Toll
from rules.pandemonium.odds import spread
from rules.pandemonium.pools import Pool
from rules.pandemonium.resisting import Resist, Side, plan_side, roll_side
from rules.pandemonium.striking import StruckCharacter, refuse_second_hit
from rules.pandemonium.targets import Resisted
from rules.pandemonium.types import Aspect


class HoldingSpell(Input):
    id: Id
    aspect: Aspect
    kind: Literal["control", "plunder"]


class AddedDamageInput(Resisted):
    spell: Annotated[HoldingSpell, record("spell")]
    turns: Annotated[int, Meta(ge=0, le=9999), DERIVED]
    target: Annotated[StruckCharacter, record("character"), by("PAN-ADDED-01")]
    damage: DamageInput
    resist: Annotated[Resist, side_of("target")]

    def __post_init__(self) -> None:
        if self.resist.pool and self.resisted_by is None:
            resisting.check_named(self.resist.pool, "resist.pool.traits")


class AddedDamageOutcome(DamageOutcome):
    pool: Pool | None
    base: int
    resisted: int
    net: int
    escaped: bool


def added_damage(given: AddedDamageInput, draws: Draws) -> Result:
    """Harm somebody who is held, or lose them (PAN-ADDED-01 to PAN-ADDED-04)."""
    side = plan_added(given)
    rolled = roll_side(side, draws)
    base = ASPECTS[given.spell.aspect].hindrance
    net = max(0, base - rolled.successes)  # PAN-ADDED-03
    full = Toll(given.damage.kind, net)
    toll, dealt = damage.overlapping(given.target.health, given.target.hurt, given.damage, full)
    outcome = AddedDamageOutcome(
        pool=rolled.pool,
        base=base,
        resisted=rolled.successes,
        net=net,
        escaped=net == 0,  # PAN-ADDED-04
        **damage.described(given.damage, toll, dealt),
    )
    target, spell = given.target, given.spell.id
    effects = (
        *pools.spend(side.plan),
        *damage.effects_of(target.id, target.health, given.damage, toll, dealt, spell),
        *([set_to(target.id, f"hold.{spell}", "escaped")] if outcome.escaped else []),
        set_to(target.id, f"round.hit.{spell}", True),
    )
    clauses = cite(
        "PAN-ADDED-02",
        *pools.clauses_of(rolled.pool),
        "PAN-RESIST-02",
        "PAN-ADDED-03",
        "PAN-ADDED-04" if outcome.escaped else None,
        *damage.clauses_of(given.damage, dealt),
    )
    return Result(outcome, effects, clauses)


def added_odds(given: AddedDamageInput) -> Chances:
    """The chances of each net, and of escape."""
    side = plan_added(given)
    base = ASPECTS[given.spell.aspect].hindrance
    against = spread(side.tally, base)
    ways = [against.from_(base), *(against.ways[base - net] for net in range(1, base + 1))]
    net = [share(way, against.total) for way in ways]
    return Chances({"net": net, "escaped": net[0]}, cite("PAN-POOL-11", "PAN-ADDED-03", "PAN-ADDED-04"))


def plan_added(given: AddedDamageInput) -> Side:
    """The side that resists before the dice; refuses what the rules do not allow."""
    side = plan_side(given.resist, given.target, given.resisted_by, at="input.resist")
    if given.spell.aspect == "sensory":
        raise RuleViolation(
            "a sensory spell deals no damage", field="input.spell.aspect", clause="PAN-ADDED-03"
        )
    if given.turns == 0:
        raise RuleViolation(
            "it starts on the turn after the spell is cast", field="input.turns", clause="PAN-ADDED-02"
        )
    if given.target.hold not in ("normal", "severe"):
        raise RuleViolation("the spell does not hold them", field="input.target.hold", clause="PAN-ADDED-04")
    refuse_second_hit(given.target.hit_this_round, "PAN-ADDED-02", "input.target.hit_this_round")
    pools.permit(side.plan)
    return side
