"""Moments and traits in a GM's correction: read and written as people say them."""

from html import unescape

import pytest
from django.urls import reverse

from campaigns.views.characters import EDITED
from rules.kernel.clock import DAY, HOUR, MINUTE
from tests.campaigns.spine import Game, browser, new_game
from tests.campaigns.views.test_editing import changed, form_of, send
from tests.factories import make_record

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

THEN = 2 * DAY + 14 * HOUR + 5 * MINUTE


def connection(game: Game, **fields: object) -> str:
    said = {"base": 3, "rating": 2, "day_began": THEN, **fields}
    return str(make_record(game.gm, "pandemonium.connection", "A lock of hair", **said).pk)


def page_of(game: Game, record: str) -> str:
    url = reverse("edit_record", args=[game.campaign.pk, record])
    return unescape(browser(game.gm).get(url).content.decode())


def test_a_moment_stands_as_the_clock_tells_it() -> None:
    game = new_game()
    record = connection(game)

    assert 'value="Day 3, 14:05"' in page_of(game, record)
    assert "Nothing has changed yet" in send(game, record).content.decode()


@pytest.mark.parametrize(
    ("typed", "second"),
    [("Day 4, 00:30", 3 * DAY + 30 * MINUTE), ("day 1 23:59:59", DAY - 1), ("90", 90), ("", None)],
)
def test_a_moment_is_written_as_the_clock_tells_it(typed: str, second: int | None) -> None:
    game = new_game()
    record = connection(game)

    assert changed(game, record, {"field.day_began": typed}) == {"day_began": second}


@pytest.mark.parametrize("typed", ["tomorrow", "Day 0, 10:00", "Day 2, 25:00", "Day 2, 10:60", "Day 2"])
def test_what_is_no_moment_is_told_at_its_control(typed: str) -> None:
    game = new_game()

    answer = send(game, connection(game), {"field.day_began": typed})

    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"field.day_began"}
    assert "such as Day 3, 14:05" in answer.content.decode()
    assert f'value="{typed}"' in answer.content.decode()


def test_a_second_that_is_none_of_a_minute_is_not_lost() -> None:
    game = new_game()
    record = connection(game, day_began=THEN + 7)

    assert 'value="Day 3, 14:05:07"' in page_of(game, record)
    assert "Nothing has changed yet" in send(game, record).content.decode()


@pytest.mark.parametrize("kind", EDITED)
def test_no_correction_asks_for_seconds(kind: str) -> None:
    game = new_game()
    record = str(make_record(game.gm, kind, "Something").pk)

    assert "econds of game time" not in page_of(game, record)
    assert "econd of game time" not in page_of(game, record)
    assert all(field.label != "Guard" for field in form_of(game, record).fields.values())


def test_traits_stand_as_they_do_on_a_sheet() -> None:
    game = new_game()
    named = {"compared": "resolve", "resisted_by": ["animal_ken", "power"]}
    record = str(make_record(game.gm, "pandemonium.spell", "Old hymn", **named).pk)
    page = page_of(game, record)

    assert 'value="Resolve"' in page
    assert "Animal ken\nPower</textarea>" in page
    assert "Nothing has changed yet" in send(game, record).content.decode()
    assert changed(game, record, {"field.resisted_by": "Wits\nAnimal Ken"}) == {
        "resisted_by": ["wits", "animal_ken"]
    }
