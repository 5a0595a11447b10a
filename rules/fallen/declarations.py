"""Several actions in one turn, declared before the first of them (FAL-MULTI)."""

from typing import Annotated

from msgspec import Meta, Struct

from rules.fallen.subjects import Acting, refuse_unfit_to_attack, wound_penalty
from rules.fallen.types import FallenInput
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, PLAYER, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Input, Outcome


class PlannedAction(Input):
    """An action to come: its pool before wounds and penalty, or None where nothing is rolled."""

    name: str
    pool: Annotated[Annotated[int, Meta(ge=0, le=60)] | None, DERIVED]


class MultipleActionsInput(FallenInput):
    fighter: Annotated[Acting, record("character")]
    actions: Annotated[
        tuple[PlannedAction, ...], Meta(min_length=2, max_length=10), PLAYER, by("FAL-MULTI-05")
    ]


class ActionPlan(Struct, frozen=True):
    """A planned action in the count; `wounds` and `penalty` are 0 or negative."""

    name: str
    number: int
    pool: int | None
    wounds: int
    penalty: int
    dice: int | None
    allowed: bool


class MultipleActionsOutcome(Outcome):
    plan: tuple[ActionPlan, ...]
    allowed: int


def multiple_actions(given: MultipleActionsInput, draws: Draws) -> Result:
    """Declare several actions and see what dice they leave (FAL-MULTI)."""
    fighter = given.fighter
    refuse_unfit_to_attack(fighter, "input.fighter", prone_matters=False)
    if fighter.actions_taken and not fighter.multiple:
        raise RuleViolation(
            "several actions have to be declared before the first",
            field="input.fighter.multiple",
            clause="FAL-MULTI-05",
        )
    plan = tuple(
        _planned(action, fighter, fighter.actions_taken + place)
        for place, action in enumerate(given.actions, start=1)
    )
    outcome = MultipleActionsOutcome(plan=plan, allowed=sum(action_plan.allowed for action_plan in plan))
    effects = () if fighter.multiple else (set_to(fighter.id, "multiple", True),)
    return Result(outcome, effects, _multiple_clauses(plan))


def _planned(action: PlannedAction, fighter: Acting, number: int) -> ActionPlan:
    wounds, penalty = -wound_penalty(fighter), -(number + 1)  # FAL-MULTI-02
    dice = None if action.pool is None else max(0, action.pool + wounds + penalty)
    return ActionPlan(action.name, number, action.pool, wounds, penalty, dice, allowed=dice != 0)


def _multiple_clauses(plan: tuple[ActionPlan, ...]) -> tuple[str, ...]:
    return cite(
        "FAL-MULTI-01",
        "FAL-MULTI-05",
        "FAL-MULTI-02",
        "FAL-HEALTH-05" if any(action_plan.wounds for action_plan in plan) else None,
        None if all(action_plan.allowed for action_plan in plan) else "FAL-MULTI-04",
    )
