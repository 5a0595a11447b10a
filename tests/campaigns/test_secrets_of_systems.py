"""Two worlds of the other systems that differ in what the table does not see: its pages are the same to the byte."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from campaigns.models import Campaign, Record
from tests import people
from tests.campaigns import test_secrets
from tests.campaigns.casts import MAKERS
from tests.campaigns.open_pages import followed
from tests.campaigns.test_secrets import Frozen
from tests.campaigns.world import World, act

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300), pytest.mark.slow]
WATCHERS = ("observer", "player")
FORMS = ("fallen.strike", "fallen.roll", "pandemonium.roll", "pandemonium.control", "demon_city.static_throw")

Fields = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Secrets:
    """What is kept from the table: the Horror's Deck, and records of the GM's alone that touch those all see.

    What is left of the Players' Deck everybody knows who counted the cards that were thrown (DEC-DECK-18).
    """

    terrors: tuple[str, ...] = ("pentacles-4", "tower")
    rider: tuple[str, Fields] = ("The pale rider", (("strength", 5), ("bashing", 3)))
    scythe: tuple[str, Fields] = ("A rusty scythe", (("dice", 3),))
    curse: tuple[str, Fields] = ("Unweaving", (("potency", 3), ("tenacity", 3), ("duration", "lasting")))
    voice: tuple[str, Fields] = ("Old Marrow", (("traits.wits", 4),))
    tenant: tuple[str, Fields] = ("The tenant below", (("stats.agility", 1), ("toughness", 0)))

    def names(self) -> list[str]:
        return [one[0] for one in (self.rider, self.scythe, self.curse, self.voice, self.tenant)]


PLAIN = Secrets()
OTHER = Secrets(
    terrors=("death", "pentacles-3", "pentacles-5"),
    rider=("Azael of the nine gates", (("strength", 1), ("lethal", 6), ("dazed", True))),
    scythe=("The commander's own pistol", (("dice", 5), ("ammo", 7), ("automatic", True))),
    curse=("What the voice said", (("potency", 9), ("tenacity", 1), ("state", "latent"))),
    voice=("A voice", (("traits.wits", 1), ("traits.mind", 5), ("mana", 3))),
    tenant=("Nobody, again", (("stats.agility", 9), ("stats.toughness", 5), ("out", True))),
)


def play_story(table: people.Table, secret: Secrets, hidden: list[str]) -> Iterator[str]:
    """A cast of each system, and what only the GM knows of them, step by step."""
    made = {system: make(table.gm, table.player) for system, make in MAKERS.items()}
    yield "casts"
    rider = _hide(table, "fallen.character", secret.rider)
    yield "rider"
    scythe = _hide(table, "fallen.weapon", secret.scythe, holder=made["fallen"]["character"])
    yield "scythe"
    voice = _hide(table, "pandemonium.character", secret.voice)
    yield "voice"
    curse = _hide(table, "pandemonium.spell", secret.curse, caster=voice)
    yield "curse"
    hidden += [rider, scythe, voice, curse, _hide(table, "demon_city.character", secret.tenant)]
    yield "tenant"
    _correct(table, made["demon_city"]["horror"], "draw", list(secret.terrors))
    yield "terrors"
    _correct(table, made["pandemonium"]["character"], f"hold.{curse}", "severe")
    yield "held"
    _correct(table, made["fallen"]["character"], "held_by", rider)
    yield "caught"


def _hide(table: people.Table, kind: str, told: tuple[str, Fields], **more: Any) -> str:
    about = {"kind": kind, "name": told[0], "visibility": "gm"}
    values = [{"field": field, "set": value} for field, value in (*told[1], *more.items())]
    return str(act(table.gm, "table.create", {"about": about, "fields": values}).steps[0].input["id"])


def _correct(table: people.Table, record: str, field: str, value: Any) -> None:
    change = {"field": field, "set": value}
    act(table.gm, "table.edit", {"record": record, "reason": "as agreed", "changes": [change]})


def pages_of(frozen: Frozen, secret: Secrets) -> dict[str, dict[str, bytes]]:
    """What each person gets of a world with these secrets; the world is gone afterwards."""
    with transaction.atomic():
        frozen.begin("world")
        test_secrets._count_rows_anew()
        table = people.make_table()
        hidden: list[str] = []
        for step in play_story(table, secret, hidden):
            frozen.begin(step)
        world = World(table, {})
        found = {who: _seen_by(frozen, world, who, hidden) for who in (*WATCHERS, "gm")}
        transaction.set_rollback(True)
    return found


def _seen_by(frozen: Frozen, world: World, who: str, hidden: list[str]) -> dict[str, bytes]:
    frozen.begin(f"sign in {who}")
    client, found = world.client(who), {}
    for path in _paths(world, hidden):
        cache.clear()
        frozen.begin("page")
        found[path] = test_secrets._bytes(client, path)
    return found


def _paths(world: World, hidden: list[str]) -> Iterator[str]:
    campaign = Campaign.objects.get(pk=world.table.campaign.pk)
    start = f"/campaigns/{campaign.pk}"
    yield from (
        f"{start}/",
        f"{start}/table/",
        f"{start}/{followed('table/')}",
        f"{start}/log/",
        f"{start}/spells/",
    )
    shown = Record.objects.filter(campaign=campaign, visibility="table").order_by("born", "pk")
    for record in (*map(str, shown.values_list("pk", flat=True)), *hidden):
        yield from (f"{start}/records/{record}/", f"{start}/characters/{record}/")
    yield from (f"{start}/log/{seq}/" for seq in range(1, campaign.head_seq + 1))
    yield from (f"{start}/play/{action}/" for action in FORMS)


def test_secrets_of_the_other_systems_change_no_byte(frozen: Frozen) -> None:
    plain, other = pages_of(frozen, PLAIN), pages_of(frozen, OTHER)

    for who in WATCHERS:
        assert plain[who].keys() == other[who].keys()
        assert [path for path, told in plain[who].items() if other[who][path] != told] == [], who
        whole = b"".join(plain[who].values())
        assert [name for name in PLAIN.names() if name.encode() in whole] == [], who
    whole = b"".join(plain["gm"].values())
    assert [name for name in PLAIN.names() if name.encode() not in whole] == []


frozen = test_secrets.frozen
