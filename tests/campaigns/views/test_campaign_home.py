"""The campaign's first page: what it tells, to whom, and what can be done from it."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import CampaignState, Draft, Entry, Invitation, Membership, Seat
from campaigns.services.asking import ask_player
from campaigns.services.founding import found_campaign
from tests.campaigns.open_pages import OpenPage, frame
from tests.campaigns.spine import Game, browser, new_game, new_game_in_a_scene
from tests.campaigns.test_query_counts import queries_of
from tests.campaigns.world import act
from tests.people import join_as, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def home(game: Game, member: Membership) -> str:
    response = browser(member).get(reverse("campaign_home", args=[game.campaign.pk]))
    assert response.status_code == 200
    return response.content.decode()


def send(game: Game, member: Membership, name: str, /, **words: Any) -> Any:
    data = {"key": uuid.uuid4().hex, **words}
    return browser(member).post(reverse(name, args=[game.campaign.pk]), data)


def state(game: Game) -> CampaignState:
    return CampaignState.objects.get(pk=game.campaign.pk)


def test_new_campaign_offers_the_first_step() -> None:
    game = new_game()

    assert "Create a character" in home(game, game.player)
    assert "Create a character" not in home(game, game.observer)


def next_things(page: str) -> list[tuple[str, bool]]:
    """What a home says comes next, and whether it is done."""
    steps = page.partition('class="steps-ahead"')[2].partition("</ol>")[0].split("<li ")[1:]
    titles = [re.search(r"<h3>(?:<svg.*?</svg> )?([^<]+)", step, re.DOTALL) for step in steps]
    return [(title[1].strip(), "is-done" in step) for title, step in zip(titles, steps, strict=True) if title]


def test_a_new_campaign_shows_the_gm_the_three_next_things_until_they_are_done() -> None:
    user = make_user("gesa")
    campaign = found_campaign(owner=user, name="The Tallow House", gm_name="Gesa", games=["sorcerer"])
    gm = campaign.memberships.get()
    address = reverse("campaign_home", args=[campaign.pk])

    def shown() -> str:
        return browser(gm).get(address).content.decode()

    page = shown()
    assert next_things(page) == [("Invite the others", False), ("Characters", False), ("Begin", False)]
    for later in ("Seats in the draws", "Commitment", "Export", "Write a note", "Notify me"):
        assert later not in page, later

    ada = join_as(gm, "ada", "player")
    act(gm, "table.create", {"about": {"kind": "character", "name": "A bystander"}})
    assert next_things(shown())[1] == ("Characters", False), "whom the GM plays is nobody's character"
    act(ada, "table.create", {"about": {"kind": "character", "name": "Mara", "owner": str(ada.pk)}})
    page = shown()
    assert next_things(page) == [("Invite the others", True), ("Characters", True), ("Begin", False)]
    assert "Here with you: Ada." in page

    made = browser(gm).post(reverse("begin_session", args=[campaign.pk]), {"key": "begun", "name": "One"})
    assert made.status_code == 302
    page = shown()
    assert next_things(page) == []
    assert "Seats in the draws" in page


def test_a_player_has_next_things_of_their_own() -> None:
    game = new_game()

    page = home(game, game.player)
    names = ["You are at the table", "Your character", "Play"]
    assert next_things(page) == list(zip(names, [True, False, False], strict=True))
    assert next_things(home(game, game.observer)) == []
    assert "Seats in the draws" not in page

    game.act("table.begin_session")
    assert next_things(home(game, game.player)) == list(zip(names, [True, False, False], strict=True))
    assert "Go to the table" in home(game, game.player).partition("steps-ahead")[2].partition("</ol>")[0]
    game.make("character", "Mara", owner=game.player)
    assert next_things(home(game, game.player)) == []
    assert next_things(home(game, game.other_player)) == list(zip(names, [True, False, False], strict=True))


def test_what_comes_next_follows_while_the_page_stays_open() -> None:
    game = new_game()
    page = OpenPage(browser(game.player), reverse("campaign_home", args=[game.campaign.pk]))

    game.make("character", "Mara", owner=game.player)
    page.ask()

    assert ("Your character", True) in next_things(page.text)


def test_what_comes_with_the_first_session_is_there_on_a_page_that_stays_open() -> None:
    game = new_game()
    pages = [
        OpenPage(browser(who), reverse("campaign_home", args=[game.campaign.pk]))
        for who in (game.gm, game.player, game.observer)
    ]
    later = ("Recap of session 1", "Commitment for period 1", "Write a note")
    assert not any(words in page.text for page in pages for words in later)

    game.act("table.begin_session")

    for page in pages:
        page.ask()
        assert [words for words in later if words not in page.text] == []
    assert "Begin the scene" in pages[0].text
    assert "Begin the scene" not in pages[1].text


def test_the_foot_speaks_of_what_may_be_hidden_once_there_is_something_to_hide() -> None:
    game = new_game()
    assert "sealed rolls" not in home(game, game.gm)

    game.act("table.begin_session")

    assert "No sealed rolls." in home(game, game.gm)


def test_a_form_that_comes_back_faulty_stands_on_a_new_home_as_well() -> None:
    game = new_game()

    response = send(game, game.player, "write_note", words="", audience="table")

    page = response.content.decode()
    assert response.status_code == 422
    assert 'id="note-title"' in page
    assert next_things(page) == []


def test_whoever_watches_is_not_offered_to_be_notified() -> None:
    game = new_game()
    game.make("character", "Ilse", owner=game.player)

    assert 'id="notify"' in home(game, game.player)
    assert 'id="notify"' not in home(game, game.observer)


def test_what_waits_for_a_player_names_them_once_and_the_gm_acts_for_them() -> None:
    game = new_game_in_a_scene()
    ilse = game.make("character", "Ilse", owner=game.player, stamina=4, will=5, lore=1)
    ask_player(actor=game.gm, action="sorcerer.roll", who=ilse, settled={}, key="ask")

    waiting = home(game, game.gm).partition('id="waiting"')[2].partition("</section>")[0]

    assert "Waiting for Ilse" not in waiting
    assert "Ilse: " in waiting
    assert "Act for them</a>" in waiting


def test_outsider_finds_no_campaign() -> None:
    game, other = new_game(), new_game()
    address = reverse("campaign_home", args=[game.campaign.pk])

    assert browser(other.gm).get(address).status_code == 404
    assert Client().get(address).status_code == 302


def test_gm_runs_an_evening_from_the_page() -> None:
    game = new_game()

    assert send(game, game.gm, "begin_session", name="The first night").status_code == 302
    assert send(game, game.gm, "begin_scene", name="The cellar").status_code == 302
    assert "The cellar" in home(game, game.player)
    assert send(game, game.gm, "end_scene").status_code == 302
    assert send(game, game.gm, "end_session").status_code == 302

    assert "The first night" in home(game, game.player)
    assert state(game).session is None


@pytest.mark.parametrize(
    "name", ["begin_session", "end_session", "begin_scene", "end_scene", "advance_clock"]
)
def test_player_does_not_run_the_evening(name: str) -> None:
    game = new_game()
    before = Entry.objects.count()

    assert send(game, game.player, name, name="Mine", hours="1").status_code == 403
    assert Entry.objects.count() == before


def test_scene_without_a_session_is_refused_with_its_clause() -> None:
    game = new_game()

    response = send(game, game.gm, "begin_scene", name="Too early")

    assert response.status_code == 422
    assert "TAB-TIME-03" in response.content.decode()


def test_clock_shows_what_it_will_say_before_it_goes_on() -> None:
    game = new_game()
    address = reverse("advance_clock", args=[game.campaign.pk])

    preview = browser(game.gm).get(address, {"days": "1", "hours": "2"}).content.decode()
    assert "Day 2, 02:00" in preview
    assert state(game).now == 0

    assert send(game, game.gm, "advance_clock", days="1", hours="2").status_code == 302
    assert state(game).now == 26 * 3600


@pytest.mark.parametrize("words", [{}, {"hours": "-1"}, {"hours": "1e9"}, {"days": "\u0661\u0000"}])
def test_clock_that_does_not_go_forward_is_refused(words: dict[str, str]) -> None:
    game = new_game()

    assert send(game, game.gm, "advance_clock", **words).status_code == 422
    assert state(game).now == 0


def test_seat_is_taken_once_with_a_word() -> None:
    game = new_game()

    assert send(game, game.player, "take_seat", word="lamplight").status_code == 302
    again = send(game, game.player, "take_seat", word="more light")

    assert again.status_code == 409
    assert "You already have a seat in these draws." in again.content.decode()
    assert Seat.objects.filter(member=game.player).count() == 1


def test_note_to_the_gm_is_not_for_the_table() -> None:
    game = new_game()

    assert send(game, game.player, "write_note", words="I lied.", audience="gm").status_code == 302

    assert Entry.objects.filter(campaign=game.campaign).latest("seq").parts.filter(audience="gm").exists()


@pytest.mark.parametrize("words", ["", "a\u202eb", "x" * 4001, "\x00"])
def test_faulty_note_keeps_its_words_and_writes_nothing(words: str) -> None:
    game = new_game()
    before = Entry.objects.count()

    response = send(game, game.player, "write_note", words=words, audience="table")

    assert response.status_code == 422
    assert Entry.objects.count() == before


def test_same_note_sent_twice_is_one_entry() -> None:
    game = new_game()
    data = {"key": "one-key", "words": "Once.", "audience": "table"}
    before = Entry.objects.count()

    for _time in range(2):
        assert (
            browser(game.player).post(reverse("write_note", args=[game.campaign.pk]), data).status_code == 302
        )

    assert Entry.objects.count() == before + 1


def test_policies_stand_on_the_page() -> None:
    game = new_game()
    game.act("table.begin_session")
    assert "No sealed rolls." in home(game, game.player)

    game.act("table.change_policy", {"values": {"hand_dice": False}})

    assert "No dice rolled by hand." in home(game, game.player)


def test_hidden_cast_is_told_to_the_gm_alone() -> None:
    game = new_game()
    about = {"kind": "demon", "name": "Vesh the Unseen", "visibility": "gm"}
    game.act("table.create", {"about": about})

    assert "Vesh the Unseen" in home(game, game.gm)
    assert "Vesh the Unseen" not in home(game, game.player)


def test_draft_is_offered_to_its_writer_alone() -> None:
    game = new_game()
    Draft.objects.create(
        campaign=game.campaign, member=game.player, purpose="character", data={"name": ["Half Mara"]}
    )

    assert "Half Mara" in home(game, game.player)
    assert "Half Mara" not in home(game, game.gm)


def test_page_takes_as_many_queries_for_many_as_for_few() -> None:
    few, many = new_game(), new_game()
    for game, number in ((few, 1), (many, 12)):
        for place in range(number):
            game.make("character", f"Sorcerer {place}", owner=game.player, state="active")
            game.make("demon", f"Demon {place}", state="present")
    addresses = [reverse("campaign_home", args=[game.campaign.pk]) for game in (few, many)]

    counts = {queries_of(browser(few.player), addresses[0]), queries_of(browser(many.player), addresses[1])}

    assert counts == {QUERIES}


QUERIES = 23


def test_frame_tells_what_changes_around_an_open_page() -> None:
    game = new_game()
    game.act("table.advance_clock", {"seconds": 7200})

    page = frame(browser(game.player), game.campaign.pk)

    assert "Day 1, 02:00" in page


def test_a_live_refresh_does_not_use_up_what_is_to_be_said() -> None:
    game = new_game()
    client = browser(game.gm)
    address = reverse("campaign_home", args=[game.campaign.pk])
    note = {"words": "The rain ends.", "audience": "table", "key": "said-once"}
    client.post(reverse("write_note", args=[game.campaign.pk]), note)

    live = client.get(address, headers={"hx-request": "true"}).content.decode()
    page = client.get(address).content.decode()

    assert "Your note is in the log." not in live
    assert "Your note is in the log." in page


def test_a_page_that_no_script_has_connected_says_nothing_of_a_lost_connection() -> None:
    """Without JavaScript it would say so for good; with it, until the stream opens."""
    game = new_game()

    page = home(game, game.player)

    assert '<body class="" data-live="">' in page


def test_one_press_on_a_new_home_makes_a_link_for_all() -> None:
    game = new_game()
    Membership.objects.filter(campaign=game.campaign).exclude(pk=game.gm.pk).update(role="gm")
    step = home(game, game.gm).partition('class="steps-ahead"')[2].partition("</form>")[0]
    given = dict(re.findall(r'<input type="hidden" name="([a-z]+)" value="([^"]+)"', step))
    address = reverse("invitations", args=[game.campaign.pk])
    assert f'action="{address}"' in step

    made = browser(game.gm).post(address, given)

    assert (made.status_code, "/join/" in made.content.decode()) == (200, True)
    invitation = Invitation.objects.get(campaign=game.campaign)
    assert (invitation.role, invitation.uses_left) == ("player", 8)
