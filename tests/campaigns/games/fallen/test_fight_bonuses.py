"""Bonus dice on the page of a fight: what was granted counts in the chance and in the roll."""

import re

import pytest
from django.urls import reverse

from campaigns.models import Bonus, Entry, Pending
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import begun, fighter, page, send, two_fighters
from tests.campaigns.spine import BY_OVERRIDE, document
from tests.campaigns.world import act
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def fighters(table: Table) -> dict[str, str]:
    found = two_fighters(table)
    begun(table.gm, found)
    return found


def grant(table: Table, who: str) -> None:
    act(table.gm, "table.grant", {"who": {"id": who}, "dice": 2, "words": "from above"})


def dice_of(shown: str, maneuver: str) -> int:
    found = re.search(rf'{maneuver} <b class="figures">(\d+)</b>', shown)
    assert found is not None
    return int(found.group(1))


def told(table: Table, way: str) -> list[str]:
    """The sources of the modifiers of the newest entry's act."""
    steps = document(Entry.objects.filter(campaign=table.campaign).latest("seq"))["steps"]
    return [row["note"] for row in steps[0]["input"]["modifiers"] if steps[0]["action"] == way]


def test_a_bonus_counts_in_the_chance_and_in_the_attack(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    player, way = (
        signed_in(table.player),
        reverse("attack_in_fight", args=[table.campaign.pk, fighters["ana"]]),
    )
    before = dice_of(page(player, table), "Strike")
    grant(table, fighters["ana"])

    assert dice_of(page(player, table), "Strike") == before + 2
    assert "modifiers.bonus" in page(player, table)
    send(player, table, way, pick="strike||", **{"modifiers.bonus": str(Bonus.objects.get().pk)})

    assert told(table, "fallen.attack") == ["from above"]
    assert Bonus.objects.get().state == "spent"


def test_a_bonus_counts_in_a_defence(table: Table, signed_in: SignIn, fighters: dict[str, str]) -> None:
    sides = {"attacker": {"id": fighters["bo"]}, "target": {"id": fighters["ana"]}, "maneuver": "strike"}
    act(table.gm, "fallen.attack", sides, hand=(9, 9, 4), override=BY_OVERRIDE)
    player, asked = signed_in(table.player), Pending.objects.get(question="fallen.defend", state="open")
    before = dice_of(page(player, table), "Dodge")
    grant(table, fighters["ana"])

    assert dice_of(page(player, table), "Dodge") == before + 2
    way = reverse("pending_answer", args=[table.campaign.pk, asked.pk])
    send(player, table, way, maneuver="dodge", **{"modifiers.bonus": str(Bonus.objects.get().pk)})

    assert told(table, "fallen.defend") == ["from above"]


def test_nobody_is_offered_what_somebody_else_has(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    grant(table, fighter(table.gm, "Cy", table.other_player))

    assert "modifiers.bonus" not in page(signed_in(table.player), table)


def test_who_asks_the_gm_for_bonus_dice_still_answers(
    table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    act(table.gm, "table.change_policy", {"values": {"player_rulings": "propose"}})
    sides = {"attacker": {"id": fighters["bo"]}, "target": {"id": fighters["ana"]}, "maneuver": "kick"}
    act(table.gm, "fallen.attack", sides, hand=(9, 9, 4), override=BY_OVERRIDE)
    player, asked = signed_in(table.player), Pending.objects.get(question="fallen.defend", state="open")
    way = reverse("pending_answer", args=[table.campaign.pk, asked.pk])

    assert 'name="modifiers.reason"' in page(player, table)
    assert "Ask for +1" in player.get(way).content.decode()
    # A browser sends the reason with every answer, empty as it stands.
    send(player, table, way, maneuver="dodge", **{"modifiers.reason": ""})

    assert told(table, "fallen.defend") == []


@pytest.mark.parametrize(("rulings", "is_there"), [("players", True), ("propose", False), ("gm", False)])
def test_who_gives_rulings_finds_where_on_the_page(
    rulings: str, is_there: bool, table: Table, signed_in: SignIn, fighters: dict[str, str]
) -> None:
    act(table.gm, "table.change_policy", {"values": {"player_rulings": rulings}})
    player = signed_in(table.player)

    assert ("Attack with rulings" in page(player, table)) is is_there
    sides = {"attacker": {"id": fighters["bo"]}, "target": {"id": fighters["ana"]}, "maneuver": "kick"}
    act(table.gm, "fallen.attack", sides, hand=(9, 9, 4), override=BY_OVERRIDE)
    assert ("With a ruling" in page(player, table)) is is_there
