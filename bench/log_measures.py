"""The measures of `bench/log.py`, for the one database that DATABASE_URL names."""

import gc
import hashlib
import hmac
import logging
import os
import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import uuid4

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parent)]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaigns.config.settings")

import django

django.setup()
logging.disable(logging.CRITICAL)

import log_filling as filling
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import QuerySet
from django.test import Client

from campaigns.log import chain_walk, review_index
from campaigns.models import Campaign, Entry, Membership, Part, Tag
from campaigns.queries import sessions, timeline
from campaigns.queries.review.finding import Wanted
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.viewing import Viewer

ROUNDS = 7
SLOWEST = 300.0
TO_CHECK = 100_000
MANY = 900_000
"""Below so many entries, what costs much with many is no measure."""

FAILED: list[str] = []


def main(entries: int) -> int:
    started = time.monotonic()
    import_module("campaigns.config.urls")  # what cannot be served need not be filled
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    small, large, gm, small_gm = _fill(entries)
    print(f"\n{connection.vendor}, {entries:,} entries, filled in {time.monotonic() - started:.0f} s")
    _pages(large, small, gm, small_gm)
    _searches(large, gm)
    _appends(gm)
    _verify(large)
    print("all bars met" if not FAILED else "missed: " + "; ".join(FAILED))
    return 1 if FAILED else 0


def _fill(entries: int) -> tuple[Campaign, Campaign, Membership, Membership]:
    from tests import people
    from tests.campaigns import world

    models = filling.models_of(world.make_world().table.campaign)
    found = []
    for name, size in (("small", 1000), ("large", entries)):
        with patch.object(people, "make_user", lambda who, name=name: _user(f"{name}-{who}")):
            table = people.make_table(name)
        campaign = Campaign.objects.get(pk=table.campaign.pk)
        filling.Filling(campaign, models, size, first_key=len(found) * 20_000_000 + 10_000_000).run()
        found.append((campaign, Membership.objects.select_related("campaign", "user").get(pk=table.gm.pk)))
    return found[0][0], found[1][0], found[1][1], found[0][1]


def _user(name: str) -> Any:
    from django.contrib.auth.models import User

    return User.objects.create_user(name)


