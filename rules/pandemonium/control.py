"""A spell limits, takes away or usurps somebody's power to act (PAN-CTRL)."""

from typing import Annotated, Literal

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.origins import GM, by, record
from rules.kernel.result import Result, cite
from rules.pandemonium import consequences, pools
from rules.pandemonium.aspects import ASPECTS, Boosting, boost_of
from rules.pandemonium.consequences import Measured, Planned
from rules.pandemonium.resisting import roll_side
from rules.pandemonium.targets import FarSpell, HeldTarget, MayCompare
from rules.pandemonium.types import Aspect, CampaignSettings, Settings, Stakes


class ControllingSpell(FarSpell):
    aspect: Aspect


class ControlInput(MayCompare):
    spell: Annotated[ControllingSpell, record("spell"), by("PAN-CTRL-01")]
    target: Annotated[HeldTarget, record("character", "thing", "place")]
    means: Annotated[Literal["physical", "magical"], GM, by("PAN-CTRL-02")] = "physical"
    stakes: Annotated[Stakes, GM, by("PAN-CONSEQ-03")] = "dramatic"
    settings: CampaignSettings = Settings()

    @property
    def usual(self) -> tuple[str, ...]:
        return ("strength", "dexterity") if self.means == "physical" else super().usual  # PAN-CTRL-02


class ControlOutcome(Measured):
    achieved: bool
    hindrance: int
    boost: Boosting | None


def control(given: ControlInput, draws: Draws) -> Result:
    """Bring somebody under control, or hinder them (PAN-CTRL-02 to PAN-CTRL-07)."""
    planned = plan_control(given)
    rolled = roll_side(planned.side, draws)
    bearing = consequences.bear(given.spell.potency, rolled, planned.compared, given.stakes)
    hampers = bearing.severity == "normal" and given.stakes == "dramatic"  # PAN-CTRL-04
    outcome = ControlOutcome(
        **consequences.measured(given.spell, planned, rolled, bearing),
        achieved=bearing.achieved,
        hindrance=ASPECTS[given.spell.aspect].hindrance if hampers else 0,
        boost=boost_of(given.spell.aspect) if hampers else None,
    )
    effects = (
        *pools.spend(planned.side.plan),
        consequences.hold_on(given, given.spell, bearing.severity),
    )
    measured = consequences.clauses_of(given, rolled, bearing)
    came_to = "PAN-CTRL-04" if hampers else "PAN-CTRL-03" if bearing.severity == "severe" else None
    return Result(outcome, effects, cite("PAN-CTRL-02", *measured, came_to))


def control_odds(given: ControlInput) -> Chances:
    """The chances of each net and severity."""
    return consequences.chances(given.spell.potency, plan_control(given), given.stakes)


def plan_control(given: ControlInput) -> Planned:
    """Both sides before the dice; refuses what the rules do not allow (PAN-CONSEQ-17)."""
    return consequences.plan(given, given.spell, "PAN-CTRL-06")
