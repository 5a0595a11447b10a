"""Two worlds that differ in one secret: whoever it is kept from gets the same bytes from every page."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.core.cache import cache
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from campaigns.models import Campaign, Membership, Pending, Portrait, Record
from campaigns.models.images import SIZES
from campaigns.queries import palette
from campaigns.services import drafts, undoing
from campaigns.services.images import storing
from rules import catalogue
from tests import people
from tests.campaigns import world as worlds
from tests.campaigns.open_pages import followed
from tests.campaigns.world import World, act, bind_as_asked
from tests.factories import make_character, make_demon, make_record

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300), pytest.mark.slow]
OTHERS = ("observer", "other_player", "player")
OF_THE_SHADE = UUID(int=320)
"""The id of a hidden portrait, the same in each world: whoever guessed it is told nothing by it either."""
BIND_HAND = (12, 11, 10, 9, 8, 7, 6, 5)


@dataclass(frozen=True)
class Secrets:
    """Everything in the world that is not for the whole table."""

    need: str = "camphor"
    need_later: str = "camphor by the pound"
    hidden_name: str = "The shade"
    hidden_fields: tuple[tuple[str, Any], ...] = (("stamina", 2), ("lore", 2), ("telltale", "cold"))
    hidden_demon: str = "Vesh"
    demon_fields: tuple[tuple[str, Any], ...] = (("type", "object"), ("power", 4), ("telltale", "a hum"))
    note: str = "The lodger lies"
    note_about: bool = True
    sealed: str = "note"
    draft: str = "Half a sorcerer"
    portrait: bytes = b""

    def words(self) -> list[str]:
        """The texts of which no trace may be found."""
        return [self.need, self.hidden_name, self.hidden_demon, self.note, self.draft]


PLAIN = Secrets()
OTHER = Secrets(
    need="the names of drowned children, whispered",
    need_later="salt",
    hidden_name="Professor Aurel, whom all have met",
    hidden_fields=(("stamina", 7), ("lore", 5), ("telltale", "nothing at all, ever"), ("humanity", 0)),
    hidden_demon="Ninepin of the stairwell",
    demon_fields=(("type", "possessor"), ("power", 9), ("telltale", "it whistles"), ("desire", "Mayhem")),
    note="Otto knows, and so does the lodger, from the start",
    note_about=False,
    sealed="record",
    draft="Wanda the unfinished",
    portrait=b"a face that nobody is to see",
)


class Frozen:
    """Chance and time as a seed gives them: whatever is asked for in the same order is the same."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begin("world")
        monkeypatch.setattr("os.urandom", self.random_bytes)
        monkeypatch.setattr("random._urandom", self.random_bytes)
        monkeypatch.setattr("time.time_ns", self.time_ns)
        began = timezone.now()
        monkeypatch.setattr(timezone, "now", lambda: began)

    def begin(self, seed: str) -> None:
        """From here on as if nothing had been asked for before."""
        self._chance, self._now = random.Random(seed), 1_800_000_000_000_000_000

    def random_bytes(self, length: int) -> bytes:
        return self._chance.randbytes(length)

    def time_ns(self) -> int:
        self._now += 1_000_000_000
        return self._now


class Running(Frozen):
    """Chance and time as they are, for whoever wants the story alone."""

    def __init__(self) -> None:
        """Nothing is put in their place."""

    def begin(self, seed: str) -> None:
        """They go on."""


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> Frozen:
    return Frozen(monkeypatch)


def make_world(frozen: Frozen, secret: Secrets) -> tuple[World, list[str]]:
    """A world with these secrets, and the ids of what is hidden in it."""
    _count_rows_anew()
    table = people.make_table()
    hidden: list[str] = []
    gm, player = table.gm, table.player
    for number, step in enumerate(_story(table, secret, hidden)):
        frozen.begin(f"step {number} {step}")
    ids = worlds.call_demon(gm, player)
    frozen.begin("after the call")
    about = list(ids) if secret.note_about else []
    act(gm, "table.note", {"words": secret.note, "audience": "gm", "about": about})
    frozen.begin("arguments")
    return World(table, worlds.arguments_of(table, *ids)), hidden


