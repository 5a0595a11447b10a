"""What is counted, for whom."""

import pytest
from django.urls import reverse

from campaigns.models import Membership
from campaigns.queries.review import statistics as counting
from campaigns.queries.review.finding import Wanted
from campaigns.queries.review.statistics import Statistics, statistics
from campaigns.services import sessions
from campaigns.templatetags.counts import labelled_lines
from campaigns.viewing import Viewer
from campaigns.views.review import statistics as page
from tests.campaigns.spine import Game, browser, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]

HAND = (12, 11, 3, 2, 5, 6, 7)


@pytest.fixture
def game() -> Game:
    return new_game()


def rolling(game: Game, *, hand: tuple[int, ...] | None = HAND, by: Membership | None = None) -> int:
    mara = game.make("character", "Mara", owner=game.player, will=4, state="active")
    roll = {"acting": {"id": mara, "score": "will"}, "opposing": {"score": "difficulty", "dice": 3}}
    return game.act("sorcerer.roll", roll, hand=hand, by=by or game.player).entry.seq


def counted(
    game: Game, member: Membership | None = None, *, session: str = "", person: str = ""
) -> Statistics:
    game.campaign.refresh_from_db()
    return statistics(game.campaign, Viewer.of(member or game.player), Wanted(session=session, person=person))


def test_luck_is_told_by_person_against_the_odds_of_each_roll(game: Game) -> None:
    rolling(game)
    rolling(game)

    (luck,) = counted(game).luck

    assert (luck.name, luck.rolls, luck.happened) == ("Pia", 2, 2)
    assert 1 < luck.expected < 2
    assert luck.as_far == pytest.approx(luck.chances[0] * luck.chances[1])


def test_faces_thrown_by_hand_are_counted_apart(game: Game) -> None:
    rolling(game)
    rolling(game, hand=None)

    (faces,) = counted(game).faces

    assert faces.sides == 12
    assert [face for face, times in enumerate(faces.thrown, 1) if times] == sorted(HAND)
    assert (faces.drawn_total, faces.thrown_total) == (7, 7)
    assert faces.thrown_unevenness is None


def test_what_was_undone_does_not_count(game: Game) -> None:
    game.undo(rolling(game))

    found = counted(game)

    assert (found.luck, found.faces) == ([], [])


def test_humanity_is_followed_from_what_it_was(game: Game) -> None:
    mara = game.make("character", "Mara", humanity=5, state="active")
    first = game.edit(mara, humanity=4).entry.seq
    second = game.edit(mara, humanity=2).entry.seq

    (track,) = counted(game).tracks

    assert track.at[-2:] == [first, second]
    assert track.lines == [{"name": "humanity", "values": [5, 4, 2]}]


def test_a_health_track_is_followed_by_its_wounds(game: Game) -> None:
    hurt = [{"boxes": 7, "bashing": bashing, "lethal": 1, "aggravated": 0} for bashing in (0, 2)]
    nan = game.make("pandemonium.character", "Nan", health=hurt[0], state="active")
    game.edit(nan, health=hurt[1])

    (track,) = counted(game, game.gm).tracks

    assert [(line["name"], line["values"]) for line in labelled_lines(track)] == [("Wounds", [1, 3])]


def test_who_changed_most_often_is_followed_to_the_newest_change(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "MOST_STEPS", 2)
    monkeypatch.setattr(counting, "MOST_TRACKS", 1)
    once = game.make("character", "Once", humanity=5, state="active")
    often = game.make("character", "Often", humanity=5, state="active")
    for humanity in (9, 8):
        game.edit(once, humanity=humanity)
    for humanity in (4, 3, 2, 1):
        game.edit(often, humanity=humanity)

    (track,) = counted(game, game.gm).tracks

    assert track.name == "Often"
    assert [line["values"] for line in track.lines] == [[2, 1]]
    assert track.is_cut


def test_page_says_over_what_it_counts(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    for _number in range(3):
        rolling(game)
    url = reverse("statistics", args=[game.campaign.pk])
    whole = browser(game.player).get(url).content.decode()
    monkeypatch.setattr(counting, "MOST_ENTRIES", 2)
    monkeypatch.setattr(page, "MOST_ENTRIES", 2)

    shown = browser(game.player).get(url).content.decode()

    assert "All figures on this page cover" not in whole
    assert "All figures on this page cover the newest 2 matching entries." in shown
    assert [one.rolls for one in counted(game).luck] == [1]


def test_a_session_counts_its_own(game: Game) -> None:
    rolling(game)
    sessions.begin_session(actor=game.gm, name="", key=game.key())
    session = str(game.campaign.records.get(kind="session").pk)
    rolling(game, by=game.gm)

    assert [one.name for one in counted(game, session=session).luck] == ["Gwen"]


def test_one_person_is_counted_alone(game: Game) -> None:
    rolling(game)
    rolling(game, by=game.gm)

    assert [one.name for one in counted(game, person=str(game.gm.pk)).luck] == ["Gwen"]


def test_an_empty_log_has_nothing_to_count(game: Game) -> None:
    found = counted(game, person=str(game.observer.pk))

    assert (found.entries, found.luck, found.people, found.tracks) == (0, [], [], [])


def test_what_the_reader_may_not_read_and_what_is_undone_is_no_entry_of_theirs(game: Game) -> None:
    game.act("table.note", {"words": "It rains."})
    before = counted(game).entries
    game.act("table.note", {"words": "A lie.", "audience": "gm"})
    undone = game.act("table.note", {"words": "Gone."}).entry.seq
    game.undo(undone)

    assert counted(game).entries == before + 1  # the undo itself
    assert dict(counted(game).actions)["table.note"] == 1
    assert "table.open_draws" not in dict(counted(game).actions)


def test_only_rules_of_games_decide(game: Game) -> None:
    rolling(game)

    assert counted(game).clauses
    assert not any(clause.startswith("TAB-") for clause, _times in counted(game).clauses)


def test_a_secret_changes_no_count_of_others() -> None:
    first, second = (counts_beside_a_secret(need) for need in ("salt", "the names of the dead"))

    assert first == second


def counts_beside_a_secret(need: str) -> tuple[object, ...]:
    game = new_game()
    demon = game.make("demon", "Vesh", need=need)
    game.edit(demon, need=need + "!")
    game.act("table.note", {"words": need, "audience": "gm"})
    found = counted(game, game.other_player)
    return found.entries, found.people, found.actions, found.clauses, found.unknown, found.luck, found.faces
