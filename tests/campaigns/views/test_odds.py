"""The odds explorer: typed numbers only, the same for everybody, kept in the address."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
import time_machine
from django.test import Client

from campaigns.game import games
from campaigns.queries.odds_questions import answer, by_system, question_about, questions
from tests.people import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

QUESTIONS = questions()
FORMS = {name: one.form for name, one in QUESTIONS.items()}
BEGUN = {name: one.begun for name, one in QUESTIONS.items()}
CURVES = {"bonus": "0", "intensity": "5"}
"""Questions whose plot is a curve, and where on it their first numbers stand."""
DICE = "/rules/odds/?question=contest&a-dice=1&a-against=1&a-die=10"


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def one_die(again: int, deep: int = 40) -> dict[int, float]:
    """The successes of one die, by hand: 8 or more succeeds, and from `again` on it is rolled once more."""
    ends_well, goes_on = (again - 8) / 10, (11 - again) / 10
    return {0: 0.7} | {
        number: goes_on ** (number - 1) * (ends_well + goes_on * 0.7) for number in range(1, deep)
    }


def twice(die: dict[int, float]) -> dict[int, float]:
    both: dict[int, float] = {}
    for first, p in die.items():
        for second, q in die.items():
            both[first + second] = both.get(first + second, 0.0) + p * q
    return both


def rows(html: str) -> list[list[str]]:
    body = html.split("<tbody>")[1].split("</tbody>", maxsplit=1)[0]
    return [re.findall(r"<td>(?:<b>)?([^<]*)", row) for row in body.split("<tr>")[1:]]


@pytest.mark.parametrize("question", QUESTIONS)
def test_question_comes_with_numbers_to_begin_with(client: Client, question: str) -> None:
    html = page(client, f"/rules/odds/?question={question}")

    assert "plot-drawing" in html
    assert "Rules applied" in html
    asked = QUESTIONS[question]
    game = next(game for game, group in by_system(games()) if question in dict(group))
    assert f"<h2>{game}: {asked.title}</h2>" in unescape(html)


def test_one_die_against_one_wins_45_of_100(client: Client) -> None:
    assert rows(page(client, DICE)) == [["45%"], ["45%"], ["10%"], ["45%"], ["0.45"]]


def test_two_situations_stand_side_by_side(client: Client) -> None:
    html = page(client, DICE + "&b-dice=3&b-against=1&b-die=10")

    assert [len(row) for row in rows(html)] == [2] * 5
    assert "plot-second" in html


def test_second_situation_may_stay_empty(client: Client) -> None:
    html = page(client, DICE + "&b-dice=&b-against=&b-die=12")

    assert [len(row) for row in rows(html)] == [1] * 5
    assert "field-error" not in html


@pytest.mark.parametrize("dice", ["0", "21", "-1", "many", "9" * 400])
def test_number_out_of_bounds_is_refused_at_its_field(client: Client, dice: str) -> None:
    answered = client.get(
        "/rules/odds/", {"question": "contest", "a-dice": dice, "a-against": "1", "a-die": "10"}
    )

    assert answered.status_code == 200
    assert "field-error" in answered.content.decode()
    assert "plot-drawing" not in answered.content.decode()


def test_unknown_question_shows_the_first(client: Client) -> None:
    assert "Your dice" in page(client, "/rules/odds/?question=nothing")


@pytest.mark.parametrize("question", [name for name in QUESTIONS if answer(name, BEGUN[name]).mean])
def test_mean_is_that_of_the_spread(question: str) -> None:
    found = answer(question, BEGUN[question])

    spread = sum(int(label.rstrip("+")) * chance for label, chance in found.spread.items())
    assert found.mean == pytest.approx(spread, abs=1e-6)


@pytest.mark.parametrize("question", [name for name in QUESTIONS if name not in CURVES])
def test_spread_leaves_nothing_out(question: str) -> None:
    assert sum(answer(question, BEGUN[question]).spread.values()) == pytest.approx(1, abs=1e-9)


def test_the_largest_pool_leaves_nothing_out() -> None:
    found = answer("again", {"dice": 20, "again": 8})

    assert sum(found.spread.values()) == pytest.approx(1, abs=1e-9)
    assert found.spread["21+"] > 0


def test_outcomes_of_a_throw_are_told_with_the_tie() -> None:
    found = answer("throw", BEGUN["throw"])

    told = dict([found.headline, *found.others])
    assert told["You win"] + told["A tie"] + told["You lose"] == pytest.approx(1)


def test_a_pool_knows_no_exceptional_success() -> None:
    assert answer("again", BEGUN["again"]).others == []


@pytest.mark.parametrize("question", CURVES)
def test_headline_is_a_point_of_its_curve(question: str) -> None:
    found = answer(question, BEGUN[question])

    assert found.headline[1] == found.spread[CURVES[question]]
    assert found.across


def test_every_game_has_two_questions_that_people_ask() -> None:
    asked = Counter(question.system for question in QUESTIONS.values())

    assert set(asked) == {"sorcerer", "pandemonium", "demon_city", "fallen"}
    assert min(asked.values()) >= 2
    assert sum(len(group) for _game, group in by_system(games())) == len(QUESTIONS)


def test_question_about_an_act_is_its_own_or_the_first_of_its_system() -> None:
    assert question_about("fallen.strike") == "strike"
    assert question_about("fallen.soak") == "pool"
    assert question_about("table.note") == ""


def test_a_bonus_die_is_worth_a_die() -> None:
    curve = answer("bonus", {"dice": 4, "against": 6, "die": 10}).spread

    for dice, label in ((2, "−2"), (4, "0"), (5, "+1"), (10, "+6")):
        as_dice = answer("contest", {"dice": dice, "against": 6, "die": 10})
        assert curve[label] == pytest.approx(as_dice.headline[1], abs=1e-12)


def test_two_pools_that_are_rolled_again_are_compared_success_by_success() -> None:
    found = answer("contested", {"dice": 1, "again": 10, "against": 2, "against_again": 9})

    mine, theirs = one_die(10), twice(one_die(9))
    more = sum(p * q for a, p in mine.items() for b, q in theirs.items() if a > b)
    assert found.headline[1] == pytest.approx(more, abs=1e-9)


def test_one_die_against_one_at_difficulty_6_wins_a_quarter() -> None:
    one = {"dice": 1, "difficulty": 6, "against": 1, "against_difficulty": 6}

    found = answer("resisted", one)

    assert [found.headline[1], *(chance for _title, chance in found.others[:2])] == pytest.approx(
        [0.25, 0.25, 0.5]
    )


def test_weakest_strike_needs_both_dice_to_fall_well() -> None:
    found = answer("strike", {"dexterity": 1, "brawl": 0, "strength": 1, "stamina": 0})

    assert found.others[0][1] == pytest.approx(0.5)
    assert found.spread["1"] == pytest.approx(0.25)


def test_intensity_is_beaten_by_the_cards_above_it() -> None:
    found = answer("intensity", {"stat": 0, "intensity": 5, "extra": 0})
    better = answer("intensity", {"stat": 9, "intensity": 5, "extra": 0})

    assert found.headline[1] == pytest.approx(15 / 31)
    assert better.headline[1] == pytest.approx(1 - (16 * 15) / (31 * 30))


@pytest.mark.parametrize("question", QUESTIONS)
def test_numbers_are_kept_in_the_address(client: Client, question: str) -> None:
    numbers: dict[str, Any] = {
        f"{letter}-{name}": value for letter in "ab" for name, value in BEGUN[question].items()
    }

    answered = client.get("/rules/odds/", {"question": question, **numbers})

    shown = answered.content.decode()
    assert [len(row) for row in rows(shown)] == [2] * len(rows(shown))
    for name, value in numbers.items():
        assert (
            re.search(rf'name="{name}" value="{value}"', shown)
            or f'<option value="{value}" selected' in shown
        )
    assert "plot-twin" in shown
    assert "plot-second" in shown


@pytest.mark.parametrize("question", QUESTIONS)
def test_largest_numbers_have_an_answer(client: Client, question: str) -> None:
    numbers: dict[str, Any] = {}
    form = FORMS[question](prefix="a")
    for name, one in form.fields.items():
        numbers[f"a-{name}"] = getattr(one, "max_value", None) or BEGUN[question][name]

    shown = page(client, f"/rules/odds/?{urlencode({'question': question, **numbers})}")

    assert "field-error" not in shown
    assert "plot-drawing" in shown


def test_a_second_situation_that_nobody_typed_is_not_asked_for() -> None:
    page = Client().get("/rules/odds/", {"a-dice": "3", "a-against": "2", "a-die": "12", "b-die": "12"})

    assert "Fill this in." not in page.content.decode()
    assert "Fill this in." not in Client().get("/rules/odds/").content.decode()


def statuses(path: str, address: str, number: int, client: Client | None = None) -> list[int]:
    return [(client or Client(REMOTE_ADDR=address)).get(path).status_code for _try in range(number)]


@pytest.fixture
def within_one_second() -> Iterator[None]:
    """However busy the machine is, what is counted here is counted in one and the same moment."""
    with time_machine.travel(datetime.now(UTC), tick=False):
        yield


@pytest.mark.usefixtures("within_one_second")
@pytest.mark.parametrize("path", [DICE, "/stylebook/cover/"])
def test_stranger_asks_for_costly_pages_only_so_often(path: str) -> None:
    member = Client(REMOTE_ADDR="10.0.0.1")
    member.force_login(make_user("ada"))

    asked = statuses(path, "10.0.0.1", 40)
    refused = Client(REMOTE_ADDR="10.0.0.1").get(path)

    assert asked[:30] == [200] * 30
    assert 429 in asked
    assert int(refused["Retry-After"]) >= 1
    assert "Please wait" in refused.content.decode()
    assert statuses(path, "10.0.0.2", 1) == [200]
    assert statuses(path, "10.0.0.1", 40, member) == [200] * 40


@pytest.mark.usefixtures("within_one_second")
def test_strangers_of_many_addresses_are_counted_together() -> None:
    asked = [statuses("/stylebook/cover/", f"10.0.{number}.1", 1)[0] for number in range(250)]

    assert 429 in asked