def _pages(large: Campaign, small: Campaign, gm: Membership, small_gm: Membership) -> None:
    head, client = large.head_seq, Client()
    client.force_login(gm.user)
    other = Client()
    other.force_login(small_gm.user)
    viewer = Viewer.of(gm)
    deep = head * 28 // 100
    newest_first = Entry.objects.filter(campaign=large).order_by("-seq")
    times = timed(
        {
            "page over HTTP": lambda: _get(client, f"/campaigns/{large.pk}/log/"),
            "the same of 1,000 entries": lambda: _get(other, f"/campaigns/{small.pk}/log/"),
            "first page": lambda: timeline.turn_to(large, viewer),
            "page at depth": lambda: timeline.turn_to(large, viewer, before=head - deep),
            "rows of the page at depth": _fetching(newest_first.filter(seq__lt=head - deep)[:31]),
            "the same by OFFSET": _fetching(newest_first[deep : deep + 31]),
            "jump": lambda: timeline.turn_to(large, viewer, after=head // 3),
            "jump, with its page over HTTP": lambda: _get(
                client, f"/campaigns/{large.pk}/log/?after={head // 3}"
            ),
            "sessions": lambda: sessions.evenings(large, viewer),
        }
    )
    bar("log page, large by small", times["page over HTTP"] / times["the same of 1,000 entries"], 1.5)
    bar("page at depth, by first page", times["page at depth"] / times["first page"], 2)
    least(
        "OFFSET, by keyset",
        times["the same by OFFSET"] / times["rows of the page at depth"],
        100 if head >= MANY else 0,
    )
    bar("jump, ms", times["jump"], SLOWEST)
    bar("sessions, ms", times["sessions"], SLOWEST)


def _searches(large: Campaign, gm: Membership) -> None:
    viewer = Viewer.of(gm)
    one = {
        kind: Tag.objects.filter(campaign=large, kind=kind).order_by("-seq").first()
        for kind in ("actor", "record", "action", "clause", "session")
    }
    value = {kind: found.value for kind, found in one.items() if found}
    record = str(large.pk)
    asked = {
        "rare word": Wanted(words=filling.RARE),
        "missing word": Wanted(words="quixotically"),
        "common word": Wanted(words=filling.COMMON),
        "medium word": Wanted(words=filling.MEDIUM),
        "word of the older half": Wanted(words=filling.OLD),
        "three common words": Wanted(words=f"{filling.COMMON} {filling.MEDIUM} {filling.OLD}"),
        "person": Wanted(person=value["actor"]),
        "character": Wanted(record=value["record"]),
        "action": Wanted(action=value["action"]),
        "system": Wanted(system="sorcerer"),
        "clause": Wanted(clause=value["clause"]),
        "session": Wanted(session=value["session"]),
        "changes to": Wanted(changes=record),
        "commented": Wanted(commented=True),
        "bookmarked": Wanted(bookmarks_of=str(gm.pk)),
        "five together": Wanted(
            person=value["actor"],
            system="sorcerer",
            clause=value["clause"],
            words=filling.COMMON,
            record=value["record"],
        ),
        "two that never meet": Wanted(words=f"{filling.OLD}", session=value["session"]),
    }
    calls = {name: _asking(large, viewer, wanted, 0) for name, wanted in asked.items()}
    calls |= {
        f"{name}, from the middle": _asking(large, viewer, asked[name], large.head_seq // 2)
        for name in ("rare word", "common word", "five together")
    }
    times = timed(calls)
    worst = max(times, key=lambda name: times[name])
    bar(f"slowest filter or search ({worst}), ms", times[worst], SLOWEST)
    plain = timed({"contains, without an index": lambda: _contains(large, filling.RARE)}, rounds=2)
    words = max(times[name] for name in ("rare word", "missing word", "common word", "medium word"))
    bar(
        "slowest of rare, missing, medium, common by that",
        words / plain["contains, without an index"],
        0.1 if large.head_seq >= MANY else 1.5,
    )


def _asking(large: Campaign, viewer: Viewer, wanted: Wanted, before: int) -> Callable[[], Any]:
    return lambda: timeline.turn_to(large, viewer, wanted=wanted, before=before or None)


def _appends(gm: Membership) -> None:
    """Acts at the beginning of a log and at the end of a long one; then an act that fills a block of the index."""
    from tests import people

    with patch.object(people, "make_user", lambda who: _user(f"fresh-{who}")):
        fresh = people.make_table("fresh").gm
    fresh = Membership.objects.select_related("campaign", "user").get(pk=fresh.pk)
    times = timed({"act at entry 10": lambda: _act(fresh), "act at the end": lambda: _act(gm)}, rounds=60)
    bar("act at the end, by entry 10", times["act at the end"] / times["act at entry 10"], 1.1)
    bare = timed({"act, not kept": lambda: _unkept(gm), "the same without the index": lambda: _bare(gm)}, 40)
    bar("act, by one without the index", bare["act, not kept"] / bare["the same without the index"], 1.6)
    campaign = Campaign.objects.get(pk=gm.campaign_id)
    while (campaign.head_seq + 2) % review_index.BLOCK:
        _act(gm)
        campaign.head_seq += 1
    began = time.perf_counter()
    _act(gm)
    print(f"  {'the act that fills a block of the index':44}{(time.perf_counter() - began) * 1000:10.1f} ms")


def _act(gm: Membership) -> None:
    play(
        gm, ActRequest(uuid4().hex, (Request("table.note", {"words": "The candle went out on the stairs."}),))
    )


def _bare(gm: Membership) -> None:
    with patch.object(review_index, "add"):
        _unkept(gm)


def _unkept(gm: Membership) -> None:
    with transaction.atomic():
        _act(gm)
        transaction.set_rollback(True)


def _verify(large: Campaign) -> None:
    """The walk along the chain and bare hashes, in turns; on SQLite by the processor's time, as all of it is ours.

    Whoever verifies starts a process for it: what the measures before have left in memory is not gone through again.
    """
    large.refresh_from_db()
    gc.collect()
    gc.freeze()
    is_ours = connection.vendor == "sqlite"
    clock = time.process_time if is_ours else time.perf_counter
    number = min(TO_CHECK, large.head_seq)
    rates, raws = [], []
    for _round in range(3):
        began = clock()
        held, broken = chain_walk.walk(large, large.head_seq - number + 1)
        rates.append(held / (clock() - began))
        raws.append(_raw(large, number, clock))
        if broken:
            FAILED.append(f"the chain breaks at {broken}")
    rate, raw = statistics.median(rates), statistics.median(raws)
    print(f"  {'verified a second':44}{rate:10,.0f}\n  {'raw SHA-256 and HMAC in memory':44}{raw:10,.0f}")
    least("verify, by raw", rate / raw, 0.25 if is_ours else 0.15)


def _raw(large: Campaign, number: int, clock: Callable[[], float]) -> float:
    """The hashes of as many entries, their texts in memory already."""
    parts = (
        Part.objects.filter(entry__campaign=large).order_by("-pk").values_list("nonce", "text")[: number // 5]
    )
    texts = [(bytes.fromhex(nonce), text.encode()) for nonce, text in parts]
    per_entry = Part.objects.filter(entry__campaign=large, entry__seq__lte=5000).count() / 5000
    head = b"x" * int(330 + 150 * per_entry)
    began = clock()
    for nonce, text in texts:
        hmac.digest(nonce, text, "sha256")
    for _n in range(int(len(texts) / per_entry)):
        hashlib.sha256(head).digest()
    return len(texts) / per_entry / (clock() - began)


def _get(client: Client, url: str) -> None:
    answer = client.get(url, headers={"host": "127.0.0.1"})
    if answer.status_code != 200:
        raise SystemExit(f"{url} answers {answer.status_code}")


def _fetching(found: QuerySet[Entry]) -> Callable[[], int]:
    """The database's own work: the statement is made before, rows are fetched, objects are not made of them."""
    sql, values = found.query.sql_with_params()

    def fetch() -> int:
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            return len(cursor.fetchall())

    return fetch


def _contains(large: Campaign, word: str) -> list[int]:
    found = Part.objects.filter(entry__campaign=large, text__icontains=word).order_by("-entry__seq")
    return list(found.values_list("entry__seq", flat=True)[:31])


def timed(calls: dict[str, Callable[[], Any]], rounds: int = ROUNDS) -> dict[str, float]:
    """Medians in milliseconds, after one call that is not counted."""
    taken: dict[str, list[float]] = {name: [] for name in calls}
    for call in calls.values():
        call()
    for _round in range(rounds):
        for name, call in calls.items():
            began = time.perf_counter()
            call()
            taken[name].append((time.perf_counter() - began) * 1000)
    found = {name: statistics.median(one) for name, one in taken.items()}
    for name, one in found.items():
        print(f"  {name:44}{one:10.2f} ms")
    return found


def bar(what: str, value: float, most: float) -> None:
    _say(what, value, value <= most, f"<= {most:g}")


def least(what: str, value: float, wanted: float) -> None:
    _say(what, value, value >= wanted, f">= {wanted:g}")


def _say(what: str, value: float, is_met: bool, told: str) -> None:
    print(f"{'ok    ' if is_met else 'MISSED'}  {what}: {value:.2f} ({told})")
    if not is_met:
        FAILED.append(what)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
