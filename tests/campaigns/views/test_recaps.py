"""The recap: drafted from what everybody may read, kept in the group's own words."""

import re
from typing import Any

import pytest

from campaigns.models import Membership, Recap
from campaigns.services import sessions
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.views.review.recap_draft import pieces
from tests.campaigns.spine import Game, browser, looking_as, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    game = new_game()
    sessions.begin_session(actor=game.gm, name="The cellar", key=game.key())
    sessions.begin_scene(actor=game.gm, name="Rain", key=game.key())
    return game


def session_of(game: Game) -> str:
    return str(game.campaign.records.get(kind="session").pk)


def address(game: Game, path: str = "") -> str:
    return f"/campaigns/{game.campaign.pk}/sessions/{session_of(game)}/recap/{path}"


def read(game: Game, member: Membership, path: str = "") -> str:
    return browser(member).get(address(game, path)).content.decode()


def keep(game: Game, member: Membership, text: str, revision: int = 0) -> Any:
    return browser(member).post(address(game, "edit/"), {"text": text, "revision": revision})


def test_draft_leads_from_each_sentence_to_its_entry(game: Game) -> None:
    seq = game.act("table.note", {"words": "The rain begins."}, by=game.player).entry.seq

    page = read(game, game.observer)

    assert "Pia: “The rain begins.”" in page
    assert f'href="/campaigns/{game.campaign.pk}/log/{seq}/"' in page
    assert "Rain" in page


def test_announcements_of_a_round_are_told_one_by_one_with_what_came_of_them(game: Game) -> None:
    scores: dict[str, Any] = {"stamina": 2, "state": "active"}
    mara = game.make("character", "Mara", owner=game.player, **scores)
    note = Request("table.note", {"words": "Mara: up the stairs\nThe guard: after her", "about": [mara]})
    rolled = Request(
        "sorcerer.conflict_round", {"combatants": [{"id": mara, "score": "stamina", "action": "act"}]}
    )
    play(game.gm, ActRequest(game.key(), (note, rolled)))

    page = read(game, game.player)
    assert "“Mara: up the stairs; The guard: after her” The round is rolled: Mara. Mara acts first." in page


def test_draft_says_nothing_that_is_sealed_even_to_the_gm(game: Game) -> None:
    game.act("table.note", {"words": "Vesh lies.", "audience": "gm"})
    game.make("demon", "Vesh", need="salt")

    pages = [read(game, member) for member in (game.player, game.gm)]

    assert all("Vesh lies." not in page and "salt" not in page for page in pages)


def test_draft_leaves_out_what_was_undone(game: Game) -> None:
    game.undo(game.act("table.note", {"words": "A slip."}).entry.seq)

    assert "A slip." not in read(game, game.player)


def test_draft_tells_what_came_with_a_turn_and_leaves_out_whose_turn_it_was(game: Game) -> None:
    mira = game.make("pandemonium.character", "Mira", state="active")
    ann = game.make("pandemonium.character", "Ann", state="active")
    rot = game.make("pandemonium.spell", "Grey rot", caster=mira)
    slow = {"kind": "bashing", "resistant": False, "dealt": 0, "limit": None, "interval": "turn", "left": 2}
    game.edit(ann, **{f"ongoing.{rot}": slow})
    game.act("table.begin_turn", {"who": mira})
    game.act("table.begin_turn", {"who": ann})
    game.act("table.end_round")

    told = " ".join(re.sub(r"<[^>]*>", " ", read(game, game.player)).split())

    assert "Grey rot wears Ann down. 1 bashing wound." in told
    assert "turn of" not in told
    assert "Round 1" not in told


def test_kept_words_take_the_place_of_the_draft(game: Game) -> None:
    answer = keep(game, game.player, "## A wet night\nThey went <b>down</b> [2]. Nobody [999] came back.")

    page = read(game, game.observer)
    assert answer.status_code == 302
    assert re.search(r"<h2>\s*A wet night\s*</h2>", page)
    assert "&lt;b&gt;down&lt;/b&gt;" in page
    assert f'href="/campaigns/{game.campaign.pk}/log/2/"' in page
    assert "Nobody [999] came back." in page
    assert "Last edited by Pia." in page


def test_words_written_from_an_older_text_are_not_lost_and_not_kept(game: Game) -> None:
    keep(game, game.player, "First.")

    answer = keep(game, game.other_player, "Second.")

    page = answer.content.decode()
    assert answer.status_code == 409
    assert "First." in page
    assert "Second.</textarea>" in page
    assert Recap.objects.get().text == "First."
    assert keep(game, game.other_player, "First. Second.", revision=1).status_code == 302


def test_pressing_twice_keeps_once(game: Game) -> None:
    for _press in range(2):
        assert keep(game, game.player, "First.").status_code == 302

    assert Recap.objects.get().revision == 1


def test_nothing_typed_is_asked_for_again(game: Game) -> None:
    answer = keep(game, game.player, "   ")

    assert answer.status_code == 422
    assert not Recap.objects.exists()


def test_an_observer_reads_and_does_not_write(game: Game) -> None:
    assert keep(game, game.observer, "Mine.").status_code == 403
    assert "Edit recap" not in read(game, game.observer)


def test_a_gm_who_looks_through_other_eyes_is_offered_nothing_to_write(game: Game) -> None:
    assert "recap/edit/" in read(game, game.gm)
    assert "recap/edit/" not in looking_as(game.gm, game.player).get(address(game)).content.decode()


def test_an_empty_session_says_what_belongs_here(game: Game) -> None:
    game = new_game()
    sessions.begin_session(actor=game.gm, name="", key=game.key())

    assert "Nothing to recap yet" in read(game, game.player)


def test_the_log_still_holds_beside_a_recap(game: Game) -> None:
    keep(game, game.player, "First.")

    assert game.verified().holds


def test_no_number_of_an_entry_begins_a_line_of_its_own(game: Game) -> None:
    (piece,) = pieces("It rains. [2]", newest=2)

    assert piece.runs == [("It rains.", [2])]
