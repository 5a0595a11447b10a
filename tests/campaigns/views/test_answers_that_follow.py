"""A page that answers a refused form keeps following the log: every address it fetches or leads back to takes a GET."""

import re
from html import unescape
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse

from tests.campaigns.conftest import SignIn
from tests.campaigns.games.demon_city import test_round_page as demon_city
from tests.campaigns.games.sorcerer import test_conflict_page as conflict
from tests.campaigns.games.sorcerer import test_ritual_page as ritual
from tests.factories import make_character, make_demon
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


ADDRESSES = (
    r'hx-get="([^"]+)"',
    r'class="[^"]*\bchanged\b.*?href="([^"]+)"',
    r'name="next" value="([^"]+)"',
    r'href="[^"]*[?;]next=([^"&]+)',
)
"""What the page fetches by itself, its link to the current page, and where an act begun on it leads back to."""


def asked_for(client: Client, answer: Any) -> list[str]:
    """The addresses in a page; each of them must answer."""
    page = answer.content.decode()
    followed = re.search(r'data-page="([^"]*)"', page)
    assert followed and 'data-part="' in client.get(unescape(followed[1])).content.decode()
    main = page[page.index("<main") :]
    found = {unquote(unescape(one)) for pattern in ADDRESSES for one in re.findall(pattern, main)}
    found.add(unescape(followed[1]))
    for address in found:
        assert client.get(address).status_code in (200, 204), address
    return sorted(found)


def test_home(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)

    answer = client.post(reverse("write_note", args=[table.campaign.pk]), {"key": "note", "words": ""})

    assert answer.status_code == 422
    assert asked_for(client, answer)


def test_round_of_conflict(table: Table, signed_in: SignIn) -> None:
    client, mara = signed_in(table.gm), make_character(table.player, "Mara")

    answer = conflict.announce(client, table, mara, action="attack")

    assert answer.status_code == 422
    assert asked_for(client, answer)


def test_ritual(table: Table, signed_in: SignIn) -> None:
    sorcerer = make_character(table.player, "Ilse Marrow")
    demon = make_demon(table.gm, "What answers", power=3, complete=False, need="")
    ritual.contact(table, sorcerer, demon)
    client = signed_in(table.gm)

    answer = ritual.answer(client, table, sorcerer, demon, type="nothing of the kind")

    assert answer.status_code == 422
    assert asked_for(client, answer)


def test_round_of_demon_city(table: Table, signed_in: SignIn) -> None:
    people, client = demon_city.three(table), signed_in(table.gm)
    demon_city.press(client, table, "begin_round", who=list(people.values()))
    sent = {"key": "deed", "who": people["ann"], "kind": "attack"}

    answer = client.post(reverse("announce_deed", args=[table.campaign.pk]), sent)

    assert answer.status_code == 422
    assert asked_for(client, answer)
