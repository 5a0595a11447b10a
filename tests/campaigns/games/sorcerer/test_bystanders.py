"""A human of the GM's by name and scores: in play at once, and back in the round that they came for."""

from typing import Any

from django.urls import reverse

from campaigns.models import Record
from campaigns.state.rows import read_sheet
from tests.campaigns.conftest import SignIn
from tests.people import Table

SCORES: dict[str, Any] = {"stamina": 3, "will": 2, "lore": 0, "humanity": 3}


def url(table: Table, name: str = "make_bystander") -> str:
    return reverse(name, args=[table.campaign.pk])


def test_bystander_is_in_play_at_once(table: Table, signed_in: SignIn) -> None:
    response = signed_in(table.gm).post(url(table), {"key": "guard-one", "name": "The guard", **SCORES})

    guard = Record.objects.get(campaign=table.campaign, name="The guard")
    sheet = read_sheet(guard)
    assert response["Location"] == reverse("character", args=[table.campaign.pk, guard.pk])
    assert {name: sheet[name] for name in SCORES} == SCORES
    assert (sheet["state"], sheet["control"], guard.visibility, guard.owner) == (
        "active",
        "gm",
        "table",
        None,
    )
    assert "The guard" in signed_in(table.player).get(url(table, "campaign_home")).content.decode()


def test_bystander_of_a_round_announces_next(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    shown = client.get(url(table, "conflict")).content.decode()
    assert f"{url(table)}?back=conflict" in shown
    assert "None of your characters is in play." in shown

    sent = {"key": "guard-one", "name": "The guard", "back": "conflict", **SCORES}
    response = client.post(url(table), sent, follow=True)

    guard = Record.objects.get(campaign=table.campaign, name="The guard")
    assert f'value="{guard.pk}"' in response.content.decode()
    assert client.post(url(table), sent).status_code == 302
    assert Record.objects.filter(campaign=table.campaign, name="The guard").count() == 1


def test_hidden_bystander_is_the_gms_secret(table: Table, signed_in: SignIn) -> None:
    sent = {"key": "lurker", "name": "The lurker", "is_hidden": "on", **SCORES}
    signed_in(table.gm).post(url(table), sent)

    assert "The lurker" in signed_in(table.gm).get(url(table, "campaign_home")).content.decode()
    assert "The lurker" not in signed_in(table.player).get(url(table, "campaign_home")).content.decode()


def test_score_out_of_bounds_keeps_what_was_typed(table: Table, signed_in: SignIn) -> None:
    sent = {"key": "guard-one", "name": "The guard", **SCORES, "stamina": 31}
    response = signed_in(table.gm).post(url(table), sent)

    assert response.status_code == 422
    assert 'value="The guard"' in response.content.decode()
    assert not Record.objects.filter(campaign=table.campaign, name="The guard").exists()
