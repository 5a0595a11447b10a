"""Struggling free of what spells impose (PAN-STRUGGLE)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, structs

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import change_by, set_to
from rules.kernel.errors import InvalidInput, RuleViolation
from rules.kernel.origins import DERIVED, GM, PLAYER, RESULT, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.pandemonium import odds, pools
from rules.pandemonium.odds import Tally
from rules.pandemonium.pools import Plan, Pool, PoolInput, Support
from rules.pandemonium.types import (
    Character,
    Measure,
    PandemoniumInput,
    PoolTraits,
    Successes,
)


class Struggler(Character):
    mind: Annotated[Literal["aware", "paralyzed", "comatose"], GM, by("PAN-STRUGGLE-10")] = "aware"


class EscapedFrom(Input):
    """A spell to struggle against, or what an ended one left behind."""

    id: Id
    tenacity: Measure
    shaped: Annotated[Successes, DERIVED] = 0
    state: Literal["active", "ended"] = "active"
    traits: Annotated[PoolTraits | None, DERIVED] = None
    aid: Annotated[Successes, DERIVED] = 0

    def __post_init__(self) -> None:
        check_distinct("traits", self.traits or ())

    @property
    def needed(self) -> int:
        """The successes that set somebody free (PAN-STRUGGLE-05, PAN-STRUGGLE-12)."""
        return 1 if self.state == "ended" else self.tenacity + self.shaped + 1


class Replacement(Input):
    """A Shaping in place of the roll: its total Potency counts as the successes."""

    casting: Annotated[Literal["improvised", "rote"], PLAYER, by("PAN-STRUGGLE-10")]
    potency: Annotated[Successes, RESULT]


class StruggleInput(PandemoniumInput):
    actor: Annotated[Struggler, record("character")]
    spells: Annotated[
        tuple[EscapedFrom, ...], Meta(min_length=1, max_length=20), record("spell"), by("PAN-STRUGGLE-04")
    ]
    bolster: Annotated[Literal["willpower", "words"] | None, PLAYER, by("PAN-STRUGGLE-03")] = None
    pool: Support | None = None
    replace: Replacement | None = None

    def __post_init__(self) -> None:
        check_distinct("spells", (spell.id for spell in self.spells))
        if self.replace is not None:
            for field in ("bolster", "pool"):
                if getattr(self, field) is not None:
                    raise wrong(field, "leave this empty: a Shaping replaces the roll")
            return
        for number, spell in enumerate(self.spells):
            if spell.traits is None:
                raise wrong(f"spells.{number}.traits", "name the traits that first resisted this spell")


class StruggledSpell(Outcome):
    id: str
    tenacity: int
    successes: int
    escaped: bool


class StruggleOutcome(Outcome):
    pool: Pool | None
    pool_from: str | None
    successes: int
    spells: tuple[StruggledSpell, ...]
    escaped: tuple[str, ...]
    free: bool


class PlannedStruggle(Struct, frozen=True):
    """A struggle before the dice."""

    pool: Plan | None
    """None where a Shaping takes its place."""
    pool_from: str | None
    fixed: int


def struggle(given: StruggleInput, draws: Draws) -> Result:
    """Try to break free of spells (PAN-STRUGGLE-02 to PAN-STRUGGLE-12)."""
    planned = plan_struggle(given)
    pool = pools.roll(planned.pool, draws) if planned.pool else None
    successes = pool.successes if pool else planned.fixed
    spells = tuple(_settle(spell, successes) for spell in given.spells)
    escaped = tuple(spell.id for spell in spells if spell.escaped)
    outcome = StruggleOutcome(
        pool=pool,
        pool_from=planned.pool_from,
        successes=successes,
        spells=spells,
        escaped=escaped,
        free=len(escaped) == len(spells),
    )
    effects = (
        *([change_by(given.actor.id, "willpower", -1)] if given.bolster else []),  # PAN-STRUGGLE-03
        *(set_to(given.actor.id, f"hold.{spell}", "escaped") for spell in escaped),
    )
    return Result(outcome, effects, _clauses(given, outcome))


def struggle_odds(given: StruggleInput) -> Chances:
    """The chance to escape each spell, all of them, any of them."""
    planned = plan_struggle(given)
    tally = Tally(planned.pool, planned.fixed)
    needed = [0 if spell.aid >= spell.needed else spell.needed for spell in given.spells]
    each = {
        spell.id: odds.at_least(tally, number) for spell, number in zip(given.spells, needed, strict=True)
    }
    found = {
        "each": each,
        "all": odds.at_least(tally, max(needed)),
        "any": odds.at_least(tally, min(needed)),
    }
    return Chances(found, cite("PAN-POOL-11", "PAN-STRUGGLE-05"))


def _settle(spell: EscapedFrom, successes: int) -> StruggledSpell:
    total = max(successes, spell.aid)  # PAN-ASSAIL-04
    return StruggledSpell(
        id=spell.id,
        tenacity=spell.tenacity + spell.shaped,
        successes=total,
        escaped=total >= spell.needed,
    )


def plan_struggle(given: StruggleInput) -> PlannedStruggle:
    """The pool of a struggle, or what a Shaping has in its place; refuses what the rules do not allow."""
    if given.replace:
        _refuse_shaping(given.actor, given.replace)
        return PlannedStruggle(None, None, given.replace.potency)
    if given.bolster and given.actor.willpower is None:
        raise InvalidInput("give the Willpower from which a point is spent", field="input.actor.willpower")
    plan, pool_from = _lowest(given)
    _refuse_without_willpower(given)
    pools.permit(structs.replace(plan, willpower=None))
    return PlannedStruggle(plan, pool_from, 0)


def _lowest(given: StruggleInput) -> tuple[Plan, str]:
    """The pool with the lowest sum of traits, the first named among equals (PAN-STRUGGLE-04)."""
    support = given.pool or Support()
    sums = [
        sum(pools.dots(given.actor, name, "input.actor") for name in spell.traits or ())
        for spell in given.spells
    ]
    chosen = given.spells[sums.index(min(sums))]
    asked = PoolInput(
        traits=chosen.traits,
        modifiers=support.modifiers,
        boosts=support.boosts,
        again=support.again,
        willpower=given.bolster == "willpower",
    )
    return pools.plan(given.actor, asked), chosen.id


def _refuse_shaping(actor: Struggler, replacement: Replacement) -> None:
    rote = replacement.casting == "rote"
    if actor.mind == "comatose" or (actor.mind == "paralyzed" and rote):
        raise RuleViolation(
            f"someone {actor.mind} cannot cast this", field="input.actor.mind", clause="PAN-STRUGGLE-10"
        )


def _refuse_without_willpower(given: StruggleInput) -> None:
    active = any(spell.state == "active" for spell in given.spells)
    if active and given.bolster is None:
        raise RuleViolation(
            "a point of Willpower has to be spent", field="input.bolster", clause="PAN-STRUGGLE-03"
        )
    if given.bolster and not given.actor.willpower:
        raise RuleViolation(
            "there is no Willpower left", field="input.actor.willpower", clause="PAN-STRUGGLE-03"
        )


def _clauses(given: StruggleInput, outcome: StruggleOutcome) -> tuple[str, ...]:
    ended = any(spell.state == "ended" for spell in given.spells)
    active = any(spell.state == "active" for spell in given.spells)
    return cite(
        "PAN-STRUGGLE-09" if given.replace else None,
        "PAN-STRUGGLE-03" if given.bolster else None,
        "PAN-STRUGGLE-04" if len(given.spells) > 1 else "PAN-STRUGGLE-02",
        *pools.clauses_of(outcome.pool),
        "PAN-ASSAIL-05" if any(spell.aid for spell in given.spells) else None,
        *(("PAN-TEN-01", "PAN-TEN-03", "PAN-STRUGGLE-05") if active else ()),
        "PAN-STRUGGLE-12" if ended else None,
        "PAN-STRUGGLE-06" if outcome.escaped else None,
    )
