"""The odds explorer: typed numbers only, the same for everybody, kept in the address."""

import re

import pytest
from django.test import Client

from campaigns.forms.odds import BEGUN
from campaigns.queries.odds_questions import QUESTIONS, answer

pytestmark = pytest.mark.django_db

DICE = "/rules/odds/?question=contest&a-dice=1&a-against=1&a-die=10"


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def rows(html: str) -> list[list[str]]:
    body = html.split("<tbody>")[1].split("</tbody>", maxsplit=1)[0]
    return [re.findall(r"<td>(?:<b>)?([^<]*)", row) for row in body.split("<tr>")[1:]]


@pytest.mark.parametrize("question", QUESTIONS)
def test_question_comes_with_numbers_to_begin_with(client: Client, question: str) -> None:
    html = page(client, f"/rules/odds/?question={question}")

    assert "plot-drawing" in html
    assert "By these rules" in html


def test_one_die_against_one_wins_45_of_100(client: Client) -> None:
    assert rows(page(client, DICE)) == [["45 %"], ["45 %"], ["10 %"], ["45 %"], ["0.45"]]


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


@pytest.mark.parametrize("question", ["contest", "again", "pool"])
def test_mean_is_that_of_the_spread(question: str) -> None:
    found = answer(question, BEGUN[question])

    assert found.mean == pytest.approx(sum(int(n) * chance for n, chance in found.spread.items()), abs=1e-6)


@pytest.mark.parametrize("question", QUESTIONS)
def test_spread_leaves_nothing_out(question: str) -> None:
    assert sum(answer(question, BEGUN[question]).spread.values()) == pytest.approx(1, abs=1e-6)


def test_a_second_situation_that_nobody_typed_is_not_asked_for() -> None:
    page = Client().get("/rules/odds/", {"a-dice": "3", "a-against": "2", "a-die": "12", "b-die": "12"})

    assert "This field is required" not in page.content.decode()
    assert "This field is required" not in Client().get("/rules/odds/").content.decode()
