"""What spells leave behind: aftereffects, decay, lost traits, fates in place of death (PAN-AFTER, PAN-ENDING)."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct, structs

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import change_by, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, PLAYER, by, record
from rules.kernel.parsing import check_distinct, convert, wrong
from rules.kernel.result import Result, cite
from rules.kernel.tables import read_table
from rules.kernel.types import Id, Input, Outcome
from rules.pandemonium import odds, pools, targets
from rules.pandemonium.odds import Tally
from rules.pandemonium.pools import Plan, Pool, PoolInput, PoolPart
from rules.pandemonium.targets import Compared, Target
from rules.pandemonium.types import Character, Name, Net, PandemoniumInput, PoolTraits, Subject


class Duration(Outcome):
    """A length of game time; a month is 30 days, a year 365."""

    years: int
    months: int
    weeks: int
    days: int


class _Row(Struct, frozen=True):
    over: int
    years: int
    months: int
    weeks: int
    days: int


LONGEST = convert(read_table("rules.pandemonium", "aftereffects.toml")["longest"], tuple[_Row, ...])


class LingeringSpell(Input):
    id: Id
    making: Annotated[bool, GM, by("PAN-AFTER-06")] = False


class AftereffectInput(PandemoniumInput):
    spell: Annotated[LingeringSpell, record("spell")]
    target: Annotated[Target, record("character", "thing", "place"), by("PAN-AFTER-05")]
    net: Annotated[Net, DERIVED]
    compare: Annotated[Name | None, DERIVED] = None
    also: Annotated[Name | None, PLAYER, by("PAN-AFTER-08")] = None
    same_scene: Annotated[bool, DERIVED] = True

    def __post_init__(self) -> None:
        targets.check_object(self.target, compare=self.compare, also=self.also)


class AftereffectOutcome(Outcome):
    compare: Compared
    lingers: bool
    over: int | None
    indefinite: bool
    duration: Duration | None


class Threat(Input):
    """What decays: a trait, or a pool with a label and the points it has already lost."""

    trait: Annotated[Name | None, GM, by("PAN-AFTER-12")] = None
    pool: Annotated[PoolTraits | None, GM, by("PAN-AFTER-12")] = None
    label: Annotated[Name | None, GM, by("PAN-AFTER-12")] = None
    lost: Annotated[Annotated[int, Meta(ge=0, le=20)] | None, DERIVED, by("PAN-AFTER-12")] = None

    def __post_init__(self) -> None:
        check_distinct("pool", self.pool or ())
        if (self.trait is None) == (self.pool is None):
            raise wrong("trait", "name either a trait or a pool")
        if (self.label is None) != (self.pool is None):
            raise wrong("label", "name a label for a pool, and only then")
        if self.lost is not None and self.pool is None:
            raise wrong("lost", "this applies only to a pool")


class DecayInput(PandemoniumInput):
    target: Annotated[Character, record("character")]
    threat: Threat


class DecayOutcome(Outcome):
    pool: Pool
    loses: bool
    left: int


class Dot(Input):
    """What one dot cost; `category` for points spent at character creation."""

    cost: Annotated[int, Meta(ge=0, le=99), GM, by("PAN-AFTER-02")]
    category: Annotated[Name | None, GM, by("PAN-AFTER-03")] = None


class LostTraitInput(PandemoniumInput):
    target: Annotated[Subject, record("character")]
    trait: Annotated[Name, GM, by("PAN-AFTER-02")]
    dots: Annotated[tuple[Dot, ...], Meta(max_length=100)]
    lost: Annotated[int, Meta(ge=1, le=20), DERIVED, by("PAN-AFTER-02")]
    lasting: Annotated[bool, GM, by("PAN-AFTER-02")] = True

    def __post_init__(self) -> None:
        if self.lost > len(self.dots):
            raise wrong("lost", "there are not that many dots to lose")


class LostTraitOutcome(Outcome):
    refund: int
    free: int
    locked: dict[str, int]
    left: int


def aftereffect_duration(given: AftereffectInput, draws: Draws) -> Result:
    """How long something supernatural may stay behind (PAN-AFTER-05 to PAN-AFTER-09)."""
    compared = targets.compare_target(given.target, given.compare, None)
    if given.also:  # PAN-AFTER-08
        other = targets.compare(given.target.character, given.also, None)
        compared = other if other.dots > compared.dots else compared
    severe = targets.severity_of(given.net, compared.dots) == "severe"
    lingers = given.same_scene and severe  # PAN-AFTER-05
    over = given.net - compared.dots
    indefinite = lingers and given.spell.making  # PAN-AFTER-06
    outcome = AftereffectOutcome(
        compare=compared,
        lingers=lingers,
        over=over if lingers else None,
        indefinite=indefinite,
        duration=longest(over) if lingers and not indefinite else None,
    )
    kept = {"indefinite": indefinite, "duration": msgspec.to_builtins(outcome.duration)}
    effects = (set_to(given.target.id, f"aftereffect.{given.spell.id}", kept),) if lingers else ()
    clauses = cite(
        "PAN-AFTER-09" if given.target.object else "PAN-AFTER-08",
        "PAN-AFTER-05",
        "PAN-AFTER-06" if indefinite else "PAN-AFTER-07" if lingers else None,
    )
    return Result(outcome, effects, clauses)


def longest(over: int) -> Duration:
    """The longest duration by the net above the trait (PAN-AFTER-07)."""
    row = max((row for row in LONGEST if row.over <= over), key=lambda row: row.over)
    return Duration(years=row.years, months=row.months, weeks=row.weeks, days=row.days)


def decay_tick(given: DecayInput, draws: Draws) -> Result:
    """A threatened trait or pool is rolled, and on a success loses a point (PAN-AFTER-12)."""
    plan = _plan_decay(given)
    pool = pools.roll(plan, draws)
    loses = pool.successes > 0
    threat = given.threat
    field = f"pools.{threat.label}" if threat.pool else f"traits.{threat.trait}"
    effects = (change_by(given.target.id, field, -1),) if loses else ()
    outcome = DecayOutcome(pool=pool, loses=loses, left=pool.size - (1 if loses else 0))
    return Result(outcome, effects, cite("PAN-AFTER-12", *pools.clauses_of(pool)))


def decay_odds(given: DecayInput) -> Chances:
    """The chance of losing a point."""
    loss = odds.at_least(Tally(_plan_decay(given)), 1)
    return Chances({"loss": loss}, cite("PAN-POOL-11", "PAN-AFTER-12"))


def lost_trait(given: LostTraitInput, draws: Draws) -> Result:
    """Give back the experience of dots that are lost for good (PAN-AFTER-02, PAN-AFTER-03)."""
    if not given.lasting:
        raise RuleViolation("this loss is not for good", field="input.lasting", clause="PAN-AFTER-02")
    gone = given.dots[len(given.dots) - given.lost :]
    free = sum(dot.cost for dot in gone if dot.category is None)
    locked: dict[str, int] = {}
    for dot in gone:
        if dot.category is not None:  # PAN-AFTER-03
            locked[dot.category] = locked.get(dot.category, 0) + dot.cost
    refunds: list[tuple[str, int]] = [("free", free), *sorted(locked.items())]
    outcome = LostTraitOutcome(
        refund=free + sum(locked.values()), free=free, locked=locked, left=len(given.dots) - given.lost
    )
    effects = tuple(change_by(given.target.id, f"xp.{name}", points) for name, points in refunds if points)
    return Result(outcome, effects, cite("PAN-AFTER-02", "PAN-AFTER-03" if locked else None))


def _plan_decay(given: DecayInput) -> Plan:
    threat = given.threat
    names = threat.pool or tuple(filter(None, (threat.trait,)))
    plan = pools.plan(given.target, PoolInput(traits=names), owner="input.target")
    if threat.lost:
        gone = PoolPart("situation", "already lost", -threat.lost)
        plan = structs.replace(plan, parts=(*plan.parts, gone))
    if plan.size < 1:
        raise RuleViolation("nothing is left to lose", field="input.threat", clause="PAN-AFTER-12")
    return plan
