"""Demons and mortals made by a concept: what of each stays its own, and what they carry."""

from random import Random
from typing import Any

import pytest

from campaigns.games.fallen.ready_made import TABLE, make
from campaigns.models.fallen import ABILITIES, ATTRIBUTES


@pytest.mark.parametrize("row", TABLE.concept, ids=lambda row: row.code)
def test_highest_traits_stay_the_concepts_own(row: Any) -> None:
    for seed in range(50):
        values = make(Random(seed), row.code, frozenset())
        for names, highest in ((ATTRIBUTES, row.highest), (ABILITIES, row.abilities)):
            own = {name: int(values[f"character.{name}"][0]) for name in names}

            others = [value for name, value in own.items() if name not in highest]
            assert min(own[name] for name in highest) > max(others)
        assert values["listed.traits.0.name"] == list(row.traits)


@pytest.mark.clause("FAL-SOAK-06")
def test_demons_alone_have_faith_and_another_name() -> None:
    for row in TABLE.concept:
        values = make(Random("a"), row.code, frozenset())

        assert values["character.kind"] == [row.kind]
        assert (int(values["character.faith"][0]) > 0) == (row.kind == "demon")
        assert (", called " in values["name"][0]) == (row.kind == "demon")


def test_each_concept_has_its_own() -> None:
    assert len({(row.highest, row.abilities, row.traits) for row in TABLE.concept}) == len(TABLE.concept)
    assert {one for row in TABLE.concept for one in row.weapons} == set(TABLE.weapons)
    assert {one for row in TABLE.concept for one in row.armor} == set(TABLE.armor)
