"""A spell limits, takes away or usurps somebody's power to act (PAN-CTRL)."""

from typing import Annotated, Literal

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.origins import GM, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome
from rules.pandemonium import consequences, pools
from rules.pandemonium.aspects import ASPECTS, Boosting, boost_of
from rules.pandemonium.consequences import Planned
from rules.pandemonium.pools import Pool
from rules.pandemonium.resisting import roll_side
from rules.pandemonium.targets import Compared, FarSpell, HeldTarget, MayCompare, hold_after
from rules.pandemonium.types import Aspect, Severity, Stakes


class ControllingSpell(FarSpell):
    aspect: Aspect


class ControlInput(MayCompare):
    spell: Annotated[ControllingSpell, record("spell")]
    target: Annotated[HeldTarget, record("character", "thing", "place")]
    means: Annotated[Literal["physical", "magical"], GM] = "physical"
    stakes: Annotated[Stakes, GM] = "dramatic"


class ControlOutcome(Outcome):
    pool: Pool | None
    potency: int
    resisted: int
    net: int
    compare: Compared
    severity: Severity
    achieved: bool
    hindrance: int
    boost: Boosting | None


def control(given: ControlInput, draws: Draws) -> Result:
    """Bring somebody under control, or hinder them (PAN-CTRL-02 to PAN-CTRL-07)."""
    planned = _plan(given)
    rolled = roll_side(planned.side, draws)
    bearing = consequences.bear(given.spell.potency, rolled, planned.compared, given.stakes)
    hampers = bearing.severity == "normal" and given.stakes == "dramatic"  # PAN-CTRL-04
    outcome = ControlOutcome(
        pool=rolled.pool,
        potency=given.spell.potency,
        resisted=rolled.successes,
        net=bearing.net,
        compare=planned.compared,
        severity=bearing.severity,
        achieved=bearing.achieved,
        hindrance=ASPECTS[given.spell.aspect].hindrance if hampers else 0,
        boost=boost_of(given.spell.aspect) if hampers else None,
    )
    hold = hold_after(given.spell.applied, given.target.held, bearing.severity)
    effects = (
        *pools.spend(planned.side.plan),
        set_to(given.target.id, f"hold.{given.spell.id}", hold),
    )
    measured = consequences.clauses_of(given, rolled, bearing, given.stakes)
    came_to = "PAN-CTRL-04" if hampers else "PAN-CTRL-03" if bearing.severity == "severe" else None
    return Result(outcome, effects, cite("PAN-CTRL-02", *measured, came_to))


def control_odds(given: ControlInput) -> Chances:
    """The chances of each net and severity."""
    return consequences.chances(given.spell.potency, _plan(given), given.stakes)


def _plan(given: ControlInput) -> Planned:
    usual = ("strength", "dexterity") if given.means == "physical" else (given.compare or "", "power")
    return consequences.plan(given, given.spell, usual, "PAN-CTRL-06")
