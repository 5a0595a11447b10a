"""Asking others to help with a ritual: who is asked, of whom nothing is asked any more (SOR-GROUP-01, SOR-GROUP-02)."""

from typing import Annotated

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import PLAYER, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result
from rules.kernel.types import Id, Input, Outcome
from rules.sorcerer.group_ritual import ALONE, RitualName
from rules.sorcerer.types import SorcererInput


class AskedHelper(Input):
    id: Id


class GatherHelpersInput(SorcererInput):
    """`helpers`: everybody who is to help; nobody where the Primary goes on alone."""

    sorcerer: Annotated[Id, record("character")]
    ritual: Annotated[RitualName, PLAYER, by("SOR-GROUP-01")]
    helpers: Annotated[
        tuple[AskedHelper, ...], Meta(max_length=30), record("character"), by("SOR-GROUP-03")
    ] = ()
    demon: Annotated[Id | None, record("demon"), by("SOR-GROUP-07")] = None
    snapshot: Annotated[bool, PLAYER, by("SOR-RITUAL-06")] = False

    def __post_init__(self) -> None:
        check_distinct("helpers", (helper.id for helper in self.helpers))
        if (self.demon is None) != (self.ritual == "contain"):
            raise wrong("demon", "every ritual except a Contain needs a demon")


class GatherHelpersOutcome(Outcome):
    """`asked`: all who are to help, in the order in which they were named."""

    asked: tuple[Id, ...]


def gather_helpers(given: GatherHelpersInput, draws: Draws) -> Result:
    """Say who helps with a ritual; each of them is asked to roll it first (SOR-GROUP-03).

    RuleViolation where the ritual is one on one (SOR-GROUP-01) or the Primary would help (SOR-GROUP-02).
    """
    if given.ritual in ALONE:
        raise RuleViolation(
            f"{given.ritual} is always one on one", field="input.ritual", clause="SOR-GROUP-01"
        )
    if given.sorcerer in {helper.id for helper in given.helpers}:
        raise RuleViolation("the Primary cannot be a helper", field="input.helpers", clause="SOR-GROUP-02")
    asked = tuple(helper.id for helper in given.helpers)
    return Result(GatherHelpersOutcome(asked=asked), (), ("SOR-GROUP-01", "SOR-GROUP-02"))
