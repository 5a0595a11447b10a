"""Shots on the page of a fight: a sweep of fire over several, and what stands at a weapon that is no use now."""

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns.models import Entry
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import fields_of, fighter, made, page, send
from tests.campaigns.spine import document
from tests.campaigns.world import act
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TARGETS = re.compile(r'name="targets" value="([^"]*)"')


@pytest.fixture
def armed(table: Table) -> dict[str, str]:
    """Ana's turn, with an automatic gun and a revolver; Bo and Cy are her foes, in that order."""
    gun: dict[str, Any] = {"dice": 4, "kind": "lethal", "ammo": 20}
    ana = fighter(table.gm, "Ana", table.player, firearms=3)
    foes = {name: fighter(table.gm, name.title(), control="gm", kind="mortal") for name in ("bo", "cy")}
    people = {"ana": ana, **foes}
    act(table.gm, "fallen.initiative", {"fighters": [{"id": one} for one in people.values()]}, hand=(9, 5, 2))
    return {
        **people,
        "gun": made(
            table.gm, "fallen.weapon", "Machine pistol", None, {**gun, "holder": ana, "automatic": True}
        ),
        "revolver": made(table.gm, "fallen.weapon", "Revolver", None, {**gun, "holder": ana, "ammo": 6}),
    }


@pytest.mark.clause("FAL-RANGED-09")
def test_sweep_of_fire_takes_its_targets_in_the_shooters_order(
    table: Table, signed_in: SignIn, armed: dict[str, str]
) -> None:
    player, way = signed_in(table.player), reverse("attack_in_fight", args=[table.campaign.pk, armed["ana"]])
    chosen = f"?do=strafing&with={armed['gun']}"
    assert TARGETS.findall(page(player, table, chosen)) == [], "nobody is hit unasked"
    assert 'type="submit">Strafing' not in page(player, table, f"{chosen}&at={armed['cy']}")

    picked = page(player, table, f"{chosen}&at={armed['cy']}&at={armed['bo']}&at={armed['cy']}&at=nobody")
    shown = TARGETS.findall(picked)
    key = re.search(r'name="key" value="([^"]*)"', picked)
    assert key is not None
    sweep = {"pick": f"strafing|{armed['gun']}|", "key": key.group(1)}
    alone = player.post(way, {**sweep, "targets": [armed["cy"]]}, follow=True)
    player.post(way, {**sweep, "targets": shown})

    assert shown == [armed["cy"], armed["bo"]]
    assert "Choose two targets or more" in alone.content.decode()
    assert fields_of(armed["gun"])["ammo"] == 0
    told = re.sub(r"<[^>]+>", "", page(player, table))
    assert "Ana strafes Cy, Bo." in told, "the first named has what is left over"


def test_weapon_of_which_nothing_was_declared_is_not_told_to_be_empty(
    table: Table, signed_in: SignIn, armed: dict[str, str]
) -> None:
    plan = {"fighter": {"id": armed["ana"]}, "actions": [{"name": "strafing"}, {"name": "strike"}]}
    act(table.player, "fallen.multiple_actions", plan)
    player = signed_in(table.player)

    assert "No rounds left" not in page(player, table)
    assert "Nothing declared for it" in page(player, table)
    send(player, table, reverse("reload_weapon", args=[table.campaign.pk, armed["revolver"]]), rounds="0")
    assert "No rounds left" in page(player, table)


def test_of_several_actions_only_what_is_left_is_offered(
    table: Table, signed_in: SignIn, armed: dict[str, str]
) -> None:
    plan = [{"name": "shot"}, {"name": "dodge"}]
    act(table.player, "fallen.multiple_actions", {"fighter": {"id": armed["ana"]}, "actions": plan})
    player = signed_in(table.player)
    before = page(player, table)
    shot = {"attacker": {"id": armed["ana"]}, "target": {"id": armed["bo"]}, "weapon": {"id": armed["gun"]}}
    act(table.player, "fallen.attack", {**shot, "maneuver": "shot"}, hand=(1, 2, 3, 4))
    after = page(player, table)

    assert ("Roll a pool" in before, "Attack Bo" in before) == (False, True)
    assert "no action left of those declared" in after
    assert "Attack Bo" not in after


