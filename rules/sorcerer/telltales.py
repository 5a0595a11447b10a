"""Spotting the telltale of a sorcerer or a demon (SOR-TELL)."""

from typing import Annotated, Literal

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, by, record
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input
from rules.sorcerer import contest as contests
from rules.sorcerer.contest import ContestOutcome, PoolPart, Pools
from rules.sorcerer.humanity import CloseObserver, reader_parts
from rules.sorcerer.modifiers import Base
from rules.sorcerer.odds import contest_chances
from rules.sorcerer.types import Kind, Penalties, Score, SorcererInput

Hidden = Literal["cover", "power", "lore", "none"]


class Suspect(Input):
    """Whose telltale it is; a score that they do not have is null."""

    id: Id
    kind: Kind = "human"
    cover: Score | None = None
    lore: Score | None = None
    power: Score | None = None
    penalties: Penalties = 0


class SpotTelltaleInput(SorcererInput):
    spotter: Annotated[CloseObserver, record("character", "demon")]
    target: Annotated[Suspect, record("character", "demon"), by("SOR-TELL-03")]
    against: Annotated[Literal["cover", "power", "lore"] | None, GM, by("SOR-TELL-03")] = None
    modifiers: Annotated[Base, GM] = ()
    opposing_modifiers: Annotated[Base, GM] = ()

    def __post_init__(self) -> None:
        chosen, target = hidden_by(self.against, self.target), self.target
        if chosen == "lore" and target.lore is None:
            raise wrong("target.lore", "give its Lore, which opposes the roll")
        if chosen == "power" and target.kind == "demon" and target.power is None:
            raise wrong("target.power", "give its Power, which opposes the roll")


class SpotTelltaleOutcome(ContestOutcome):
    against: Hidden
    identified: bool


def spot_telltale(given: SpotTelltaleInput, draws: Draws) -> Result:
    """Recognise a sorcerer or a demon by the telltale (SOR-TELL-03 to SOR-TELL-06)."""
    rolled = contests.roll(telltale_pools(given), given.settings.die, draws)
    success = rolled.winner == "acting"
    outcome = SpotTelltaleOutcome(
        contest=rolled,
        success=success,
        victories=contests.acting_victories(rolled),
        against=hidden_by(given.against, given.target),
        identified=success,
    )
    return Result(outcome, clauses=cite(_clause(given), *contests.clauses_of(rolled)))


def telltale_odds(given: SpotTelltaleInput) -> Chances:
    """The odds of the contest."""
    return contest_chances(telltale_pools(given), given.settings.die, (_clause(given),))


def telltale_pools(given: SpotTelltaleInput) -> Pools:
    """Both pools, or the first rule that forbids the roll."""
    _refuse(given)
    return contests.build_pools(
        (*reader_parts(given.spotter), *contests.awarded(given.modifiers)),
        (*_hiding(given), *contests.awarded(given.opposing_modifiers)),
    )


def hidden_by(against: Literal["cover", "power", "lore"] | None, target: Suspect) -> Hidden:
    """What stands in the way: what the GM says, else Cover, a human's Lore or nothing (SOR-TELL-03, SOR-TELL-04)."""
    chosen: Hidden
    if against is not None:
        chosen = against
    elif target.cover is not None or target.kind == "demon":
        chosen = "cover"
    else:
        chosen = "lore"
    uncovered = chosen == "cover" and target.cover is None and target.kind == "demon"
    return "none" if uncovered else chosen


def _refuse(given: SpotTelltaleInput) -> None:
    if given.spotter.kind == "human" and given.spotter.lore == 0:
        raise RuleViolation(
            "only sorcerers and demons can recognise a telltale",
            field="input.spotter.lore",
            clause="SOR-TELL-06",
        )
    if given.target.kind == "demon":
        return
    if given.against == "power":
        raise RuleViolation("a human has no Power", field="input.against", clause="SOR-TELL-03")
    if given.against == "cover" and given.target.cover is None:
        raise RuleViolation("this human has no Cover", field="input.target.cover", clause="SOR-TELL-03")


def _hiding(given: SpotTelltaleInput) -> tuple[PoolPart, ...]:
    target = given.target
    chosen = hidden_by(given.against, target)
    if chosen == "none":
        return (contests.score_part("none", 1),)  # SOR-TELL-04: no score, so nothing is taken from it
    score = {"cover": target.cover, "power": target.power, "lore": target.lore}[chosen] or 0
    return (contests.score_part(chosen, score), *contests.other_parts(("penalties", -target.penalties)))


def _clause(given: SpotTelltaleInput) -> str:
    return "SOR-TELL-04" if given.target.kind == "demon" and given.against is None else "SOR-TELL-03"
