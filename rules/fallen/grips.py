"""Clinches and holds that go on: keeping one and breaking one (FAL-MANEUV-21, FAL-MANEUV-22)."""

from typing import Annotated, Any

from msgspec import UNSET, structs

from rules.fallen import pool as pools
from rules.fallen.harm import NO_HARM, Blow, HarmCase, HarmOutcome, inflict
from rules.fallen.harm_odds import odds_of_harm
from rules.fallen.modifiers import (
    DiceModifiers,
    Modifiers,
    RolledInput,
    dice_terms,
    difficulty_terms,
    refuse_no_willpower,
)
from rules.fallen.odds import as_list, chances, spread
from rules.fallen.pool import PoolPlan, Term, base_difficulty, lifted, refuse_empty, trait
from rules.fallen.rolls import SidePool, lead_counts, multiple_actions, plan_choices, spent_willpower, wounds
from rules.fallen.soak import SoakOptions, counting_armor, refuse_faith
from rules.fallen.subjects import (
    Acting,
    Aware,
    is_senseless,
    multiple_actions_penalty,
    refuse_dead,
    refuse_same,
    refuse_undeclared,
    refuse_unfit_for_her_turn,
    refuse_unfit_to_attack,
    require,
)
from rules.fallen.turns import refuse_short_blackout
from rules.fallen.types import (
    STANDARD,
    Armor,
    Attribute,
    DamageKind,
    Duration,
    FallenInput,
    Grip,
    Id,
    Kind,
    Restraint,
    Trait,
    TurnsOut,
    dots,
)
from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import change_by, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome


class Holder(Acting):
    strength: Attribute = UNSET


class Held(Aware):
    kind: Kind
    stamina: Trait
    faith: Trait = 0
    armor: Armor | None = None
    restraint: Restraint = "free"
    held_by: Id | None = None
    grip: Grip | None = None
    dazed: bool = False
    unconscious_for: TurnsOut = None


class MaintainInput(FallenInput):
    holder: Annotated[Holder, record("character")]
    target: Annotated[Held, record("character")]
    damage_kind: Annotated[DamageKind | None, GM] = None
    damage_modifiers: Annotated[DiceModifiers, GM] = ()
    soak: SoakOptions = SoakOptions()
    unconscious_for: Annotated[Duration | None, GM] = None

    def __post_init__(self) -> None:
        refuse_same("target", self.holder, self.target)
        if self.target.grip == "clinch":
            require("holder", self.holder, "strength")


class MaintainOutcome(HarmOutcome):
    grip: Grip


class Prisoner(Acting):
    strength: Trait
    brawl: Trait = 0
    willpower: Trait = 0
    held_by: Id | None = None
    grip: Grip | None = None


class Captor(Aware):
    strength: Attribute = UNSET
    brawl: Trait = 0


class EscapeInput(RolledInput):
    prisoner: Annotated[Prisoner, record("character")]
    holder: Annotated[Captor, record("character")]
    holder_modifiers: Annotated[Modifiers, GM] = ()

    def __post_init__(self) -> None:
        refuse_same("holder", self.prisoner, self.holder)
        if not _lets_go(self.holder):
            require("holder", self.holder, "strength")


class EscapeOutcome(Outcome):
    freed: bool
    margin: int
    prisoner: SidePool
    holder: SidePool


def maintain(given: MaintainInput, draws: Draws) -> Result:
    """Keep a clinch, which hurts again, or a hold, which only holds (FAL-MANEUV-21)."""
    grip, case = _plan_grip(given)
    harm = inflict(case, 0, draws) if grip == "clinch" else NO_HARM
    outcome = MaintainOutcome(grip=grip, **structs.asdict(harm.outcome))
    acted = change_by(given.holder.id, "actions_taken", 1)
    return Result(outcome, (acted, *harm.effects), cite("FAL-MANEUV-21", *harm.clauses))


def odds_of_maintain(given: MaintainInput) -> Chances:
    """The odds of `fallen.maintain`: those of a blow without extra dice; a hold is sure."""
    _, case = _plan_grip(given)
    return Chances(odds_of_harm(case, {1: 1}, 1), ("FAL-MANEUV-21",))


