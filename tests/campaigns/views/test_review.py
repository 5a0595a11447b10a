"""Reviewing the log: filters that combine, bookmarks, comments, rulings, sessions, and what is revealed."""

import re
from html import unescape
from uuid import uuid4

import pytest

from campaigns.models import Bookmark, Comment, Entry, Membership, Part, Record
from campaigns.services import sessions
from tests.campaigns.open_pages import OpenPage
from tests.campaigns.spine import Game, browser, looking_as, new_game

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


def post(game: Game, member: Membership, path: str, status: int = 302, **given: str) -> str:
    answer = browser(member).post(address(game, path), {"key": uuid4().hex, **given})
    assert answer.status_code == status
    return answer.headers.get("Location", answer.content.decode())


def seqs(page: str) -> list[int]:
    return [int(seq) for seq in re.findall(r'id="entry-(\d+)"', page)]


def last(game: Game) -> int:
    return Entry.objects.filter(campaign=game.campaign).latest("seq").seq


def test_filters_combine_and_each_can_be_taken_away(game: Game) -> None:
    rain = last(game)
    game.act("table.note", {"words": "The rain goes on."}, by=game.other_player)

    page = get(game, game.gm, f"?q=rain&person={game.player.pk}&action=table.note")

    assert seqs(page) == [rain]
    chips = re.findall(r'class="filter-chip" href="([^"]+)"', page)
    assert len(chips) == 3
    assert all(f"person={game.player.pk}" in chip for chip in chips) is False
    assert "q=rain" in chips[1]
    assert "person" not in chips[1]


def test_no_two_records_read_alike_in_a_filter(game: Game) -> None:
    made = [
        ("demon_city.clash", "Ann, The ghoul", "Clash: Ann, The ghoul"),
        ("demon_city.round", "Round 1", "Round 1 (Demon City)"),
        ("pandemonium.known_spell", "Cinder", "Cinder (spell book)"),
        ("pandemonium.spell", "Cinder", "Cinder (cast)"),
        ("pandemonium.character", "Nan", "Nan (Pandemonium)"),
        ("demon_city.character", "Nan", "Nan (Demon City)"),
        ("demon_city.character", "Bo", "Bo"),
    ]
    listed = {game.make(kind, name): called for kind, name, called in made}
    twins = [game.make("demon_city.task", "The lock") for _twice in range(2)]
    born = dict(Record.objects.filter(pk__in=twins).values_list("pk", "born"))
    listed |= {str(pk): f"The lock (no. {seq})" for pk, seq in born.items()}
    rounds = [game.make("demon_city.round", "Round 2") for _twice in range(2)]
    born = dict(Record.objects.filter(pk__in=rounds).values_list("pk", "born"))
    listed |= {str(pk): f"Round 2 (Demon City, no. {seq})" for pk, seq in born.items()}

    page = get(game, game.gm, f"?record={twins[0]}")

    for name in ("record", "changes"):
        (options,) = re.findall(rf'<select[^>]* name="{name}".*?</select>', page, re.DOTALL)
        found = re.findall(r'<option value="([^"]*)"[^>]*>([^<]*)<', options)
        assert {one: called for one, called in found if one in listed} == listed
        assert len(found) == len({one for one, _called in found})
    act = unescape(
        browser(game.gm).get(f"/campaigns/{game.campaign.pk}/play/demon_city.announce/").content.decode()
    )
    assert all(f">{listed[one]}</option>" in act for one in rounds), "nor in the form of an act"


def test_only_mine_are_my_own(game: Game) -> None:
    rain = last(game)
    game.act("table.note", {"words": "Quiet."}, by=game.other_player)

    assert rain in seqs(get(game, game.player, "?mine=on"))
    assert last(game) not in seqs(get(game, game.player, "?mine=on"))


def test_changes_to_a_record_and_to_one_field(game: Game) -> None:
    demon = game.make("demon", "Vesh", power=3)
    born = last(game)
    game.edit(demon, power=5)
    game.act("table.note", {"words": "Vesh hums.", "about": [demon]})

    assert seqs(get(game, game.player, f"?changes={demon}")) == [born, born + 1]
    assert seqs(get(game, game.player, f"?changes={demon}&field=telltale")) == []
    assert seqs(get(game, game.player, f"?changes={demon}&field=power")) == [born, born + 1]


@pytest.mark.parametrize("order", ["", "down", "up"])
def test_order_is_as_asked(game: Game, order: str) -> None:
    for number in range(40):
        game.act("table.note", {"words": f"note {number}"})

    found = seqs(get(game, game.gm, f"?q=note&order={order}"))

    assert found == sorted(found, reverse=order == "down")
    assert (last(game) in found) is (order != "up")


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("?clause=SOR-NOWHERE-99", "No rule has this number"),
        ("?q=%E2%80%A6", "Enter at least one word"),
        (f"?q={'+'.join('abcdefghij')}", "at most 8 words"),
        ("?action=table.dance", "is not one of the choices here"),
    ],
)
def test_filter_that_is_not_understood_says_so(game: Game, query: str, words: str) -> None:
    assert words in get(game, game.player, query, status=422)


