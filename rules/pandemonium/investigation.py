"""A spell spies on somebody unwilling, or takes knowledge that is hidden (PAN-INVEST)."""

from typing import Annotated, Literal

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.origins import PLAYER, by, record
from rules.kernel.result import Result, cite
from rules.pandemonium import consequences, pools
from rules.pandemonium.consequences import Measured, Planned
from rules.pandemonium.resisting import roll_side
from rules.pandemonium.targets import FarSpell, HeldTarget, MayCompare
from rules.pandemonium.types import CampaignSettings, Settings, Severity

Clarity = Literal["clear", "dim", "none"]
Secrets = Literal["full", "hint", "none"]

_CLARITY: dict[Severity, Clarity] = {"severe": "clear", "normal": "dim", "none": "none"}
_SECRETS: dict[Severity, Secrets] = {"severe": "full", "normal": "hint", "none": "none"}


class InvestigateInput(MayCompare):
    spell: Annotated[FarSpell, record("spell"), by("PAN-INVEST-01")]
    target: Annotated[HeldTarget, record("character", "thing", "place")]
    aim: Annotated[Literal["watch", "learn"], PLAYER, by("PAN-INVEST-03")]
    settings: CampaignSettings = Settings()


class InvestigateOutcome(Measured):
    clarity: Clarity
    facts: int
    secrets: Secrets


def investigate(given: InvestigateInput, draws: Draws) -> Result:
    """Watch somebody, or learn what they hide (PAN-INVEST-02 to PAN-INVEST-06)."""
    planned = plan_investigation(given)
    rolled = roll_side(planned.side, draws)
    bearing = consequences.bear(given.spell.potency, rolled, planned.compared)
    learns = given.aim == "learn"
    each = given.settings.facts_per_success if bearing.severity == "severe" else 1  # PAN-INVEST-03
    outcome = InvestigateOutcome(
        **consequences.measured(given.spell, planned, rolled, bearing),
        clarity="none" if learns else _CLARITY[bearing.severity],
        facts=bearing.net * each if learns else 0,
        secrets=_SECRETS[bearing.severity] if learns else "none",
    )
    effects = (
        *pools.spend(planned.side.plan),
        consequences.hold_on(given, given.spell, bearing.severity),
    )
    came_to = {"severe": "PAN-INVEST-03", "normal": "PAN-INVEST-04"}.get(bearing.severity)
    measured = consequences.clauses_of(given, rolled, bearing)
    return Result(outcome, effects, cite("PAN-INVEST-02", *measured, came_to))


def investigate_odds(given: InvestigateInput) -> Chances:
    """The chances of each net and severity."""
    return consequences.chances(given.spell.potency, plan_investigation(given))


def plan_investigation(given: InvestigateInput) -> Planned:
    """Both sides before the dice; refuses what the rules do not allow (PAN-CONSEQ-17)."""
    return consequences.plan(given, given.spell, "PAN-INVEST-06")
