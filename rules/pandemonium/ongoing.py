"""Damage that falls piece by piece: poisons, diseases, slow curses (PAN-ONGOING)."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, structs

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, PLAYER, STORED, by, record, side_of
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.pandemonium import damage, health, pools, targets
from rules.pandemonium.damage import LastingDamageInput, Toll, Wounded, changed_track
from rules.pandemonium.health import Change, Status, Track
from rules.pandemonium.pools import Pool
from rules.pandemonium.resisting import Contest, Resist, Side, plan_side, roll_side
from rules.pandemonium.sources import WoundedCharacter
from rules.pandemonium.striking import refuse_latent
from rules.pandemonium.targets import Compared, Resisted
from rules.pandemonium.types import (
    CampaignSettings,
    Interval,
    Measure,
    Name,
    PandemoniumInput,
    Points,
    Settings,
    Severity,
    Subject,
    Wound,
)

LONG: frozenset[Interval] = frozenset(("day", "week", "month", "year"))
"""Intervals of at least a day (PAN-ONGOING-04)."""

MOST_AT_ONCE = 5


class SlowSpell(Input):
    id: Id
    potency: Annotated[Measure, STORED]
    state: Literal["active", "latent"] = "active"


class OngoingStartInput(Resisted):
    spell: Annotated[SlowSpell, record("spell")]
    triggered: Annotated[bool, GM, by("PAN-DELAY-03")] = False
    target: Annotated[WoundedCharacter, record("character"), by("PAN-ONGOING-01")]
    damage: LastingDamageInput
    interval: Annotated[Interval, DERIVED, by("PAN-ONGOING-02")]
    effect: Annotated[Literal["attack", "direct"] | None, DERIVED] = None
    """None: as an attack."""
    compare: Annotated[Name | None, GM, by("PAN-CONSEQ-05")] = None
    instead: Annotated[Name | None, PLAYER, by("PAN-CONSEQ-06")] = None
    resist: Annotated[Resist, side_of("target")]
    settings: CampaignSettings = Settings()

    @property
    def usual(self) -> tuple[str, ...]:
        return (self.compare, "power") if self.compare else self.settings.defense_pool

    def __post_init__(self) -> None:
        if self.effect == "direct" and self.compare is None:
            raise wrong("compare", "direct damage needs a trait to compare with")
        for field in ("compare", "instead"):
            if self.effect != "direct" and getattr(self, field) is not None:
                raise wrong(field, "this applies only to direct damage")


class OngoingStartOutcome(Outcome):
    pool: Pool | None
    potency: int
    resisted: int
    net: int
    compare: Compared | None
    severity: Severity
    kind: Wound
    total: int
    interval: Interval
    limit: int | None


class OngoingRecord(Input):
    """What is stored of damage still to come; `limit` belongs to the long intervals."""

    kind: Wound
    resistant: bool
    interval: Interval
    left: Points
    dealt: Points
    limit: Annotated[int, Meta(ge=0, le=999)] | None = None

    def __post_init__(self) -> None:
        if (self.limit is not None) != (self.interval in LONG):
            raise wrong("limit", "give a limit for a long interval, none for a short one")


class OngoingTickInput(PandemoniumInput):
    spell: Annotated[Subject, record("spell")]
    target: Annotated[Wounded, record("character"), by("PAN-ONGOING-02")]
    ongoing: Annotated[OngoingRecord | None, DERIVED] = None
    """None where nothing of the spell falls on the target."""


class OngoingTickOutcome(Outcome):
    wounds: int
    paused: bool
    left: int
    finished: bool
    hurt: int
    change: Change
    health: Track
    status: Status


class PlannedOngoing(Struct, frozen=True):
    side: Side
    compared: Compared | None


def ongoing_start(given: OngoingStartInput, draws: Draws) -> Result:
    """Resist damage that will fall bit by bit, and say how much that is (PAN-ONGOING-01 to PAN-ONGOING-06)."""
    planned = plan_ongoing(given)
    rolled = roll_side(planned.side, draws)
    outcome, clauses = _start(given, planned, rolled)
    kept = OngoingRecord(
        kind=outcome.kind,
        resistant=given.damage.resistant,
        interval=given.interval,
        left=outcome.total,
        dealt=0,
        limit=outcome.limit,
    )
    nothing = "escaped" if given.effect == "direct" else "resisted"
    on, spell = given.target.id, given.spell.id
    effects = (
        *pools.spend(planned.side.plan),
        *([set_to(on, f"ongoing.{spell}", msgspec.to_builtins(kept))] if outcome.total else []),
        set_to(on, f"hold.{spell}", outcome.severity if outcome.net else nothing),
        *(_triggered(spell, outcome.total) if given.spell.state == "latent" else ()),
    )
    return Result(outcome, effects, clauses)


def _triggered(spell: str, wounds: int) -> tuple[Effect, ...]:
    """Having struck, what lay in wait is over: with the last of its wounds, if any are to come (PAN-DELAY-03)."""
    if not wounds:
        return (set_to(spell, "state", "ended"),)
    return (set_to(spell, "state", "active"), set_to(spell, "duration", "instant"))


def ongoing_odds(given: OngoingStartInput) -> Chances:
    """The chances of each net and severity."""
    planned = plan_ongoing(given)
    dots = planned.compared.dots if planned.compared else None
    return Chances(
        targets.odds_of(given.spell.potency, planned.side, dots), cite("PAN-POOL-11", "PAN-ONGOING-01")
    )


def ongoing_tick(given: OngoingTickInput, draws: Draws) -> Result:
    """One interval is over: a wound falls, or waits (PAN-ONGOING-02, PAN-ONGOING-05)."""
    kept, before = given.ongoing, given.target.health
    if kept is None:
        raise RuleViolation(
            "no wounds of this spell are still to fall on them", field="input.spell", clause="PAN-ONGOING-02"
        )
    if not kept.left:
        raise RuleViolation(
            "all of its wounds have fallen", field="input.ongoing.left", clause="PAN-ONGOING-02"
        )
    dealt = health.deal(before, kept.kind, 1, resistant=kept.resistant)
    paused = kept.limit is not None and health.hurt(dealt.track) > kept.limit  # PAN-ONGOING-05
    if paused:
        dealt = health.deal(before, kept.kind, 0)
    wounds = 0 if paused else 1
    after = structs.replace(kept, left=kept.left - wounds, dealt=kept.dealt + wounds)
    outcome = OngoingTickOutcome(
        wounds=wounds,
        paused=paused,
        left=after.left,
        finished=after.left == 0,
        hurt=health.hurt(dealt.track),
        change=dealt.change,
        health=dealt.track,
        status=health.status_of(dealt.track),
    )
    on, field = given.target.id, f"ongoing.{given.spell.id}"
    effects = (
        *changed_track(on, before, dealt.track),
        *([] if paused else [set_to(on, field, msgspec.to_builtins(after))]),
    )
    happened = ("PAN-ONGOING-05", "PAN-ONGOING-06") if paused else dealt.clauses
    return Result(outcome, effects, cite("PAN-ONGOING-02", *happened))


def _start(
    given: OngoingStartInput, planned: PlannedOngoing, rolled: Contest
) -> tuple[OngoingStartOutcome, tuple[str, ...]]:
    net = max(0, given.spell.potency - rolled.successes)
    severity: Severity = "normal" if net else "none"
    toll = Toll(given.damage.kind, net)
    if planned.compared:
        severity = targets.severity_of(net, planned.compared.dots)
        toll = damage.direct_toll(given.damage.kind, net, severity)
    total, limit, course = min(MOST_AT_ONCE, toll.wounds), None, ["PAN-ONGOING-03"]
    if given.interval in LONG:
        at_once = health.deal(given.target.health, toll.kind, MOST_AT_ONCE).track
        total, limit, course = toll.wounds, health.hurt(at_once), ["PAN-ONGOING-04", "PAN-ONGOING-06"]
    outcome = OngoingStartOutcome(
        pool=rolled.pool,
        potency=given.spell.potency,
        resisted=rolled.successes,
        net=net,
        compare=planned.compared,
        severity=severity,
        kind=toll.kind,
        total=total,
        interval=given.interval,
        limit=limit,
    )
    waited = given.spell.state == "latent"
    resisted = (
        *cite("PAN-DELAY-03" if waited else None),
        "PAN-ONGOING-01",
        *pools.clauses_of(rolled.pool),
        "PAN-RESIST-02",
    )
    return outcome, cite(*resisted, toll.clause, "PAN-ONGOING-02", *course)


def plan_ongoing(given: OngoingStartInput) -> PlannedOngoing:
    """Both sides before the dice."""
    side = plan_side(given.resist, given.target, given.first_resisted_with, at="input.resist")
    compared = targets.compare(given.target, given.compare, given.instead) if given.compare else None
    refuse_latent(given.spell.state, triggered=given.triggered)
    pools.permit(side.plan)
    return PlannedOngoing(side, compared)
