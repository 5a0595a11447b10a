"""The page on which an undo is agreed to: what goes along, what changes back, what was decided on it since."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.games.sorcerer.asking import ask_gm
from campaigns.models import Membership, Undone
from campaigns.services import sessions
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.services.telling_now import whisper
from rules.kernel.procedure import Question
from tests.campaigns.open_pages import frame
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    return new_game()


def page_of(game: Game, seq: int, member: Membership | None = None) -> str:
    answer = browser(member or game.gm).get(f"/campaigns/{game.campaign.pk}/log/{seq}/undo/")
    assert answer.status_code == 200
    return answer.content.decode()


def part(page: str, name: str) -> str:
    """A section of the page without its marks, every space one."""
    found = re.search(rf'<section[^>]*id="{name}".*?</section>', page, re.DOTALL)
    assert found is not None
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", found[0]))


def roll(game: Game, sorcerer: str, demon: str) -> int:
    given = {"acting": {"id": sorcerer, "score": "will"}, "opposing": {"id": demon, "score": "will"}}
    return game.act("sorcerer.roll", given).entry.seq


def test_page_tells_each_field_that_changes_back(game: Game) -> None:
    mara = game.make("character", "Mara", will=3)
    first = game.edit(mara, will=4, lore=2).entry.seq
    game.edit(mara, will=6)

    told = part(page_of(game, first), "changes-back")

    assert "Mara: Will 6 → becomes 3" in told
    assert "Mara: Lore 2 → becomes 0" in told


def test_birth_that_is_undone_is_one_line(game: Game) -> None:
    game.make("character", "Mara", will=3, lore=4)

    told = part(page_of(game, game.campaign.entries.count()), "changes-back")

    assert "Removed: Mara (character)." in told
    assert "Will" not in told


def test_what_goes_along_stands_newest_first(game: Game) -> None:
    mara = game.make("character", "Mara", will=3)
    first, second, third = (game.edit(mara, will=score).entry.seq for score in (4, 5, 6))

    page = page_of(game, first)

    assert "2 more entries are included" in page
    assert re.findall(r'id="entry-(\d+)"', page) == [str(first), str(third), str(second)]


def test_roll_that_read_the_value_is_told(game: Game) -> None:
    mara, demon = (
        game.make("character", "Mara", will=3, state="active"),
        game.make("demon", "Vesh", will=3, state="present"),
    )
    edited = game.edit(mara, will=6).entry.seq
    rolled = roll(game, mara, demon)

    page = page_of(game, edited)

    assert f'id="entry-{rolled}"' in page
    assert f"No. {rolled} used: Will." in part(page, "read-since")


def test_roll_that_read_what_is_worked_out_from_it_is_told(game: Game) -> None:
    mara, demon = (
        game.make("character", "Mara", will=3, stamina=3, state="active"),
        game.make("demon", "Vesh", will=3, state="present"),
    )
    hurt = game.edit(mara, lasting=2).entry.seq
    roll(game, mara, demon)

    assert "Penalties" in part(page_of(game, hurt), "read-since")


def test_roll_that_read_other_fields_is_not_told(game: Game) -> None:
    mara, demon = (
        game.make("character", "Mara", will=3, state="active"),
        game.make("demon", "Vesh", will=3, state="present"),
    )
    edited = game.edit(mara, telltale="casts two shadows").entry.seq
    roll(game, mara, demon)

    assert "No entry in the log used the values" in part(page_of(game, edited), "read-since")


def test_roll_that_was_undone_is_not_told(game: Game) -> None:
    mara, demon = (
        game.make("character", "Mara", will=3, state="active"),
        game.make("demon", "Vesh", will=3, state="present"),
    )
    edited = game.edit(mara, will=6).entry.seq
    game.undo(roll(game, mara, demon))

    assert "No entry in the log used the values" in part(page_of(game, edited), "read-since")


def test_note_changes_nothing_back(game: Game) -> None:
    seq = game.act("table.note", {"words": "Rain."}).entry.seq

    assert "No sheet changes" in part(page_of(game, seq), "changes-back")


def test_undone_entry_offers_to_be_done_again(game: Game) -> None:
    mara = game.make("character", "Mara", will=3)
    edited = game.edit(mara, will=6).entry.seq
    undo = game.undo(edited).entry.seq

    page = browser(game.gm).get(f"/campaigns/{game.campaign.pk}/log/{edited}/").content.decode()

    assert f"/log/{undo}/undo/" in page
    assert "Changes that are reapplied" in page_of(game, undo)
    assert "Mara: Will 3 → becomes 6" in part(page_of(game, undo), "changes-back")


def test_undo_of_what_was_undone_points_to_the_redo(game: Game) -> None:
    mara = game.make("character", "Mara", will=3)
    edited = game.edit(mara, will=6).entry.seq
    undo = game.undo(edited).entry.seq

    answer = browser(game.gm).get(f"/campaigns/{game.campaign.pk}/log/{edited}/undo/")

    assert answer.status_code == 409
    assert f"Redo by undoing no. {undo}" in answer.content.decode()


def test_form_of_another_entry_is_damaged(game: Game) -> None:
    mara = game.make("character", "Mara", will=3)
    first, second = game.edit(mara, will=4).entry.seq, game.act("table.note", {"words": "Rain."}).entry.seq

    url = f"/campaigns/{game.campaign.pk}/log/{first}/undo/"
    answer = browser(game.gm).post(url, {"key": "k", "entries": str(second)})

    assert answer.status_code == 422
    assert "This form has expired" in answer.content.decode()


def test_player_sees_nothing_of_what_is_hidden(game: Game) -> None:
    """Whatever a hidden demon's Need is, and whatever the GM did since, the player's page is the same."""
    pages = []
    for need in ("salt", "ashes"):
        fresh = new_game()
        demon = fresh.make("demon", "Vesh", need=need)
        seq = fresh.act("table.note", {"words": "Rain."}, by=fresh.player).entry.seq
        about = {"kind": "demon", "name": need, "visibility": "gm"}
        fresh.act("table.create", {"about": about})
        fresh.edit(demon, need=f"more {need}")
        pages.append(part(page_of(fresh, seq, fresh.player), "read-since"))
        assert need not in page_of(fresh, seq, fresh.player)

    assert pages[0] == pages[1]


def test_queries_do_not_grow_with_what_was_read(game: Game) -> None:
    mara, demon = (
        game.make("character", "Mara", will=3, state="active"),
        game.make("demon", "Vesh", will=3, state="present"),
    )
    edited, counts = game.edit(mara, will=6).entry.seq, []
    page_of(game, edited)
    for _more in range(2):
        roll(game, mara, demon)
        with CaptureQueriesContext(connection) as asked:
            page_of(game, edited)
        counts.append(len(asked))
        for _number in range(8):
            roll(game, mara, demon)

    assert counts[0] == counts[1] <= 76


def test_what_is_never_undone_does_not_offer_it(game: Game) -> None:
    agreed = game.act("table.change_policy", {"values": {"sealed_rolls": True}}).entry.seq

    page = browser(game.gm).get(f"/campaigns/{game.campaign.pk}/log/{agreed}/").content.decode()

    assert f"/log/{agreed}/undo/" not in page


def test_what_would_take_along_something_that_stays_says_so_and_is_not_offered(game: Game) -> None:
    began = game.act("table.begin_session", {"name": "Overdue"}).entry.seq
    sessions.end_session(actor=game.gm, key="end")
    game.campaign.refresh_from_db()
    ended = game.campaign.head_seq
    gm, log = browser(game.gm), f"/campaigns/{game.campaign.pk}/log/"

    assert f"/log/{began}/undo/" not in gm.get(f"{log}{began}/").content.decode()
    refused = gm.get(f"{log}{began}/undo/")

    page = refused.content.decode()
    assert refused.status_code == 409
    assert f"No. {began} would take no. {ended} along. No. {ended} began a period of draws" in page
    assert f'<a href="{log}{ended}/">Open no. {ended}</a>' in page
    assert "What would be undone" in page


def test_a_whisper_in_the_way_is_not_called_one(game: Game) -> None:
    said = whisper(actor=game.gm, to=[str(game.player.pk)], words="Run.", key="run").entry.seq

    answer = browser(game.gm).get(f"/campaigns/{game.campaign.pk}/log/{said}/undo/")

    told = f"No. {said} told people something, removed a text or discarded draws."
    assert told in answer.content.decode()


def undo_now(game: Game, seq: int, member: Membership, *, key: str = "now", script: bool = True) -> Any:
    headers = {"HX-Request": "true"} if script else {}
    url = f"/campaigns/{game.campaign.pk}/log/{seq}/undo/now/"
    return browser(member).post(url, {"key": key}, headers=headers)


@pytest.mark.parametrize("script", [True, False])
def test_one_tap_undoes_what_nothing_depends_on_and_the_page_stays(game: Game, script: bool) -> None:
    mara = game.make("character", "Mara", owner=game.player, state="active", will=4)
    before = game.state()
    roll_of_hers = {"acting": {"id": mara, "score": "will"}, "opposing": {"score": "difficulty", "dice": 2}}
    seq = game.act("sorcerer.roll", roll_of_hers, by=game.player).entry.seq

    answer = undo_now(game, seq, game.player, script=script)
    again = undo_now(game, seq, game.player, script=script)

    assert game.state() == before
    assert Undone.objects.filter(campaign=game.campaign, seq=seq).count() == 1
    if script:
        assert answer.status_code == again.status_code == 200
        assert f"No. {seq} is undone by no. {seq + 1}." in answer.content.decode()
    else:
        assert answer.headers["Location"].endswith("/table/")


@pytest.mark.parametrize("script", [True, False])
def test_a_stale_button_says_that_the_act_was_done_again_and_changes_nothing(
    game: Game, script: bool
) -> None:
    mara = game.make("character", "Mara", owner=game.player, state="active", will=4)
    roll_of_hers = {"acting": {"id": mara, "score": "will"}, "opposing": {"score": "difficulty", "dice": 2}}
    seq = game.act("sorcerer.roll", roll_of_hers, by=game.player).entry.seq
    undo_now(game, seq, game.player)
    redo = game.undo(seq + 1).entry.seq

    url = f"/campaigns/{game.campaign.pk}/log/{seq}/undo/now/"
    headers = {"HX-Request": "true"} if script else {}
    answer = browser(game.player).post(url, {"key": "now"}, headers=headers, follow=True)
    told = answer.content.decode()

    assert game.campaign.entries.count() == redo
    assert not Undone.objects.filter(campaign=game.campaign, seq=seq).exists()
    assert f"No. {seq} was already redone by no. {redo} and is in effect. Nothing was changed." in told
    assert f"No. {seq} is undone" not in told


def test_one_tap_by_the_key_of_another_act_is_not_taken_for_done(game: Game) -> None:
    first = game.act("table.note", {"words": "Rain."}, by=game.player).entry.seq
    second = game.act("table.note", {"words": "More rain."}, by=game.player, key="written").entry.seq

    assert undo_now(game, second, game.player, key="written").status_code == 200
    assert undo_now(game, first, game.player, key="written").status_code == 200

    undone = Undone.objects.filter(campaign=game.campaign).values_list("seq", flat=True)
    assert set(undone) == {first, second}


def test_one_tap_leads_to_the_list_where_something_depends_on_it(game: Game) -> None:
    mara = game.make("character", "Mara", will=3)
    first = game.edit(mara, will=4).entry.seq
    game.edit(mara, will=5)

    answer = undo_now(game, first, game.gm)

    assert answer.headers["HX-Redirect"] == f"/campaigns/{game.campaign.pk}/log/{first}/undo/"
    assert not Undone.objects.filter(campaign=game.campaign).exists()


def test_nobody_undoes_anothers_act_by_one_tap(game: Game) -> None:
    mara = game.make("character", "Mara", will=3)
    seq = game.edit(mara, will=4).entry.seq

    assert undo_now(game, seq, game.player).status_code == 403
    assert undo_now(game, seq, game.observer).status_code == 403
    assert not Undone.objects.filter(campaign=game.campaign).exists()


@pytest.mark.parametrize("who", ["gm", "player"])
def test_after_one_tap_no_earlier_act_takes_the_place_of_what_was_undone(game: Game, who: str) -> None:
    member = getattr(game, who)
    game.act("table.note", {"words": "It hums."}, by=member)
    seq = game.act("table.note", {"words": "It stops."}, by=member).entry.seq

    tapped = undo_now(game, seq, member).content.decode()
    later = frame(browser(member), game.campaign.pk)

    for shown in (tapped, later):
        assert f"No. {seq} is undone by no. {seq + 1}." in shown
        assert "data-undo=" not in shown, "a second tap undoes nothing more"
        assert (f"/log/{seq + 1}/undo/" in shown) == (who == "gm"), "to do it again, for whoever may"
    if who == "gm":
        game.undo(seq + 1)
        assert f'data-undo="{seq}"' in frame(browser(member), game.campaign.pk)


def test_what_was_asked_of_the_gm_is_not_called_a_note(game: Game) -> None:
    mara = game.make("character", "Mara", owner=game.player, state="active")
    asked = Question("sorcerer.roll", "gm", mara, "SOR-ROLL-02", optional=True, data={})
    ask_gm(actor=game.player, question=asked, about=[mara], words="May I?", key="ask", why_not=lambda _: "")

    mine = browser(game.player).get(reverse("log", args=[game.campaign.pk])).content.decode()

    assert "Undo: Ask the GM" in mine and "Undo: Write a note" not in mine


def test_line_names_the_act_and_not_the_words_or_the_edit_by_which_it_is_made(game: Game) -> None:
    log = reverse("log", args=[game.campaign.pk])
    mara = game.make("character", "Mara", owner=game.player)
    about = {"kind": "demon", "name": "Ash", "visibility": "table", "owner": None}
    note = Request("table.note", {"words": "It smells of tar.", "about": [mara]})

    play(game.gm, ActRequest("described", (Request("table.create", {"about": about, "fields": []}), note)))
    described = browser(game.gm).get(log).content.decode()
    game.edit(mara, stamina=4)

    assert "Undo: Create Ash" in described and "Undo: Write a note" not in described
    assert "Undo: Change Mara" in browser(game.gm).get(log).content.decode()


def test_what_others_have_built_on_is_no_longer_offered_to_be_undone(game: Game) -> None:
    mara = game.make("character", "Mara", owner=game.player, stamina=2, will=4, lore=2)
    game.edit(mara, temporary=3)
    seq = game.act("sorcerer.will_override", {"character": mara, "dice": 1}, by=game.player).entry.seq
    game.act("table.note", {"words": "It rains."})

    before = frame(browser(game.player), game.campaign.pk)
    game.edit(mara, tried=False, temporary=0)  # what the roll sets however it falls
    after = frame(browser(game.player), game.campaign.pk)

    assert f'data-undo="{seq}"' in before, "what does not depend on it is in nobody's way"
    assert "data-undo=" not in after


@pytest.mark.parametrize("page", ["table", "log", "campaign_rules"])
def test_an_act_is_offered_to_be_undone_in_its_line_and_for_two_minutes_on_every_page(
    game: Game, page: str
) -> None:
    seq = game.act("table.note", {"words": "It hums."}, by=game.player).entry.seq
    url = reverse(page, args=[game.campaign.pk])

    mine = browser(game.player).get(url).content.decode()

    assert f'data-undo="{seq}"' in mine
    assert "Undo: Write a note" in mine, "two minutes long the line says what it takes back"
    assert f'data-undo="{seq}"' not in browser(game.other_player).get(url).content.decode()
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=121), tick=False):
        later = browser(game.player).get(url).content.decode()
    assert "data-until" not in later
    assert (f'data-undo="{seq}"' in later) == (page in ("table", "log")), "its own line keeps it"


def test_game_time_is_called_so_where_it_changes(game: Game) -> None:
    later = game.act("table.advance_clock", {"seconds": 60}).entry.seq

    assert ": Game time Day 1, 00:01" in part(page_of(game, later), "changes-back")
