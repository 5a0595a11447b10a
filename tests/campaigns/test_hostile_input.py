"""Whatever arrives at an address that takes a form: a clear 4xx, the typed words kept, nothing written, never a 500."""

import functools
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.models import Campaign, Entry, Record
from tests.campaigns import world as worlds
from tests.campaigns.pages import Read, faults_of
from tests.campaigns.test_every_url import EXPECTED, VIEWS
from tests.campaigns.world import World, rolled_back

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TAKE_FORMS = [
    (name, pattern)
    for name, pattern in VIEWS
    if EXPECTED.get(name, ("", "200"))[1].split()[-1] not in {"405", "404"}
    and not name.startswith(("account_", "mfa_"))
]
IDS = [name for name, _pattern in TAKE_FORMS]
IN_CAMPAIGN = [pair for pair in TAKE_FORMS if "campaign_id" in pair[1].pattern.converters]
NO_ACT = {
    "make_reset_link",
    "revoke_invitation",
    "preview_odds",
    "account_logout",
    "be_content",
    "look",
    "close_reset_link",
    "ask",
}
"""What takes no typed words: it does its one thing, or writes nothing at all, as where its address names no act."""

FORM = "application/x-www-form-urlencoded"
FIELDS = (
    "key", "nonce", "name", "gm_name", "words", "word", "reason", "audience", "role", "owner", "entries", "record",
    "acting.id", "acting.score", "opposing.id", "modifiers.0.dice", "modifiers.0.source", "hand", "form.command",
    "next",
    "days", "hours", "minutes", "uses", "power", "sorcerer", "demon", "type", "abilities", "desire", "purpose",
    "visibility", "field", "value", "command", "need", "character", "basis", "change", "settle", "state", "code",
    "username", "password1", "password2", "stamina", "will", "lore", "scores", "form.fields", "form.hide", "changes.0",
)  # fmt: skip
HOSTILE: dict[str, str] = {
    "NUL": "a\x00b",
    "a lone surrogate": "a\udc80b",
    "text that turns round": "\u202eevil\u2066",
    "a noncharacter": "\uffff\U0010ffff",
    "a very long text": "x" * 10_001,
    "a huge number": "9" * 5_000,
    "a huge negative number": "-" + "9" * 400,
    "no number": "1e999",
    "digits of elsewhere": "١٢٣",
    "an unknown id": str(uuid4()),
    "no id": "not-an-id",
    "markup": "</textarea><script>alert(1)</script>",
    "a path": "../../../etc/passwd",
    "an object": '{"id": {"$gt": ""}}',
}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), transaction.atomic():
        made = worlds.make_world()
        as_it_was.cache_clear()
        for who in ("gm", "player"):
            made.client(who)  # signed in once, before anything is taken back
        yield made
        transaction.set_rollback(True)


def written(campaign: Campaign) -> tuple[Any, ...]:
    """What a refused act leaves as it was."""
    campaign.refresh_from_db()
    return (campaign.head_seq, campaign.head_hash, worlds.totals())


@functools.cache
def as_it_was(campaign: UUID) -> tuple[Any, ...]:
    """The same of a world in which nothing has been done yet."""
    return written(Campaign.objects.get(pk=campaign))


def refused(world: World, url: str, data: Any, content_type: str = FORM) -> Any:
    """The answer to a POST that has to be refused, or else do nothing."""
    cache.clear()
    before = as_it_was(world.table.campaign.pk)
    with rolled_back():
        client = world.client("gm")
        body = data if isinstance(data, bytes) else urlencode(data, doseq=True, errors="surrogatepass")
        answer = client.generic("POST", url, body, content_type=content_type)
        after = written(world.table.campaign) if answer.status_code >= 400 else before
    assert answer.status_code < 500, f"{answer.status_code} {url}"
    assert faults_of(answer) == []
    assert after == before, url
    return answer


@pytest.mark.parametrize(("name", "pattern"), TAKE_FORMS, ids=IDS)
def test_hostile_values_in_every_field_are_refused(world: World, name: str, pattern: URLPattern) -> None:
    url = world.url(name, pattern)

    for kind, value in HOSTILE.items():
        keyed = dict.fromkeys(FIELDS, value) | {"key": uuid4().hex, "nonce": ""}
        answer = refused(world, url, keyed)
        assert answer.status_code < 400 or says_something(answer), kind
    refused(world, url, dict.fromkeys(FIELDS, HOSTILE["NUL"]))


def says_something(answer: Any) -> bool:
    """Whether an answer tells a person anything."""
    text = answer.content.decode(errors="replace")
    return len(text) > 40 and (
        "<p" in text or "<li" in text or "text/plain" in answer.headers["Content-Type"]
    )


@pytest.mark.parametrize(("name", "pattern"), TAKE_FORMS, ids=IDS)
def test_bodies_that_are_no_form_are_refused(world: World, name: str, pattern: URLPattern) -> None:
    url = world.url(name, pattern)
    key = uuid4().hex

    refused(world, url, b'{"key": "x"}', content_type="application/json")
    refused(world, url, b"\xff\xfe\x00broken", content_type="text/plain")
    refused(world, url, b"key=%ff%fe%00&words=%ed%a0%80", content_type="application/x-www-form-urlencoded")
    refused(world, url, b"--x\r\nbroken", content_type="multipart/form-data; boundary=x")
    refused(world, url, b"key=a", content_type="application/x-www-form-urlencoded; charset=no-such")
    refused(world, url, {f"field{number}": "x" for number in range(1_000)} | {"key": key})
    many = refused(world, url, {f"field{number}": "x" for number in range(2_100)})
    twice = refused(world, url, {field: ["one", "two"] for field in FIELDS})

    assert many.status_code in {400, 302, 404} or name in NO_ACT
    assert twice.status_code < 500


