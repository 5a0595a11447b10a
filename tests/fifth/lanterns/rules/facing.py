"""Answering the dark (LAN-DARK)."""

from typing import Annotated, Literal

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import change_by
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import OWN, PLAYER, by, record
from rules.kernel.result import Result
from rules.kernel.types import Outcome
from tests.fifth.lanterns.rules.pool import Pool, chances, parts_of, roll
from tests.fifth.lanterns.rules.types import Bearer, LanternsInput

BY_NERVE = ("LAN-POOL-01", "LAN-POOL-02", "LAN-DARK-04")


class FaceInput(LanternsInput):
    bearer: Annotated[Bearer, record("character")]
    how: Annotated[Literal["light", "nerve"], PLAYER, OWN, by("LAN-DARK-03", "LAN-DARK-04")]


class FaceOutcome(Outcome):
    result: Literal["driven_back", "shaken"]
    pool: Pool | None = None


def face(given: FaceInput, draws: Draws) -> Result:
    """Drive the dark back by Light (LAN-DARK-03) or by Nerve (LAN-DARK-04)."""
    if given.how == "light":
        _refuse_without_light(given)
        spent = (change_by(given.bearer.id, "light", -1),)
        return Result(FaceOutcome(result="driven_back"), spent, ("LAN-DARK-03",))
    rolled = roll(parts_of(given.bearer), given.settings.success_from, draws)
    if rolled.successes:
        return Result(FaceOutcome(result="driven_back", pool=rolled), (), BY_NERVE)
    lost = (change_by(given.bearer.id, "nerve", -1),)
    return Result(FaceOutcome(result="shaken", pool=rolled), lost, BY_NERVE)


def face_odds(given: FaceInput) -> Chances:
    """The odds of `lanterns.face`: driven_back. Light is sure."""
    if given.how == "light":
        _refuse_without_light(given)
        return Chances({"driven_back": 1.0}, ("LAN-DARK-03",))
    none = chances(parts_of(given.bearer), given.settings.success_from)[0]
    return Chances({"driven_back": 1 - none}, BY_NERVE)


def _refuse_without_light(given: FaceInput) -> None:
    if given.bearer.light == 0:
        raise RuleViolation("there is no Light left", field="input.how", clause="LAN-DARK-03")
