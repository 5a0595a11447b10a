"""A demon's Ability that is its action of a round: one more use, which tires it as any other (SOR-DCONF-07)."""

from collections.abc import Iterator

from rules.kernel.effects import change_by
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import FollowUp, State
from rules.kernel.values import as_whole
from rules.sorcerer.abilities import fatigue_of
from rules.sorcerer.rounds import Combatant, ConflictRoundInput
from rules.sorcerer.state import stored


def fatigue_now(uses: int, stamina: int) -> int:
    """The dice that one more use of an Ability loses to fatigue (SOR-ABIL-04)."""
    return fatigue_of(uses + 1, stamina)


def abilities_used(given: ConflictRoundInput, state: State) -> FollowUp | None:
    """The uses that a round counts."""
    effects = tuple(change_by(one.id, "uses", 1) for _place, one in _by_ability(given, state))
    return FollowUp("SOR-DCONF-07", effects) if effects else None


def too_tired(given: ConflictRoundInput, state: State) -> RuleViolation | None:
    """Why an Ability is not used in this round, or not with these dice."""
    for place, one in _by_ability(given, state):
        if one.ability is not None and one.ability not in stored(state, one.id, "abilities", ()):
            told = f"it has no Ability called {one.ability}"
            return RuleViolation(told, field=f"input.combatants.{place}.ability", clause="SOR-ABIL-01")
        uses = as_whole(stored(state, one.id, "uses", 0))
        if uses >= 2 * one.stamina:
            told = "this demon has to rest first"
            return RuleViolation(told, field=f"input.combatants.{place}.score", clause="SOR-ABIL-05")
        fatigue = fatigue_now(uses, one.stamina)
        taken = -sum(award.dice for award in one.modifiers if award.source == "fatigue")
        if taken != fatigue:
            told = f"this is use {uses + 1} of its Abilities in this scene: {fatigue} dice go to fatigue"
            return RuleViolation(told, field=f"input.combatants.{place}.modifiers", clause="SOR-DCONF-07")
    return None


def _by_ability(given: ConflictRoundInput, state: State) -> Iterator[tuple[int, Combatant]]:
    """The demons that act by an Ability, with their places in the list."""
    for place, one in enumerate(given.combatants):
        if one.score == "ability" and one.id in state.records and state.records[one.id].kind == "demon":
            yield place, one
