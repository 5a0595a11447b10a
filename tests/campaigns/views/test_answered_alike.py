"""Open pages that are told what somebody who sees alike was told: whoever may not ask any more is told nothing."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection, connections
from django.db.models.functions import Now
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.config import asgi, lanes
from campaigns.models import Draft, Membership, Presence, kept_reads, prepared
from campaigns.services.people import change_role, leave, remove_member
from campaigns.views import answered_alike
from campaigns.views.answered_alike import Asked, Asker
from tests.campaigns.open_pages import OpenPage
from tests.campaigns.spine import Game, _joined, browser, new_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]

Gone = Callable[[Game, Membership, str], object]


@pytest.fixture
def game() -> Game:
    return new_game()


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    kept_reads._kept.clear()
    answered_alike._seen.clear()
    yield
    kept_reads._kept.clear()
    answered_alike._seen.clear()


def watcher(game: Game, name: str) -> Membership:
    who = _joined(game.campaign, game.gm, name.lower(), name, "observer")
    Presence.objects.create(member=who, campaign=game.campaign, beat=Now(), active=Now())
    return who


class Watching:
    """A page of the table that somebody watches, which has been told what is new before."""

    def __init__(self, who: Membership) -> None:
        self.page = OpenPage(browser(who), f"/campaigns/{who.campaign_id}/table/")
        self.page.ask()
        self.session = self.page.client.cookies[settings.SESSION_COOKIE_NAME].value
        self.campaign = who.campaign_id

    @property
    def query(self) -> str:
        return "page=table/&here=table&marks=log-rows:"

    def asker(self, seq: int = 1, cookie: str | None = None) -> Asker | None:
        headers = [(b"host", b"testserver"), (b"cookie", _cookie(cookie or self.session))]
        path = f"/campaigns/{self.campaign}/since/{seq}.0/"
        return answered_alike.asker_of({"method": "GET", "scheme": "http"}, path, self.query, headers)

    def look(self) -> Asked | None:
        asker = self.asker()
        assert asker is not None
        return answered_alike.look(asker)


def _cookie(session: str) -> bytes:
    token = "t" * 32
    return f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={token}".encode()


def test_whoever_asks_is_looked_up_in_one_read(game: Game) -> None:
    one = Watching(watcher(game, "Wanda"))
    one.look()
    before = len(prepared._reads)

    with CaptureQueriesContext(connection) as read:
        asked = one.look()

    assert asked is not None
    assert asked.made is None
    assert len(read) == 1
    assert len(prepared._reads) == before


def test_of_whom_nothing_is_known_is_not_even_looked_up(game: Game) -> None:
    one = Watching(watcher(game, "Wanda"))
    game.make("character", "Ilse", owner=game.player)
    Watching(game.player)

    assert one.asker(cookie="x" * 32) is None
    assert set(answered_alike._seen.values()) == {_member(one)}
    path = f"/campaigns/{game.campaign.pk}/log/"
    headers = [(b"cookie", _cookie(one.session))]
    assert answered_alike.asker_of({"method": "GET"}, path, "", headers) is None
    since = f"/campaigns/{game.campaign.pk}/since/1.0/"
    assert answered_alike.asker_of({"method": "POST"}, since, "", headers) is None


def _member(one: Watching) -> UUID:
    return answered_alike._seen[one.session, str(one.campaign)]


def _log_out(_game: Game, _who: Membership, session: str) -> None:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    client.post("/accounts/logout/")


def _expire(_game: Game, _who: Membership, session: str) -> None:
    Session.objects.filter(pk=session).update(expire_date=timezone.now() - timedelta(seconds=1))


def _deactivate(_game: Game, who: Membership, _session: str) -> None:
    who.user.is_active = False
    who.user.save()


def _change_password(_game: Game, who: Membership, _session: str) -> None:
    who.user.set_password("another one of mine")
    who.user.save()


GONE: dict[str, Gone] = {
    "logged out": _log_out,
    "session ended elsewhere": lambda _game, _who, session: Session.objects.filter(pk=session).delete(),
    "session expired": _expire,
    "account closed": _deactivate,
    "password changed": _change_password,
    "left": lambda game, who, _session: leave(actor=who, key="they leave"),
    "removed": lambda game, who, _session: remove_member(actor=game.gm, member=who, key="they are removed"),
}


@pytest.mark.parametrize("how", GONE)
def test_whoever_may_not_ask_any_more_is_told_nothing_from_then_on(game: Game, how: str) -> None:
    who, other = watcher(game, "Wanda"), watcher(game, "Xaver")
    one, stays = Watching(who), Watching(other)
    assert one.look() is not None

    GONE[how](game, Membership.objects.get(pk=who.pk), one.session)

    assert one.look() is None
    assert stays.look() is not None


def test_a_role_that_was_changed_is_another_answer(game: Game) -> None:
    who = watcher(game, "Wanda")
    one, stays = Watching(who), Watching(watcher(game, "Xaver"))
    before = one.look()
    assert before is not None

    change_role(actor=game.gm, member=who, role="player", key="they play now")

    after, others = one.look(), stays.look()
    assert after is not None
    assert others is not None
    assert after.view != others.view
    change_role(actor=game.gm, member=who, role="gm", key="they lead now")
    assert one.look() is None  # a GM may look through somebody else's eyes


def test_somebody_elses_session_is_not_taken_for_theirs(game: Game) -> None:
    one, other = Watching(watcher(game, "Wanda")), Watching(watcher(game, "Xaver"))
    answered_alike._seen[one.session, str(one.campaign)] = _member(other)

    assert one.look() is None


def test_whoever_has_something_of_their_own_by_now_is_told_by_the_view(game: Game) -> None:
    who = watcher(game, "Wanda")
    one = Watching(who)
    Draft.objects.create(campaign=game.campaign, member=who, purpose="notes", data={})

    asked = one.look()

    assert asked is None


Sent = list[Any]


async def _ask(application: Any, one: Watching, seq: int, more: tuple[tuple[bytes, bytes], ...] = ()) -> Sent:
    sent: Sent = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": f"/campaigns/{one.campaign}/since/{seq}.0/",
        "query_string": one.query.encode(),
        "http_version": "1.1",
        "scheme": "http",
        "server": ("testserver", 80),
        "client": ("127.0.0.1", 5000),
        "headers": [(b"host", b"localhost"), (b"cookie", _cookie(one.session)), *more],
    }
    await application(scope, receive, send)
    return sent


@pytest.fixture
def by_django(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Which requests Django answered itself, in threads that give their connections back."""
    asked: list[str] = []

    def pages(environ: Any, start: Any) -> Any:
        asked.append(environ["PATH_INFO"])
        try:
            return asgi._with_body(environ, start)
        finally:
            connections.close_all()

    monkeypatch.setattr(asgi, "_web", lanes.in_threads(pages, 4))
    yield asked
    asgi._open_pages._reader.submit(connections.close_all).result(20)


