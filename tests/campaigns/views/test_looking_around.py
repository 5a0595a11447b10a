"""The pages around a demo of one's own: offered where campaigns begin, marked, and asked once before it goes."""

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Membership
from campaigns.queries.demos import own_demo
from campaigns.services.accounts.new_accounts import new_guest
from tests.campaigns.test_every_url import IN_CAMPAIGN
from tests.people import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.timeout(300)]

MARK = 'id="demo"'
"""Of the line that stands on every page of a demo."""


@pytest.fixture
def user() -> User:
    return make_user("gesa")


@pytest.fixture
def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def looks_around(browser: Client, role: str = "gm", game: str = "pandemonium") -> Campaign:
    answer = browser.post("/demo/", {"game": game, "role": role})
    demo = Campaign.objects.get(demo_of__isnull=False)
    assert answer["Location"] == reverse("table", args=[demo.pk])
    return demo


def place(user: User) -> Membership:
    return Membership.objects.get(campaign__demo_of=user, user=user)


@pytest.mark.parametrize("page", ["/", "/campaigns/new/"])
def test_it_is_offered_where_campaigns_begin_and_found_there_again(browser: Client, page: str) -> None:
    offered = browser.get(page).content.decode()
    assert 'value="gm"' in offered and 'value="player"' in offered
    assert "Start the demo over" not in offered

    demo = looks_around(browser)

    again = browser.get(page).content.decode()
    assert f"Your demo: {demo.name}" in again
    assert "Start the demo over" in again


def test_it_is_no_campaign_among_ones_own(browser: Client) -> None:
    demo = looks_around(browser)

    assert reverse("campaign_home", args=[demo.pk]) not in browser.get("/").content.decode()


def test_whoever_may_not_create_campaigns_is_offered_none(browser: Client, settings: LazySettings) -> None:
    settings.EVERYBODY_FOUNDS = False

    assert MARK not in browser.get("/").content.decode()
    refused = browser.post("/demo/", {"game": "pandemonium", "role": "gm"})

    assert refused.status_code == 403
    assert "the first account" in refused.content.decode()
    guest = Client()
    guest.force_login(new_guest())
    assert MARK not in guest.get("/").content.decode()


def test_every_page_of_it_says_so_and_no_other_does(browser: Client, user: User) -> None:
    demo = looks_around(browser)
    found = {}
    for name, pattern in IN_CAMPAIGN:
        if set(pattern.pattern.converters) == {"campaign_id"}:
            answer = browser.get(reverse(name, args=[demo.pk]))
            told = answer.content.decode(errors="replace") if not answer.streaming else ""
            if "<!doctype html>" in told:
                found[name] = MARK in told

    assert {"campaign_home", "table", "log", "people", "invitations", "campaign_settings"} <= set(found)
    assert [name for name, is_marked in found.items() if not is_marked] == []


def test_one_tap_on_its_line_leads_to_the_table_in_another_place(browser: Client, user: User) -> None:
    demo = looks_around(browser)
    iris = demo.memberships.get(name="Iris")
    path = reverse("change_places", args=[demo.pk, iris.pk])
    assert f'formaction="{path}"' in browser.get(reverse("campaign_home", args=[demo.pk])).content.decode()

    answer = browser.post(path)

    assert answer["Location"] == reverse("table", args=[demo.pk])
    assert place(user) == iris
    page = browser.get(answer["Location"]).content.decode()
    assert "<b>Demo:</b> you are Iris" in page
    assert browser.get(reverse("invitations", args=[demo.pk])).status_code == 403, "what a player gets"


def test_it_lets_nobody_in_and_says_what_to_do(browser: Client) -> None:
    demo = looks_around(browser)
    path = reverse("invitations", args=[demo.pk])

    for answer in (browser.get(path), browser.post(path, {"role": "player", "days": 1, "uses": 1})):
        assert answer.status_code == 403
        assert "Create a campaign of your own" in answer.content.decode()
    for page in ("campaign_home", "people"):
        told = browser.get(reverse(page, args=[demo.pk])).content.decode()
        assert path not in told
        assert "reset-link" not in told
        assert reverse("delete_campaign", args=[demo.pk]) not in told, "its line removes it"


def test_starting_over_asks_once_for_the_game_and_keeps_the_role(browser: Client, user: User) -> None:
    first = looks_around(browser, role="player")
    asked = browser.get("/demo/start-over/").content.decode()
    assert '<option value="pandemonium" selected>' in asked
    assert own_demo(user) == first

    sent = {"game": "fallen", "copy": str(first.pk)}
    answers = [browser.post("/demo/start-over/", sent) for _twice in range(2)]

    anew = own_demo(user)
    assert anew is not None and anew != first
    assert {answer["Location"] for answer in answers} == {reverse("table", args=[anew.pk])}
    assert place(user).role == "player"


def test_removing_asks_once(browser: Client, user: User) -> None:
    looks_around(browser)
    assert "Remove the demo?" in browser.get("/demo/remove/").content.decode()
    assert own_demo(user) is not None

    for told in ("The demo was removed.", "You have no demo any more."):
        answer = browser.post("/demo/remove/", follow=True)
        assert told in answer.content.decode()

    assert own_demo(user) is None


@pytest.mark.parametrize("sent", [{}, {"game": "pandemonium"}, {"game": "chess", "role": "gm"}])
def test_a_form_that_no_page_of_ours_made_makes_none(browser: Client, sent: dict[str, str]) -> None:
    assert browser.post("/demo/", sent).status_code == 400
    assert not Campaign.objects.exists()
