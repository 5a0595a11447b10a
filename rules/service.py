"""The doors of the rules: everything outside calls these and nothing else in here."""

from typing import Any

from msgspec import Struct, structs

from rules import catalogue
from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.errors import NoOdds
from rules.kernel.parsing import parse
from rules.kernel.procedure import FollowUp, Procedures, Question, State
from rules.kernel.result import Result


def read(action: str, raw: Any) -> Struct:
    """`raw` (plain JSON values) as the typed input of `action`; UnknownAction or InvalidInput where it is not one."""
    return parse(catalogue.find(action).input_type, raw)


def perform(action: str, given: Struct, draws: Draws) -> Result:
    """Play one action: the result of `given` with these draws, `draws_used` filled in.

    Refuses with a `RulesError` before the first draw wherever the input or the rules are at fault.
    """
    before = len(draws.taken)
    result = catalogue.find(action).engine(given, draws)
    return structs.replace(result, draws_used=len(draws.taken) - before)


def odds(action: str, given: Struct) -> Chances:
    """The exact chances of `given` before any draw; NoOdds for an action whose spec has none."""
    found = catalogue.find(action)
    if found.odds is None:
        raise NoOdds(f"{action} has no odds", field="action")
    return found.odds(given)


def fields(action: str) -> tuple[str, ...]:
    """The contract names of an action's input fields."""
    return tuple(one.encode_name for one in structs.fields(catalogue.find(action).input_type))


def forbidden(action: str, subjects: tuple[str, ...], state: State) -> str | None:
    """The clause that forbids an action now, or None: asked by `play()` and by every button alike."""
    procedures = _procedures(action)
    clause: str | None = procedures.allowed(state, action, subjects) if procedures else None
    return clause


def follows(action: str, given: Struct, result: Result, state: State) -> tuple[FollowUp, ...]:
    """What clauses make the application change in the same act."""
    procedures = _procedures(action)
    return tuple(procedures.follows(action, given, result, state)) if procedures else ()


def asks(action: str, given: Struct, result: Result, state: State) -> tuple[Question, ...]:
    """What the act leaves for somebody to answer."""
    procedures = _procedures(action)
    return tuple(procedures.asks(action, given, result, state)) if procedures else ()


def answers(action: str, given: Struct, result: Result, state: State) -> tuple[str, ...]:
    """The ids of the open questions that the act answers."""
    procedures = _procedures(action)
    return tuple(procedures.answers(action, given, result, state)) if procedures else ()


def scene_ends(state: State) -> tuple[FollowUp, ...]:
    """What every system ends with a scene."""
    ending = (one.scene_ends for one in catalogue.PROCEDURES.values() if one.scene_ends)
    return tuple(follow_up for ends in ending for follow_up in ends(state))


def _procedures(action: str) -> Procedures | None:
    return catalogue.PROCEDURES.get(catalogue.find(action).system)
