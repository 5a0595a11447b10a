"""Humanity: the checks that move it, and how it is read in another (SOR-HUMANITY)."""

from typing import Annotated, Literal

from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, OWN, PLAYER, PROCEDURE, by, record, side_of
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input
from rules.sorcerer import contest as contests
from rules.sorcerer.contest import Contest, ContestOutcome, Pools
from rules.sorcerer.modifiers import Base
from rules.sorcerer.odds import contest_chances, contest_odds, victory_counts
from rules.sorcerer.types import Kind, Penalties, Score, Settings, SorcererInput

Change = Literal["loss", "gain"]
Basis = Literal["ritual", "thematic", "banishment"]


class Soul(Input):
    id: Id
    humanity: Score


class TestingDemon(Input):
    """The demon whose Power tests somebody's Humanity."""

    id: Id
    power: Score
    summoned_by: Id | None = None


class HumanityCheckInput(SorcererInput):
    character: Annotated[Soul, record("character")]
    change: Annotated[Change, GM, by("SOR-HUMANITY-07")]
    basis: Annotated[Basis, PROCEDURE]
    demon: Annotated[TestingDemon | None, record("demon"), by("SOR-HUMANITY-06")] = None
    chosen: Annotated[bool, PLAYER, side_of("character"), OWN, by("SOR-HUMANITY-05", "SOR-HUMANITY-09")] = (
        True
    )
    modifiers: Annotated[Base, GM] = ()
    opposing_modifiers: Annotated[Base, GM] = ()

    def __post_init__(self) -> None:
        if self.basis == "thematic" and self.demon is not None:
            raise wrong("demon", "a check for a decision takes no demon")
        if self.basis != "thematic" and self.demon is None:
            raise wrong("demon", f"a check for a {self.basis} needs the demon")


class HumanityCheckOutcome(ContestOutcome):
    """`delta` is -1, 0 or 1; `zeroed` says that no Humanity is left."""

    delta: int
    before: int
    after: int
    zeroed: bool


def humanity_check(given: HumanityCheckInput, draws: Draws) -> Result:
    """A check for loss or gain of a point of Humanity (SOR-HUMANITY-04 to SOR-HUMANITY-17)."""
    rolled = contests.roll(check_pools(given), given.settings.die, draws)
    before, delta = given.character.humanity, _delta(given.change, rolled)
    outcome = HumanityCheckOutcome(
        contest=rolled,
        success=rolled.winner == "acting",
        victories=contests.acting_victories(rolled),
        delta=delta,
        before=before,
        after=before + delta,
        zeroed=before + delta == 0,
    )
    clauses = cite(
        _basis_clause(given),
        *contests.clauses_of(rolled),
        "SOR-HUMANITY-11" if delta else None,
        "SOR-HUMANITY-16" if rolled.winner == "none" else None,
        "SOR-HUMANITY-13" if outcome.zeroed else None,
    )
    return Result(outcome, _check_effects(given.character.id, outcome, given.settings), clauses)


def humanity_check_odds(given: HumanityCheckInput) -> Chances:
    """The odds of the contest, and of each `delta` that this change can have."""
    pools, die = check_pools(given), given.settings.die
    counted = victory_counts(pools, die)
    moved = counted.won_by("opposing" if given.change == "loss" else "acting")
    still = share(counted.cases - moved, counted.cases)
    point = share(moved, counted.cases)
    delta = {"-1": point, "0": still} if given.change == "loss" else {"0": still, "1": point}
    return Chances({**contest_odds(pools, die), "delta": delta}, cite(_basis_clause(given)))


def check_pools(given: HumanityCheckInput) -> Pools:
    """Both pools of a check, or the first rule that forbids it."""
    _refuse_check(given)
    humanity = contests.score_part("humanity", given.character.humanity)
    against = contests.score_part("power", given.demon.power) if given.demon else humanity  # SOR-HUMANITY-07
    return contests.build_pools(
        (humanity, *contests.awarded(given.modifiers)),
        (against, *contests.awarded(given.opposing_modifiers)),
    )


