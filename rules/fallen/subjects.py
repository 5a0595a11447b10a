"""Fighters as actions read them: how hurt, how fit, how far into their turn. Each class adds a group of traits."""

from typing import Protocol

from rules.fallen.types import LEVELS, ActionCount, Marks, Restraint, Settings, Subject
from rules.kernel.errors import RuleViolation
from rules.kernel.parsing import wrong

WOUND_PENALTIES = (0, 0, 1, 1, 2, 2, 5, 5)
"""By marked levels (FAL-HEALTH-01). The last entry is never rolled with: nobody acts with seven marks."""


class Body(Protocol):
    """Anyone whose health levels are read."""

    id: str
    bashing: int
    lethal: int
    aggravated: int
    dead: bool


class Marked(Subject):
    bashing: Marks = 0
    lethal: Marks = 0
    aggravated: Marks = 0
    dead: bool = False

    def __post_init__(self) -> None:
        if marks_of(self) > LEVELS:
            raise wrong("aggravated", f"{marks_of(self)} marked levels are more than {LEVELS}")


class Aware(Marked):
    unconscious: bool = False


class Ready(Aware):
    dazed: bool = False
    turn_lost: bool = False
    prone: bool = False
    restraint: Restraint = "free"


class Acting(Ready):
    multiple: bool = False
    actions_taken: ActionCount = 0
    turn_done: bool = False


def marks_of(body: Body) -> int:
    """How many health levels are marked, 0 to 7 (FAL-HEALTH-01)."""
    return body.bashing + body.lethal + body.aggravated


def wound_penalty(body: Body) -> int:
    """The dice that wounds take, 0 to 5 (FAL-HEALTH-05)."""
    return WOUND_PENALTIES[marks_of(body)]


def is_senseless(body: Aware) -> bool:
    """Unconscious or incapacitated."""
    return body.unconscious or marks_of(body) == LEVELS


def is_helpless(target: Ready) -> bool:
    """Completely immobilized, or as good as that (FAL-IMMOB-02, FAL-IMMOB-04)."""
    return target.restraint == "helpless" or is_senseless(target)


def refuse_dead(body: Body, at: str) -> None:
    """The dead take no part (FAL-HEALTH-07). `at` is the subject's path in the input."""
    if body.dead:
        raise RuleViolation(f"{body.id} is dead", field=f"{at}.dead", clause="FAL-HEALTH-07")


def refuse_not_awake(body: Aware, at: str) -> None:
    """The dead, the incapacitated and the unconscious do nothing (FAL-HEALTH-06, FAL-UNCON-03)."""
    refuse_dead(body, at)
    if marks_of(body) == LEVELS:
        raise RuleViolation(f"{body.id} is incapacitated", field=at, clause="FAL-HEALTH-06")
    if body.unconscious:
        raise RuleViolation(f"{body.id} is unconscious", field=f"{at}.unconscious", clause="FAL-UNCON-03")


def refuse_unfit(actor: Ready, at: str, *, prone_matters: bool = True) -> None:
    """Whoever may not act does not: the first condition in the contract's order decides."""
    refuse_not_awake(actor, at)
    _refuse_lost_turn(actor, at)
    _refuse_down_or_bound(actor, at, prone_matters=prone_matters)


def refuse_unfit_to_defend(actor: Ready, at: str, settings: Settings) -> None:
    """As `refuse_unfit`; a campaign may let the dazed defend (FAL-DEFEND-06, FAL-DAZE-02)."""
    refuse_not_awake(actor, at)
    if not settings.dazed_may_defend:
        _refuse_lost_turn(actor, at)
    _refuse_down_or_bound(actor, at, prone_matters=True)


def refuse_unfit_to_attack(actor: Acting, at: str, *, free: bool = False, prone_matters: bool = True) -> None:
    """As `refuse_unfit`; no attack once her turn is over (FAL-MULTI-07), unless it is the `free` one of an ambush."""
    refuse_unfit(actor, at, prone_matters=prone_matters)
    if actor.turn_done and not free:
        raise RuleViolation(
            f"{actor.id} has already had her turn",
            field=f"{at}.turn_done",
            clause="FAL-MULTI-07",
            otherwise=False,
        )


def refuse_unfit_for_her_turn(actor: Acting, at: str) -> None:
    """As `refuse_unfit`; an action of her own turn needs that turn (FAL-TIME-03)."""
    refuse_unfit(actor, at)
    if actor.turn_done:
        raise RuleViolation(
            f"{actor.id} has already had her turn",
            field=f"{at}.turn_done",
            clause="FAL-TIME-03",
            otherwise=False,
        )


def refuse_undeclared(actor: Acting, at: str) -> None:
    """A further action, other than a defence, needs a declaration of several (FAL-MULTI-06)."""
    if actor.actions_taken and not actor.multiple:
        raise RuleViolation(
            f"{actor.id} has acted and declared no further action",
            field=f"{at}.multiple",
            clause="FAL-MULTI-06",
            otherwise=True,
        )


def multiple_actions_penalty(actor: Acting) -> int:
    """The dice that an action's place in the count takes (FAL-MULTI-02, FAL-MULTI-06)."""
    return actor.actions_taken + 2 if actor.multiple or actor.actions_taken else 0


def refuse_same(field: str, one: Subject, other: Subject) -> None:
    """For `__post_init__`: the two sides of an action are two."""
    if one.id == other.id:
        raise wrong(f"{field}.id", f"{other.id!r} is on both sides")


def require(field: str, subject: Subject, *attributes: str) -> None:
    """For `__post_init__`: refuse a subject without an Attribute that the action reads."""
    for attribute in attributes:
        if not isinstance(getattr(subject, attribute), int):
            raise wrong(f"{field}.{attribute}", f"{subject.id!r} needs {attribute} here")


def _refuse_lost_turn(actor: Ready, at: str) -> None:
    if actor.dazed:
        told = f"{actor.id} is dazed"
        raise RuleViolation(told, field=f"{at}.dazed", clause="FAL-DAZE-02", otherwise=False)
    if actor.turn_lost:
        told = f"{actor.id} lost her turn"
        raise RuleViolation(told, field=f"{at}.turn_lost", clause="FAL-TIME-04", otherwise=False)


def _refuse_down_or_bound(actor: Ready, at: str, *, prone_matters: bool) -> None:
    if prone_matters and actor.prone:
        told = f"{actor.id} is on the ground"
        raise RuleViolation(told, field=f"{at}.prone", clause="FAL-KNOCK-07", otherwise=False)
    if actor.restraint == "helpless":
        raise RuleViolation(f"{actor.id} cannot move", field=f"{at}.restraint", clause="FAL-IMMOB-03")