def test_nothing_found_offers_the_way_back(game: Game) -> None:
    page = get(game, game.player, "?q=xylophone")

    assert "No matching entries" in page
    assert f'href="{address(game)}"' in page


@pytest.mark.parametrize("name", ["person", "record", "session", "scene", "changes"])
def test_what_is_not_here_is_not_found(game: Game, name: str) -> None:
    get(game, game.player, f"?{name}={uuid4()}", status=404)


def test_open_page_with_filters_gets_what_fits(game: Game) -> None:
    opened = OpenPage(browser(game.gm), address(game, "?q=rain"))
    game.act("table.note", {"words": "More rain."})
    rain = last(game)
    game.act("table.note", {"words": "Quiet."})

    assert seqs(opened.ask()) == [rain]
    assert f'data-after="{rain + 1}"' in opened.text, "what does not fit is not looked for again"


def test_bookmark_is_its_owners_alone(game: Game) -> None:
    rain = last(game)

    post(game, game.player, f"{rain}/bookmark/", wanted="1", back="log")
    post(game, game.player, f"{rain}/bookmark/", wanted="1", back="log")

    assert Bookmark.objects.get().member == game.player
    assert seqs(get(game, game.player, "?bookmarked=on")) == [rain]
    assert seqs(get(game, game.other_player, "?bookmarked=on")) == []
    post(game, game.player, f"{rain}/bookmark/", wanted="0")
    assert Bookmark.objects.count() == 0


def test_gm_does_not_see_bookmarks_by_looking_as_somebody(game: Game) -> None:
    post(game, game.player, f"{last(game)}/bookmark/", wanted="1")

    client = looking_as(game.gm, game.player)

    assert "Bookmarked" not in client.get(address(game)).content.decode()
    assert seqs(client.get(address(game, "?bookmarked=on")).content.decode()) == []


def test_comment_is_said_changed_and_removed(game: Game) -> None:
    rain, before = last(game), Entry.objects.count()

    post(game, game.player, f"{rain}/comments/", words="It was hail.")
    comment = Comment.objects.get()
    post(game, game.player, f"{rain}/comments/{comment.pk}/", words="It was sleet.")

    page = get(game, game.other_player, f"{rain}/")
    assert "It was sleet." in page
    assert "(edited)" in page
    assert seqs(get(game, game.other_player, "?commented=on")) == [rain]
    post(game, game.other_player, f"{rain}/comments/{comment.pk}/remove/", status=403)
    post(game, game.other_player, f"{rain}/comments/{comment.pk}/", status=403, words="Mine")
    post(game, game.gm, f"{rain}/comments/{comment.pk}/remove/")
    assert Comment.objects.count() == 0
    assert Entry.objects.count() == before


def test_comment_of_the_gm_for_the_gm_stays_there(game: Game) -> None:
    rain = last(game)

    post(game, game.gm, f"{rain}/comments/", words="It is the demon.", for_gm="on")
    post(game, game.player, f"{rain}/comments/", words="Only rain?", for_gm="on")

    page = get(game, game.player, f"{rain}/")
    assert "Only rain?" in page
    assert "It is the demon." not in page
    assert "It is the demon." in get(game, game.gm, f"{rain}/")


def test_sealed_entry_takes_no_comment_of_a_player(game: Game) -> None:
    sealed = game.act("table.note", {"words": "The mirror lies.", "audience": "gm"}).entry.seq

    post(game, game.player, f"{sealed}/comments/", status=404, words="What is it?")
    post(game, game.gm, f"{sealed}/comments/", words="Remember this.")

    assert "Remember this." not in get(game, game.player, f"{sealed}/")


def test_empty_comment_is_asked_for_again(game: Game) -> None:
    assert "Your comment" in post(game, game.player, f"{last(game)}/comments/", status=422, words="")


def test_comments_are_words_and_nothing_else(game: Game) -> None:
    post(game, game.player, f"{last(game)}/comments/", words="<script>alert(1)</script>")

    assert "<script>alert" not in get(game, game.gm, f"{last(game)}/")


def test_ruling_stands_where_its_clause_is_used_again(game: Game) -> None:
    game.act("table.ruling", {"words": "A whisper is a note.", "clause": "TAB-TALK-01"})
    game.act("table.note", {"words": "Psst."}, by=game.player)

    assert "A whisper is a note." in get(game, game.player, f"{last(game)}/")
    rules = browser(game.player).get(f"/campaigns/{game.campaign.pk}/rules/TAB-TALK-01/")
    assert "Rulings by the GM" in rules.content.decode()
    game.undo_all(last(game) - 1)
    assert "A whisper is a note." not in get(game, game.player, f"{last(game) - 1}/")


def test_entry_says_what_wrote_the_same_since(game: Game) -> None:
    demon = game.make("demon", "Vesh", power=3)
    born = last(game)
    game.edit(demon, power=5)

    page = get(game, game.player, f"{born}/")

    assert f'href="{address(game)}{born + 1}/"' in page
    assert f"?changes={demon}" in page