def escape(given: EscapeInput, draws: Draws) -> Result:
    """Break a grip by winning against the holder; equal successes keep the prisoner held (FAL-MANEUV-22)."""
    mine, theirs = plan_escape(given)
    struggle, hold = pools.roll(mine, draws), pools.roll(theirs, draws)
    margin = max(0, struggle.successes - hold.successes)
    outcome = EscapeOutcome(
        freed=margin > 0, margin=margin, prisoner=SidePool(struggle), holder=SidePool(hold)
    )
    prisoner = given.prisoner
    freed = (
        set_to(prisoner.id, "restraint", "free"),
        set_to(prisoner.id, "held_by", None),
        *((set_to(prisoner.id, "grip", None),) if prisoner.grip else ()),
    )
    effects = (
        *spent_willpower(prisoner.id, given.willpower),
        change_by(prisoner.id, "actions_taken", 1),
        *(freed if outcome.freed else ()),
    )
    clauses = cite(*pools.clauses_of(mine, struggle), *pools.clauses_of(theirs, hold), "FAL-MANEUV-22")
    return Result(outcome, effects, clauses)


def odds_of_escape(given: EscapeInput) -> Chances:
    """The odds of `fallen.escape`: freed, the prisoner's botch, and the margin."""
    mine, theirs = plan_escape(given)
    struggle, hold = chances(mine), chances(theirs)
    total = struggle.total * hold.total
    leads = lead_counts(struggle.successes, hold.successes)
    margin = {lead: cases for lead, cases in leads.items() if lead > 0}
    freed = sum(margin.values())
    margin[0] = total - freed
    odds: dict[str, Any] = {
        "freed": share(freed, total),
        "botch": share(struggle.botch, struggle.total),
        "margin": as_list(spread(margin), total),
    }
    return Chances(odds, cite(*mine.clauses, *theirs.clauses, "FAL-MANEUV-22"))


def plan_escape(given: EscapeInput) -> tuple[PoolPlan, PoolPlan]:
    """The pools of prisoner and holder, or the clause that forbids the attempt."""
    prisoner = given.prisoner
    refuse_unfit_for_her_turn(prisoner, "input.prisoner")
    if prisoner.restraint != "held" or prisoner.held_by != given.holder.id:
        raise RuleViolation(
            f"{given.holder.id} does not hold {prisoner.id}",
            field="input.prisoner.held_by",
            clause="FAL-MANEUV-22",
        )
    refuse_no_willpower(given.willpower, prisoner.willpower, given.settings, "input.willpower")
    refuse_undeclared(prisoner, "input.prisoner")
    terms = (
        trait("strength", prisoner.strength),
        trait("brawl", prisoner.brawl),
        *dice_terms(given.modifiers),
        wounds(prisoner),
        multiple_actions(multiple_actions_penalty(prisoner)),
    )
    refuse_empty(terms, "input")
    resistance = (base_difficulty(), *difficulty_terms(given.holder_modifiers))
    return (
        plan_choices(terms, STANDARD, given, given.settings),
        pools.plan(_holding_terms(given), resistance, given.settings),
    )


def _plan_grip(given: MaintainInput) -> tuple[Grip, HarmCase]:
    holder, target = given.holder, given.target
    refuse_unfit_to_attack(holder, "input.holder")
    refuse_dead(target, "input.target")
    if target.restraint == "free" or target.held_by != holder.id or target.grip is None:
        raise RuleViolation(
            f"{holder.id} has no grip on {target.id}", field="input.target.held_by", clause="FAL-MANEUV-21"
        )
    refuse_undeclared(holder, "input.holder")
    refuse_short_blackout(given.unconscious_for, "input.unconscious_for")
    refuse_faith(target, given.soak.with_, given.settings, "input.soak.with")
    return target.grip, _case(given, target.grip)


def _case(given: MaintainInput, grip: Grip) -> HarmCase:
    return HarmCase(
        blow=Blow(
            deals="wounds" if grip == "clinch" else "nothing",
            kind=given.damage_kind or "bashing",
            base=(trait("strength", dots(given.holder.strength)),),
            after=dice_terms(given.damage_modifiers),
            grip=None,  # the grip is there already
            knocks_down=False,
        ),
        victim=given.target,
        striker=given.holder.id,
        target_strength=0,
        is_prone=False,
        armor=counting_armor(given.target.armor, bypassed=False),
        soak=given.soak,
        soak_modifiers=given.soak.modifiers,
        unconscious_for=given.unconscious_for,
        settings=given.settings,
    )


def _lets_go(holder: Captor) -> bool:
    """The dead, the unconscious and the incapacitated hold with no dice (FAL-MANEUV-22)."""
    return holder.dead or is_senseless(holder)


def _holding_terms(given: EscapeInput) -> tuple[Term, ...]:
    holder = given.holder
    if _lets_go(holder):
        return trait("strength", 0), trait("brawl", 0)
    terms = (
        trait("strength", dots(holder.strength)),
        trait("brawl", holder.brawl),
        *dice_terms(given.holder_modifiers),
        wounds(holder),
    )
    return lifted(terms, 0, "FAL-POOL-05")
