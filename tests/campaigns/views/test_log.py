"""The log's pages: read by everybody who belongs, and corrected only by new entries."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import Entry, Membership
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from tests.campaigns.open_pages import followed
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    game = new_game()
    game.act("table.note", {"words": "The rain begins."}, by=game.player)
    return game


def address(game: Game, path: str = "") -> str:
    return f"/campaigns/{game.campaign.pk}/log/{path}"


def get(game: Game, member: Membership, path: str = "", status: int = 200) -> str:
    answer = browser(member).get(address(game, path))
    assert answer.status_code == status
    return answer.content.decode()


def form_of(page: str) -> dict[str, str]:
    return {name: re.search(rf'name="{name}" value="([^"]*)"', page)[1] for name in ("key", "entries")}  # type: ignore[index]  # a page without them fails here


def post(game: Game, member: Membership, seq: int, form: dict[str, str]) -> Any:
    return browser(member).post(address(game, f"{seq}/undo/"), form)


def last(game: Game) -> int:
    game.campaign.refresh_from_db()
    return game.campaign.head_seq


def test_log_shows_the_newest_at_the_end(game: Game) -> None:
    page = get(game, game.player)

    places = [int(seq) for seq in re.findall(r'id="entry-(\d+)"', page)]
    assert places == list(range(1, last(game) + 1))
    assert "The rain begins." in page
    assert page.index('href="#log-end"') < page.index('id="entry-1"') < page.index('id="log-end"')


def test_long_log_has_pages(game: Game) -> None:
    for number in range(35):
        game.act("table.note", {"words": f"drop {number}"})

    page = get(game, game.player)
    older = re.search(r'href="\?before=(\d+)"', page)

    assert older is not None
    assert f'id="entry-{int(older[1]) - 1}"' in get(game, game.player, f"?before={older[1]}")


def test_jump_leads_to_the_entry(game: Game) -> None:
    answer = browser(game.player).get(address(game, "?to=3"))

    assert answer.status_code == 302
    assert answer["Location"].endswith("?after=0#entry-3")


@pytest.mark.parametrize(
    "query", ["?before=abc", "?after=-1", "?to=9999999999999999999999", f"?to={'9' * 5000}"]
)
def test_malformed_place_is_a_bad_request(game: Game, query: str) -> None:
    get(game, game.player, query, status=400)


@pytest.mark.parametrize("query", ["?session=nonsense", "?record=5f0d7c52-9a39-4b5c-8f3d-0a3f2f8b8a11"])
def test_unknown_session_or_record_is_not_here(game: Game, query: str) -> None:
    get(game, game.player, query, status=404)


def test_record_has_its_own_entries(game: Game) -> None:
    ilse = game.make("character", "Ilse", owner=game.player)

    page = get(game, game.player, f"?record={ilse}")

    assert "Log of Ilse" in page
    assert "The rain begins." not in page


def test_log_of_a_session_is_called_after_its_number_and_name(game: Game) -> None:
    session = game.act("table.begin_session", {"name": "Overdue"}).steps[0].input["session_id"]

    page = get(game, game.player, f"?session={session}")

    assert "Log of session 1: Overdue</h1>" in page
    assert "<span>Session 1: Overdue</span>" in page
    assert ">1: Overdue</option>" in page


def rows_after(game: Game, seq: int) -> Any:
    url = reverse("since", args=[game.campaign.pk, seq, 0])
    return browser(game.player).get(url, {"page": "log/", "marks": "log-rows:"})


def test_open_pages_fetch_rows_after_a_number(game: Game) -> None:
    answer = rows_after(game, 2)

    assert answer["X-Shown"] == str(last(game))
    assert 'id="entry-3"' in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_rows_in_one_fetch_are_bounded(game: Game) -> None:
    for number in range(40):
        game.act("table.note", {"words": f"drop {number}"})

    answer = rows_after(game, 1)

    assert answer["X-Shown"] == "21"


def test_entry_page_has_everything_unfolded(game: Game) -> None:
    page = get(game, game.player, f"{last(game)}/")

    assert "TAB-TALK-01" in page
    assert Entry.objects.get(campaign=game.campaign, seq=last(game)).hash in page
    assert "log-explained" not in page


def test_row_is_a_part_of_a_page(game: Game) -> None:
    row = get(game, game.player, f"{last(game)}/row/")

    assert row.strip().endswith("</article>")
    assert "<html" not in row


def test_entry_that_is_not_there_is_not_found(game: Game) -> None:
    get(game, game.player, "999/", status=404)


def test_gm_undoes_and_does_again(game: Game) -> None:
    ilse = game.make("character", "Ilse", owner=game.player)
    edited = game.edit(ilse, will=5).entry.seq

    undone = post(game, game.gm, edited, form_of(get(game, game.gm, f"{edited}/undo/")))
    undo = last(game)
    assert undone.status_code == 302
    assert game.sheet(ilse)["will"] == 0
    assert f"Undone by no. {undo}" in get(game, game.gm, f"{edited}/")

    post(game, game.gm, undo, form_of(get(game, game.gm, f"{undo}/undo/")))
    assert game.sheet(ilse)["will"] == 5
    assert "is-corrected" not in get(game, game.gm, f"{edited}/")


def test_undo_twice_with_one_key_is_one_entry(game: Game) -> None:
    seq = last(game)
    form = form_of(get(game, game.gm, f"{seq}/undo/"))

    answers = [post(game, game.gm, seq, form) for _again in range(2)]

    assert {answer["Location"] for answer in answers} == {address(game, f"{seq + 1}/")}
    assert last(game) == seq + 1


def test_undo_lists_what_goes_along(game: Game) -> None:
    ilse = game.make("character", "Ilse", owner=game.player)
    born = last(game)
    game.edit(ilse, will=5)

    page = get(game, game.gm, f"{born}/undo/")

    assert "One more entry is included" in page
    assert form_of(page)["entries"] == f"{born + 1},{born}"


def test_stale_undo_shows_what_depends_by_now(game: Game) -> None:
    ilse = game.make("character", "Ilse", owner=game.player)
    born = last(game)
    form = form_of(get(game, game.gm, f"{born}/undo/"))
    game.edit(ilse, will=5)

    answer = post(game, game.gm, born, form)

    assert answer.status_code == 409
    assert form_of(answer.content.decode())["entries"] == f"{born + 1},{born}"
    assert last(game) == born + 1


def test_what_cannot_be_undone_says_what_to_do(game: Game) -> None:
    page = get(game, game.gm, "1/undo/", status=409)

    assert "Change it again instead" in page
    assert 'name="entries"' not in page


def test_player_undoes_only_the_own_last_act(game: Game) -> None:
    mine = last(game)
    theirs = game.act("table.note", {"words": "Thunder."}, by=game.other_player).entry.seq

    assert f"{mine}/undo/" in get(game, game.player, f"{mine}/")
    assert f"{theirs}/undo/" not in get(game, game.player, f"{theirs}/")
    get(game, game.player, f"{theirs}/undo/", status=403)
    assert post(game, game.player, theirs, {"key": "k", "entries": str(theirs)}).status_code == 403
    assert last(game) == theirs


def test_observer_undoes_nothing(game: Game) -> None:
    assert "/undo/" not in get(game, game.observer, f"{last(game)}/")
    get(game, game.observer, f"{last(game)}/undo/", status=403)


@pytest.mark.parametrize("entries", ["", "1,,2", "x", "-4", "١", "1" * 12])
def test_damaged_undo_form_is_shown_again_with_the_reason(game: Game, entries: str) -> None:
    answer = post(game, game.gm, last(game), {"key": "k", "entries": entries})

    assert answer.status_code == 422
    assert "This form has expired" in answer.content.decode()
    assert form_of(answer.content.decode())["entries"] == str(last(game))


def test_verification_tells_what_holds(game: Game) -> None:
    assert "The log is intact" not in get(game, game.player, "verify/")
    assert f"The log is intact: {last(game)} entries" in get(game, game.player, "verify/?run=1")


def test_only_gms_are_told_how_many_dice_were_rolled_in_secret(game: Game) -> None:
    game.act("table.change_policy", {"values": {"sealed_rolls": True}})
    fighter = game.make("fallen.character", "Bo", owner=game.player, dexterity=3, brawl=2)
    traits = [{"name": "dexterity"}, {"name": "brawl"}]
    step = Request("fallen.roll", {"roller": {"id": fighter}, "traits": traits})
    before = get(game, game.player, "verify/?run=1")
    play(game.gm, ActRequest("sealed", (step,), sealed=True))

    of_player, of_gm = get(game, game.player, "verify/?run=1"), get(game, game.gm, "verify/?run=1")

    draws = re.compile(r"The draws: .*?</li>")
    assert draws.findall(of_player) == draws.findall(before)
    assert "Sealed draws" not in of_player
    assert "Sealed draws (this count is shown only to GMs): 5 draws" in of_gm


def test_verification_names_the_first_entry_that_fails(game: Game) -> None:
    ilse = game.make("character", "Ilse", owner=game.player)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE campaigns_sorcerersheet SET will = 9 WHERE record_id IS NOT NULL")

    of_player, of_gm = get(game, game.player, "verify/?run=1"), get(game, game.gm, "verify/?run=1")

    assert "A sheet was changed outside the log." in of_player
    assert ilse not in of_player
    assert ilse in of_gm


def test_large_log_is_left_to_the_command(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.queries.proofs.AT_ONCE", 3)

    page = get(game, game.player, "verify/?run=1")

    assert "verify_log" in page
    assert "The log is intact" not in page


@pytest.mark.parametrize(
    "path", ["log/", followed("log/"), "log/3/", "log/3/row/", "log/3/undo/", "log/verify/"]
)
def test_queries_do_not_grow_with_the_log(game: Game, path: str) -> None:
    client, counts = browser(game.gm), []
    game.act("table.note", {"words": "What was done just now is offered to be undone."})
    for _more in range(2):
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/campaigns/{game.campaign.pk}/{path}").status_code != 404
        counts.append(len(asked))
        for number in range(15):
            game.act("table.note", {"words": f"drop {number}"})

    assert counts[0] == counts[1] <= 40
