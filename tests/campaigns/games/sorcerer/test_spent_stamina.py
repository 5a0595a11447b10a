"""A human whose Stamina has come down to 0 rolls Will where Stamina is called for (SOR-ROLL-13)."""

from typing import Any

import pytest

from tests.campaigns.spine import Game, new_game

pytestmark = pytest.mark.django_db


def human(game: Game, name: str, **fields: Any) -> str:
    scores = {"stamina": 3, "will": 2, "lore": 3, "humanity": 4, "state": "active"}
    return game.make("character", name, owner=game.player, **{**scores, **fields})


def dice_in_defense(game: Game, target: str, *draws: int) -> int:
    attacker = human(game, "Otto", turn="pending", faces=[9])
    given = {"attacker": attacker, "target": target, "response": "defend"}
    outcome: Any = game.act("sorcerer.resolve_attack", given, hand=draws).result.outcome
    return int(outcome.contest.opposing.raw)


@pytest.mark.parametrize(("stamina", "dice"), [(0, 2), (1, 1)])
def test_a_human_without_stamina_defends_with_will(stamina: int, dice: int) -> None:
    game = new_game()

    assert dice_in_defense(game, human(game, "Mara", stamina=stamina), *[5] * dice) == dice


def test_a_demon_without_stamina_has_none_to_roll() -> None:
    game = new_game()
    demon = game.make("demon", "Ash", type="object", stamina=0, will=3, state="present")

    assert dice_in_defense(game, demon, 5, 6) == 0
