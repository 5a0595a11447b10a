"""Somebody's own words taken out of the log. What is left still proves itself."""

from typing import Annotated

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.origins import PLAYER, PROCEDURE, TEXT, by
from rules.kernel.result import Result
from rules.kernel.types import Input
from rules.table.outcomes import SaidOutcome
from rules.table.types import Whole


class RedactInput(Input):
    """Which part of which entry, and why."""

    entry: Annotated[Whole, PROCEDURE]
    part: Annotated[Whole, PROCEDURE]
    reason: Annotated[str, Meta(min_length=1, max_length=500), PLAYER, TEXT, by("TAB-TALK-03")]


def redact(given: RedactInput, draws: Draws) -> Result:
    """Say that words were taken out (TAB-TALK-03)."""
    return Result(SaidOutcome(), clauses=("TAB-TALK-03",))
