"""Acting by sheer will while incapacitated (SOR-WILL)."""

from typing import Annotated

from msgspec import Meta

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PLAYER, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input
from rules.sorcerer import contest as contests
from rules.sorcerer.contest import ContestOutcome, Pools
from rules.sorcerer.modifiers import Base
from rules.sorcerer.odds import contest_chances
from rules.sorcerer.types import Kind, Penalties, Score, SorcererInput

CLAUSES = ("SOR-WILL-01", "SOR-WILL-03")


class Overrider(Input):
    """`tried`: an attempt was made this round."""

    id: Id
    kind: Kind = "human"
    lore: Score
    stamina: Score
    will: Score
    penalties: Penalties
    tried: bool = False


class WillOverrideInput(SorcererInput):
    character: Annotated[Overrider, record("character", "demon")]
    dice: Annotated[int, Meta(ge=1, le=30), PLAYER, by("SOR-WILL-03")]
    modifiers: Annotated[Base, GM] = ()
    opposing_modifiers: Annotated[Base, GM] = ()


class WillOverrideOutcome(ContestOutcome):
    """`override`: the Stamina dice of the next action."""

    override: int


def will_override(given: WillOverrideInput, draws: Draws) -> Result:
    """Will against the Stamina dice wanted, which then are the next action's pool (SOR-WILL-03, SOR-WILL-04)."""
    rolled = contests.roll(override_pools(given), given.settings.die, draws)
    success = rolled.winner == "acting"
    outcome = WillOverrideOutcome(
        contest=rolled,
        success=success,
        victories=contests.acting_victories(rolled),
        override=given.dice if success else 0,
    )
    ident = given.character.id
    won = (set_to(ident, "override", given.dice),) if success else ()
    after = ("SOR-WILL-04", "SOR-WILL-05") if success else ("SOR-WILL-06",)
    clauses = cite(*CLAUSES, *contests.clauses_of(rolled), *after)
    return Result(outcome, (set_to(ident, "tried", True), *won), clauses)


def will_override_odds(given: WillOverrideInput) -> Chances:
    """The odds of the contest."""
    return contest_chances(override_pools(given), given.settings.die, CLAUSES)


def override_pools(given: WillOverrideInput) -> Pools:
    """Full Will against the dice wanted, or the first rule that forbids the attempt."""
    _refuse(given)
    return contests.build_pools(
        (contests.score_part("will", given.character.will), *contests.awarded(given.modifiers)),
        (contests.score_part("stamina", given.dice), *contests.awarded(given.opposing_modifiers)),
    )


def _refuse(given: WillOverrideInput) -> None:
    character = given.character
    if character.kind == "demon" or character.lore == 0:
        field = "kind" if character.kind == "demon" else "lore"
        raise RuleViolation(
            "only a sorcerer can act by sheer will", field=f"input.character.{field}", clause="SOR-WILL-01"
        )
    if character.penalties < character.stamina:
        raise RuleViolation(
            "there is nothing to override", field="input.character.penalties", clause="SOR-WILL-01"
        )
    if character.penalties > 2 * character.stamina:
        raise RuleViolation(
            "will does not help here", field="input.character.penalties", clause="SOR-WILL-02"
        )
    if given.dice > character.stamina:
        raise RuleViolation(
            f"{given.dice} dice are more than Stamina", field="input.dice", clause="SOR-WILL-03"
        )
    if character.tried:
        raise RuleViolation(
            "only one attempt a round is allowed",
            field="input.character.tried",
            clause="SOR-WILL-06",
            otherwise=False,
        )
