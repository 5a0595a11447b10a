"""A test against one or more Intensities (DEC-THROW-05, area INTENS)."""

from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta

from rules.demon_city import attempts
from rules.demon_city.attempts import Attempt, Auto
from rules.demon_city.decks import TakesCards
from rules.demon_city.hands import Hand
from rules.demon_city.tasks import Task, check_task, settle_task
from rules.demon_city.throwers import Thrower, refuse_foe_dice
from rules.demon_city.types import CriticalBy, Grade, Intensity
from rules.kernel.draws import Draws
from rules.kernel.origins import GM, PROCEDURE, by, record
from rules.kernel.parsing import wrong
from rules.kernel.result import Result
from rules.kernel.types import Id, Outcome


class StaticThrowInput(TakesCards):
    task: Annotated[Task | None, record("task")] = None
    intensity: Annotated[Intensity, GM, by("DEC-INTENS-01")]
    thrower: Annotated[Thrower, record("character"), by("DEC-THROW-05")]
    degrees: Annotated[tuple[Annotated[int, Meta(ge=1, le=10)], ...], GM, by("DEC-INTENS-04")] = ()
    target: Annotated[Id | None, PROCEDURE] = None
    """Whom it attacks, where it settles an attack on somebody who does nothing (DEC-ROUND-26)."""

    def __post_init__(self) -> None:
        if self.degrees and self.intensity == 0:
            raise wrong("degrees", "Intensity 0 has no degrees")
        for place, (lower, higher) in enumerate(pairwise((self.intensity, *self.degrees))):
            if higher <= lower:
                raise wrong(f"degrees.{place}", f"{higher} is not above {lower}")
        refuse_foe_dice("thrower.modifiers", self.thrower.modifiers)


class StaticThrow(Outcome):
    hand: Hand | None
    intensity: int
    auto: Auto | None
    success: bool
    degree: int | None
    margin: int | None
    grade: Grade
    critical_by: tuple[CriticalBy, ...]
    special: tuple[str, ...]
    warnings: tuple[Literal["prefer_extra"], ...]


def static_throw(given: StaticThrowInput, draws: Draws) -> Result:
    """A throw that has to exceed an Intensity (DEC-THROW-05)."""
    faced = attempts.face(prepare_static(given), given.decks, given.settings, draws)
    outcome = StaticThrow(**attempts.told(faced, StaticThrow), warnings=())
    effects = settle_task(given.task, "done" if faced.success else "failed", faced.grade)
    return Result(outcome, effects, faced.clauses)


def prepare_static(given: StaticThrowInput) -> Attempt:
    """The attempt of a static throw, or the refusal of its awards or its task."""
    attempt = attempts.prepare(given.thrower, given.intensity, given.settings, degrees=given.degrees)
    check_task(given.task)
    return attempt