def _told(sent: Sent) -> tuple[int, dict[bytes, bytes], bytes]:
    headers = dict(sent[0]["headers"])
    return sent[0]["status"], headers, b"".join(one.get("body", b"") for one in sent[1:])


def test_all_who_see_alike_are_told_what_the_first_is(game: Game, by_django: list[str]) -> None:
    watching = [Watching(watcher(game, name)) for name in ("Wanda", "Xaver", "Yves", "Zoe")]
    game.act("table.note", {"words": "The lights go out."})

    async def evening() -> list[Sent]:
        together = await asyncio.gather(*(_ask(asgi.application, one, 1) for one in watching[:3]))
        return [*together, await _ask(asgi.application, watching[3], 1)]

    told = [_told(sent) for sent in asyncio.run(evening())]

    assert len(by_django) == 1
    assert b"The lights go out." in told[0][2]
    assert len({(status, body) for status, _headers, body in told}) == 1
    assert all(b"set-cookie" not in headers for _status, headers, _body in told[1:])
    told[0][1].pop(b"set-cookie", None)
    numbers = [headers.pop(b"x-request-id") for _status, headers, _body in told]
    assert len(set(numbers)) == 4
    assert all(headers == told[0][1] for _status, headers, _body in told)
    assert told[0][1][b"x-shown"] == str(game.campaign.entries.count()).encode()
    assert {b"content-security-policy", b"cache-control", b"x-frame-options"} <= set(told[3][1])


def test_what_comes_another_way_is_answered_by_django(game: Game, by_django: list[str]) -> None:
    watching = [Watching(watcher(game, name)) for name in ("Wanda", "Xaver", "Yves")]

    async def evening() -> list[Sent]:
        first = await _ask(asgi.application, watching[0], 1)
        other = await _ask(asgi.application, watching[1], 1, ((b"x-forwarded-proto", b"https"),))
        return [first, other, await _ask(asgi.application, watching[2], 1)]

    told = [_told(sent) for sent in asyncio.run(evening())]

    assert len(by_django) == 2
    assert {status for status, *_rest in told} == {200}


def test_whoever_was_logged_out_is_refused_while_others_are_told(game: Game, by_django: list[str]) -> None:
    watching = [Watching(watcher(game, name)) for name in ("Wanda", "Xaver")]
    Session.objects.filter(pk=watching[1].session).delete()

    async def evening() -> list[Sent]:
        return [await _ask(asgi.application, one, 1, ((b"hx-request", b"true"),)) for one in watching]

    told = [_told(sent) for sent in asyncio.run(evening())]

    assert [status for status, *_rest in told] == [200, 401]
    assert told[1][2] == b""
