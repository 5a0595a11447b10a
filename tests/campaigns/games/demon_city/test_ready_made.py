"""Characters and Horrors made by a concept: what of each stays its own, and how high anything is."""

from random import Random
from typing import Any

import pytest

from campaigns.games.demon_city.ready_made import CHARACTERISTICS, READY_MADE, TABLE, make


def stats(values: dict[str, list[str]]) -> dict[str, int]:
    return {name: int(values[f"character.stats.{name}"][0]) for name in CHARACTERISTICS}


@pytest.mark.parametrize("row", TABLE.concept, ids=lambda row: row.code)
def test_highest_characteristics_stay_the_concepts_own(row: Any) -> None:
    for seed in range(50):
        values = make(Random(seed), row.code, frozenset())
        own = stats(values)

        others = [value for name, value in own.items() if name not in row.highest]
        assert min(own[name] for name in row.highest) > max(others)
        assert values["listed.stats.0.name"] == list(row.skills)


@pytest.mark.clause("DEC-EXTRA-05")
def test_only_horrors_are_supernatural_and_only_the_gm_has_one_made() -> None:
    gms = {concept.code for concept in READY_MADE.concepts if concept.is_gms}
    for row in TABLE.concept:
        made = [make(Random(seed), row.code, frozenset()) for seed in range(50)]

        assert all(("character.supernatural" in values) == row.is_horror for values in made)
        assert (row.code in gms) == row.is_horror
        assert row.is_horror or max(max(stats(values).values()) for values in made) <= 9


def test_each_concept_has_its_own() -> None:
    assert len({(row.highest, row.skills) for row in TABLE.concept}) == len(TABLE.concept)