def _count_rows_anew() -> None:
    """PostgreSQL goes on counting after a rollback; both worlds have to number their rows alike."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(apps.get_models())):
            cursor.execute(statement)


def _story(table: people.Table, secret: Secrets, hidden: list[str]) -> Iterator[str]:
    gm, player = table.gm, table.player
    ilse = str(make_character(player).pk)
    yield "character"
    demon = str(make_demon(gm, need=secret.need, state="present").pk)
    yield "demon"
    change = [{"field": "need", "set": secret.need_later}, {"field": "power", "set": 5}]
    act(gm, "table.edit", {"record": demon, "reason": "as agreed", "changes": change})
    yield "edit"
    terms = {"sorcerer": ilse, "demon": demon, "scores": ["will"], "need_met": True, "desire_met": False}
    bind_as_asked(gm, player, terms, hand=BIND_HAND)
    yield "bind"
    bound = Campaign.objects.get(pk=table.campaign.pk).head_seq
    undoing.undo(actor=gm, entries=undoing.what_goes_along(table.campaign, bound), key="undo")
    yield "undo"
    shade = _hidden(gm, "character", secret.hidden_name, will=4, state="active", **dict(secret.hidden_fields))
    yield "shade"
    vesh = _hidden(gm, "demon", secret.hidden_demon, **dict(secret.demon_fields))
    yield "vesh"
    hidden += [shade, vesh]
    if secret.portrait:
        storing.set_portrait(table.campaign.pk, UUID(shade), (secret.portrait,) * 3, 0)
        Portrait.objects.filter(record=UUID(shade)).update(id=OF_THE_SHADE)
    yield "portrait"
    rolled = {"acting": {"id": ilse, "score": "will"}, "opposing": {"id": shade, "score": "will"}}
    act(gm, "sorcerer.roll", rolled, hand=BIND_HAND)
    yield "roll"
    if secret.sealed == "note":
        act(gm, "table.note", {"words": "Mind the stairs", "audience": "gm"})
    else:
        _hidden(gm, "character", "Nobody knows", stamina=9)
    yield "sealed"
    drafts.keep_draft(gm, "character", {"name": [secret.draft]})
    yield "draft"


def _hidden(gm: Membership, kind: str, name: str, **fields: Any) -> str:
    return str(make_record(gm, kind, name, visibility="gm", **fields).pk)


def pages_of(frozen: Frozen, world: World, who: str, hidden: list[str]) -> dict[str, bytes]:
    """Every page, fragment and search of the campaign as one person gets them, status and headers included."""
    frozen.begin(f"sign in {who}")
    client, found = world.client(who), {}
    for path in _paths(world, hidden):
        cache.clear()
        frozen.begin("page")
        found[path] = _bytes(client, path)
    return found


def _paths(world: World, hidden: list[str]) -> list[str]:
    from tests.campaigns.test_every_url import IN_CAMPAIGN

    campaign = world.table.campaign.pk
    start = f"/campaigns/{campaign}"
    head = Campaign.objects.get(pk=campaign).head_seq
    urls = [world.url(name, pattern) for name, pattern in IN_CAMPAIGN]
    records = Record.objects.filter(campaign=campaign, visibility="table").order_by("born", "pk")
    for record in [*map(str, records.values_list("pk", flat=True)), *hidden]:
        urls += [f"{start}/{kind}/{record}/" for kind in ("characters", "demons")]
        urls += [f"{start}/log/?record={record}", f"{start}/play/sorcerer.bind/?demon={record}"]
    asked = Pending.objects.filter(record__campaign=campaign).order_by("record__born", "pk")
    urls += [f"{start}/play/waiting/{pending.pk}/" for pending in asked]
    urls += [f"{start}/log/{seq}/{rest}" for seq in range(1, head + 1) for rest in ("", "row/", "undo/")]
    urls += [f"{start}/portraits/{OF_THE_SHADE}/{size}/" for size in SIZES]
    urls += [f"{start}/records/{one}/portrait/" for one in hidden]
    urls += [f"{start}/log/?before={head}", f"{start}/{followed('log/')}", f"{start}/log/verify/?run=1"]
    urls += [f"{start}/play/?q={word}" for word in ("tallow", "shade", "bind", "vesh")]
    urls += [f"{start}/play/{name}/" for name in sorted(filter(palette.is_by_hand, catalogue.ACTIONS))]
    return [url for url in urls if not url.startswith(f"{start}/play/") or _is_ours(url)]


def _paths_of_the_gm(world: World) -> list[str]:
    """Where the GM finds what the others do not."""
    campaign = Campaign.objects.get(pk=world.table.campaign.pk)
    start = f"/campaigns/{campaign.pk}"
    return [
        f"{start}/",
        *(f"{start}/log/{seq}/" for seq in range(1, campaign.head_seq + 1)),
        f"{start}/characters/new/",
        f"{start}/characters/new/sorcerer/",
    ]


def _is_ours(url: str) -> bool:
    """The table's and the first system's actions: the others' have no records here."""
    return not re.search(r"/play/(pandemonium|demon_city|fallen)\.", url)


def _bytes(client: Client, path: str) -> bytes:
    answer = client.get(path)
    assert answer.status_code < 500, path
    heads = "\n".join(f"{name}: {value}" for name, value in sorted(answer.headers.items()))
    whole = f"{answer.status_code}\n{heads}\n\n".encode() + answer.content
    whole = re.sub(rb"\b[0-9a-f]{64}\b", b"HASH", whole)
    whole = re.sub(rb'data-part="\w+"', b"", whole)  # a mark is of what stands there, hashes and all
    return re.sub(
        rb'"act":"[0-9a-f-]{36}"', b'"act":"ACT"', whole
    )  # made from the key, which each world draws anew


def worlds_apart(frozen: Frozen, secret: Secrets) -> dict[str, dict[str, bytes]]:
    """What each person gets of a world with these secrets; the world is gone afterwards."""
    with transaction.atomic():
        frozen.begin("world")
        world, hidden = make_world(frozen, secret)
        found = {who: pages_of(frozen, world, who, hidden) for who in OTHERS}
        found["gm"] = {path: _bytes(world.client("gm"), path) for path in _paths_of_the_gm(world)}
        transaction.set_rollback(True)
    return found


def test_secrets_change_no_byte_for_those_they_are_kept_from(frozen: Frozen) -> None:
    plain, other = worlds_apart(frozen, PLAIN), worlds_apart(frozen, OTHER)

    for who in OTHERS:
        assert plain[who].keys() == other[who].keys()
        assert [path for path, told in plain[who].items() if other[who][path] != told] == [], who
        traces = {
            word for word in PLAIN.words() for path, page in plain[who].items() if _names(word, path, page)
        }
        assert traces == set(), who
    assert all(any(_names(word, path, page) for path, page in plain["gm"].items()) for word in PLAIN.words())


def _names(word: str, path: str, page: bytes) -> bool:
    """Whether a page says a word that was not asked for."""
    return "?q=" not in path and word.encode() in page
