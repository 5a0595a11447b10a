"""NPCs in one line: playable at once, a group of which each is hurt alone, and one undo for all."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.game import games
from campaigns.models import Entry, Record
from campaigns.state.rows import read_sheet
from rules.kernel.values import as_values, as_whole
from tests.campaigns.pages import faults_of
from tests.campaigns.spine import Game, browser, new_game
from tests.factories import make_record

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

KINDS = {
    "sorcerer": "character",
    **{code: f"{code}.character" for code in ("pandemonium", "demon_city", "fallen")},
}
BESIDE = {("sorcerer", "Demon"): "demon"}


def add(game: Game, line: str, key: str = "k1", /, *, by: Any = None, **more: str) -> Any:
    address = reverse("make_npcs", args=[game.campaign.pk])
    return browser(by or game.gm).post(address, {"key": key, "line": line, **more})


def played(game: Game) -> list[Record]:
    return list(
        Record.objects.filter(campaign=game.campaign, kind__in={*KINDS.values(), "demon"}).order_by("name")
    )


@pytest.mark.parametrize("system", KINDS)
def test_each_word_of_a_game_brings_somebody_into_play(system: str) -> None:
    game = new_game()
    for number, npc in enumerate(games()[system].pages.npcs):
        assert add(game, f"{npc.one} called so, {npc.one}", f"k{number}", game=system).status_code == 302

        record = Record.objects.get(campaign=game.campaign, name=f"{npc.one} called so")
        sheet = read_sheet(record)
        assert (record.kind, record.owner, record.visibility) == (
            BESIDE.get((system, npc.one), KINDS[system]),
            None,
            "table",
        )
        assert sheet["state"] in ("active", "present")
        assert record.kind == "demon" or sheet["control"] == "gm"
    assert game.verified().faults == []


def test_a_word_that_one_game_alone_has_tells_the_game() -> None:
    game = new_game()

    assert add(game, "two ghouls", "k1", game="sorcerer").status_code == 422, "several games have them"
    assert add(game, "mage", "k2", game="sorcerer").status_code == 302

    assert [one.kind for one in played(game)] == ["pandemonium.character"]


def test_six_are_six_who_are_hurt_one_by_one_and_taken_back_together() -> None:
    game = new_game()
    before, state = Entry.objects.count(), game.state()

    response = add(game, "six ghouls", game="demon_city")

    assert (
        "Undo: Create all 6" in browser(game.gm).get(reverse("log", args=[game.campaign.pk])).content.decode()
    )
    six = played(game)
    assert response["Location"].endswith("#cast")
    assert Entry.objects.count() == before + 1
    assert [one.name for one in six] == [f"Ghoul {number}" for number in range(1, 7)]
    assert [one.pk for one in six] == sorted(one.pk for one in six)
    assert len({tuple(sorted(read_sheet(one).under("stats").items())) for one in six}) > 1
    made, seq = game.state(), Entry.objects.latest("seq").seq

    whole = [read_sheet(one)["toughness"] for one in six]
    hurt = game.act(
        "table.edit",
        {"record": {"id": str(six[2].pk)}, "reason": "claws", "changes": [{"field": "toughness", "set": 1}]},
    )
    assert [read_sheet(one)["toughness"] for one in six] == [*whole[:2], 1, *whole[3:]]

    game.undo_all(hurt.entry.seq)
    assert game.state() == made
    game.undo_all(seq)
    assert (game.state(), played(game)) == (state, [])
    assert game.verified().faults == []


def test_toughness_follows_from_the_numbers() -> None:
    game = new_game()

    add(game, "guard", game="demon_city")

    (guard,) = (read_sheet(one) for one in played(game))
    assert guard["toughness"] == guard.under("stats")["toughness"]


def test_health_follows_from_the_numbers() -> None:
    game = new_game()

    add(game, "mage", game="pandemonium")

    (mage,) = (read_sheet(one) for one in played(game))
    assert as_values(mage["health"])["boxes"] == 5 + as_whole(mage.under("traits")["stamina"])
    assert as_whole(mage["mana"]) <= as_whole(mage.under("most")["mana"])


def test_who_fights_has_a_weapon() -> None:
    game = new_game()

    add(game, "three guards", game="fallen")

    guns = Record.objects.filter(campaign=game.campaign, kind="fallen.weapon")
    assert {read_sheet(one)["holder"] for one in guns} == {str(one.pk) for one in played(game)}


def test_the_same_form_twice_makes_them_once() -> None:
    game = new_game()

    assert [add(game, "two guards", game="fallen").status_code for _once in range(2)] == [302, 302]
    add(game, "two guards", "k2", game="fallen")

    assert [one.name for one in played(game)] == ["Guard 1", "Guard 2", "Guard 3", "Guard 4"]


def test_a_campaign_of_one_game_is_not_asked_which() -> None:
    game = new_game()
    make_record(game.gm, "fallen.character", "Asra", state="active")

    page = browser(game.gm).get(reverse("make_npcs", args=[game.campaign.pk]))

    assert "game" not in page.context["npc_form"].fields
    assert add(game, "demon").status_code == 302
    assert [one.kind for one in played(game)] == ["fallen.character"] * 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Marta", "End with one of these, with a number up to 20 before it if you like: Bystander, Guard"),
        ("0 guards", "Make 1 to 20 at a time."),
        ("21 guards", "Make 1 to 20 at a time."),
        (f"{'M' * 91}, guard", "Shorten the name to at most 90 letters."),
        ("", "Fill this in."),
    ],
)
def test_a_line_that_says_nobody_is_kept_and_told(line: str, said: str) -> None:
    game = new_game()

    response = add(game, line, game="fallen")

    assert response.status_code == 422
    assert said in response.content.decode()
    assert response.context["npc_form"]["line"].value() == line
    assert faults_of(response) == []
    assert played(game) == []


def test_hidden_ones_are_the_gms_secret() -> None:
    game = new_game()

    add(game, "two guards", game="fallen", is_hidden="on")

    home = reverse("campaign_home", args=[game.campaign.pk])
    assert "Guard 2" in browser(game.gm).get(home).content.decode()
    assert "Guard" not in browser(game.player).get(home).content.decode()


def test_the_line_is_the_gms_on_home() -> None:
    game = new_game()
    home, address = (reverse(name, args=[game.campaign.pk]) for name in ("campaign_home", "make_npcs"))

    told = browser(game.gm).get(home).content.decode()

    assert f'action="{address}"' in told
    assert "Demon City: Bystander, Guard, Cop, Cultist, Ghoul, Horror</p>" in told
    assert address not in browser(game.player).get(home).content.decode()
    assert add(game, "guard", by=game.player, game="fallen").status_code == 403
