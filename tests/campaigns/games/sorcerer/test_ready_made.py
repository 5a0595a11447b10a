"""Sorcerers made by a concept: what the rules say of ten thousand, and what of each concept stays its own."""

from random import Random
from typing import Any

import pytest

from campaigns.games.sorcerer.ready_made import TABLE, make
from campaigns.games.sorcerer.sheet.demon_form import demon_sheet
from rules import service
from rules.kernel.draws import GivenDraws
from rules.sorcerer.characters import AREAS, PRICES, SCORES

MANY = 10_000


def outcome(action: str, given: dict[str, Any]) -> Any:
    return service.perform(action, service.read(action, given), GivenDraws(())).outcome


def character_of(values: dict[str, list[str]]) -> dict[str, Any]:
    def one(name: str) -> str:
        return values[f"character.{name}"][0]

    return {
        "id": "new",
        **{score: int(one(score)) for score in SCORES},
        "descriptors": {score: values[f"character.descriptors.{score}"] for score in SCORES},
        "cover": {"name": one("cover.name"), "score": one("cover.score")},
        "starting_demon": "its",
        "telltale": one("telltale"),
        "price": {"name": one("price.name"), "dice": -1},
        "kicker": one("kicker"),
        "background": [
            {"area": area, "text": line} for area in AREAS for line in one(f"background.{area}").split("\n")
        ],
    }


def demon_of(values: dict[str, list[str]]) -> dict[str, Any]:
    typed = {name: texts[0] for name, texts in values.items() if name.startswith("demon.")}
    return {"id": "its", **demon_sheet({**typed, "demon.stamina": int(typed["demon.stamina"])}, 6)}


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.clause("SOR-CREATE-11", "SOR-DEMON-01")
def test_ten_thousand_are_sound_by_the_rules() -> None:
    wrong = []
    for number in range(MANY):
        concept = TABLE.concept[number % len(TABLE.concept)].code
        values = make(Random(f"{concept} {number}"), concept, frozenset())
        own = outcome("sorcerer.create_character", {"character": character_of(values)})
        its = outcome("sorcerer.create_demon", {"demon": demon_of(values), "starting_for": "new"})
        if own.problems or own.background_gaps or its.problems or its.warnings:
            wrong.append((concept, number, own, its))

    assert wrong == []


@pytest.mark.parametrize("row", TABLE.concept, ids=lambda row: row.code)
def test_highest_scores_and_their_descriptors_stay_the_concepts_own(row: Any) -> None:
    for seed in range(50):
        values = make(Random(seed), row.code, frozenset())
        scores = {score: int(values[f"character.{score}"][0]) for score in SCORES}
        chosen = {one for score in row.scores for one in values[f"character.descriptors.{score}"]}

        others = [value for score, value in scores.items() if score not in row.scores]
        assert min(scores[score] for score in row.scores) > max(others)
        assert set(row.descriptors) <= chosen


def test_each_concept_has_its_own() -> None:
    assert len({(row.scores, row.descriptors) for row in TABLE.concept}) == len(TABLE.concept)
    assert {price for row in TABLE.concept for price in row.prices} == set(PRICES) == set(TABLE.prices)
    assert {code for row in TABLE.concept for code in row.demons} == {demon.code for demon in TABLE.demon}