def _refuse_check(given: HumanityCheckInput) -> None:
    character, demon = given.character, given.demon
    if character.humanity == 0:
        raise _forbidden("no check is possible at Humanity 0", "character.humanity", "SOR-HUMANITY-13")
    if given.change == "gain" and given.basis == "ritual":
        raise _forbidden("a check for a ritual is always for loss", "change", "SOR-HUMANITY-06")
    if given.change == "loss" and given.basis == "banishment":
        raise _forbidden("a check for a Banishing is always for gain", "change", "SOR-HUMANITY-10")
    if not given.chosen:
        clause = "SOR-HUMANITY-05" if given.change == "loss" else "SOR-HUMANITY-09"
        raise _forbidden("the player did not choose what led here", "chosen", clause)
    if given.basis == "banishment" and demon:
        if demon.summoned_by == character.id:
            raise _forbidden("this character Summoned it", "demon.summoned_by", "SOR-BANISH-10")
        if demon.power <= character.humanity:
            raise _forbidden("its Power is not above Humanity", "demon.power", "SOR-BANISH-10")


def _delta(change: Change, rolled: Contest) -> int:
    if change == "loss":
        return -1 if rolled.winner == "opposing" else 0
    return 1 if rolled.winner == "acting" else 0


def _basis_clause(given: HumanityCheckInput) -> str:
    return {"ritual": "SOR-HUMANITY-06", "thematic": "SOR-HUMANITY-07", "banishment": "SOR-HUMANITY-10"}[
        given.basis
    ]


def _check_effects(character: str, outcome: HumanityCheckOutcome, settings: Settings) -> tuple[Effect, ...]:
    moved = (change_by(character, "humanity", outcome.delta),) if outcome.delta else ()
    if not outcome.zeroed or settings.humanity_zero == "none":
        return moved
    control = "gm" if settings.humanity_zero == "gm_permanent" else "gm_temporary"
    return (*moved, set_to(character, "control", control))  # SOR-HUMANITY-13


class CloseObserver(Input):
    """A sorcerer who looks closely; `lore` and what is taken from it."""

    id: Id
    kind: Kind = "human"
    lore: Score
    strain_lore: Score = 0
    penalties: Penalties = 0


class PerceiveHumanityInput(SorcererInput):
    sorcerer: Annotated[CloseObserver, record("character", "demon")]
    target: Annotated[Soul, record("character", "demon"), by("SOR-HUMANITY-03")]
    modifiers: Annotated[Base, GM] = ()
    opposing_modifiers: Annotated[Base, GM] = ()


class PerceiveHumanityOutcome(ContestOutcome):
    humanity: int | None


def perceive_humanity(given: PerceiveHumanityInput, draws: Draws) -> Result:
    """Read another's current Humanity (SOR-HUMANITY-03)."""
    rolled = contests.roll(perceive_pools(given), given.settings.die, draws)
    success = rolled.winner == "acting"
    outcome = PerceiveHumanityOutcome(
        contest=rolled,
        success=success,
        victories=contests.acting_victories(rolled),
        humanity=given.target.humanity if success else None,
    )
    return Result(outcome, clauses=cite("SOR-HUMANITY-03", *contests.clauses_of(rolled)))


def perceive_odds(given: PerceiveHumanityInput) -> Chances:
    """The odds of the contest."""
    return contest_chances(perceive_pools(given), given.settings.die, ("SOR-HUMANITY-03",))


def perceive_pools(given: PerceiveHumanityInput) -> Pools:
    """Both pools, or `RuleViolation` for who may not try (SOR-HUMANITY-03)."""
    reader = given.sorcerer
    if reader.kind == "demon":
        raise _forbidden("a demon cannot read Humanity", "sorcerer.kind", "SOR-HUMANITY-03")
    if reader.lore == 0:
        raise _forbidden("it takes Lore to read Humanity", "sorcerer.lore", "SOR-HUMANITY-03")
    if reader.id == given.target.id:
        raise _forbidden("no one can read their own Humanity", "target.id", "SOR-HUMANITY-03")
    return contests.build_pools(
        (*reader_parts(reader), *contests.awarded(given.modifiers)),
        (
            contests.score_part("humanity", given.target.humanity),
            *contests.awarded(given.opposing_modifiers),
        ),
    )


def reader_parts(reader: CloseObserver) -> tuple[contests.PoolPart, ...]:
    """Lore, less strain and penalties."""
    return (
        contests.score_part("lore", reader.lore),
        *contests.other_parts(("strain", -reader.strain_lore), ("penalties", -reader.penalties)),
    )


def _forbidden(message: str, field: str, clause: str) -> RuleViolation:
    return RuleViolation(message, field=f"input.{field}", clause=clause)
