"""One mage hurts one target in one turn by several means; only the best counts (PAN-MULTI-04 to PAN-MULTI-07)."""

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PLAYER, STORED, by, helper, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome, Text
from rules.pandemonium import damage, health, odds, pools, targets
from rules.pandemonium.damage import changed_track
from rules.pandemonium.health import WORST_FIRST, ByKind, Status, Track
from rules.pandemonium.odds import Spread, spread
from rules.pandemonium.pools import Pool
from rules.pandemonium.resisting import Contest, Resist, Side, plan_side, roll_side
from rules.pandemonium.striking import direct_hold, refuse_second_hit
from rules.pandemonium.targets import KEPT_UP
from rules.pandemonium.types import (
    Applied,
    CampaignSettings,
    Character,
    Hold,
    Name,
    PandemoniumInput,
    Settings,
    Severity,
    Successes,
    Wound,
)


class WoundedCharacter(Character):
    health: Track


class NamedContest(Resist):
    """One roll of the target's, shared by the sources that it opposes."""

    name: Annotated[Text, PLAYER, by("PAN-MULTI-04")]


class Source(Input):
    """One means of doing harm: a spell, whose record says all of it, or something that the GM calls by a name."""

    id: Annotated[Id, helper("spell"), by("PAN-MULTI-04")]
    successes: Annotated[Successes, STORED, by("PAN-MULTI-04")]
    kind: Annotated[Wound, STORED, by("PAN-MULTI-06")]
    resistant: Annotated[bool, STORED, by("PAN-MULTI-07")] = False
    effect: Annotated[Literal["attack", "direct"], STORED, by("PAN-MULTI-05")] = "attack"
    contest: Annotated[Text | None, PLAYER, by("PAN-MULTI-04")] = None
    compare: Annotated[Name | None, GM, by("PAN-CONSEQ-05")] = None
    instead: Annotated[Name | None, PLAYER, by("PAN-CONSEQ-06")] = None
    spell: Annotated[bool | None, STORED, by("PAN-MULTI-04")] = None
    hit_this_round: Annotated[bool, STORED, by("PAN-MULTI-04")] = False
    applied: Annotated[Applied | None, STORED, by("PAN-CONSEQ-17")] = None
    hold: Annotated[Hold | None, STORED, by("PAN-MULTI-04")] = None

    def __post_init__(self) -> None:
        if self.effect == "direct":
            if self.compare is None:
                raise wrong("compare", "direct damage needs a trait to compare with")
            if self.spell is False:
                raise wrong("spell", "direct damage has to come from a spell")
        else:
            for field in ("compare", "instead", "applied", "hold"):
                if getattr(self, field) is not None:
                    raise wrong(field, "this applies only to direct damage")
        if self.hit_this_round and not self.is_spell:
            raise wrong("hit_this_round", "this applies only to a spell")

    @property
    def is_spell(self) -> bool:
        return self.effect == "direct" if self.spell is None else self.spell


class SourcesInput(PandemoniumInput):
    target: Annotated[WoundedCharacter, record("character")]
    contests: Annotated[tuple[NamedContest, ...], Meta(max_length=10)] = ()
    sources: Annotated[tuple[Source, ...], Meta(min_length=1, max_length=10)]
    settings: CampaignSettings = Settings()

    def __post_init__(self) -> None:
        check_distinct("sources", (source.id for source in self.sources))
        names = [contest.name for contest in self.contests]
        check_distinct("contests", names)
        wanted = [source.contest for source in self.sources]
        for number, name in enumerate(wanted):
            if name is not None and name not in names:
                raise wrong(f"sources.{number}.contest", f"there is no contest {name!r}")
        for number, name in enumerate(names):
            if name not in wanted:
                raise wrong(f"contests.{number}.name", "no source is contested by it")


class RolledContest(Outcome):
    name: str
    successes: int
    pool: Pool | None


class SettledSource(Outcome):
    id: str
    successes: int
    resisted: int
    net: int
    severity: Severity
    kind: Wound
    wounds: int


class SourcesOutcome(Outcome):
    contests: tuple[RolledContest, ...]
    sources: tuple[SettledSource, ...]
    best: int
    dealt: ByKind
    total: int
    health: Track
    status: Status


class _Planned(Struct, frozen=True):
    sides: tuple[Side, ...]
    dots: tuple[int | None, ...]
    """The dots that each source is compared with."""


def multi_source_damage(given: SourcesInput, draws: Draws) -> Result:
    """Settle several sources of damage against one target (PAN-MULTI-04 to PAN-MULTI-07, PAN-POT-11)."""
    planned = _plan(given)
    rolled = [roll_side(side, draws) for side in planned.sides]
    resisted = {one.name: contest.successes for one, contest in zip(given.contests, rolled, strict=True)}
    settled = tuple(
        _settle(source, dots, resisted.get(source.contest or "", 0) if source.contest else 0)
        for source, dots in zip(given.sources, planned.dots, strict=True)
    )
    best = max(source.wounds for source in settled)  # PAN-MULTI-05
    dealt = _fill(settled, best)
    track = _mark(given, settled, dealt)
    outcome = SourcesOutcome(
        contests=tuple(
            RolledContest(name=one.name, successes=contest.successes, pool=contest.pool)
            for one, contest in zip(given.contests, rolled, strict=True)
        ),
        sources=settled,
        best=best,
        dealt=ByKind(**dealt),
        total=sum(dealt.values()),
        health=track,
        status=health.status_of(track),
    )
    return Result(outcome, _effects(given, planned, outcome), _clauses(given, rolled))


