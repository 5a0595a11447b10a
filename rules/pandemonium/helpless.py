"""Those who cannot act: what protects them, and what rest gives them (PAN-HELPLESS)."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from rules.kernel.clock import DAY, now_of
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, PLAYER, by, record
from rules.kernel.parsing import wrong
from rules.kernel.procedure import FollowUp, State
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.kernel.values import as_whole
from rules.pandemonium import pools
from rules.pandemonium.aspects import ASPECTS
from rules.pandemonium.moments import HOLDS
from rules.pandemonium.types import (
    Aspect,
    CampaignSettings,
    Character,
    Dots,
    PandemoniumInput,
    Settings,
    Subject,
    Willpower,
)

RESTED: Final = "began.helpless_rest"
"""The second of game time at which a day of rest last gave somebody a point."""


class DisablingSpell(Input):
    id: Id
    aspect: Aspect


class HelplessInput(PandemoniumInput):
    target: Annotated[Character, record("character")]
    spell: Annotated[DisablingSpell, record("spell"), by("PAN-HELPLESS-03")]
    keeps_defense: Annotated[bool, GM, by("PAN-HELPLESS-03")] = False
    armor: Annotated[Annotated[int, Meta(ge=0, le=20)] | None, GM, by("PAN-HELPLESS-03")] = None
    invulnerable: Annotated[bool, GM, by("PAN-HELPLESS-04")] = False
    settings: CampaignSettings = Settings()


class ResistanceDice(Outcome):
    stamina: int
    resolve: int
    composure: int


class HelplessOutcome(Outcome):
    resist: ResistanceDice
    defense: Literal["invulnerable", "pool", "armor"]
    defense_dice: int | None
    defense_successes: int | None


class Resting(Subject):
    willpower: Willpower
    max: Annotated[Willpower, DERIVED]
    wisdom: Dots | None = None


class HelplessRestInput(PandemoniumInput):
    target: Annotated[Resting, record("character")]
    rested: Annotated[bool, GM, by("PAN-HELPLESS-06")]
    crisis: Annotated[bool, GM, by("PAN-HELPLESS-07")] = False
    degenerate: Annotated[bool, PLAYER, by("PAN-HELPLESS-07")] = False

    def __post_init__(self) -> None:
        if self.degenerate and not self.crisis:
            raise wrong("degenerate", "this applies only in a crisis of conscience")
        if self.degenerate and self.target.wisdom is None:
            raise wrong("target.wisdom", "give the Wisdom of which a dot is lost")


class HelplessRestOutcome(Outcome):
    reason: Literal["struggled", "full", "crisis", "rested"]
    regained: int


def helpless(given: HelplessInput, draws: Draws) -> Result:
    """What protects somebody who cannot act (PAN-HELPLESS-02 to PAN-HELPLESS-04)."""
    who = given.target
    power = pools.dots(who, "power")
    resist = ResistanceDice(
        stamina=pools.dots(who, "stamina") + power,
        resolve=pools.dots(who, "resolve") + power,
        composure=pools.dots(who, "composure") + power,
    )
    how = "PAN-HELPLESS-04" if given.invulnerable else "PAN-HELPLESS-03"
    return Result(_protected(given, resist), clauses=("PAN-HELPLESS-02", how))


def helpless_rest(given: HelplessRestInput, draws: Draws) -> Result:
    """A day that counts as rest for somebody disabled (PAN-HELPLESS-05 to PAN-HELPLESS-07)."""
    who = given.target
    if given.degenerate and who.wisdom == 0:
        raise RuleViolation(
            "there is no Wisdom left to lose", field="input.target.wisdom", clause="PAN-HELPLESS-07"
        )
    reason: Literal["struggled", "full", "crisis", "rested"] = "rested"
    if not given.rested:  # PAN-HELPLESS-06
        reason = "struggled"
    elif who.willpower >= who.max:  # PAN-HELPLESS-05
        reason = "full"
    elif given.crisis and not given.degenerate:  # PAN-HELPLESS-07
        reason = "crisis"
    changes: list[Effect] = []
    if reason == "rested":
        changes.append(change_by(who.id, "willpower", 1))
        if given.degenerate:
            changes.append(change_by(who.id, "wisdom", -1))
    clauses = cite("PAN-HELPLESS-05", "PAN-HELPLESS-06", "PAN-HELPLESS-07" if given.crisis else None)
    outcome = HelplessRestOutcome(reason=reason, regained=1 if reason == "rested" else 0)
    return Result(outcome, tuple(changes), clauses)


def refuse_again(given: HelplessRestInput, state: State) -> RuleViolation | None:
    """Each day gives one point, and game time says when the next one is (PAN-HELPLESS-05)."""
    who = given.target.id
    since = state.records[who].fields.get(RESTED) if who in state.records else None
    if since is None or not given.rested or now_of(state) - as_whole(since) >= DAY:
        return None
    told = "less than a day has passed since they last regained a point: advance the clock first"
    return RuleViolation(told, field="input.rested", clause="PAN-HELPLESS-05")


def rested(given: HelplessRestInput, outcome: HelplessRestOutcome, state: State) -> tuple[FollowUp, ...]:
    """From when their next day counts."""
    effect = set_to(given.target.id, RESTED, now_of(state))
    return (FollowUp("PAN-HELPLESS-05", (effect,)),) if outcome.regained else ()


def is_held(who: str, state: State) -> bool:
    """Whether a spell holds somebody whom a question may tell so: not what watches or drains them (PAN-RESIST-11)."""
    fields = state.records[who].fields if who in state.records else {}
    return any(
        one.kind in ("spell", "pandemonium.spell")
        and one.fields.get("kind") in ("control", "other")
        and fields.get(f"hold.{ident}") in HOLDS
        for ident, one in state.records.items()
    )


def _protected(given: HelplessInput, resist: ResistanceDice) -> HelplessOutcome:
    """What an attack meets: nothing reaches the invulnerable, so no trait of theirs is read for it."""
    if given.invulnerable:  # PAN-HELPLESS-04
        return HelplessOutcome(
            resist=resist, defense="invulnerable", defense_dice=None, defense_successes=None
        )
    if given.keeps_defense:
        dice = sum(pools.dots(given.target, name) for name in given.settings.defense_pool)
        return HelplessOutcome(resist=resist, defense="pool", defense_dice=dice, defense_successes=None)
    cover = ASPECTS[given.spell.aspect].base if given.armor is None else given.armor  # PAN-HELPLESS-03
    return HelplessOutcome(resist=resist, defense="armor", defense_dice=None, defense_successes=cover)
