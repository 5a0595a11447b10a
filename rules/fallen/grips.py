"""Clinches and holds that go on (FAL-MANEUV-21)."""

from typing import Annotated

from msgspec import UNSET, structs

from rules.fallen.blackouts import refuse_short_blackout
from rules.fallen.harm import NO_HARM, Blow, HarmCase, HarmOutcome, inflict
from rules.fallen.harm_odds import odds_of_harm
from rules.fallen.modifiers import (
    DiceModifiers,
    dice_terms,
)
from rules.fallen.pool import trait
from rules.fallen.soak import SoakOptions, counting_armor, refuse_faith
from rules.fallen.subjects import (
    Acting,
    Aware,
    refuse_dead,
    refuse_same,
    refuse_undeclared,
    refuse_unfit_to_attack,
    require,
)
from rules.fallen.types import (
    Armor,
    Attribute,
    DamageKind,
    Duration,
    FallenInput,
    Grip,
    Id,
    Kind,
    Restraint,
    Subject,
    Trait,
    TurnsOut,
    dots,
)
from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import change_by, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, RESULT, by, record, side_of
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
    target: Annotated[Held, record("character"), by("FAL-MANEUV-21")]
    damage_kind: Annotated[DamageKind | None, GM, by("FAL-TYPE-04")] = None
    damage_modifiers: Annotated[DiceModifiers, GM] = ()
    soak: Annotated[SoakOptions, side_of("target")] = SoakOptions()
    unconscious_for: Annotated[Duration | None, RESULT] = None

    def __post_init__(self) -> None:
        refuse_same("target", self.holder, self.target)
        if self.target.grip == "clinch":
            require("holder", self.holder, "strength")


class MaintainOutcome(HarmOutcome):
    grip: Grip


class Prisoner(Subject):
    restraint: Restraint = "free"
    held_by: Id | None = None
    grip: Grip | None = None


class LetGoInput(FallenInput):
    """`holder` is who lets go: None where nobody in play has the grip."""

    holder: Annotated[Id | None, record("character")] = None
    prisoner: Annotated[Prisoner, record("character"), by("FAL-MANEUV-21")]


class LetGoOutcome(Outcome):
    free: bool


def maintain(given: MaintainInput, draws: Draws) -> Result:
    """Keep a clinch, which hurts again, or a hold, which only holds (FAL-MANEUV-21)."""
    grip, case = _plan_grip(given)
    harm = inflict(case, 0, draws) if grip == "clinch" else NO_HARM
    outcome = MaintainOutcome(grip=grip, **structs.asdict(harm.outcome))
    acted = change_by(given.holder.id, "actions_taken", 1)
    return Result(outcome, (acted, *harm.effects), cite("FAL-MANEUV-21", *harm.clauses))


def let_go(given: LetGoInput, draws: Draws) -> Result:
    """End a grip of one's own: what is not kept does not carry over (FAL-MANEUV-21)."""
    prisoner = given.prisoner
    if prisoner.restraint != "held" or prisoner.held_by != given.holder:
        raise RuleViolation(
            f"{given.holder or 'nobody'} has no grip on {prisoner.id}",
            field="input.prisoner.held_by",
            clause="FAL-MANEUV-21",
        )
    blank = {"restraint": "free", "held_by": None, "grip": None}
    effects = tuple(
        set_to(prisoner.id, name, value) for name, value in blank.items() if getattr(prisoner, name) != value
    )
    return Result(LetGoOutcome(free=True), effects, ("FAL-MANEUV-21",))


def odds_of_maintain(given: MaintainInput) -> Chances:
    """The odds of `fallen.maintain`: those of a blow without extra dice; a hold is sure."""
    _, case = _plan_grip(given)
    odds = odds_of_harm(case, {0: 1}, 1)  # FAL-MANEUV-21: no extra dice, whatever a campaign counts as extra
    del odds["disarmed"]  # nobody is disarmed by a grip
    return Chances(odds, ("FAL-MANEUV-21",))


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