def test_sessions_tell_when_what_and_who(game: Game) -> None:
    sessions.begin_session(actor=game.gm, name="The cellar", key="begin")
    first = last(game)
    sessions.begin_scene(actor=game.gm, name="Below", key="scene")
    game.act("table.note", {"words": "It is dark."}, by=game.player)
    sessions.end_scene(actor=game.gm, key="end scene")
    sessions.end_session(actor=game.gm, key="end")
    game.act("table.note", {"words": "Afterwards."}, by=game.other_player)

    page = re.sub(r"\s+", " ", get(game, game.player, "sessions/"))

    assert "The cellar" in page
    assert "Below" in page
    assert f"from no. {first}" in page
    assert "5 entries" in page
    assert re.search(r'Gwen</a> <span class="figures">4 entries</span>', page)
    assert re.search(r'Pia</a> <span class="figures">1 entry</span>', page)
    assert "Otto</a> <span" not in page


def test_reveal_shows_all_what_was_sealed_and_proves_it(game: Game) -> None:
    sealed = game.act("table.note", {"words": "The mirror lies.", "audience": "gm"}).entry.seq
    assert "The mirror lies." not in get(game, game.player, f"{sealed}/")
    before = get(game, game.gm, f"{sealed}/reveal/")
    assert "The mirror lies." in before
    assert f"No. {sealed}, sealed so far: the whole entry." in before

    post(game, game.gm, f"{sealed}/reveal/", key="night")
    post(game, game.gm, f"{sealed}/reveal/", key="night")

    assert "The mirror lies." in get(game, game.player, f"{sealed}/")
    assert seqs(get(game, game.player, "?q=mirror")) == [sealed]
    assert last(game) == sealed + 1
    assert game.verified().holds
    assert "Nothing is sealed" in post(game, game.gm, f"{sealed}/reveal/", status=409, key="again")


def test_reveal_is_never_undone(game: Game) -> None:
    sealed = game.act("table.note", {"words": "The mirror lies.", "audience": "gm"}).entry.seq
    post(game, game.gm, f"{sealed}/reveal/", key="night")

    get(game, game.gm, f"{last(game)}/undo/", status=409)

    assert Part.objects.filter(entry__seq=sealed, opened__isnull=True).count() == 0


def test_whole_session_is_revealed_at_once(game: Game) -> None:
    began = game.act("table.begin_session", {"name": "The cellar"})
    session = began.steps[0].input["session_id"]
    for number in range(3):
        game.act("table.note", {"words": f"secret {number}", "audience": "gm"})
    assert "Reveal sealed parts of 3 entries" in get(game, game.gm, "reveal/")
    assert "sealed parts" not in get(game, game.player, "sessions/")

    post(game, game.gm, f"sessions/{session}/reveal/", key="night")

    assert len(seqs(get(game, game.player, "?q=secret"))) == 3
    assert "Nothing is sealed in the most recent sessions." in get(game, game.gm, "reveal/")


def test_sealed_secret_of_closed_draws_is_shown(game: Game) -> None:
    sessions.begin_session(actor=game.gm, name="", key="begin")
    post(game, game.gm, "reveal/", status=409, key="early", period="1")
    sessions.end_session(actor=game.gm, key="end")

    post(game, game.gm, "reveal/", key="night", period="1")

    assert "The secret of the sealed draws of period 1 was revealed." in get(
        game, game.player, f"{last(game)}/"
    )
    assert game.verified().holds
    assert "of the sealed draws of period 1" not in get(game, game.gm, "reveal/")


def test_a_comment_sent_twice_is_one(game: Game) -> None:
    seq = last(game)
    for _time in range(2):
        post(game, game.player, f"{seq}/comments/", words="It was hail.", key="once")

    post(game, game.player, f"{seq}/comments/", status=409, words="It was sleet.", key="once")

    assert [comment.words for comment in Comment.objects.filter(campaign=game.campaign)] == ["It was hail."]


def test_sessions_are_called_by_number_and_name(game: Game) -> None:
    session = game.act("table.begin_session", {"name": "The cellar"}).steps[0].input["session_id"]
    game.act("table.note", {"words": "secret", "audience": "gm"})

    assert "Session 1: The cellar</a></h2>" in get(game, game.player, "sessions/")
    assert "Reveal what is sealed in session 1: The cellar</h1>" in get(
        game, game.gm, f"sessions/{session}/reveal/"
    )


def test_of_an_entry_that_all_read_it_is_said_what_is_sealed(game: Game) -> None:
    demon = game.make("demon", "Vesh", need="salt")
    edited = game.edit(demon, need="the names of the dead").entry.seq

    assert f"No. {edited}, sealed so far: what it was made with, what it changed." in get(
        game, game.gm, f"{edited}/reveal/"
    )


def test_what_a_procedure_keeps_for_itself_is_no_other_change(game: Game) -> None:
    ann = game.make("demon_city.character", "Ann", tried_up=True)
    first = game.edit(ann, tried_up=False).entry.seq
    game.edit(ann, tried_up=True)

    assert "No later entry changed the same fields." in get(game, game.gm, f"{first}/")