@pytest.mark.parametrize(("name", "pattern"), IN_CAMPAIGN, ids=[name for name, _pattern in IN_CAMPAIGN])
def test_ids_of_nobody_and_of_a_foreign_campaign_are_not_there(
    world: World, name: str, pattern: URLPattern
) -> None:
    inner = [key for key in pattern.pattern.converters if key.endswith("_id") and key != "campaign_id"]
    url = world.url(name, pattern)
    statuses = set()

    for key in inner:
        for other in (uuid4(), world.table.campaign.pk, world.table.gm.pk):
            forged = url.replace(str(world.arguments_for(name)[key]), str(other))
            if forged != url:
                statuses.add(refused(world, forged, {"key": uuid4().hex, "role": "gm"}).status_code)

    assert statuses <= {403, 404, 409, 422, 400}, url


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(
    fields=st.dictionaries(
        st.one_of(st.sampled_from(FIELDS), st.text(max_size=12)),
        st.one_of(st.text(max_size=60), st.integers().map(str), st.sampled_from(sorted(HOSTILE.values()))),
        max_size=8,
    ),
    number=st.integers(0, len(TAKE_FORMS) - 1),
)
def test_any_fields_at_all_are_answered(world: World, fields: dict[str, str], number: int) -> None:
    name, pattern = TAKE_FORMS[number]

    refused(world, world.url(name, pattern), fields)


def test_typed_words_are_in_the_answer_that_refuses_them(world: World) -> None:
    start = f"/campaigns/{world.table.campaign.pk}"
    words = "The stairwell has one step too many, <b>I</b> counted."

    for path, data in (
        ("notes/", {"words": words, "audience": "everybody", "key": uuid4().hex}),
        ("notes/", {"words": words}),
        ("seat/", {"word": words * 5, "key": uuid4().hex}),
        ("play/table.note/", {"words": words}),
        (f"records/{world.arguments['record_id']}/edit/", {"reason": words, "key": uuid4().hex}),
    ):
        answer = refused(world, f"{start}/{path}", data)
        assert answer.status_code == 422, path
        assert "I counted." in answer.content.decode().replace("&lt;b&gt;", "").replace("&lt;/b&gt;", ""), (
            path
        )
        assert Read(answer.content.decode()).count.get("b", 0) < 40


def test_replayed_key_with_another_body_is_told_and_writes_nothing(world: World) -> None:
    url, key = f"/campaigns/{world.table.campaign.pk}/notes/", uuid4().hex
    with rolled_back():
        client = world.client("player")
        first = client.post(url, {"words": "The first", "audience": "table", "key": key})
        before = written(world.table.campaign)
        again = client.post(url, {"words": "The first", "audience": "table", "key": key})
        other = client.post(url, {"words": "The second", "audience": "table", "key": key})
        after = written(world.table.campaign)

    assert (first.status_code, again.status_code, other.status_code) == (302, 302, 409)
    assert "The second" in other.content.decode()
    assert before == after


def test_stale_page_gets_an_answer_and_not_an_error(world: World) -> None:
    table, start = world.table, f"/campaigns/{world.table.campaign.pk}"
    with rolled_back():
        made = worlds.act(table.gm, "table.create", {"about": {"kind": "character", "name": "Gone soon"}})
        gone = Record.objects.get(campaign=table.campaign, name="Gone soon")
        worlds.undo(table.gm, made.entry.seq)
        before, client = written(world.table.campaign), world.client("gm")
        data = {"acting.id": str(gone.pk), "acting.score": "will", "key": uuid4().hex, "reason": "late"}
        paths = ("play/sorcerer.roll/", f"records/{gone.pk}/edit/", f"characters/{gone.pk}/hand-over/")
        answers = [client.post(f"{start}/{path}", data) for path in paths]
        undone = {"entries": str(made.entry.seq), "key": uuid4().hex}
        answers.append(client.post(f"{start}/log/{made.entry.seq}/undo/", undone))
        after = written(world.table.campaign)

    assert [answer.status_code for answer in answers] == [422, 404, 404, 409]
    assert before == after


def test_answers_in_a_foreign_browser_are_not_kept(world: World) -> None:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(world.table.player.user)
    before = Entry.objects.count()

    url = f"/campaigns/{world.table.campaign.pk}/notes/"
    stale = client.post(url, {"words": "Typed long ago", "audience": "table", "key": uuid4().hex})
    foreign = client.post(url, {"words": "Not ours"}, headers={"Sec-Fetch-Site": "cross-site"})

    assert (stale.status_code, foreign.status_code) == (403, 403)
    assert "Typed long ago" in stale.content.decode()
    assert "Not ours" not in foreign.content.decode()
    assert Entry.objects.count() == before
