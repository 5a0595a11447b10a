"""The doors of the rules: everything outside calls these and nothing else in here."""

from typing import Any

from msgspec import Struct, structs

from rules import catalogue
from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.errors import NoOdds
from rules.kernel.parsing import parse
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
