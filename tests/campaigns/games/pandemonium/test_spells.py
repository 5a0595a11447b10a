"""Spells as records: cast, cast again under the same id, and ended."""

import pytest

from rules.kernel.errors import RuleViolation
from tests.campaigns.spine import Game, folded, input_of, new_game

pytestmark = pytest.mark.django_db

PILLAR = {"aspect": "vulgar", "kind": "attack", "arcanum": "forces"}


def mage(game: Game, name: str) -> str:
    traits = {
        "traits.power": 3,
        "traits.forces": 4,
        "traits.stamina": 2,
        "traits.defense": 2,
        "traits.wits": 2,
    }
    return game.make("pandemonium.character", name, owner=game.player, willpower=5, mana=9, **traits)


def cast(game: Game, caster: str, spell: object = True, **more: object) -> str:
    given = {"spell": {"id": spell, **PILLAR}, "caster": {"id": caster}, **more}
    played = game.act("pandemonium.cast", given, by=game.player)
    return str(input_of(played)["spell"]["id"])


def test_a_spell_is_born_whole_and_belongs_to_whoever_cast_it() -> None:
    game = new_game()
    mira = mage(game, "Mira")

    spell = game.sheet(cast(game, mira, targets=[mage(game, "Bob")]))

    assert spell.kind.name == "pandemonium.spell"
    assert spell.about["owner"] == str(game.player.pk)
    assert (spell["caster"], spell["kind"], spell["state"]) == (mira, "attack", "active")


def test_a_spell_that_is_cast_again_keeps_its_id_and_nothing_else() -> None:
    game = new_game()
    mira, bob = mage(game, "Mira"), mage(game, "Bob")
    spell = cast(game, mira, targets=[bob])
    game.edit(spell, state="ended", parts_lost=2, **{f"opposed.{bob}": 3})
    game.edit(bob, **{f"hold.{spell}": "severe"})
    before = game.state()

    assert cast(game, mira, spell) == spell

    again = game.sheet(spell)
    assert again["state"] == "active"
    assert again["parts_lost"] == 0
    assert again.under("opposed") == {}
    assert game.sheet(bob)[f"hold.{spell}"] == "none"
    assert game.state() == folded(game.campaign)
    game.undo(game.verified().entries)
    assert game.state() == before


def test_nobody_casts_anothers_spell_again() -> None:
    game = new_game()
    spell = cast(game, mage(game, "Mira"))

    with pytest.raises(RuleViolation) as refused:
        cast(game, mage(game, "Bob"), spell)

    assert refused.value.clause == "PAN-TRACK-07"


def test_what_a_spell_does_is_played_by_its_casters_player() -> None:
    game = new_game()
    mira, bob = mage(game, "Mira"), mage(game, "Bob")
    spell = cast(game, mira, targets=[bob])
    given = {
        "spell": {"id": spell},
        "target": {"id": bob},
        "damage": {"kind": "lethal"},
        "resist": {"pool": {"traits": ["stamina"]}},
    }

    played = game.act("pandemonium.attack", given, by=game.player)

    assert game.sheet(bob)["health"]["lethal"] == played.result.outcome.damage.wounds  # type: ignore[attr-defined]  # of an attack
    assert game.sheet(bob)[f"round.hit.{spell}"] is True
    with pytest.raises(Exception, match="You don't control"):
        game.act("pandemonium.attack", given, by=game.other_player)


def test_temporary_wounds_lie_on_top_of_one_another_and_the_newest_goes_first() -> None:
    game = new_game()
    bob = mage(game, "Bob")
    first, second = ({"type": "damage", "kind": "lethal", "marked": number} for number in (1, 2))

    game.edit(bob, **{"temporary.burn": first})
    game.edit(bob, **{"temporary.burn": second})
    assert [one["marked"] for one in game.sheet(bob)["temporary.burn"]] == [1, 2]

    popped = game.edit(bob, **{"temporary.burn": None})
    assert [one["marked"] for one in game.sheet(bob)["temporary.burn"]] == [1]
    game.undo(popped.entry.seq)
    assert [one["marked"] for one in game.sheet(bob)["temporary.burn"]] == [1, 2]
    assert game.state() == folded(game.campaign)


def test_a_resource_of_any_name_is_kept() -> None:
    game = new_game()
    bob = mage(game, "Bob")

    game.edit(bob, essence=7)

    assert game.sheet(bob)["essence"] == 7
    assert game.state() == folded(game.campaign)


def test_a_scenes_end_ends_its_spells_and_what_they_hold() -> None:
    game = new_game()
    mira, bob = mage(game, "Mira"), mage(game, "Bob")
    game.act("table.begin_session", {})
    game.act("table.begin_scene", {})
    spell = cast(game, mira, targets=[bob], duration="scene")
    game.edit(bob, **{f"hold.{spell}": "normal", f"scene.tries.{spell}": 1, "turn.over": True})
    sorcerer = game.make("character", "Mara", will=3, temporary=2, state="active")

    game.act("table.end_scene", {})

    assert game.sheet(spell)["state"] == "ended"
    after = game.sheet(bob)
    assert after[f"hold.{spell}"] == "none"
    assert f"scene.tries.{spell}" not in after
    assert "turn.over" not in after
    assert game.sheet(sorcerer)["will"] == 3
    assert game.state() == folded(game.campaign)
