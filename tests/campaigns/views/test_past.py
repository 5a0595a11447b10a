"""The time machine's pages: everything as an entry left it, in words, for whoever may read it."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Membership
from tests.campaigns.spine import Game, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    return new_game()


def get(game: Game, member: Membership, path: str, status: int = 200, **headers: str) -> str:
    client = Client()
    client.force_login(member.user)
    answer = client.get(f"/campaigns/{game.campaign.pk}/{path}", headers=headers)
    assert answer.status_code == status
    return answer.content.decode()


def words_of(page: str) -> str:
    """A page without its marks, every space one."""
    main = page[page.find("<main") :]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", main))


def head(game: Game) -> int:
    game.campaign.refresh_from_db()
    return game.campaign.head_seq


def test_record_shows_then_and_now(game: Game) -> None:
    mara = game.make("character", "Mara", will=4)
    then = head(game)
    game.edit(mara, will=6)

    page = words_of(get(game, game.player, f"records/{mara}/at/{then}/"))

    assert "Will 4 now 6" in page
    assert "One thing is different now." in page
    assert "Unchanged since then." in words_of(get(game, game.player, f"records/{mara}/at/{then + 1}/"))


def test_room_for_points_is_called_by_what_there_is_room_for(game: Game) -> None:
    room: dict[str, Any] = {"most.willpower": 5}
    ann = game.make("pandemonium.character", "Ann", **room)
    then = head(game)
    game.edit(ann, **(room | {"most.willpower": 6}))

    page = words_of(get(game, game.gm, f"records/{ann}/at/{then}/"))

    assert "Maximum Willpower 5 now 6" in page
    assert "Most:" not in page


def test_new_name_and_owner_are_differences(game: Game) -> None:
    mara = game.make("character", "Mara")
    then = head(game)
    about = {"kind": "character", "name": "Mara Quill", "owner": str(game.player.pk)}
    game.act("table.edit", {"record": {"id": mara}, "reason": "married", "about": about})

    page = words_of(get(game, game.player, f"records/{mara}/at/{then}/"))

    assert "Name Mara now Mara Quill" in page
    assert "Belongs to none now Pia" in page


def test_record_that_is_not_born_yet_says_what_brings_it(game: Game) -> None:
    before = head(game)
    mara = game.make("character", "Mara")

    page = words_of(get(game, game.player, f"records/{mara}/at/{before}/"))

    assert "Mara was not in play yet." in page
    assert f"No. {before + 1} brings it into play." in page


def test_record_that_is_gone_is_shown_as_it_was(game: Game) -> None:
    mara = game.make("character", "Mara", will=4)
    born = head(game)
    game.undo(born)

    then = words_of(get(game, game.player, f"records/{mara}/at/{born}/"))
    after = words_of(get(game, game.player, f"records/{mara}/at/{born + 1}/"))

    assert "No longer in play, so there is nothing to compare with." in then
    assert f"Mara was no longer in play, since no. {born + 1}." in after


def test_cast_has_everybody_then_and_names_who_came_later(game: Game) -> None:
    mara = game.make("character", "Mara", will=4)
    then = head(game)
    game.edit(mara, will=6)
    game.make("demon", "Vesh")

    page = words_of(get(game, game.player, f"log/{then}/then/"))

    assert "Will 4 now 6" in page
    assert "Added later Vesh" in page


def test_cast_has_pages(game: Game) -> None:
    for number in range(25):
        game.make("thing", f"Candle {number}")

    page = get(game, game.player, f"log/{head(game)}/then/")

    assert page.count("History of Candle") == 20
    assert "?from=20" in page
    assert get(game, game.player, f"log/{head(game)}/then/?from=20").count("History of Candle") == 5


def test_form_without_script_leads_to_the_entry(game: Game) -> None:
    client = Client()
    client.force_login(game.player.user)
    url = f"/campaigns/{game.campaign.pk}/log/3/then/"

    asked = client.get(url, {"to": "2"})
    beyond = client.get(url, {"to": "999999"})

    assert asked["Location"] == url.replace("/3/", "/2/")
    assert beyond["Location"] == url.replace("/3/", f"/{head(game)}/")


def test_slider_gets_the_part_that_changes_and_the_new_address(game: Game) -> None:
    client = Client()
    client.force_login(game.player.user)
    url = f"/campaigns/{game.campaign.pk}/log/3/then/"

    answer = client.get(url, {"to": "2"}, headers={"HX-Request": "true"})

    assert answer["HX-Replace-Url"] == url.replace("/3/", "/2/")
    assert answer.content.decode().strip().startswith('<div class="stack" id="cast-then">')


def test_slider_runs_over_one_session(game: Game) -> None:
    game.act("table.begin_session", {"name": "The first"})
    first = head(game)
    game.act("table.note", {"words": "Rain."})
    last = head(game)
    game.act("table.end_session")
    game.act("table.begin_session", {"name": "The second"})

    page = get(game, game.player, f"log/{last}/then/")

    assert f'min="{first}" max="{last + 1}"' in page
    assert f'?to={first - 1}"' in page
    assert f'?to={last + 2}"' in page
    assert "Before the first session" in page
    assert "Previous session" not in page
    assert "Previous session" in get(game, game.player, f"log/{last + 2}/then/")


def test_slider_marks_where_the_record_changed(game: Game) -> None:
    mara = game.make("character", "Mara", will=4)
    born = head(game)
    game.act("table.note", {"words": "Rain."})
    game.edit(mara, will=6)

    page = get(game, game.player, f"records/{mara}/at/{born + 1}/")

    assert page.count('<path d="M') >= 2
    assert "Changed 2 times in this session" in page
    assert f"Previous change, no. {born}" in page
    assert f"Next change, no. {born + 2}" in page


@pytest.mark.parametrize(
    "path", ["log/0/then/", "log/9999/then/", "records/5f0d7c52-9a39-4b5c-8f3d-0a3f2f8b8a11/at/1/"]
)
def test_what_never_was_is_not_found(game: Game, path: str) -> None:
    get(game, game.player, path, status=404)


@pytest.mark.parametrize("query", ["?to=x", "?to=-1", "?to=١", "?from=1e3", "?to=99999999999999999999"])
def test_malformed_number_is_a_bad_request(game: Game, query: str) -> None:
    get(game, game.player, f"log/3/then/{query}", status=400)


def test_every_kind_of_record_of_every_system_can_be_looked_back_on(game: Game) -> None:
    from campaigns.queries.review.past import CAST

    made = {kind: game.make(kind, f"Some {kind}") for kind in CAST}

    for record in [*made.values(), str(game.campaign.pk)]:
        assert "It was still empty" in get(
            game, game.player, f"records/{record}/at/{head(game)}/"
        ) or "then-lines" in get(game, game.player, f"records/{record}/at/{head(game)}/")


@pytest.mark.parametrize("path", ["log/{seq}/then/", "records/{mara}/at/{seq}/"])
def test_queries_do_not_grow_with_the_log(game: Game, path: str) -> None:
    mara = game.make("character", "Mara", will=4)
    path, counts = path.format(seq=head(game), mara=mara), []
    game.edit(mara, will=5)  # whether an act can be undone is asked of what came later, once something did
    get(game, game.gm, path)
    for _more in range(2):
        with CaptureQueriesContext(connection) as asked:
            get(game, game.gm, path)
        counts.append(len(asked))
        for number in range(9):
            game.make("demon", f"Splinter {number}", summoned_by=mara)
            game.edit(mara, will=number)

    assert counts[0] == counts[1] <= 52


def test_traits_stand_under_the_headings_of_their_sheet(game: Game) -> None:
    given: dict[str, Any] = {"traits.wits": 3, "traits.strength": 2, "traits.athletics": 1, "state": "active"}
    ann = game.make("pandemonium.character", "Ann", **given)

    page = words_of(get(game, game.gm, f"records/{ann}/at/{head(game)}/"))

    assert "State in play" in page
    assert "Attributes Wits 3 Strength 2" in page
    assert "Skills and other traits Athletics 1" in page


def test_of_a_value_with_parts_only_what_differs_is_told(game: Game) -> None:
    health = {"boxes": 8, "bashing": 0, "lethal": 0, "aggravated": 0}
    ann = game.make("pandemonium.character", "Ann", health=health)
    then = head(game)
    game.edit(ann, health=health | {"bashing": 1})

    page = words_of(get(game, game.gm, f"records/{ann}/at/{then}/"))

    assert "Health Bashing 0 now Bashing 1" in page


def test_of_a_long_pile_is_told_what_left_it_and_of_a_face_down_one_how_many(game: Game) -> None:
    drawn, thrown = ([f"{suit}-{number}" for number in range(2, 10)] for suit in ("wands", "cups"))
    deck = game.make("demon_city.deck", "Players", deck="players", draw=drawn, discard=thrown)
    then = head(game)
    game.edit(deck, draw=drawn[1:], discard=[*thrown[1:], "fool"])

    page = words_of(get(game, game.gm, f"records/{deck}/at/{then}/"))

    assert "8 cards, face down now 7 cards, face down" in page
    assert "now 8, without 2 of Cups, with The Fool" in page


def test_what_a_procedure_keeps_for_itself_is_no_history(game: Game) -> None:
    ann = game.make("demon_city.character", "Ann", tried_up=True)
    then = head(game)
    game.edit(ann, tried_up=False)

    assert "Unchanged since then." in words_of(get(game, game.gm, f"records/{ann}/at/{then}/"))
