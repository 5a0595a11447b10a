"""Moments and traits in a GM's correction: read and written as people say them."""

import re
from html import unescape

import pytest
from django.urls import reverse

from campaigns.views.characters import EDITED
from rules.kernel.clock import DAY, HOUR, MINUTE
from tests.campaigns.spine import Game, browser, new_game
from tests.campaigns.views.test_editing import changed, form_of, mage, send
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


def test_what_is_kept_of_a_spell_lies_in_one_fold_under_its_name() -> None:
    """It lay under twelve headings, among what nine other spells had left there, on eight screens of a phone."""
    game = new_game()
    names = ("Iron leash", "Salt circle")
    leash, circle = (str(make_record(game.gm, "pandemonium.spell", name).pk) for name in names)
    make_record(game.gm, "pandemonium.spell", "Rust")
    kept = {
        f"hold.{leash}": "severe",
        f"scene.tries.{leash}": 1,
        f"hold.{circle}": "normal",
        "scene.aftereffect": 1,
    }
    came_to = {f"came_to.{leash}": {"making": 1, "tries": 1, "net": 2}}
    record = mage(game, **kept, **came_to)

    page = page_of(game, record)

    folds = {name: re.findall(rf"<summary>{name}</summary>.*?</details>", page, re.DOTALL) for name in names}
    assert [len(found) for found in folds.values()] == [1, 1]
    named = [re.findall(r' name="(field[^"]*?)"', found[0]) for found in folds.values()]
    assert {f"field.hold.{leash}", f"field.scene.tries.{leash}", f"field.came_to.{leash}.net"} <= set(
        named[0]
    )
    assert named[1] == [f"field.hold.{circle}"]
    labels = [re.findall(r"<label[^>]*>([^<]*?) *</label>", found[0]) for found in folds.values()]
    assert {"Holds", "Free tries this scene"} <= set(labels[0])
    assert page.count('name="field.scene.aftereffect"') == 1
    assert "Holds: add an entry" in page


def test_a_fold_under_which_something_is_wrong_stands_open() -> None:
    game = new_game()
    leash = str(make_record(game.gm, "pandemonium.spell", "Iron leash").pk)
    record = mage(game, **{f"scene.tries.{leash}": 1})

    answer = send(game, record, {f"field.scene.tries.{leash}": "many"})

    assert answer.status_code == 422
    assert f'id="kept-{leash}" open' in answer.content.decode()
