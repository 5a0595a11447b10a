"""A ritual that several perform: who is asked to help, who has rolled, and what they won for the Primary (SOR-GROUP).

What each helper won stands on the Primary's record under that helper's own key, nothing won as 0, until the Primary
rolls: then it is `USED`. Whoever is still to roll is asked by an open question.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import OpenQuestion, Question, State
from rules.kernel.values import as_whole
from rules.sorcerer.banish import BanishInput
from rules.sorcerer.contact import ContactInput
from rules.sorcerer.contain import ContainInput
from rules.sorcerer.gathering import GatherHelpersInput
from rules.sorcerer.group_ritual import GroupRitualInput
from rules.sorcerer.state import asked
from rules.sorcerer.summon import SummonInput

GROUP: Final = "sorcerer.group_ritual"
GATHER: Final = "sorcerer.gather_helpers"

Helped = ContactInput | SummonInput | ContainInput | BanishInput
"""The rituals that others may help with (SOR-GROUP-01)."""
HELPED: Final = frozenset(f"sorcerer.{verb}" for verb in ("contact", "summon", "contain", "banish"))

USED: Final = -1
"""What a helper has won once the Primary has rolled. Each ritual says it anew, so that any of them may be undone."""


def help_key(ritual: str, demon: str | None) -> str:
    """Where a Primary's record has what others won for the next attempt: below it each helper's own (SOR-GROUP-03)."""
    return f"help.{ritual}.{demon}" if demon is not None else f"help.{ritual}"


def helped_by(state: State, primary: str, ritual: str, demon: str | None) -> dict[str, int]:
    """What each helper who has rolled won; under no name what an older version kept for all of them together."""
    whole = help_key(ritual, demon)
    record = state.records.get(primary)
    found = record.fields.items() if record is not None else ()
    won = {
        name.removeprefix(whole).removeprefix("."): value for name, value in found if _is_below(name, whole)
    }
    return {helper: as_whole(dice) for helper, dice in won.items() if dice not in (None, USED)}


def won_by_helpers(state: State, primary: str, ritual: str, demon: str | None) -> int:
    """The dice that others have won for this ritual and that nobody has used (SOR-GROUP-03)."""
    return sum(helped_by(state, primary, ritual, demon).values())


def asked_to_help(state: State, primary: str, ritual: str, demon: str | None) -> Iterator[OpenQuestion]:
    """Who is asked to help with this ritual and has neither rolled nor said no."""
    wanted = {"primary": primary, "ritual": ritual, "demon": demon}
    for question in asked(state, GROUP):
        if all(question.data.get(name) == value for name, value in wanted.items()):
            yield question


def is_too_early(state: State, action: str, sorcerers: Sequence[str], demons: Sequence[str]) -> bool:
    """Whether somebody who was asked to help has still to roll: the Primary rolls last (SOR-GROUP-05)."""
    if action not in HELPED:
        return False
    ritual = action.partition(".")[2]
    about: Sequence[str | None] = [None] if ritual == "contain" else demons
    return any(any(asked_to_help(state, who, ritual, demon)) for who in sorcerers for demon in about)


def unearned(given: Helped) -> RuleViolation | None:
    """Nobody types the dice of helpers: what they won is read from where it is kept (SOR-GROUP-05)."""
    for place, entry in enumerate(given.modifiers):
        if entry.source == "group":
            told = "what helpers have won counts by itself: leave it out"
            return RuleViolation(told, field=f"input.modifiers.{place}.source", clause="SOR-GROUP-05")
    return None


def rolled_already(given: GroupRitualInput, state: State) -> RuleViolation | None:
    """Each helper rolls once for an attempt of the Primary's (SOR-GROUP-03)."""
    won = helped_by(state, given.primary, given.ritual, _demon_of(given))
    for place, helper in enumerate(given.helpers):
        if helper.id in won:
            told = "this helper has rolled already: the Primary comes next"
            return RuleViolation(told, field=f"input.helpers.{place}.id", clause="SOR-GROUP-03")
    return None


def asks_helpers(given: Struct, state: State) -> Iterator[Question]:
    """Everybody who is to help is asked to roll, once."""
    if not isinstance(given, GatherHelpersInput):
        return
    has_rolled = helped_by(state, given.sorcerer, given.ritual, given.demon)
    waiting = {one.who for one in asked_to_help(state, given.sorcerer, given.ritual, given.demon)}
    for helper in given.helpers:
        if helper.id in has_rolled or helper.id in waiting:
            continue
        yield Question(
            question=GROUP,
            for_role="player",
            who=helper.id,
            clause="SOR-GROUP-03",
            optional=True,
            data={
                "ritual": given.ritual,
                "primary": given.sorcerer,
                "demon": given.demon,
                "snapshot": given.snapshot,
                **(
                    {} if given.ritual == "banish" else {"resists": True}
                ),  # SOR-BANISH-11: of that ritual alone
            },
        )


def answered_by(given: Struct, effects: tuple[Effect, ...], state: State) -> Iterator[str]:
    """The questions to helpers that an act answers, and those that ask nothing any more after it."""
    if isinstance(given, GroupRitualInput):
        named = {helper.id for helper in given.helpers}
        for question in asked_to_help(state, given.primary, given.ritual, _demon_of(given)):
            if question.who in named:
                yield question.id
    if isinstance(given, GatherHelpersInput):
        named = {helper.id for helper in given.helpers}
        for question in asked_to_help(state, given.sorcerer, given.ritual, given.demon):
            if question.who not in named:
                yield question.id
    moved = {effect.on for effect in effects if effect.field == "state"}
    for question in asked(state, GROUP):
        if question.data.get("demon") in moved:  # it came or went without them
            yield question.id


def left_by_helpers(action: str, given: Struct, rolls: Mapping[str, int], state: State) -> Iterator[Effect]:
    """Others helped, or the ritual that they helped with is tried: then what they won is used up."""
    if isinstance(given, GroupRitualInput):
        whole = help_key(given.ritual, _demon_of(given))
        yield from (set_to(given.primary, f"{whole}.{helper}", won) for helper, won in rolls.items())
    elif isinstance(given, Helped):
        whole = help_key(
            action.partition(".")[2], None if isinstance(given, ContainInput) else given.demon.id
        )
        record = state.records.get(given.sorcerer.id)
        for name, value in sorted(record.fields.items()) if record is not None else ():
            if _is_below(name, whole) and value is not None:
                yield set_to(given.sorcerer.id, name, USED)


def _is_below(name: str, whole: str) -> bool:
    return name == whole or name.startswith(f"{whole}.")


def _demon_of(given: GroupRitualInput) -> str | None:
    return given.demon.id if given.demon else None
