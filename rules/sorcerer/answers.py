"""How a target meets the action aimed at it, as whoever plays it says, and where an action that missed goes on."""

from typing import Annotated

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import OWN, PLAYER, PROCEDURE, by, record
from rules.kernel.result import Result
from rules.kernel.types import Id, Input, Outcome
from rules.sorcerer.attacks import MET_BY, Response, Turn
from rules.sorcerer.types import SorcererInput


class Answering(Input):
    id: Id
    turn: Turn


class AnswerAttackInput(SorcererInput):
    target: Annotated[Answering, record("character", "demon")]
    response: Annotated[Response, PLAYER, OWN, by("SOR-CONFLICT-18", "SOR-CONFLICT-19")]
    acting: Annotated[Id | None, PROCEDURE] = None
    """Whose action it is; without one nobody's turn has come."""


class AnswerAttackOutcome(Outcome):
    """`gives_up`: whether the target loses its own action by it."""

    gives_up: bool


class GoneAstray(Input):
    id: Id
    turn: Turn


class GoAstrayInput(SorcererInput):
    attacker: Annotated[GoneAstray, record("character", "demon"), by("SOR-CONFLICT-24")]
    target: Annotated[Id, record("character", "demon", "thing"), by("SOR-CONFLICT-24")]


class GoAstrayOutcome(Outcome):
    target: Id


def answer_attack(given: AnswerAttackInput, draws: Draws) -> Result:
    """Say how the action of this turn is met, before it is resolved (SOR-CONFLICT-17 to SOR-CONFLICT-19)."""
    if given.acting is None:
        raise RuleViolation(
            "nobody's action is aimed at them now", field="input.target", clause="SOR-CONFLICT-16"
        )
    ident = given.target.id
    effects = (set_to(ident, "answer", given.response), set_to(ident, "answer_to", given.acting))
    outcome = AnswerAttackOutcome(gives_up=given.response == "abort")
    return Result(outcome, effects, MET_BY[given.response] or ("SOR-CONFLICT-11",))


def go_astray(given: GoAstrayInput, draws: Draws) -> Result:
    """Let an action that has passed its target meet another, with the faces that stand (SOR-CONFLICT-24)."""
    if given.attacker.turn != "resolved":
        raise RuleViolation(
            "only a resolved action can go astray", field="input.attacker.turn", clause="SOR-CONFLICT-24"
        )
    if given.target == given.attacker.id:
        raise RuleViolation("choose somebody else", field="input.target", clause="SOR-CONFLICT-24")
    effect = set_to(given.attacker.id, "round_stray", given.target)
    return Result(GoAstrayOutcome(target=given.target), (effect,), ("SOR-CONFLICT-24",))
