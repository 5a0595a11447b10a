"""A demon's Cover is one of its Abilities, and has its dice."""

from typing import Any

import pytest

from tests.campaigns.spine import new_game

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("abilities", "power", "source", "dice"),
    [(["Cover"], 3, "cover", 3), (["Cover"], 0, "cover", 2), (["Big"], 3, "none", 1)],
)
def test_a_demon_hides_behind_its_cover(abilities: list[str], power: int, source: str, dice: int) -> None:
    game = new_game()
    scores: dict[str, Any] = {"stamina": 3, "will": 3, "lore": 2, "humanity": 3, "state": "active"}
    spotter = game.make("character", "Mara", owner=game.player, **scores)
    scores = {"stamina": 1, "will": 2, "power": power, "abilities": abilities}
    demon = game.make("demon", "Ash", type="passing", state="present", **scores)

    given = {"spotter": spotter, "target": demon}
    outcome: Any = game.act("sorcerer.spot_telltale", given, hand=(1,) * (2 + dice)).result.outcome

    (hiding,) = outcome.contest.opposing.parts
    assert (hiding.source, hiding.dice) == (source, dice)
