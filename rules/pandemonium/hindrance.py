"""Acting while spells are in the way (PAN-HIND)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field, structs

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, PLAYER, by, record
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.pandemonium import odds, pools
from rules.pandemonium.aspects import ASPECTS
from rules.pandemonium.odds import Tally
from rules.pandemonium.pools import NamedPoolInput, Plan, Pool
from rules.pandemonium.resisting import Contest, ContestInput, Side, plan_contest, roll_side
from rules.pandemonium.types import Aspect, Character, PandemoniumInput


class HinderingSpell(Input):
    """A spell in the way, and what was settled about it this turn already."""

    id: Id
    aspect: Aspect
    this_turn: Annotated[Literal["none", "overcome", "failed"], DERIVED] = "none"
    allowed: Annotated[bool, GM, by("PAN-HIND-03")] = False


class HindranceInput(PandemoniumInput):
    actor: Annotated[Character, record("character")]
    roll: Annotated[Literal["rolled", "automatic"], PLAYER, by("PAN-HIND-04", "PAN-HIND-06")]
    timing: Annotated[Literal["instant", "minor", "reflexive"], PLAYER, by("PAN-HIND-11")]
    spells: Annotated[
        tuple[HinderingSpell, ...], Meta(min_length=1, max_length=20), record("spell"), by("PAN-HIND-05")
    ]
    pool: NamedPoolInput
    contest: ContestInput | None = None
    recheck: Annotated[bool, GM, by("PAN-HIND-10")] = False

    def __post_init__(self) -> None:
        if self.contest is not None and self.roll == "automatic":
            raise wrong("contest", "only an action that is rolled can be contested")


class CheckedSpell(Outcome):
    id: str
    hindrance: int
    checked: bool
    overcome: bool


class HindranceOutcome(Outcome):
    pool: Pool | None
    contest: Contest | None
    against: int
    from_: str | None = field(name="from")
    net: int
    acts: bool
    wasted: bool
    spells: tuple[CheckedSpell, ...]


class _Planned(Struct, frozen=True):
    pool: Plan | None
    """None where no roll is needed."""
    contest: Side | None
    hindrances: tuple[int, ...]
    """One for each spell; 0 for one that is not checked."""

    @property
    def highest(self) -> int:
        return max(self.hindrances)


def act_against_hindrance(given: HindranceInput, draws: Draws) -> Result:
    """An action that spells hinder and somebody may contest (PAN-HIND-02 to PAN-HIND-11)."""
    planned = _plan(given)
    pool = pools.roll(planned.pool, draws) if planned.pool else None
    contest = roll_side(planned.contest, draws) if planned.contest else None
    outcome = _settle(given, planned, pool, contest)
    effects = (
        *pools.spend(planned.pool, planned.contest.plan if planned.contest else None),
        *_turn(given, outcome),
    )
    return Result(outcome, effects, _clauses(given, outcome))


def hindrance_odds(given: HindranceInput) -> Chances:
    """The chance that the action is carried out."""
    planned = _plan(given)
    against = planned.contest.tally if planned.contest else Tally()
    highest = planned.highest
    if planned.pool is None:
        success = 1.0
    elif given.roll == "automatic":
        success = odds.at_least(Tally(planned.pool), highest)
    else:
        hindered = structs.replace(against, least=max(against.least, highest))
        success = odds.exceeds(Tally(planned.pool), hindered)
    return Chances({"success": success}, cite("PAN-POOL-11", _criterion(given), "PAN-HIND-05"))


def _settle(
    given: HindranceInput, planned: _Planned, pool: Pool | None, contest: Contest | None
) -> HindranceOutcome:
    successes = pool.successes if pool else 0
    opposed = contest.successes if contest else 0
    against = max(planned.highest, opposed)  # PAN-HIND-05
    checked = tuple(
        CheckedSpell(
            id=spell.id,
            hindrance=hindrance,
            checked=hindrance > 0,
            overcome=not hindrance or _overcomes(given, successes, hindrance),
        )
        for spell, hindrance in zip(given.spells, planned.hindrances, strict=True)
    )
    by_spell = next((spell.id for spell in checked if spell.checked and spell.hindrance == against), None)
    return HindranceOutcome(
        pool=pool,
        contest=contest,
        against=against,
        from_=by_spell or ("contest" if opposed else None),
        net=max(0, successes - against),
        acts=planned.pool is None or _overcomes(given, successes, against),
        wasted=given.timing == "instant" and not all(spell.overcome for spell in checked),  # PAN-HIND-11
        spells=checked,
    )


def _overcomes(given: HindranceInput, successes: int, against: int) -> bool:
    if given.roll == "rolled":  # PAN-HIND-04
        return successes > against
    return successes >= against  # PAN-HIND-06


def _plan(given: HindranceInput) -> _Planned:
    hindrances = tuple(
        ASPECTS[spell.aspect].exception if spell.this_turn == "none" or given.recheck else 0
        for spell in given.spells
    )
    needed = given.roll == "rolled" or any(hindrances)
    asked = given.pool if needed else structs.replace(given.pool, willpower=False)
    pool = pools.plan(given.actor, asked)
    contest = plan_contest(given.contest)
    for number, spell in enumerate(given.spells):
        _refuse(spell, f"input.spells.{number}")
    pools.permit(pool, contest.plan if contest else None)
    return _Planned(pool if needed else None, contest, hindrances)


def _refuse(spell: HinderingSpell, at: str) -> None:
    if spell.aspect == "sensory" and not spell.allowed:
        raise RuleViolation("a sensory spell hinders no one", field=f"{at}.allowed", clause="PAN-HIND-03")
    if spell.this_turn == "failed":
        raise RuleViolation(
            "it has already stopped them this turn", field=f"{at}.this_turn", clause="PAN-HIND-10"
        )


def _turn(given: HindranceInput, outcome: HindranceOutcome) -> list[Effect]:
    turn = [
        set_to(given.actor.id, f"turn.hindrance.{spell.id}", "overcome" if spell.overcome else "failed")
        for spell in outcome.spells
        if spell.checked
    ]
    return [*turn, set_to(given.actor.id, "turn.over", True)] if outcome.wasted else turn


def _criterion(given: HindranceInput) -> str:
    return "PAN-HIND-04" if given.roll == "rolled" else "PAN-HIND-06"


def _clauses(given: HindranceInput, outcome: HindranceOutcome) -> tuple[str, ...]:
    sensory = any(spell.aspect == "sensory" for spell in given.spells)
    several = outcome.contest is not None or sum(spell.checked for spell in outcome.spells) > 1
    return cite(
        "PAN-HIND-02",
        "PAN-HIND-03" if sensory else None,
        *pools.clauses_of(outcome.pool),
        *(("PAN-HIND-05", "PAN-MULTI-02") if several else ()),
        _criterion(given),
        "PAN-HIND-10",
        "PAN-HIND-11" if outcome.wasted else None,
    )