@pytest.mark.clause("FAL-RANGED-08")
def test_a_magazine_is_filled_after_acting_as_that_takes_no_action(
    table: Table, signed_in: SignIn, armed: dict[str, str]
) -> None:
    shot = {
        "attacker": {"id": armed["ana"]},
        "target": {"id": armed["bo"]},
        "weapon": {"id": armed["revolver"]},
    }
    act(table.player, "fallen.attack", {**shot, "maneuver": "shot"}, hand=(1, 2, 3, 4, 5, 2))
    player = signed_in(table.player)

    assert "has acted and declared no further action" in page(player, table)
    send(player, table, reverse("reload_weapon", args=[table.campaign.pk, armed["revolver"]]), rounds="6")

    assert fields_of(armed["revolver"])["ammo"] == 6


def test_the_off_hand_is_a_shot_of_its_own(table: Table, signed_in: SignIn, armed: dict[str, str]) -> None:
    plan = [{"name": "two_weapons"}, {"name": "two_weapons"}]
    act(table.player, "fallen.multiple_actions", {"fighter": {"id": armed["ana"]}, "actions": plan})
    player = signed_in(table.player)

    aimed = page(player, table, f"?do=two_weapons%7Coff&with={armed['revolver']}")
    picked = re.search(r'name="pick" value="(two_weapons[^"]*)"', aimed)
    assert picked is not None
    key = re.search(r'name="key" value="([^"]*)"', aimed)
    assert key is not None
    way = reverse("attack_in_fight", args=[table.campaign.pk, armed["ana"]])
    player.post(way, {"pick": picked.group(1), "target": armed["bo"], "key": key.group(1)})

    (attack,) = document(Entry.objects.filter(campaign=table.campaign).latest("seq"))["steps"][:1]
    assert attack["input"]["off_hand"] is True


USES: dict[str, tuple[dict[str, Any], set[str]]] = {
    "close": ({"range": "close"}, {"weapon_strike"}),
    "ranged": ({"range": "ranged"}, {"shot"}),
    "loaded": ({"ammo": 6}, {"shot"}),
    "automatic": ({"range": "ranged", "automatic": True}, {"shot", "burst", "automatic_fire", "strafing"}),
    "swung": ({"strength": True}, {"weapon_strike"}),
    "not said": ({}, {"weapon_strike", "shot"}),
}


@pytest.mark.parametrize("name", USES)
@pytest.mark.clause("FAL-RANGED-06", "FAL-MANEUV-20")
def test_a_weapon_is_offered_for_what_it_is_good_for(table: Table, signed_in: SignIn, name: str) -> None:
    said, wanted = USES[name]
    ana = fighter(table.gm, "Ana", table.player, firearms=3)
    people = [ana, *(fighter(table.gm, foe, control="gm", kind="mortal") for foe in ("Bo", "Cy"))]
    act(table.gm, "fallen.initiative", {"fighters": [{"id": one} for one in people]}, hand=(9, 5, 2))
    weapon = made(table.gm, "fallen.weapon", "It", None, {"holder": ana, "dice": 3, **said})

    offered = page(signed_in(table.player), table)
    plan = page(signed_in(table.player), table, f"?declare={ana}")

    assert {*re.findall(rf"do=(\w+)&with={weapon}", offered)} == wanted
    declared = {"multiple_shots"} if "shot" in wanted else set()
    weapons = {"weapon_strike", "shot", "multiple_shots", "burst", "automatic_fire", "strafing"}
    assert {*re.findall(r"act=(\w+)", plan)} & weapons == wanted | declared