def sources_odds(given: SourcesInput) -> Chances:
    """The chances of each total; it always equals the best source's wounds (PAN-MULTI-05, PAN-MULTI-07)."""
    planned = _plan(given)
    top = max(source.successes for source in given.sources)
    totals = [
        _best_of(given, planned, side.tally, contest.name, top)
        for side, contest in zip(planned.sides, given.contests, strict=True)
    ]
    totals.append(_best_of(given, planned, odds.Tally(), None, top))
    found = odds.highest(totals)
    ways = list(found.ways)
    while len(ways) > 1 and not ways[-1]:
        ways.pop()
    total = [share(way, found.total) for way in ways]
    return Chances({"total": total}, cite("PAN-POOL-11", "PAN-MULTI-05"))


def _best_of(
    given: SourcesInput, planned: _Planned, tally: odds.Tally, contest: str | None, top: int
) -> Spread:
    """The most wounds that the sources of one contest deal."""
    against = spread(tally, top)
    ways = [0] * (top + 1)
    for resisted in range(top + 1):
        cases = against.ways[resisted] if resisted < top else against.from_(top)
        wounds = [
            _settle(source, dots, resisted).wounds
            for source, dots in zip(given.sources, planned.dots, strict=True)
            if source.contest == contest
        ]
        ways[max(wounds, default=0)] += cases
    return Spread(tuple(ways), against.total)


def _plan(given: SourcesInput) -> _Planned:
    usual = given.settings.defense_pool
    sides = tuple(
        plan_side(contest, given.target, usual, at=f"input.contests.{number}")
        for number, contest in enumerate(given.contests)
    )
    dots = tuple(
        targets.compare(given.target, source.compare, source.instead).dots if source.compare else None
        for source in given.sources
    )
    for number, source in enumerate(given.sources):
        _refuse(source, f"input.sources.{number}")
    pools.permit(*(side.plan for side in sides))
    return _Planned(sides, dots)


def _refuse(source: Source, at: str) -> None:
    direct = source.effect == "direct"
    refuse_second_hit(
        source.hit_this_round, "PAN-DIRECT-06" if direct else "PAN-ATTACK-05", f"{at}.hit_this_round"
    )
    if direct and source.applied in KEPT_UP and source.hold in ("escaped", "resisted"):
        raise RuleViolation("they have escaped it for good", field=f"{at}.applied", clause="PAN-DIRECT-07")


def _settle(source: Source, dots: int | None, resisted: int) -> SettledSource:
    """One source after resistance; direct damage counts after its severity (PAN-MULTI-05)."""
    net = max(0, source.successes - resisted)
    severity: Severity = "normal" if net else "none"
    toll = damage.Toll(source.kind, net)
    if dots is not None:
        severity = targets.severity_of(net, dots)
        toll = damage.direct_toll(source.kind, net, severity)
    return SettledSource(
        id=source.id,
        successes=source.successes,
        resisted=resisted,
        net=net,
        severity=severity,
        kind=toll.kind,
        wounds=toll.wounds,
    )


def _fill(settled: Sequence[SettledSource], best: int) -> dict[Wound, int]:
    """From the most severe kind down, what its best source and the best total allow (PAN-MULTI-06, PAN-MULTI-07)."""
    dealt: dict[Wound, int] = {}
    for kind in WORST_FIRST:
        most = max((source.wounds for source in settled if source.kind == kind), default=0)
        dealt[kind] = min(most, best - sum(dealt.values()))
    return dealt


def _mark(given: SourcesInput, settled: Sequence[SettledSource], dealt: dict[Wound, int]) -> Track:
    track = given.target.health
    for kind in WORST_FIRST:
        of_kind = [number for number, source in enumerate(settled) if source.kind == kind]
        leading = max(of_kind, key=lambda number: settled[number].wounds, default=None)
        if leading is not None:
            resistant = given.sources[leading].resistant
            track = health.deal(track, kind, dealt[kind], resistant=resistant).track
    return track


def _effects(given: SourcesInput, planned: _Planned, outcome: SourcesOutcome) -> tuple[Effect, ...]:
    on = given.target.id
    struck: list[Effect] = []
    for source, settled in zip(given.sources, outcome.sources, strict=True):
        if source.effect == "direct":
            hold = direct_hold(source.applied or "cast", source.hold or "none", settled.severity)
            struck.append(set_to(on, f"hold.{source.id}", hold))
        if source.is_spell:
            struck.append(set_to(on, f"round.hit.{source.id}", True))
    return (
        *pools.spend(*(side.plan for side in planned.sides)),
        *changed_track(on, given.target.health, outcome.health),
        *struck,
    )


def _clauses(given: SourcesInput, rolled: Sequence[Contest]) -> tuple[str, ...]:
    direct = any(source.effect == "direct" for source in given.sources)
    spell = any(source.is_spell for source in given.sources)
    return cite(
        *(clause for contest in rolled for clause in pools.clauses_of(contest.pool)),
        "PAN-ASSAIL-04" if any(contest.aid for contest in given.contests) else None,
        "PAN-MULTI-04",
        *(("PAN-DIRECT-04", "PAN-DIRECT-05") if direct else ()),
        "PAN-POT-11",
        "PAN-MULTI-05",
        "PAN-MULTI-06",
        "PAN-MULTI-07",
        "PAN-ATTACK-05" if spell else None,
        "PAN-HEALTH-07",
    )
