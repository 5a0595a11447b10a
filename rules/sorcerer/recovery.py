"""What is left of lasting penalties after a rest (SOR-RECOVER)."""

from typing import Annotated

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.sorcerer.damage import Injury, injury_of
from rules.sorcerer.types import Count, Score, SorcererInput


class Recovering(Input):
    id: Id
    stamina: Score
    lasting: Annotated[Count, DERIVED]
    """Lasting penalties; after the scene, the wounds that they became (SOR-RECOVER-06)."""
    recovered: bool = False


class RecoverInput(SorcererInput):
    character: Annotated[Recovering, record("character", "demon")]
    rested: Annotated[bool, GM, by("SOR-RECOVER-01")]
    healed: Annotated[bool, GM, by("SOR-RECOVER-04")] = False


class RecoverOutcome(Outcome):
    before: int
    after: int
    injury: Injury


def recover(given: RecoverInput, draws: Draws) -> Result:
    """Halve what lasts, once, or heal it (SOR-RECOVER-02, SOR-RECOVER-04)."""
    character = given.character
    if not given.rested:
        raise RuleViolation("recovery takes a rest", field="input.rested", clause="SOR-RECOVER-01")
    if character.recovered and not given.healed:
        raise RuleViolation(
            "penalties are halved only once",
            field="input.character.recovered",
            clause="SOR-RECOVER-03",
            otherwise=False,
        )
    after = 0 if given.healed else character.lasting // 2  # SOR-CURRENCY-05
    outcome = RecoverOutcome(
        before=character.lasting, after=after, injury=injury_of(after, character.stamina)
    )
    effects = (
        set_to(character.id, "lasting", after),
        set_to(character.id, "temporary", 0),
        set_to(character.id, "recovered", True),
    )
    how = ("SOR-RECOVER-04",) if given.healed else ("SOR-RECOVER-02", "SOR-CURRENCY-05", "SOR-DAMAGE-08")
    return Result(outcome, effects, cite("SOR-RECOVER-01", *how, "SOR-DAMAGE-07"))
