"""Going down (LAN-DELVE)."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import change_by
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PLAYER, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome
from tests.fifth.lanterns.rules.pool import Part, Pool, chances, parts_of, roll
from tests.fifth.lanterns.rules.types import Bearer, LanternsInput


class DelveInput(LanternsInput):
    bearer: Annotated[Bearer, record("character")]
    depth: Annotated[int, Meta(ge=1, le=7), GM, by("LAN-DELVE-03")] = 1
    turn_up: Annotated[bool, PLAYER, by("LAN-DELVE-02")] = False


class DelveOutcome(Outcome):
    result: Literal["success", "failure"]
    pool: Pool


def delve(given: DelveInput, draws: Draws) -> Result:
    """Roll Nerve against the depth of a place (LAN-DELVE-01)."""
    parts = _parts(given)
    rolled = roll(parts, given.settings.success_from, draws)
    result: Literal["success", "failure"] = "success" if rolled.successes >= given.depth else "failure"
    spent = (change_by(given.bearer.id, "light", -1),) if given.turn_up else ()
    return Result(DelveOutcome(result=result, pool=rolled), spent, _clauses(given))


def delve_odds(given: DelveInput) -> Chances:
    """The odds of `lanterns.delve`: success, and the chance of each number of successes."""
    successes = chances(_parts(given), given.settings.success_from)
    return Chances({"success": sum(successes[given.depth :]), "successes": successes}, _clauses(given))


def _parts(given: DelveInput) -> tuple[Part, ...]:
    if given.turn_up and given.bearer.light == 0:
        raise RuleViolation("the flame is out", field="input.turn_up", clause="LAN-DELVE-02")
    return parts_of(given.bearer, turned_up=given.turn_up)


def _clauses(given: DelveInput) -> tuple[str, ...]:
    return cite("LAN-POOL-01", "LAN-DELVE-02" if given.turn_up else None, "LAN-POOL-02", "LAN-DELVE-01")
