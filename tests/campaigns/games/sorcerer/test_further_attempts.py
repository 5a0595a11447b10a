"""What the log makes of an earlier attempt at a ritual (SOR-RITUAL-11)."""

from typing import Any

import pytest

from tests.campaigns.spine import Game, new_game

pytestmark = pytest.mark.django_db

LOST, WON = (1, 1, 1, 9, 9), (9, 9, 9, 1, 1)


def cast(game: Game) -> dict[str, Any]:
    scores: dict[str, Any] = {"stamina": 3, "will": 3, "lore": 3, "humanity": 4, "state": "active"}
    demon: dict[str, Any] = {
        "type": "object",
        "stamina": 2,
        "will": 3,
        "lore": 2,
        "power": 4,
        "complete": True,
    }
    return {
        "sorcerer": game.make("character", "Mara", owner=game.player, **scores),
        "demon": game.make("demon", "Ash", **demon, state="present", abilities=["Big"]),
    }


def test_punishing_again_after_a_failure_strains_will() -> None:
    game = new_game()
    named = cast(game)

    game.act("sorcerer.punish", named, hand=LOST)
    game.act("sorcerer.punish", named, hand=WON[1:])

    assert game.sheet(named["sorcerer"])["strain_will"] == 1


def test_ones_own_demon_is_punished_without_strain_whatever_failed_before() -> None:
    game = new_game()
    named = cast(game)
    game.act("sorcerer.punish", named, hand=LOST)
    tie: dict[str, Any] = {"score": "will", "strength": 1, "favor": "sorcerer", "state": "active"}
    game.make("binding", **named, **tie)

    game.act("sorcerer.punish", {**named, "amount": 2})

    assert game.sheet(named["demon"])["power"] == 2
    assert game.sheet(named["sorcerer"])["strain_will"] == 0


def test_an_attempt_in_a_scene_that_is_over_strains_nobody_between_two_scenes() -> None:
    game = new_game()
    named = cast(game)
    game.act("table.begin_session", {})
    game.act("table.begin_scene", {"name": "The cellar"})
    game.act("sorcerer.punish", named, hand=LOST)
    game.act("table.end_scene", {})

    game.act("sorcerer.punish", named, hand=LOST)
    game.act("sorcerer.punish", named, hand=WON[1:])

    assert game.sheet(named["sorcerer"])["strain_will"] == 1


def test_a_demon_may_throw_off_a_punishment_that_the_gm_wrote_down() -> None:
    game = new_game()
    demon = cast(game)["demon"]
    game.edit(demon, punishment=1)

    game.act("sorcerer.recover_power", {"demon": demon}, hand=(9, 8, 1))

    assert game.sheet(demon)["punishment"] == 0
