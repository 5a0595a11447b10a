"""Attacking what a spell does, by means that have a chance (PAN-ASSAIL)."""

from typing import Annotated, Literal

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.pandemonium import odds, pools
from rules.pandemonium.odds import Tally
from rules.pandemonium.pools import NamedPoolInput, Plan, Pool
from rules.pandemonium.types import Character, Measure, PandemoniumInput, Successes


class AssailedSpell(Input):
    id: Id
    potency: Measure
    tenacity: Measure
    shaped: Annotated[Successes, DERIVED] = 0
    spread: Annotated[bool, GM, by("PAN-ASSAIL-08")] = False


class AssailInput(PandemoniumInput):
    actor: Annotated[Character, record("character")]
    pool: NamedPoolInput
    spell: Annotated[AssailedSpell, record("spell"), by("PAN-ASSAIL-01")]
    possible: Annotated[bool, GM, by("PAN-ASSAIL-01")]
    concrete: Annotated[bool, GM, by("PAN-ASSAIL-07")]

    @property
    def tenacity(self) -> int:
        return self.spell.tenacity + self.spell.shaped  # PAN-TEN-08

    @property
    def needed(self) -> int:
        return 2 * self.tenacity  # PAN-ASSAIL-06


class AssailOutcome(Outcome):
    pool: Pool
    successes: int
    potency_left: int
    donated: int
    tenacity: int
    needed: int
    net: int
    destroyed: Literal["none", "part", "whole"]


def assail(given: AssailInput, draws: Draws) -> Result:
    """Oppose a spell's Potency for a turn, or destroy what it does (PAN-ASSAIL-01 to PAN-ASSAIL-08)."""
    plan = _plan(given)
    pool = pools.roll(plan, draws)
    successes = pool.successes
    destroyed, by = _destroyed(given, successes)
    outcome = AssailOutcome(
        pool=pool,
        successes=successes,
        potency_left=max(0, given.spell.potency - successes),  # PAN-ASSAIL-03
        donated=successes,  # PAN-ASSAIL-04
        tenacity=given.tenacity,
        needed=given.needed,
        net=max(0, successes - given.tenacity),
        destroyed=destroyed,
    )
    effects = (*pools.spend(plan), *_effects(given, outcome))
    measured = ("PAN-ASSAIL-03", "PAN-TEN-01", "PAN-TEN-08" if given.spell.shaped else None)
    return Result(outcome, effects, cite("PAN-ASSAIL-01", *pools.clauses_of(pool), *measured, *by))


def assail_odds(given: AssailInput) -> Chances:
    """The chances to oppose the spell at all, to silence it, and to destroy what it does."""
    tally = Tally(_plan(given))
    destroy = odds.at_least(tally, max(1, given.needed)) if given.concrete else 0.0
    found = {
        "blunt": odds.at_least(tally, 1),
        "silence": odds.at_least(tally, given.spell.potency),
        "destroy": destroy,
    }
    return Chances(found, cite("PAN-POOL-11", "PAN-ASSAIL-03", "PAN-ASSAIL-06"))


def _plan(given: AssailInput) -> Plan:
    plan = pools.plan(given.actor, given.pool)
    if not given.possible:
        raise RuleViolation(
            "these means have no chance against it", field="input.possible", clause="PAN-ASSAIL-01"
        )
    pools.permit(plan)
    return plan


def _destroyed(
    given: AssailInput, successes: int
) -> tuple[Literal["none", "part", "whole"], tuple[str, ...]]:
    """What of the spell is destroyed, and by which clauses."""
    if not given.concrete:
        return "none", ("PAN-ASSAIL-07",)
    if successes < max(1, given.needed):
        return "none", ("PAN-ASSAIL-06",)
    if given.spell.spread:
        return "part", ("PAN-ASSAIL-06", "PAN-ASSAIL-08")
    return "whole", ("PAN-ASSAIL-06",)


def _effects(given: AssailInput, outcome: AssailOutcome) -> list[Effect]:
    changes: list[Effect] = []
    if outcome.successes:
        changes.append(set_to(given.spell.id, f"opposed.{given.actor.id}", outcome.successes))
    if outcome.destroyed == "whole":
        changes.append(set_to(given.spell.id, "state", "ended"))
    if outcome.destroyed == "part":
        changes.append(change_by(given.spell.id, "parts_lost", 1))
    return changes
