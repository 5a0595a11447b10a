from threading import Thread
from typing import Any

import pytest

from rules import service
from rules.demon_city.cards import PACK
from rules.kernel import budget
from rules.kernel.budget import TooLarge

pytestmark = pytest.mark.slow

WORK = budget.WHILE_WAITING
Question = tuple[str, dict[str, Any]]


def in_rows(dice: int, most: int, source: str = "situation") -> list[dict[str, Any]]:
    return [{"source": source, "dice": min(most, dice - at)} for at in range(0, dice, most)]


def contest(dice: int, against: int, die: int = 12) -> Question:
    sides = {
        "acting": {"id": "mara", "score": "will", "dice": 1},
        "opposing": {"score": "difficulty", "dice": 1},
    }
    more = {"modifiers": in_rows(dice - 1, 30), "opposing_modifiers": in_rows(against - 1, 30)}
    return "sorcerer.roll", {**sides, **more, "settings": {"die": die}}


def resisted(dice: int, **settings: Any) -> Question:
    sides = {
        side: {
            "subject": {"id": side},
            "traits": [{"name": "wits", "dice": 1}],
            "modifiers": in_rows(dice - 1, 20, "equipment"),
            "specialty": True,
        }
        for side in ("acting", "resisting")
    }
    return "fallen.resisted_roll", {**sides, "settings": {"specialty_tens": "reroll", **settings}}


def clash(people: int) -> Question:
    """Everybody throws 2 to 4 cards of the whole pack, and of half of them the lowest counts."""
    participants = [
        {
            "id": f"p{place}",
            "side": f"s{place % 20}",
            "kind": "other",
            "throws": 2 + place % 3,
            "count": ("lowest", "highest")[place // 3 % 2],
        }
        for place in range(people)
    ]
    sides = [{"id": f"s{place}", "by": "players"} for place in range(min(20, people))]
    decks = {"players": {"draw": list(PACK), "discard": [], "table": []}}
    given = {"clash": {"id": "c"}, "sides": sides, "participants": participants, "decks": decks}
    return "demon_city.clash", given


NET_NEGATIVE = {"botch_rule": "net_negative", "ones_cancel": False}
TOO_LARGE = {
    "contest": contest(100, 90, die=100),
    "resisted": resisted(360),
    "resisted, ones make a botch": resisted(200, **NET_NEGATIVE),
    "clash": clash(22),
}
SMALL_ENOUGH = {
    "contest": contest(50, 49, die=100),
    "contest of the usual dice": contest(100, 99),
    "resisted": resisted(50),
    "resisted, ones make a botch": resisted(50, **NET_NEGATIVE),
    "clash": clash(10),
}
"""What the page promises, at its most."""


def asked(question: Question, work: int | None = WORK) -> Any:
    action, given = question
    return service.odds(action, service.read(action, given), work=work).odds


@pytest.mark.parametrize("name", TOO_LARGE)
def test_too_large_a_question_is_refused_with_the_same_words_each_time(name: str) -> None:
    said = []
    for _ in range(2):
        with pytest.raises(TooLarge) as refused:
            asked(TOO_LARGE[name])
        said.append(refused.value.as_answer())

    told = {"code": "too_large", "message": "these pools are too large to count every possible result"}
    assert said == [{"error": told}] * 2


@pytest.mark.parametrize("name", SMALL_ENOUGH)
def test_what_is_small_enough_is_answered_as_without_a_limit(name: str) -> None:
    assert asked(SMALL_ENOUGH[name]) == asked(SMALL_ENOUGH[name], None)


def test_a_refusal_of_one_thread_is_not_that_of_another() -> None:
    """Neither limits the other, and neither uses up what the other has."""
    came: dict[str, Any] = {}

    def ask(name: str, question: Question) -> None:
        try:
            came[name] = asked(question)
        except TooLarge:
            came[name] = "too large"

    threads = [
        Thread(target=ask, args=("large", TOO_LARGE["contest"])),
        *(Thread(target=ask, args=(str(number), contest(12, 10))) for number in range(3)),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    odds = asked(contest(12, 10), None)
    assert came == {"large": "too large", "0": odds, "1": odds, "2": odds}


def test_what_is_left_is_spent_and_no_more() -> None:
    with budget.at_most(10):
        budget.spend(6)
        budget.spend(4)
        with pytest.raises(TooLarge):
            budget.spend(1)


def test_without_a_limit_anything_is_counted() -> None:
    budget.spend(10**30)
    with budget.at_most(None):
        budget.spend(10**30)


def test_each_question_has_its_own_budget() -> None:
    for _ in range(3):
        with budget.at_most(10):
            budget.spend(10)
    with pytest.raises(TooLarge), budget.at_most(1):
        budget.spend(2)

    budget.spend(10**30)  # the limit ended with its block
