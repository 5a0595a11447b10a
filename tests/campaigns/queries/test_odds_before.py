"""The odds of a logged step: worked out anew, as far as its reader may know what they rest on."""

from typing import Any

import pytest

from campaigns.queries.odds_before import odds_before
from campaigns.viewing import REDACTED, SEALED, Hidden
from rules import releases, service

GIVEN: Any = {
    "acting": {"id": "a", "score": "will", "dice": 3},
    "opposing": {"score": "difficulty", "dice": 2},
}


def step(action: str = "sorcerer.roll", **changes: Any) -> Any:
    return {"action": action, "version": releases.CURRENT, "input": GIVEN} | changes


def awarded(note: object) -> Any:
    return GIVEN | {"modifiers": [{"source": "good_play", "dice": 1, "note": note}]}


def test_odds_are_those_of_the_rules() -> None:
    before = odds_before(step())

    assert before is not None
    assert before.is_open
    assert before.chances == service.odds("sorcerer.roll", service.read("sorcerer.roll", GIVEN)).odds


@pytest.mark.parametrize(
    "changes",
    [{"action": "table.note"}, {"action": "chess.castle"}, {"version": 0}, {"input": {}}],
    ids=["without odds", "unknown", "a release that is not here", "refused"],
)
def test_step_without_odds_has_none(changes: Any) -> None:
    assert odds_before(step(**changes)) is None


def test_odds_of_an_older_step_are_those_of_its_own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    today = odds_before(step())
    monkeypatch.setattr(service, "odds", lambda action, given: pytest.fail("asked the rules of today"))

    assert odds_before(step(version=1)) == today


def test_hidden_value_closes_the_odds() -> None:
    before = odds_before(step(input=GIVEN | {"acting": Hidden(SEALED)}))

    assert before is not None
    assert not before.is_open
    assert before.chances == {}


def test_words_that_were_taken_out_change_no_odds() -> None:
    assert odds_before(step(input=awarded(Hidden(REDACTED)))) == odds_before(step(input=awarded("brave")))


@pytest.mark.parametrize(("deck", "is_open"), [("players", True), ("horror", False)])
def test_hidden_deck_closes_the_odds_that_read_it_alone(deck: str, is_open: bool) -> None:
    decks = {"players": {"draw": ["cups-2", "swords-9"]}, "horror": {"draw": Hidden(SEALED)}}
    given = {"thrower": {"id": "a", "deck": deck}, "intensity": 5, "decks": decks}

    before = odds_before(step("demon_city.static_throw", input=given))

    assert before is not None
    assert before.is_open == is_open
    assert bool(before.chances) == is_open
