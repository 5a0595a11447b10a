"""Several who were made in one line stand in one row: each with their own health, and what they do a tap away."""

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.game import games
from campaigns.models import Record
from campaigns.state.rows import read_sheet
from tests.campaigns.pages import faults_of
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SIX = {
    "sorcerer": "six cultists",
    "pandemonium": "six guards",
    "demon_city": "six ghouls",
    "fallen": "six thugs",
}
HURT: dict[str, dict[str, Any]] = {
    "sorcerer": {"lasting": 2},
    "pandemonium": {},
    "demon_city": {"toughness": 0},
    "fallen": {"lethal": 2},
}


def add(game: Game, line: str, system: str, **more: str) -> None:
    given = {"line": line, "game": system, **more}
    given["key"] = re.sub("[^a-z0-9]", "-", line.lower())
    answer = browser(game.gm).post(reverse("make_npcs", args=[game.campaign.pk]), given)
    assert answer.status_code == 302


def rows(game: Game, member: Any, page: str = "table") -> tuple[Any, list[Any]]:
    found = browser(member).get(reverse(page, args=[game.campaign.pk]))
    assert faults_of(found) == []
    return found, found.context["cast_rows"]


@pytest.mark.parametrize("system", SIX)
def test_six_of_a_line_are_one_row_with_each_ones_health_and_act(system: str) -> None:
    assert system in games()
    game = new_game()
    add(game, SIX[system], system)
    third = Record.objects.get(campaign=game.campaign, name__endswith=" 3")
    whole = read_sheet(third)
    hurt = HURT[system] or {"health": {**whole["health"], "lethal": 2}}
    game.edit(str(third.pk), **hurt)

    for page in ("table", "campaign_home"):
        shown, found = rows(game, game.gm, page)
        (row,) = found
        assert row["name"] == third.name.removesuffix(" 3")
        assert [one["name"] for one in row["members"]] == [f"{row['name']} {n}" for n in range(1, 7)]
        assert all(one["act"]["url"].startswith("/campaigns/") for one in row["members"])
        assert str(third.pk) in row["members"][2]["act"]["url"]
        text = shown.content.decode()
        assert text.count('class="group-line"') == 6
        assert f'id="one-{third.pk}"' in text
        assert row["members"][2]["brief"] in text
        assert row["members"][2]["brief"] not in {
            one["brief"] for one in row["members"] if one["id"] != str(third.pk)
        }


@pytest.mark.parametrize("system", SIX)
def test_what_a_line_leads_to_is_ready_for_that_one(system: str) -> None:
    game = new_game()
    add(game, SIX[system], system)
    (row,) = rows(game, game.gm)[1]
    third = row["members"][2]

    page = browser(game.gm).get(third["act"]["url"].partition("#")[0])

    assert page.status_code == 200
    text = page.content.decode()
    assert f'value="{third["id"]}"' in text
    others = [one["id"] for one in row["members"] if one["id"] != third["id"]]
    assert not any(f'value="{one}" selected' in text or f'value="{one}" checked' in text for one in others)


def test_players_read_the_row_and_find_nothing_to_do_in_it() -> None:
    game = new_game()
    add(game, "six ghouls", "demon_city")
    add(game, "two bystanders", "demon_city", is_hidden="on")

    shown, (row,) = rows(game, game.player)

    assert [one["act"] for one in row["members"]] == [None] * 6
    assert [one["change_url"] for one in row["members"]] == [""] * 6
    assert "Bystander" not in shown.content.decode()


def test_only_the_gms_own_who_are_called_alike_and_seen_alike_share_a_row() -> None:
    game = new_game()
    for name, owner in (
        ("Rat 1", None),
        ("Rat 2", None),
        ("Rat 3", game.player),
        ("Agent 47", None),
        ("Rat", None),
    ):
        game.make("fallen.character", name, owner=owner, state="active")
    add(game, "two guards", "fallen", is_hidden="on")
    add(game, "Guard 9, guard", "fallen")

    found = [(row["name"], len(row["members"])) for row in rows(game, game.gm)[1]]

    assert sorted(found) == [
        ("Agent 47", 1),
        ("Guard", 2),
        ("Guard 9", 1),
        ("Rat", 1),
        ("Rat", 2),
        ("Rat 3", 1),
    ]


def test_who_died_leaves_the_row_for_those_no_longer_in_play() -> None:
    game = new_game()
    add(game, "two guards", "fallen")
    first = Record.objects.get(campaign=game.campaign, name="Guard 1")
    game.edit(str(first.pk), state="dead")

    shown, (row,) = rows(game, game.gm)

    assert (row["name"], len(row["members"])) == ("Guard 2", 1)
    assert "One no longer in play" in shown.content.decode()


@pytest.mark.parametrize(
    ("system", "line", "action"),
    [
        ("demon_city", "two ghouls", "demon_city.opposed_throw"),
        ("demon_city", "two bystanders", "demon_city.static_throw"),
        ("pandemonium", "two guards", "pandemonium.roll"),
        ("fallen", "two ghouls", "fallen.strike"),
    ],
)
def test_what_a_foe_does_most_is_an_attack(system: str, line: str, action: str) -> None:
    game = new_game()
    add(game, line, system)

    (row,) = rows(game, game.gm)[1]

    for one in row["members"]:
        assert f"/play/{action}/" in one["act"]["url"]
        assert "Composure" not in one["act"]["label"]
        assert browser(game.gm).get(one["act"]["url"]).status_code == 200
