"""A fight of Fallen for tests of its page: two fighters, their turn, and the page's own forms."""

import html
import re
from typing import Any

from django.test import Client
from django.urls import reverse

from campaigns.models import Membership, Record
from campaigns.state.rows import read_sheet
from tests.campaigns.world import act
from tests.people import Table

FORM = re.compile(r'<form[^>]*action="([^"]*)".*?</form>', re.DOTALL)
FIELD = re.compile(r'<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"')
TRAITS: dict[str, Any] = {"strength": 3, "dexterity": 3, "stamina": 3, "perception": 2, "wits": 3}


def made(gm: Membership, kind: str, name: str, owner: Membership | None, fields: dict[str, Any]) -> str:
    values = [{"field": field, "set": value} for field, value in fields.items()]
    about = {"kind": kind, "name": name, "owner": str(owner.pk) if owner else None}
    return str(act(gm, "table.create", {"about": about, "fields": values}).steps[0].input["id"])


def fighter(gm: Membership, name: str, owner: Membership | None = None, **fields: Any) -> str:
    known = {"state": "active", "kind": "demon", **TRAITS, **fields}
    return made(gm, "fallen.character", name, owner, known)


def two_fighters(table: Table) -> dict[str, str]:
    """Two who may fight, one of the player's and one of the GM's."""
    ana = fighter(table.gm, "Ana", table.player, brawl=2)
    return {"ana": ana, "bo": fighter(table.gm, "Bo", kind="mortal", control="gm")}


def begun(gm: Membership, fighters: dict[str, str]) -> None:
    """Ana before Bo: it is her turn."""
    act(gm, "fallen.initiative", {"fighters": [{"id": one} for one in fighters.values()]}, hand=(9, 2))


def turn_over(gm: Membership, fighters: dict[str, str]) -> None:
    """Everybody's turn ends, in order, and a new one begins."""
    for who in sorted(fighters.values(), key=lambda one: int(fields_of(one)["turn_order"])):
        act(gm, "fallen.end_turn", {"fighter": {"id": who}})
    act(gm, "fallen.new_turn", {})


def page(client: Client, table: Table, query: str = "") -> str:
    answer = client.get(reverse("fight", args=[table.campaign.pk]) + query)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def press(client: Client, table: Table, action: str) -> None:
    """Send the page's own form of an act that needs no more than a press."""
    send(client, table, reverse("play_action", args=[table.campaign.pk, action]))


def send(client: Client, table: Table, url: str, **said: str) -> None:
    """Send the page's own form to an address, with what stands in it and what is said besides."""
    found = next(one for one in FORM.finditer(page(client, table)) if one.group(1) == url)
    answer = client.post(url, {**dict(FIELD.findall(found.group(0))), **said})
    assert answer.status_code == 302, answer.content.decode()
    assert answer.headers["Location"] == reverse("fight", args=[table.campaign.pk])


def fields_of(record: str) -> dict[str, Any]:
    return dict(read_sheet(Record.objects.get(pk=record)).fields)
