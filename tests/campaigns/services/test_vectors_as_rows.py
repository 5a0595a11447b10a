"""Every worked case with a result: stored as rows, performed from rows, applied, folded, undone, redone, compared."""

import json
from pathlib import Path
from typing import Any

import pytest

from campaigns.games.demon_city.decks.deck_draws import is_throw
from rules.catalogue import SETTINGS
from tests.campaigns.services import stored_cases
from tests.campaigns.services.stored_cases import Case, as_far_as_given, at, plain
from tests.campaigns.spine import document, folded, new_game

VECTORS = Path(__file__).parents[2] / "rules" / "vectors"
SYSTEMS = tuple(SETTINGS)
EVERY = [
    case
    for system in SYSTEMS
    for case in json.loads((VECTORS / f"{system}.json").read_text(encoding="utf-8"))
]
CASES = [case for case in EVERY if "outcome" in case["expect"]]
FIRST = {case["action"]: case["id"] for case in reversed(CASES)}
"""One case of each action is enough to find what PostgreSQL takes for another type, or refuses."""

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def _as_parameter(case: dict[str, Any]) -> Any:
    marks = [pytest.mark.postgres] if FIRST[case["action"]] == case["id"] else []
    return pytest.param(case, id=case["id"], marks=marks)


@pytest.mark.parametrize("vector", [_as_parameter(case) for case in CASES])
def test_a_worked_case_holds_on_rows(vector: dict[str, Any]) -> None:
    game, case = new_game(), stored_cases.read_case(vector["action"], vector["input"])
    stored_cases.store(game, case)
    before = game.state()

    has_cards = bool(vector.get("draws")) or is_throw(vector["action"])
    hand = tuple(vector.get("draws", ())) if has_cards else None
    # Wounds heal as game time passes, and by nobody's word (FAL-HEALTH-08).
    by_clock = vector["action"] == "fallen.heal"
    played = game.act(vector["action"], case.given, known=case.known, hand=hand, by_clock=by_clock)
    step = next(
        one for one in played.steps if one.action == vector["action"]
    )  # cards are turned up before it
    _assert_as_written(vector, case, step)
    after = game.state()
    assert after == folded(game.campaign)

    undone = game.undo(played.entry.seq)
    assert game.state() == before == folded(game.campaign)

    redone = game.undo(undone.entry.seq)
    assert game.state() == after == folded(game.campaign)
    assert document(redone.entry)["steps"][0]["draws"] == []

    report = game.verified()
    assert report.faults == []
    assert report.played_again == report.entries


def _assert_as_written(vector: dict[str, Any], case: Case, step: Any) -> None:
    answer = plain(step.result.as_answer())
    born = {at(step.input, path): name for name, path in case.born.items()}
    found = stored_cases.named_again(case, answer, born)
    found, expected = map(stored_cases.without_order, (found, vector["expect"]))
    assert as_far_as_given(found["outcome"], expected["outcome"]) == expected["outcome"]
    assert found["effects"] == expected.get("effects", found["effects"])
    assert found["draws_used"] == len(vector.get("draws", []))


def test_no_case_with_a_result_is_left_out() -> None:
    assert {path.stem for path in VECTORS.glob("*.json")} >= set(SYSTEMS)
    assert len(CASES) == sum("error" not in case["expect"] and "odds" not in case["expect"] for case in EVERY)
