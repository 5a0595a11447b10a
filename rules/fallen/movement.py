"""How far a fighter gets in a turn, and whether she can still act (FAL-MOVE)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.fallen.subjects import Ready, refuse_unfit
from rules.fallen.types import FallenInput, Trait, Yards
from rules.kernel.draws import Draws
from rules.kernel.effects import change_by
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PLAYER, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome

Gait = Literal["walk", "jog", "run"]
GAIT_CLAUSES: dict[Gait, str] = {"walk": "FAL-MOVE-01", "jog": "FAL-MOVE-02", "run": "FAL-MOVE-03"}


class Mover(Ready):
    turn_done: bool = False
    dexterity: Trait
    moved: Yards = 0


class MovementInput(FallenInput):
    fighter: Annotated[Mover, record("character")]
    gait: Annotated[Gait, PLAYER, by("FAL-MOVE-01", "FAL-MOVE-02", "FAL-MOVE-03")]
    act: Annotated[bool, PLAYER, by("FAL-MOVE-04")] = False
    yards: Annotated[Yards | None, PLAYER, by("FAL-MOVE-04")] = None
    difficulty: Annotated[int, Meta(ge=0, le=10), GM, by("FAL-MOVE-06")] = 0


class MovementModifier(Struct, frozen=True):
    """The modifier that an action on the move takes (FAL-MOVE-06)."""

    source: Literal["movement"]
    difficulty: int


class MovementOutcome(Outcome):
    gait: Gait
    speed: int
    limit: int
    left: int
    counts_as_action: bool
    modifier: MovementModifier | None


def movement(given: MovementInput, draws: Draws) -> Result:
    """Cover some yards, or only ask how many there are (FAL-MOVE)."""
    fighter = given.fighter
    _refuse_immobile(fighter)
    speed, half = speed_of(given.gait, fighter.dexterity), speed_of("run", fighter.dexterity) // 2
    limit = min(speed, half) if given.act else speed  # FAL-MOVE-04
    yards = given.yards or 0
    if given.yards is not None and fighter.moved + yards > limit:
        raise RuleViolation(
            f"{fighter.moved + yards} yards are more than {limit}",
            field="input.yards",
            clause="FAL-MOVE-04" if limit < speed else GAIT_CLAUSES[given.gait],
        )
    outcome = MovementOutcome(
        gait=given.gait,
        speed=speed,
        limit=limit,
        left=max(0, limit - fighter.moved - yards),
        counts_as_action=False,
        modifier=MovementModifier("movement", given.difficulty) if given.act and given.difficulty else None,
    )
    effects = (change_by(fighter.id, "moved", yards),) if yards else ()
    clauses = cite(
        GAIT_CLAUSES[given.gait],
        *(("FAL-MOVE-04", "FAL-MOVE-05") if given.act else ()),
        "FAL-MOVE-06" if outcome.modifier else None,
    )
    return Result(outcome, effects, clauses)


def speed_of(gait: Gait, dexterity: int) -> int:
    """Yards a turn (FAL-MOVE-01, -02, -03)."""
    return {"walk": 7, "jog": 12 + dexterity, "run": 20 + 3 * dexterity}[gait]


def _refuse_immobile(fighter: Mover) -> None:
    refuse_unfit(fighter, "input.fighter")
    if fighter.turn_done:
        raise RuleViolation(
            f"{fighter.id} has already had her turn",
            field="input.fighter.turn_done",
            clause="FAL-TIME-03",
            otherwise=False,
        )
    if fighter.restraint == "held":
        raise RuleViolation(f"{fighter.id} is held", field="input.fighter.restraint", clause="FAL-MOVE-07")
