"""Traits in a form of `pandemonium`: typed as they stand on the sheet, and told by name where one is missing."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.campaigns.casts import make_pandemonium
from tests.campaigns.conftest import SignIn
from tests.campaigns.form_filling import Form
from tests.people import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(table: Table) -> dict[str, str]:
    return make_pandemonium(table.gm, table.player)


def send(client: Client, table: Table, action: str, **typed: str) -> Any:
    url = reverse("play_action", args=[table.campaign.pk, f"pandemonium.{action}"])
    form = Form(client.get(url).content.decode(), "action-form")
    return client.post(
        form.action, {**form.sent, **{name.replace("__", "."): one for name, one in typed.items()}}
    )


def test_a_pool_is_typed_as_its_traits_stand_on_the_sheet(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    answer = send(
        signed_in(table.player), table, "roll", actor__id=cast["character"], pool__traits="Wits\r\n Resolve "
    )

    assert answer.status_code == 302, answer.content.decode()


def test_a_single_trait_is_typed_as_it_stands_on_the_sheet(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    spell = {"spell__id": cast["spell"]}
    resist = {"resist": "on", "resist__successes": "1", "compare": "Wits"}

    answer = send(signed_in(table.gm), table, "control", target__id=cast["victim"], **spell, **resist)

    assert answer.status_code == 302, answer.content.decode()


def test_a_trait_that_somebody_lacks_is_told_with_their_name(
    table: Table, signed_in: SignIn, cast: dict[str, str]
) -> None:
    answer = send(signed_in(table.player), table, "roll", actor__id=cast["character"], pool__traits="Brawl")

    told = answer.content.decode()
    assert answer.status_code == 422
    assert "Mira Vane has no trait brawl: name one on the sheet" in told
