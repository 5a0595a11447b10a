"""Two worlds that differ in their secrets: no filter, search, jump, comment or bookmark of the log tells them apart."""

import re
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.db import transaction

from campaigns.models import Part, Record
from campaigns.services.reviewing import set_bookmark, write_comment
from tests.campaigns.open_pages import followed
from tests.campaigns.test_secrets import OTHER, OTHERS, PLAIN, Frozen, Secrets, _bytes, make_world
from tests.campaigns.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(300), pytest.mark.slow]
SAID = {PLAIN: "Nobody may know of the camphor", OTHER: "It was the gardener from the start"}


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> Frozen:
    return Frozen(monkeypatch)


def test_reviewing_the_log_tells_no_secret(frozen: Frozen) -> None:
    plain, other = reviewed(frozen, PLAIN), reviewed(frozen, OTHER)

    for who in OTHERS:
        assert plain[who].keys() == other[who].keys()
        assert [path for path, told in plain[who].items() if other[who][path] != told] == [], who
        told = b"".join(page for path, page in other[who].items() if "?q=" not in path)
        assert b"gardener" not in told
    assert plain["gm"] != other["gm"]


def reviewed(frozen: Frozen, secret: Secrets) -> dict[str, dict[str, bytes]]:
    """What each person finds by every filter in a world with these secrets; the world is gone afterwards."""
    with transaction.atomic():
        frozen.begin("world")
        world, hidden = make_world(frozen, secret)
        sealed = Part.objects.filter(entry__campaign=world.table.campaign.pk, audience="gm", position=0)
        head = sealed.latest("entry__seq").entry.seq
        frozen.begin("comments")
        write_comment(author=world.table.gm, seq=head, words=SAID[secret])
        write_comment(author=world.table.gm, seq=9, words=SAID[secret], for_gm=True)
        write_comment(author=world.table.player, seq=9, words="Did it hum?")
        set_bookmark(member=world.table.player, seq=head, wanted=True)
        found: dict[str, dict[str, bytes]] = {}
        for who in (*OTHERS, "gm"):
            frozen.begin(f"sign in {who}")
            client, found[who] = world.client(who), {}
            paths = _paths(world, hidden, head)
            for path in paths if who != "gm" else paths[:1]:
                cache.clear()
                frozen.begin("page")
                found[who][path] = re.sub(rb'value="[A-Za-z0-9]{64}"', b"TOKEN", _bytes(client, path))
        transaction.set_rollback(True)
    return found


def _paths(world: World, hidden: list[str], head: int) -> list[str]:
    table = world.table
    home = f"/campaigns/{table.campaign.pk}/"
    log = f"{home}log/"
    open_ones = Record.objects.filter(campaign=table.campaign, visibility="table", kind="demon").order_by(
        "born"
    )
    demon = str(open_ones[0].pk)
    asked = [
        f"q={quote(word)}"
        for word in ("camphor", "salt", "shade", "Vesh", "gardener", "lodger", "Otto", "it")
    ]
    asked += [f"{kind}={one}" for one in (demon, *hidden) for kind in ("record", "changes")]
    asked += [f"changes={demon}&field={name}" for name in ("need", "power")]
    asked += [f"person={table.gm.pk}", f"person={table.player.pk}&system=sorcerer", "mine=on"]
    asked += ["clause=TAB-TALK-01", "clause=nonsense", "action=table.note", "action=table.create&order=up"]
    asked += ["sealed=on", "commented=on", "bookmarked=on", "order=down", f"to={head}", "to=999999999"]
    asked += [f"system=table&q=lodger&before={head}", "action=table.note&after=3"]
    urls = [f"{log}?{one}" for one in asked] + [f"{home}{followed('log/?q=it')}", f"{log}sessions/"]
    said = " ".join(f"marks-{seq}:" for seq in range(1, head + 1))
    urls += [f"{home}since/0.999/?page=log/&marks={quote(said)}"]
    return urls + [f"{log}{seq}/{rest}" for seq in (9, head - 1, head) for rest in ("", "comments/")]
