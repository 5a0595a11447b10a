"""The page of any record of any system: what it tells, to whom, and what can be done from it."""

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.state.kinds import KINDS
from tests.campaigns.casts import MAKERS
from tests.campaigns.conftest import SignIn
from tests.people import Table

pytestmark = pytest.mark.django_db


def page(client: Client, table: Table, record: str) -> str:
    answer = client.get(reverse("record", args=[table.campaign.pk, record]), follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("system", MAKERS)
def test_every_record_of_a_system_has_a_page(table: Table, signed_in: SignIn, system: str) -> None:
    made = MAKERS[system](table.gm, table.player)

    for who in (table.player, table.observer, table.gm):
        client = signed_in(who)
        for record in made.values():
            assert "page-title" in page(client, table, record)
    kinds = {name.partition(".")[2] for name in KINDS if name.startswith(f"{system}.")}
    assert kinds - made.keys() - {"place"} == set()
