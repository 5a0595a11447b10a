"""What a roll's luck is measured by: every vector of every system that has odds."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaigns.queries.review.luck import event_of
from rules import catalogue, service
from rules.kernel.errors import RulesError

VECTORS = Path(__file__).parents[2] / "rules" / "vectors"
CASES = [load for path in sorted(VECTORS.glob("*.json")) for load in json.loads(path.read_text("utf-8"))]
NONE_EXPECTED = {"fallen.initiative", "fallen.damage", "fallen.soak", "fallen.hit", "fallen.maintain"}


def events() -> list[tuple[str, tuple[bool, float] | None, Any]]:
    found = []
    for case in CASES:
        action = catalogue.ACTIONS.get(case["action"])
        outcome = case["expect"].get("outcome")
        if outcome is None or action is None or action.odds is None:
            continue
        given = service.read(case["action"], case["input"])
        try:
            odds = msgspec.to_builtins(service.odds(case["action"], given).odds)
        except RulesError:
            continue
        logged = msgspec.to_builtins(given)
        found.append((case["action"], event_of(case["action"], logged, outcome, odds), outcome))
    return found


def test_an_event_has_a_chance_that_is_no_certainty() -> None:
    chances = [event[1] for _action, event, _outcome in events() if event]

    assert len(chances) > 60
    assert all(0 < chance < 1 for chance in chances)


def test_every_system_has_rolls_whose_luck_is_told() -> None:
    told = Counter(action.partition(".")[0] for action, event, _outcome in events() if event)

    assert set(told) >= {"sorcerer", "pandemonium", "fallen"}


def test_what_only_has_an_amount_tells_no_event() -> None:
    assert [event for action, event, _outcome in events() if action in NONE_EXPECTED and event] == []


@pytest.mark.parametrize("action", ["sorcerer.roll", "sorcerer.bind", "sorcerer.contact"])
def test_success_of_the_outcome_is_the_event(action: str) -> None:
    rolled = [(event, outcome) for name, event, outcome in events() if name == action and event]

    assert rolled
    assert all(event[0] == outcome["success"] for event, outcome in rolled)
