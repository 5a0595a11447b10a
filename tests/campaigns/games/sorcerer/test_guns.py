"""A gun is added on the sheet of whoever holds it, and a round offers to draw it."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Gun, Membership
from tests.factories import make_character, make_demon
from tests.people import Table

pytestmark = pytest.mark.django_db


def give(table: Table, member: Membership, who: Any, weapon: str) -> tuple[Client, int]:
    client = Client()
    client.force_login(member.user)
    address = reverse("give_gun", args=[table.campaign.pk, who.pk])
    return client, client.post(address, {"key": uuid.uuid4().hex, "weapon": weapon}).status_code


@pytest.mark.clause("SOR-GUN-01")
def test_player_adds_a_gun_on_the_sheet_and_draws_it_in_a_round(table: Table) -> None:
    mara = make_character(table.player, "Mara")
    make_demon(table.gm, "Ash", state="present", abilities=["Big"])
    round_url = reverse("conflict", args=[table.campaign.pk])

    client, status = give(table, table.player, mara, "heavy_gun")

    assert status == 302
    gun = Gun.objects.get()
    assert (gun.holder_id, gun.weapon, gun.drawn) == (mara.pk, "heavy_gun", False)
    assert (gun.record.owner, gun.record.visibility) == (table.player, "table")
    sheet = client.get(reverse("character", args=[table.campaign.pk, mara.pk])).content.decode()
    assert reverse("record", args=[table.campaign.pk, gun.pk]) in sheet
    announcing = client.get(round_url).content.decode()
    assert 'name="alone" value="draw"' in announcing
    assert f"{reverse('character', args=[table.campaign.pk, mara.pk])}#guns" in announcing
    assert give(table, table.player, mara, "catapult")[1] == 400
    assert give(table, table.other_player, mara, "small_gun")[1] == 403


def test_gun_of_somebody_hidden_is_hidden_too(table: Table) -> None:
    hidden = make_character(table.gm, "Unseen")
    hidden.visibility = "gm"
    hidden.save()

    assert give(table, table.gm, hidden, "small_gun")[1] == 302

    assert Gun.objects.get().record.visibility == "gm"


def test_whoever_has_not_drawn_is_told_what_comes_first(table: Table) -> None:
    mara = make_character(table.player, "Mara")
    client, _status = give(table, table.gm, mara, "heavy_gun")
    way = reverse("play_action", args=[table.campaign.pk, "sorcerer.ready_gun"])
    aimed = {
        "gun.id": str(Gun.objects.get().pk),
        "character": str(mara.pk),
        "step": "aim",
        "target": str(mara.pk),
    }

    refused = client.post(way, {"key": uuid.uuid4().hex, **aimed})

    assert refused.status_code == 422
    assert "whoever aborts it has to begin it again" in refused.content.decode()
