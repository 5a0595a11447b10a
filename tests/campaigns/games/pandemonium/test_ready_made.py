"""Mages and other people made by a concept: what of each stays its own."""

from random import Random
from typing import Any

import pytest

from campaigns.games.pandemonium.ready_made import ATTRIBUTES, TABLE, make
from rules.pandemonium.types import ARCANA


def above(values: dict[str, int], highest: tuple[str, ...]) -> bool:
    return min(values[name] for name in highest) > max(
        (value for name, value in values.items() if name not in highest), default=0
    )


def traits(values: dict[str, list[str]], names: Any) -> dict[str, int]:
    found = {name: values.get(f"character.traits.{name}") for name in names}
    return {name: int(texts[0]) for name, texts in found.items() if texts}


@pytest.mark.parametrize("row", TABLE.concept, ids=lambda row: row.code)
def test_highest_traits_stay_the_concepts_own(row: Any) -> None:
    for seed in range(50):
        values = make(Random(seed), row.code, frozenset())
        skills = {
            values[f"listed.traits.{at}.name"][0]: int(values[f"listed.traits.{at}.value"][0])
            for at in range(len([name for name in values if name.startswith("listed.traits")]) // 2)
        }

        assert above(traits(values, ATTRIBUTES), row.attributes)
        assert above(skills, row.skills)
        assert not row.arcana or above(traits(values, ARCANA), row.arcana)


@pytest.mark.parametrize("row", TABLE.concept, ids=lambda row: row.code)
def test_mages_alone_have_magic_and_all_numbers_go_together(row: Any) -> None:
    values = make(Random("a"), row.code, frozenset())

    magic = {"character.mana", "character.most.mana", "character.traits.power"} & set(values)
    assert (len(magic), bool(traits(values, ARCANA))) == ((3, True) if row.arcana else (0, False))
    assert not magic or int(values["character.mana"][0]) <= int(values["character.most.mana"][0])
    own = traits(values, ATTRIBUTES)
    assert values["character.willpower"] == [str(own["resolve"] + own["composure"])]


def test_each_concept_has_its_own() -> None:
    assert len({(row.attributes, row.arcana, row.skills) for row in TABLE.concept}) == len(TABLE.concept)
    assert {one for row in TABLE.concept for one in row.arcana} == ARCANA
