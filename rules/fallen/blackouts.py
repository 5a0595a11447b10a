"""How long somebody is out cold (FAL-UNCON-02)."""

from typing import Annotated, Literal

from rules.fallen.types import Duration, FallenInput, Subject, TurnsOut
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, by, record
from rules.kernel.result import Result
from rules.kernel.types import Outcome

SHORTEST_BLACKOUT = 5
"""Turns (FAL-UNCON-02)."""


class Senseless(Subject):
    dead: bool = False
    unconscious: bool = False
    unconscious_for: TurnsOut = None


class BlackoutInput(FallenInput):
    fighter: Annotated[Senseless, record("character")]
    duration: Annotated[Duration, GM, by("FAL-UNCON-02")] = SHORTEST_BLACKOUT


class BlackoutOutcome(Outcome):
    unconscious_for: int | Literal["scene"]


def blackout(given: BlackoutInput, draws: Draws) -> Result:
    """The Storyteller says how many of her turns a blackout lasts (FAL-UNCON-02)."""
    fighter = given.fighter
    if fighter.dead:
        raise RuleViolation(f"{fighter.id} is dead", field="input.fighter.dead", clause="FAL-HEALTH-07")
    if not fighter.unconscious:
        raise RuleViolation(
            f"{fighter.id} is conscious", field="input.fighter.unconscious", clause="FAL-UNCON-02"
        )
    refuse_short_blackout(given.duration, "input.duration")
    changed = given.duration != fighter.unconscious_for
    effects = (set_to(fighter.id, "unconscious_for", given.duration),) if changed else ()
    return Result(BlackoutOutcome(unconscious_for=given.duration), effects, ("FAL-UNCON-02",))


def refuse_short_blackout(duration: int | str | None, at: str) -> None:
    """A blackout lasts at least five turns (FAL-UNCON-02)."""
    if isinstance(duration, int) and duration < SHORTEST_BLACKOUT:
        raise RuleViolation(
            f"{duration} turns are fewer than {SHORTEST_BLACKOUT}", field=at, clause="FAL-UNCON-02"
        )
