"""A Possessor takes a body (SOR-DEMON-17 to SOR-DEMON-22)."""

from typing import Annotated, Literal

from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input
from rules.sorcerer import contest as contests
from rules.sorcerer.contest import ContestOutcome, Pools
from rules.sorcerer.modifiers import Open
from rules.sorcerer.odds import contest_odds, victory_counts
from rules.sorcerer.types import DemonState, DemonType, Penalties, Score, SorcererInput

Personality = Literal["intact", "flickering", "lost"]


class PossessingDemon(Input):
    id: Id
    type: DemonType
    power: Score
    state: DemonState
    penalties: Penalties = 0


class PossessedTarget(Input):
    id: Id
    stamina: Score
    will: Score
    humanity: Score
    penalties: Penalties = 0


class PossessInput(SorcererInput):
    demon: Annotated[PossessingDemon, record("demon")]
    target: Annotated[PossessedTarget, record("character", "demon"), by("SOR-DEMON-18")]
    against: Annotated[Literal["stamina", "will", "humanity"], GM, by("SOR-DEMON-18")] = "stamina"
    host_fits: Annotated[bool, GM, by("SOR-DEMON-22")] = True
    modifiers: Annotated[Open, GM] = ()
    opposing_modifiers: Annotated[Open, GM] = ()


class PossessOutcome(ContestOutcome):
    possessed: bool
    personality: Personality


def possess(given: PossessInput, draws: Draws) -> Result:
    """Drive a being out of its body (SOR-DEMON-18)."""
    rolled = contests.roll(possess_pools(given), given.settings.die, draws)
    possessed = rolled.winner == "acting"
    personality: Personality = "intact"
    if possessed:
        personality = "lost" if rolled.victories > given.target.humanity else "flickering"  # SOR-DEMON-19
    outcome = PossessOutcome(
        contest=rolled,
        success=possessed,
        victories=contests.acting_victories(rolled),
        possessed=possessed,
        personality=personality,
    )
    demon, target = given.demon.id, given.target.id
    taken = (set_to(demon, "host", target), set_to(target, "possessed_by", demon)) if possessed else ()
    gone = (set_to(target, "state", "lost"),) if personality == "lost" else ()
    fate = {"intact": None, "flickering": "SOR-DEMON-20", "lost": "SOR-DEMON-19"}[personality]
    return Result(outcome, taken + gone, cite("SOR-DEMON-18", *contests.clauses_of(rolled), fate))


def possess_odds(given: PossessInput) -> Chances:
    """The odds of the contest, and of `lost`: the host's mind put out (SOR-DEMON-19)."""
    pools, die = possess_pools(given), given.settings.die
    counted = victory_counts(pools, die)
    lost = sum(
        ways for number, ways in counted.victories_of("acting").items() if number > given.target.humanity
    )
    return Chances({**contest_odds(pools, die), "lost": share(lost, counted.cases)}, ("SOR-DEMON-18",))


def possess_pools(given: PossessInput) -> Pools:
    """Both pools, or the first rule that forbids it."""
    _refuse(given)
    demon, target = given.demon, given.target
    score = {"stamina": target.stamina, "will": target.will, "humanity": target.humanity}[given.against]
    penalties = 0 if given.against == "humanity" else target.penalties  # SOR-HUMANITY-15
    return contests.build_pools(
        (
            contests.score_part("power", demon.power),
            *contests.other_parts(("penalties", -demon.penalties)),
            *contests.awarded(given.modifiers),
        ),
        (
            contests.score_part(given.against, score),
            *contests.other_parts(("penalties", -penalties)),
            *contests.awarded(given.opposing_modifiers),
        ),
    )


def _refuse(given: PossessInput) -> None:
    if given.target.id == given.demon.id:
        told = "a Possessor takes the body of another: choose someone else"
        raise RuleViolation(told, field="input.target", clause="SOR-DEMON-17")
    if given.demon.type != "possessor":
        raise RuleViolation("only a Possessor can possess", field="input.demon.type", clause="SOR-DEMON-17")
    if given.demon.state != "present":
        raise RuleViolation("this demon is not here", field="input.demon.state", clause="SOR-ABIL-10")
    if not given.host_fits:
        raise RuleViolation(
            "this demon does not take such a host", field="input.host_fits", clause="SOR-DEMON-22"
        )
