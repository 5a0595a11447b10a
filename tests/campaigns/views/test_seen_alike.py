"""What is read or made once for all open pages that ask: nobody is told by it what is not theirs."""

import time

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.models import Draft, Membership, Part, Presence, kept_reads, prepared
from campaigns.queries.alike import seen_alike
from campaigns.templatetags.live import BY_CHANCE
from tests.campaigns.open_pages import OpenPage
from tests.campaigns.spine import Game, _joined, browser, new_game, new_game_in_a_scene
from tests.factories import make_record

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAGES = ("campaign_home", "table", "log", "conflict", "fight", "action_round", "decks", "spells", "rituals")


@pytest.fixture
def game() -> Game:
    return new_game_in_a_scene()


def watcher(game: Game, name: str) -> Membership:
    who = _joined(game.campaign, game.gm, name.lower(), name, "observer")
    Presence.objects.create(member=who, campaign=game.campaign, beat=Now(), active=Now())
    return who


def page_of(who: Membership, name: str) -> OpenPage:
    return OpenPage(browser(who), reverse(name, args=[who.campaign_id]))


def play(game: Game) -> None:
    ilse = game.make("character", "Ilse", owner=game.player, stamina=4, will=5, lore=1)
    otto = game.make("character", "Otto", owner=game.other_player, stamina=4, will=5, lore=1)
    sides = {"acting": {"id": ilse, "score": "will"}, "opposing": {"id": otto, "score": "will"}}
    game.act("sorcerer.roll", sides)


@pytest.mark.parametrize("name", PAGES)
def test_two_who_see_alike_are_shown_the_same_made_once_or_twice(game: Game, name: str) -> None:
    watching = [watcher(game, who) for who in ("Wanda", "Xaver", "Yves")]
    opened = [page_of(one, name) for one in watching]
    play(game)

    first = opened[0].ask()
    with CaptureQueriesContext(connection) as kept:
        second = opened[1].ask()
    kept_reads._kept.clear()
    with CaptureQueriesContext(connection) as made:
        third = opened[2].ask()

    assert first
    if "csrfmiddlewaretoken" in first:  # a form's token is somebody's own
        assert len({first, second, third}) == 3
        assert len({BY_CHANCE.sub("", one) for one in (first, second, third)}) == 1
    else:
        assert first == second == third
        assert len(kept) == 4  # the session, the account, the membership, and that nothing is theirs
    assert len(made) > 4


def test_reads_that_are_the_same_for_all_are_made_once(game: Game) -> None:
    opened = [page_of(who, "table") for who in (game.player, game.other_player)]
    play(game)

    with CaptureQueriesContext(connection) as first:
        opened[0].ask()
    with CaptureQueriesContext(connection) as second:
        opened[1].ask()

    assert len(second) < len(first)


@pytest.mark.parametrize("name", ("campaign_home", "table", "spells"))
def test_a_page_that_is_opened_reads_what_was_read_for_another_page(game: Game, name: str) -> None:
    play(game)
    address = reverse(name, args=[game.campaign.pk])
    told = []
    for who in (game.player, game.player, game.other_player):
        with CaptureQueriesContext(connection) as asked:
            shown = browser(who).get(address).content.decode()
        told.append((len(asked), BY_CHANCE.sub("", shown)))

    assert told[0][1] == told[1][1] != told[2][1]
    assert told[1][0] < told[0][0]


def test_whoever_has_anything_of_their_own_is_shown_it_alone(game: Game) -> None:
    alike = {seen_alike(watcher(game, name)) for name in ("Wanda", "Xaver")}
    assert len(alike) == 1
    assert None not in alike

    drafting = watcher(game, "Yves")
    Draft.objects.create(campaign=game.campaign, member=drafting, purpose="notes", data={})
    game.make("character", "Ilse", owner=game.player)
    told = watcher(game, "Zoe")
    part = Part.objects.filter(entry__campaign=game.campaign).latest("pk")
    Part.objects.create(
        entry=part.entry,
        position=50,
        audience=f"member:{told.pk}",
        kind="text",
        text="Psst.",
        nonce="",
        commitment="",
    )

    assert seen_alike(drafting) is None
    assert seen_alike(told) is None
    assert seen_alike(game.player) is None
    assert seen_alike(game.gm) is None


def test_of_whom_nobody_has_said_yet_that_they_are_there_their_own_page_alone_says_it(game: Game) -> None:
    watching = [watcher(game, name) for name in ("Wanda", "Xaver")]
    Presence.objects.all().delete()

    assert len({seen_alike(one) for one in watching}) == 2


def test_whom_it_is_asked_of_makes_no_statement_anew(game: Game) -> None:
    seen_alike(watcher(game, "Wanda"))
    before = len(prepared._reads)

    seen_alike(watcher(game, "Xaver"))

    assert len(prepared._reads) == before


def test_a_secret_of_the_gm_is_not_kept_for_players(game: Game) -> None:
    opened = [page_of(who, "table") for who in (game.gm, game.player)]
    make_record(game.gm, "character", "Hidden Otto", visibility="gm")

    gms, players = (page.ask() for page in opened)

    assert "Hidden Otto" in gms
    assert "Otto" not in players


def test_what_was_kept_ends_with_the_next_entry_and_with_a_stir(game: Game) -> None:
    watching = [watcher(game, who) for who in ("Wanda", "Xaver")]
    one, other = (page_of(who, "table") for who in watching)
    play(game)
    one.ask()

    game.act("table.note", {"words": "The lights go out."})
    assert "The lights go out." in other.ask()

    heads = [standing.head for standing in kept_reads._kept.values()]
    assert len(heads) == 1
    assert heads[0][0] == game.campaign.entries.count()


def test_no_more_is_kept_than_there_is_room_for(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_reads, "MOST_READS", 2)
    made: list[str] = []

    def make(key: str) -> str:
        made.append(key)
        return key

    def ask(key: str) -> str:
        with kept_reads.standing(game.campaign):
            return kept_reads.kept(key, lambda: make(key))

    assert [ask(key) for key in "abcabc"] == [*"abcabc"]
    assert made == [*"abcc"]


def test_what_there_is_no_room_for_leaves_nothing_behind(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_reads, "MOST_READS", 2)
    page = page_of(watcher(game, "Wanda"), "table")
    for number in range(6):
        page.client.get(f"/campaigns/{game.campaign.pk}/since/0.0/?page=log/%3Fq={number}")

    (standing,) = kept_reads._kept.values()
    assert len(standing._found) <= 3
    assert not standing._reading


def test_what_is_kept_of_a_campaign_goes_though_nobody_asks_there(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = new_game()
    page_of(watcher(game, "Wanda"), "table").ask()
    with kept_reads.standing(other.campaign):
        assert set(kept_reads._kept) == {game.campaign.pk, other.campaign.pk}

    later = time.monotonic() + kept_reads.SECONDS + 1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    with kept_reads.standing(other.campaign):
        assert set(kept_reads._kept) == {other.campaign.pk}
