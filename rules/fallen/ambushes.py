"""Ambushes: Stealth against Alertness (FAL-AMBUSH)."""

from typing import Annotated, Literal

from msgspec import UNSET

from rules.fallen import pool as pools
from rules.fallen.modifiers import Modifiers, RollChoices, dice_terms, refuse_no_willpower
from rules.fallen.odds import as_list, chances
from rules.fallen.pool import PoolPlan, Term, lifted, refuse_empty, trait
from rules.fallen.rolls import SidePool, lead_counts, plan_choices, spent_willpower, wounds
from rules.fallen.subjects import (
    Aware,
    Ready,
    is_senseless,
    refuse_dead,
    refuse_same,
    refuse_unfit,
    require,
)
from rules.fallen.types import STANDARD, Attribute, BaseDifficulty, FallenInput, Trait, dots
from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, OWN, PLAYER, by, record, side_of
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome
from rules.kernel.values import Values

AmbushResult = Literal["surprise", "tie", "spotted"]


class Lurker(Ready):
    dexterity: Trait
    stealth: Trait = 0
    willpower: Trait = 0
    in_combat: bool = False


class Prey(Aware):
    perception: Attribute = UNSET
    alertness: Trait = 0
    willpower: Trait = 0
    in_combat: bool = False


class NoticeChoices(RollChoices):
    """The target's side: whoever lies in wait decides nothing of it."""

    modifiers: Annotated[Modifiers, GM, OWN] = ()
    specialty: Annotated[bool, GM, OWN, by("FAL-POOL-09")] = False
    willpower: Annotated[bool, PLAYER, OWN, by("FAL-POOL-10")] = False
    difficulty: Annotated[BaseDifficulty, GM, OWN, by("FAL-MANEUV-03")] = STANDARD


class AmbushInput(FallenInput):
    attacker: Annotated[Lurker, record("character")]
    target: Annotated[Prey, record("character"), by("FAL-AMBUSH-02")]
    stealth: RollChoices = RollChoices()
    notice: Annotated[NoticeChoices, side_of("target")] = NoticeChoices()

    def __post_init__(self) -> None:
        refuse_same("target", self.attacker, self.target)
        if not is_senseless(self.target):
            require("target", self.target, "perception")


class AmbushOutcome(Outcome):
    result: AmbushResult
    free_attack: bool
    target_may_defend: bool
    extra: int
    attacker: SidePool
    target: SidePool


def ambush(given: AmbushInput, draws: Draws) -> Result:
    """Try to strike at somebody who does not expect it (FAL-AMBUSH-02 to -08)."""
    mine, theirs = plan_ambush(given)
    stealth, notice = pools.roll(mine, draws), pools.roll(theirs, draws)
    lead = stealth.successes - notice.successes
    result = "spotted" if stealth.botch else _result(lead)
    outcome = AmbushOutcome(
        result=result,
        free_attack=result != "spotted",
        target_may_defend=result != "surprise",
        extra=lead - 1 if result == "surprise" else 0,  # FAL-AMBUSH-04
        attacker=SidePool(stealth),
        target=SidePool(notice),
    )
    effects = (
        *spent_willpower(given.attacker.id, given.stealth.willpower),
        *spent_willpower(given.target.id, given.notice.willpower),
        *(
            set_to(fighter.id, "in_combat", True)
            for fighter in (given.attacker, given.target)
            if not fighter.in_combat
        ),
    )
    return Result(outcome, effects, _clauses(given, (mine, theirs), outcome))


def odds_of_ambush(given: AmbushInput) -> Chances:
    """The odds of `fallen.ambush`: surprise, tie, spotted, and the extra successes."""
    mine, theirs = plan_ambush(given)
    stealth, notice = chances(mine), chances(theirs)
    quiet = (stealth.successes[0] - stealth.botch, *stealth.successes[1:])
    leads = lead_counts(quiet, notice.successes)
    total = stealth.total * notice.total
    surprise, extra = sum(leads.ahead), leads.ahead[2:]
    odds: Values = {
        "surprise": share(surprise, total),
        "tie": share(leads.tied, total),
        "spotted": share(total - surprise - leads.tied, total),
        "extra": as_list([total - sum(extra), *extra], total),
    }
    return Chances(odds, cite("FAL-AMBUSH-02", *mine.clauses, *theirs.clauses))


def plan_ambush(given: AmbushInput) -> tuple[PoolPlan, PoolPlan]:
    """The pools of an ambush, or the clause that forbids it."""
    attacker, target, settings = given.attacker, given.target, given.settings
    refuse_unfit(attacker, "input.attacker")
    refuse_dead(target, "input.target")
    if target.in_combat:
        raise RuleViolation(
            f"{target.id} is already fighting",
            field="input.target.in_combat",
            clause="FAL-AMBUSH-07",
            otherwise=False,
        )
    if given.notice.willpower and is_senseless(target):
        raise RuleViolation(
            f"{target.id} can't notice anything", field="input.notice.willpower", clause="FAL-AMBUSH-08"
        )
    refuse_no_willpower(given.stealth.willpower, attacker.willpower, settings, "input.stealth.willpower")
    refuse_no_willpower(given.notice.willpower, target.willpower, settings, "input.notice.willpower")
    mine = (
        trait("dexterity", attacker.dexterity),
        trait("stealth", attacker.stealth),
        *dice_terms(given.stealth.modifiers),
        wounds(attacker),
    )
    refuse_empty(mine, "input.stealth")
    return (
        plan_choices(mine, given.stealth.difficulty, given.stealth, settings),
        plan_choices(_notice_terms(given), given.notice.difficulty, given.notice, settings),
    )


def _notice_terms(given: AmbushInput) -> tuple[Term, ...]:
    target = given.target
    if is_senseless(target):  # FAL-AMBUSH-08
        return trait("perception", 0), trait("alertness", 0)
    terms = (
        trait("perception", dots(target.perception)),
        trait("alertness", target.alertness),
        *dice_terms(given.notice.modifiers),
        wounds(target),
    )
    return lifted(terms, 0, "FAL-POOL-05")


def _result(lead: int) -> AmbushResult:
    return "surprise" if lead > 0 else "tie" if lead == 0 else "spotted"


def _clauses(
    given: AmbushInput, planned: tuple[PoolPlan, PoolPlan], outcome: AmbushOutcome
) -> tuple[str, ...]:
    stealth, notice = outcome.attacker.pool, outcome.target.pool
    odd = stealth.botch or is_senseless(given.target) or not (stealth.successes or notice.successes)
    decided = {"surprise": "FAL-AMBUSH-03", "tie": "FAL-AMBUSH-05", "spotted": "FAL-AMBUSH-06"}
    return cite(
        "FAL-AMBUSH-02",
        *pools.clauses_of(planned[0], stealth),
        *pools.clauses_of(planned[1], notice),
        "FAL-POOL-12",
        "FAL-AMBUSH-08" if odd else None,
        decided[outcome.result],
        "FAL-AMBUSH-04" if outcome.extra else None,
    )
