"""A character acts, and spells that do the same work overlap with the roll; what no spell may touch (PAN-APPLY)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PLAYER, by, record
from rules.kernel.parsing import convert, wrong
from rules.kernel.result import Result, cite
from rules.kernel.tables import read_table
from rules.kernel.types import Input, Outcome
from rules.pandemonium import odds, pools
from rules.pandemonium.odds import Tally
from rules.pandemonium.pools import Boost, NamedPoolInput, Plan, Pool
from rules.pandemonium.resisting import Contest, ContestInput, Side, SpellAtWork, plan_contest, roll_side
from rules.pandemonium.types import Character, PandemoniumInput

Purpose = Literal[
    "ordinary",
    "morality",
    "intimacy",
    "rest",
    "oblation",
    "resonance",
    "awakened",
    "shaping",
    "creature_power",
    "creature_condition",
]
Affects = Literal[
    "attribute",
    "skill",
    "merit",
    "resource",
    "environment",
    "wisdom",
    "morality",
    "crisis_of_conscience",
    "intimacy",
    "rest_in_crisis",
    "gnosis",
    "arcana",
    "rotes",
    "shaping_pool",
    "creature_nature",
]


class ResistanceReach(Struct, frozen=True):
    clause: str
    allowed: Literal["always", "own", "never"]


class ReachTable(Struct, frozen=True):
    affects: dict[Affects, ResistanceReach]
    barred_purposes: dict[Purpose, str]


REACH = convert(read_table("rules.pandemonium", "reach.toml"), ReachTable)


class Scenes(Input):
    """A long effort: its scenes, and in how many of them a spell aided it (PAN-BOOST-15)."""

    total: Annotated[int, Meta(ge=1, le=999), by("PAN-BOOST-15")]
    aided: Annotated[int, Meta(ge=0, le=999), by("PAN-BOOST-15")]

    def __post_init__(self) -> None:
        if self.aided > self.total:
            raise wrong("aided", "there are not that many scenes")


class RollInput(PandemoniumInput):
    actor: Annotated[Character, record("character")]
    pool: NamedPoolInput | None = None
    purpose: Annotated[Purpose, PLAYER, by("PAN-APPLY-07")] = "ordinary"
    scenes: Annotated[Scenes | None, GM] = None
    spells: Annotated[tuple[SpellAtWork, ...], record("spell"), by("PAN-BOOST-01")] = ()
    contest: ContestInput | None = None
    timing: Annotated[Literal["instant", "reflexive"] | None, PLAYER, by("PAN-TIME-03")] = None
    """Whether it takes the instant action of the turn; None where that does not matter."""

    def __post_init__(self) -> None:
        if self.pool is None and not self.spells:
            raise wrong("pool", "give a pool, or a spell to rely on")


class RollOutcome(Outcome):
    pool: Pool | None
    effort: int
    by: str
    contest: Contest | None
    net: int
    success: bool


class ApplicableInput(PandemoniumInput):
    affects: Annotated[Affects, GM, by("PAN-APPLY-07")]
    own: Annotated[bool, PLAYER, by("PAN-APPLY-03")] = False


class ApplicableOutcome(Outcome):
    allowed: bool
    clause: str


class _Planned(Struct, frozen=True):
    pool: Plan | None
    contest: Side | None


def roll(given: RollInput, draws: Draws) -> Result:
    """A roll that spells may boost or outdo and someone may contest (PAN-POOL, PAN-BOOST, PAN-POT-08)."""
    planned = _plan(given)
    pool = pools.roll(planned.pool, draws) if planned.pool else None
    contest = roll_side(planned.contest, draws) if planned.contest else None
    rolled = pool.successes if pool else -1
    best = max(given.spells, key=lambda spell: spell.potency, default=None)  # PAN-POT-09
    by_roll = best is None or rolled >= best.potency  # PAN-POT-08
    effort = rolled if best is None or by_roll else best.potency
    net = max(0, effort - (contest.successes if contest else 0))  # PAN-POOL-09
    outcome = RollOutcome(
        pool=pool,
        effort=effort,
        by="roll" if best is None or by_roll else best.id,
        contest=contest,
        net=net,
        success=net > 0,
    )
    effects = pools.spend(planned.pool, planned.contest.plan if planned.contest else None)
    return Result(outcome, effects, _clauses(given, outcome))


def roll_odds(given: RollInput) -> Chances:
    """The chances of each number of net successes, from 0 to 20."""
    planned = _plan(given)
    potency = max((spell.potency for spell in given.spells), default=0)
    acting = Tally(planned.pool, potency)
    against = planned.contest.tally if planned.contest else Tally()
    net = odds.lead(acting, against)
    found = {**net, "success": net["at_least"][1], "dramatic_failure": odds.dramatic(planned.pool)}
    return Chances(found, cite("PAN-POOL-11", "PAN-POOL-09" if planned.contest else None))


def applicable(given: ApplicableInput, draws: Draws) -> Result:
    """Whether a spell may directly affect something at all (PAN-APPLY-01 to PAN-APPLY-06)."""
    row = REACH.affects[given.affects]
    allowed = row.allowed == "always" or (row.allowed == "own" and given.own)
    return Result(ApplicableOutcome(allowed=allowed, clause=row.clause), clauses=(row.clause,))


def _plan(given: RollInput) -> _Planned:
    pool = pools.plan(given.actor, given.pool, boosts=_standing_boosts(given)) if given.pool else None
    contest = plan_contest(given.contest)
    barred = REACH.barred_purposes.get(given.purpose)
    if barred and given.pool and any(boost.aspect for boost in given.pool.boosts):  # PAN-APPLY-07
        raise RuleViolation(
            f"spells cannot boost a roll of {given.purpose}", field="input.pool.boosts", clause=barred
        )
    pools.permit(pool, contest.plan if contest else None)
    return _Planned(pool, contest)


def _standing_boosts(given: RollInput) -> tuple[Boost, ...]:
    """The boosts that apply: those of spells only if a spell aided every scene of the effort (PAN-BOOST-15)."""
    boosts = given.pool.boosts if given.pool else ()
    if given.scenes and given.scenes.aided < given.scenes.total:
        return tuple(boost for boost in boosts if boost.aspect is None)
    return boosts


def _clauses(given: RollInput, outcome: RollOutcome) -> tuple[str, ...]:
    long_effort = given.scenes is not None and given.scenes.aided < given.scenes.total
    return cite(
        "PAN-BOOST-15" if long_effort else None,
        *pools.clauses_of(outcome.pool),
        *(("PAN-BOOST-05", "PAN-BOOST-18") if len(_standing_boosts(given)) > 1 else ()),
        "PAN-BOOST-16" if outcome.pool is None else None,
        "PAN-POT-08" if given.spells else None,
        "PAN-POT-09" if len(given.spells) > 1 else None,
        "PAN-MULTI-03" if len(given.spells) > 1 else None,
        "PAN-POOL-09" if outcome.contest else None,
    )
