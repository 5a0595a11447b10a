"""Any input of any action, played, and what holds of whatever comes of it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from rules import service
from rules.kernel.action import Action
from rules.kernel.draws import Draws, GivenDraws
from rules.kernel.errors import RulesError
from rules.kernel.fair import FairDraws
from rules.kernel.result import Result
from rules.kernel.tables import read_table
from tests.rules import clause_record

Inputs = st.SearchStrategy[dict[str, Any]]
few = settings(max_examples=20, deadline=None, database=None, suppress_health_check=list(HealthCheck))


class Near(Protocol):
    """A system's inputs near worked ones."""

    def __call__(self, cases: list[dict[str, Any]], input_type: type[msgspec.Struct], /) -> Inputs: ...


def inputs_of(action: Action, near: Near, any_input: Callable[[type[msgspec.Struct]], Inputs]) -> Inputs:
    """Inputs near the worked cases of an action, and such as fit its type alone."""
    file = Path(__file__).parent / "vectors" / f"{action.system}.json"
    cases = json.loads(file.read_text(encoding="utf-8"))
    cases += clause_record.more_cases(action.system)
    worked = [case["input"] for case in cases if case["action"] == action.name]
    return near(worked, action.input_type) | any_input(action.input_type)


def clauses_of(system: str) -> set[str]:
    """The ids of a system's clauses."""
    return {clause["id"] for clause in read_table(f"rules.{system}", "clauses.toml")["clause"]}


def play(action: Action, raw: dict[str, Any], draws: Draws) -> Result | RulesError:
    """What an action comes to with these draws, or its refusal."""
    try:
        return service.perform(action.name, service.read(action.name, raw), draws)
    except RulesError as error:
        return error


def fair() -> FairDraws:
    """The same fair draws each time."""
    return FairDraws(b"secret", 1, "seed", "")


def assert_sound(played: Result | RulesError, draws: Draws, raw: dict[str, Any], clauses: set[str]) -> None:
    """A refusal names a clause or a fault of form and took no draw; a result holds together."""
    if isinstance(played, RulesError):
        assert draws.taken == []
        assert played.code in ("invalid_input", "rule_violation")
        assert (played.clause in clauses) == (played.code == "rule_violation")
        assert str(played.field).startswith("input")
        return
    assert set(played.clauses) <= clauses
    assert len(set(played.clauses)) == len(played.clauses) > 0
    assert played.draws_used == len(draws.taken)
    assert {effect.on for effect in played.effects} <= texts_in(raw)
    outcome = msgspec.json.encode(played.as_answer()["outcome"])
    assert msgspec.json.decode(outcome, type=type(played.outcome)) == played.outcome


def assert_plays_again(
    action: Action, raw: dict[str, Any], played: Result | RulesError, draws: Draws
) -> None:
    """The same draws give the same result."""
    if isinstance(played, Result):
        again = GivenDraws(value for _asked, value in draws.taken)
        assert service.perform(action.name, service.read(action.name, raw), again) == played


def texts_in(raw: Any) -> set[str]:
    """Every text in an input."""
    if isinstance(raw, dict):
        return set().union(*(texts_in(value) for value in raw.values()))
    if isinstance(raw, list):
        return set().union(*(texts_in(value) for value in raw))
    return {raw} if isinstance(raw, str) else set()


def numbers_in(odds: Any) -> list[float]:
    """Every number in odds."""
    if isinstance(odds, dict):
        return [number for value in odds.values() for number in numbers_in(value)]
    if isinstance(odds, list | tuple):
        return [number for value in odds for number in numbers_in(value)]
    return [odds]
