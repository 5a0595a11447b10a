"""An act that comes between two reads of a page breaks no page."""

from typing import cast
from urllib.parse import urlencode

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory

from campaigns.access import MemberRequest
from campaigns.between_acts import TRIES, between_acts
from campaigns.models import Membership
from campaigns.views import live_page
from campaigns.views.moments import bring_moment
from tests.campaigns.spine import Game, browser, new_game_in_a_scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return new_game_in_a_scene()


class Page:
    """A page that breaks so many times; each time something was played, if somebody plays."""

    def __init__(
        self, game: Game, breaks: int, *, plays: bool = True, error: Exception | None = None
    ) -> None:
        self.game, self.breaks, self.plays, self.error = game, breaks, plays, error or KeyError("a spell")
        self.asked: list[str] = []

    def __call__(self, request: HttpRequest) -> HttpResponse:
        inside = cast("MemberRequest", request)
        inside.member = Membership.objects.select_related("campaign").get(pk=self.game.player.pk)
        self.asked.append(request.GET["page"])
        request.GET = request.GET.__class__()  # as the page is asked for that is open
        if len(self.asked) <= self.breaks:
            if self.plays:
                self.game.act("table.advance_clock", {"seconds": 60})
            raise self.error
        return HttpResponse("as it stands")


def ask(page: Page, method: str = "GET") -> HttpResponse:
    request = RequestFactory().generic(method, "/?page=spells/")
    return between_acts(page)(request)


def test_a_page_that_broke_between_two_acts_is_made_again_as_it_was_asked_for(game: Game) -> None:
    page = Page(game, breaks=TRIES - 1)

    assert ask(page).content == b"as it stands"
    assert page.asked == ["spells/"] * TRIES


def test_whoever_plays_without_end_keeps_no_page_waiting(game: Game) -> None:
    page = Page(game, breaks=TRIES)

    with pytest.raises(KeyError):
        ask(page)
    assert len(page.asked) == TRIES


def test_a_fault_of_the_page_itself_is_told_at_once(game: Game) -> None:
    page = Page(game, breaks=1, plays=False)

    with pytest.raises(KeyError):
        ask(page)
    assert len(page.asked) == 1


@pytest.mark.parametrize("error", [Http404(), PermissionDenied()])
def test_what_is_refused_stays_refused(error: Exception, game: Game) -> None:
    page = Page(game, breaks=1, error=error)

    with pytest.raises(type(error)):
        ask(page)
    assert len(page.asked) == 1


def test_what_writes_is_never_asked_twice(game: Game) -> None:
    page = Page(game, breaks=1)

    with pytest.raises(KeyError):
        ask(page, "POST")
    assert len(page.asked) == 1


def test_an_open_page_is_told_as_of_the_newest_act(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    game.make("character", "Mara", owner=game.player, state="active")
    broken: list[int] = []

    def breaking(request: MemberRequest, answer: HttpResponse, seq: int) -> HttpResponse:
        if not broken:
            broken.append(request.member.campaign.head_seq)
            game.act("table.advance_clock", {"seconds": 60})
            raise LookupError
        return bring_moment(request, answer, seq)

    monkeypatch.setattr(live_page, "bring_moment", breaking)
    asked = urlencode({"page": "table/", "marks": "log-rows:"})

    answer = browser(game.player).get(
        f"/campaigns/{game.campaign.pk}/since/{game.campaign.head_seq}.0/?{asked}"
    )

    assert (answer.status_code, answer["X-Shown"]) == (200, str(broken[0] + 1))
    assert b'id="log-rows"' in answer.content
