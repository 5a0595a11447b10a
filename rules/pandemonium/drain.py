"""A spell destroys or steals Mana, Willpower or another resource; wounds become one (PAN-DRAIN, PAN-REAP)."""

from typing import Annotated

from msgspec import Meta

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, PLAYER, by, record
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome
from rules.pandemonium import consequences, pools
from rules.pandemonium.consequences import Measured, Planned, SpellReach
from rules.pandemonium.resisting import roll_side
from rules.pandemonium.targets import FarSpell, HeldTarget, MayCompare
from rules.pandemonium.types import CampaignSettings, Name, PandemoniumInput, Points, Settings, Subject


class DrainTarget(HeldTarget):
    """For Willpower the points are the target's own Willpower."""

    points: Annotated[Points | None, DERIVED] = None


class Recipient(Subject):
    """Who gains points of a resource, and how many they can hold."""

    points: Annotated[Points, DERIVED]
    max: Annotated[Points | None, DERIVED] = None

    def room_for(self, points: int) -> int:
        """How many of these points find room."""
        return points if self.max is None else max(0, min(points, self.max - self.points))


class DrainInput(MayCompare):
    spell: Annotated[FarSpell, record("spell"), by("PAN-DRAIN-01")]
    resource: Annotated[Name, PLAYER, by("PAN-DRAIN-01")]
    target: Annotated[DrainTarget, record("character", "thing", "place")]
    recipient: Annotated[Recipient | None, record("character"), PLAYER, by("PAN-DRAIN-03")] = None
    from_temporary: Annotated[bool, DERIVED] = False
    settings: CampaignSettings = Settings()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.resource == "willpower":
            if self.target.willpower is None:
                raise wrong("target.willpower", "give the Willpower to be drained")
            if self.target.points is not None:
                raise wrong("target.points", "leave this empty: the points are the target's Willpower")
        elif self.target.points is None:
            raise wrong("target.points", "give the points to be drained")


class DrainOutcome(Measured):
    lost: int
    gained: int


class Victim(Subject):
    living: bool
    sapient: bool


class ReapInput(PandemoniumInput):
    spell: Annotated[Subject, record("spell")]
    target: Annotated[Victim, record("character"), by("PAN-REAP-01")]
    recipient: Annotated[Recipient, record("character"), by("PAN-REAP-01")]
    resource: Annotated[Name, PLAYER, by("PAN-REAP-03")]
    wounds: Annotated[int, Meta(ge=0, le=60), DERIVED]
    taken: Annotated[int, Meta(ge=0, le=60), DERIVED] = 0
    resistant: Annotated[bool, DERIVED] = False
    temporary: Annotated[bool, DERIVED] = False

    def __post_init__(self) -> None:
        if self.taken > self.wounds:
            raise wrong("taken", "there are not that many wounds")


class ReapOutcome(Outcome):
    available: int
    gained: int
    left: int


def drain(given: DrainInput, draws: Draws) -> Result:
    """Destroy or steal points of a resource (PAN-DRAIN-02 to PAN-DRAIN-07)."""
    planned = plan_drain(given)
    rolled = roll_side(planned.side, draws)
    bearing = consequences.bear(given.spell.potency, rolled, planned.compared)
    toll, by = _toll(bearing)
    lost = min(_points(given, planned), toll)
    outcome = DrainOutcome(
        **consequences.measured(given.spell, planned, rolled, bearing),
        lost=lost,
        gained=given.recipient.room_for(lost) if given.recipient else 0,  # PAN-DRAIN-03
    )
    measured = consequences.clauses_of(given, rolled, bearing)
    return Result(outcome, _effects(given, planned, outcome), cite("PAN-DRAIN-02", *measured, by))


def drain_odds(given: DrainInput) -> Chances:
    """The chances of each net and severity."""
    return consequences.chances(given.spell.potency, plan_drain(given))


def reap(given: ReapInput, draws: Draws) -> Result:
    """Turn Resistant wounds into points of a resource (PAN-REAP-03 to PAN-REAP-05)."""
    if given.temporary:
        raise RuleViolation("temporary damage yields nothing", field="input.temporary", clause="PAN-TEMP-06")
    if not (given.resistant and given.target.living and given.target.sapient):
        raise RuleViolation(
            "only Resistant wounds of a living, sapient target yield a resource",
            field="input.resistant" if not given.resistant else "input.target",
            clause="PAN-REAP-03",
        )
    available = given.wounds - given.taken  # PAN-REAP-04
    gained = given.recipient.room_for(available)  # PAN-REAP-05
    effects = (
        change_by(given.recipient.id, given.resource, gained),
        change_by(given.target.id, "reaped", gained),
    )
    return Result(
        ReapOutcome(available=available, gained=gained, left=available - gained),
        effects if gained else (),
        ("PAN-REAP-03", "PAN-REAP-04", "PAN-REAP-05"),
    )


def _toll(bearing: SpellReach) -> tuple[int, str | None]:
    """The points that the net takes, and by which clause."""
    if bearing.severity == "severe":
        return bearing.net, "PAN-DRAIN-03"
    return (bearing.net + 1) // 2, "PAN-DRAIN-04" if bearing.net else None


def _points(given: DrainInput, planned: Planned) -> int:
    """What there is to lose; a point of Willpower spent on resisting is gone before."""
    if given.resource != "willpower":
        return given.target.points or 0
    spent = 1 if planned.side.plan and planned.side.plan.willpower is not None else 0
    return (given.target.willpower or 0) - spent


def plan_drain(given: DrainInput) -> Planned:
    """Both sides before the dice; refuses what the rules do not allow (PAN-CONSEQ-17)."""
    planned = consequences.read(given)
    if given.from_temporary:
        raise RuleViolation(
            "temporary damage yields nothing", field="input.from_temporary", clause="PAN-TEMP-06"
        )
    consequences.refuse_again(given, given.spell, "PAN-DRAIN-05", tries=("sustained",))
    pools.permit(planned.side.plan)
    return planned


def _effects(given: DrainInput, planned: Planned, outcome: DrainOutcome) -> tuple[Effect, ...]:
    changes = [*pools.spend(planned.side.plan)]
    if outcome.lost:
        changes.append(change_by(given.target.id, given.resource, -outcome.lost))
    if given.recipient and outcome.gained:
        changes.append(change_by(given.recipient.id, given.resource, outcome.gained))
    return (*changes, consequences.hold_on(given, given.spell, outcome.severity))
