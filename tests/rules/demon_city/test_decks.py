"""Making up decks, drawing from them, winning and spending Significators."""

from typing import Any

import pytest

from rules import service
from rules.demon_city.decks import Decks, require_decks
from rules.kernel.draws import GivenDraws
from rules.kernel.errors import InvalidInput, RuleViolation
from tests.rules.demon_city.asking import FULL, HORROR, NUMBERS, effects, outcome, play, refusal

DECK = {"deck": {"id": "players"}}


def _still(count: int) -> list[int]:
    """The draws of a shuffle that leaves everything where it is."""
    return list(range(count - 1, 0, -1))


def test_the_list_is_numbers_then_the_fool_then_significators() -> None:
    won = [{"owner": "ann", "card": "fool"}, {"owner": "bo", "card": "tower"}]

    built = outcome("build_players_deck", {**DECK, "significators": won}, _still(32))

    assert built["deck"]["draw"] == [*NUMBERS, "fool", "tower"]
    assert (built["size"], built["has_fool"], built["warnings"]) == (32, True, [])


def test_a_deck_without_the_fool_has_thirty_cards() -> None:
    built = outcome("build_players_deck", {**DECK, "fool": False}, _still(30))

    assert (built["size"], built["has_fool"]) == (30, False)


def test_a_shuffle_changes_places_from_the_end() -> None:
    cards = ["pentacles-1", "pentacles-2", "pentacles-3", "pentacles-4"]

    built = outcome("build_horror_deck", {"deck": {"id": "horror"}, "cards": cards}, [1, 0, 1])

    assert built["deck"]["draw"] == ["pentacles-3", "pentacles-4", "pentacles-1", "pentacles-2"]


@pytest.mark.parametrize(
    ("changes", "clause", "field"),
    [
        ({"cards": [*NUMBERS[:29], "fool"]}, "DEC-DECK-03", "input.cards.29"),
        ({"cards": ["cups-queen", *NUMBERS[1:]]}, "DEC-DECK-03", "input.cards.0"),
        ({"cards": [*NUMBERS[:29], "wands-1"]}, "DEC-DECK-11", "input.cards.29"),
        ({"cards": NUMBERS[:29]}, "DEC-DECK-02", "input.cards"),
        ({"cards": [*NUMBERS, "pentacles-1"]}, "DEC-DECK-02", "input.cards"),
        ({"cards": []}, "DEC-DECK-02", "input.cards"),
        ({"significators": [{"owner": "a", "card": "cups-9"}]}, "DEC-DECK-04", "input.significators.0.card"),
        (
            {"significators": [{"owner": "a", "card": "sun"}, {"owner": "b", "card": "sun"}]},
            "DEC-DECK-20",
            "input.significators.1.card",
        ),
        (
            {"significators": [{"owner": "a", "card": "fool"}], "fool": False},
            "DEC-DECK-10",
            "input.significators.0.card",
        ),
        ({"cards": ["wands-11"]}, "invalid_input", "input.cards.0"),
        ({"fool": 1}, "invalid_input", "input.fool"),
    ],
)
def test_a_players_deck_is_refused(changes: dict[str, Any], clause: str, field: str) -> None:
    assert refusal("build_players_deck", {**DECK, **changes}) == (clause, field)


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"cards": ["cups-1", "cups-1"]}, "DEC-DECK-11"),
        ({"cards": ["fool", "cups-1"]}, "DEC-DECK-10"),
        ({"cards": ["fool", "cups-1"], "fool_creature": True, "players_cards": ["fool"]}, "DEC-DECK-09"),
        ({"cards": ["cups-1"], "players_cards": ["cups-1", "fool"]}, "DEC-DECK-11"),
        ({"cards": ["tower"]}, "DEC-DECK-06"),
        ({"cards": []}, "DEC-DECK-06"),
        ({"cards": ["cups-1"], "players_cards": ["cups-2"]}, "DEC-DECK-09"),
        (
            {
                "cards": ["fool"],
                "fool_creature": True,
                "players_cards": ["fool"],
                "settings": {"single_pack": False},
            },
            "DEC-DECK-09",
        ),
    ],
)
def test_a_horror_deck_is_refused(changes: dict[str, Any], clause: str) -> None:
    assert refusal("build_horror_deck", {"deck": {"id": "h"}, **changes})[0] == clause


def test_with_a_pack_for_each_deck_a_card_may_be_in_both() -> None:
    given = {
        "deck": {"id": "h"},
        "cards": ["cups-1"],
        "players_cards": FULL,
        "settings": {"single_pack": False},
    }

    assert outcome("build_horror_deck", given)["size"] == 1


@pytest.mark.parametrize(
    ("cards", "warnings"),
    [(["cups-1", "tower"], ["few_numbers"]), (["cups-1", "hierophant", "tower"], [])],
)
def test_half_of_a_horror_deck_is_not_most_of_it(cards: list[str], warnings: list[str]) -> None:
    built = outcome("build_horror_deck", {"deck": {"id": "h"}, "cards": cards}, _still(len(cards)))

    assert (built["warnings"], built["specials"]) == (warnings, ["tower"])


def test_the_table_is_cleared_before_a_new_throw_only() -> None:
    deck = {"id": "players", "draw": ["cups-1", "cups-2"], "discard": ["cups-3"], "table": ["cups-4"]}

    fresh = play("draw", {"deck": deck, "count": 1})
    more = play("draw", {"deck": deck, "count": 1, "fresh": False})

    assert effects(fresh) == [
        ("players", "draw", ["cups-2"]),
        ("players", "discard", ["cups-3", "cups-4"]),
        ("players", "table", ["cups-1"]),
    ]
    assert effects(more)[1:] == [
        ("players", "discard", ["cups-3"]),
        ("players", "table", ["cups-4", "cups-1"]),
    ]
    assert "DEC-DECK-13" in fresh["clauses"]
    assert "DEC-DECK-13" not in more["clauses"]


def test_one_card_is_shuffled_without_a_draw() -> None:
    deck = {"id": "players", "draw": [], "discard": ["cups-3"]}

    drawn = outcome("draw", {"deck": deck, "count": 1})

    assert drawn == {
        "cards": ["cups-3"],
        "reshuffled": True,
        "left": 0,
        "deck": {"draw": [], "discard": [], "table": ["cups-3"]},
    }


def test_a_deck_gives_no_more_than_it_has() -> None:
    deck = {"id": "players", "draw": ["cups-1"], "discard": ["cups-2"], "table": ["cups-3"]}

    assert refusal("draw", {"deck": deck, "count": 4}) == ("DEC-DECK-16", "input.count")
    assert refusal("draw", {"deck": deck, "count": 3, "fresh": False})[0] == "DEC-DECK-16"
    assert refusal("draw", {"deck": deck, "count": 3}, [1])[0] is None


@pytest.mark.parametrize("pile", ["draw", "discard", "table"])
def test_no_card_is_twice_in_a_deck(pile: str) -> None:
    deck = {"id": "players", "draw": ["cups-1"]} | {pile: ["cups-1", "cups-1"]}

    assert refusal("draw", {"deck": deck, "count": 1}) == ("invalid_input", f"input.deck.{pile}")


def test_an_index_outside_the_shuffle_is_a_bad_draw() -> None:
    deck = {"id": "players", "draw": [], "discard": ["cups-1", "cups-2"]}

    assert refusal("draw", {"deck": deck, "count": 1}, [2]) == ("bad_draw", "draws.0")


AWARD = {"character": {"id": "ann"}, "card": "tower", "deck": {"id": "players", "draw": ["cups-1"]}}


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"card": "cups-1"}, "DEC-DECK-04"),
        ({"taken": ["tower"]}, "DEC-DECK-20"),
        ({"character": {"id": "ann", "significators": ["tower"]}}, "DEC-DECK-20"),
        ({"character": {"id": "ghoul", "deck": "horror"}}, "DEC-DECK-20"),
        ({"horror_cards": ["tower"]}, "DEC-DECK-11"),
        ({"card": "fool", "horror_cards": ["fool"]}, "DEC-DECK-10"),
        ({"card": "fool", "horror_cards": ["fool"], "settings": {"single_pack": False}}, "DEC-DECK-10"),
        ({"card": "fool"}, "DEC-DECK-10"),
        ({"character": {"id": "ann", "significators": ["cups-1"]}}, "invalid_input"),
    ],
)
def test_an_award_is_refused(changes: dict[str, Any], clause: str) -> None:
    assert refusal("award_significator", {**AWARD, **changes}, [0])[0] == clause


@pytest.mark.parametrize("changes", [{"card": "cups-1"}, {"taken": ["tower"]}, {"horror_cards": ["tower"]}])
def test_no_refusal_of_an_award_calls_a_card_by_its_code(changes: dict[str, Any]) -> None:
    whole: dict[str, Any] = {**AWARD, **changes}
    given = service.read("demon_city.award_significator", whole)
    with pytest.raises(RuleViolation) as refused:
        service.perform("demon_city.award_significator", given, GivenDraws([0]))

    assert refused.value.message.startswith("this card is ")


def test_with_two_packs_the_horrors_card_may_be_won() -> None:
    given = {**AWARD, "horror_cards": ["tower"], "settings": {"single_pack": False}}

    assert outcome("award_significator", given, [1])["inserted_at"] == 1


def test_a_card_of_the_discard_stays_there() -> None:
    deck = {"id": "players", "draw": ["cups-1"], "discard": ["cups-king"]}

    answer = play("award_significator", {**AWARD, "card": "cups-king", "deck": deck})

    assert effects(answer) == [("ann", "significators", ["cups-king"])]
    assert (answer["outcome"]["value"], answer["outcome"]["inserted_at"]) == (14, None)


SPEND = {
    "character": {"id": "ann", "significators": ["tower", "fool"]},
    "card": "tower",
    "deck": {"id": "players", "draw": ["fool"], "table": ["tower", "cups-1"]},
    "settings": {"spend_significators": True},
}


def test_a_spent_card_leaves_deck_and_owner() -> None:
    answer = play("spend_significator", SPEND)

    assert effects(answer) == [("players", "table", ["cups-1"]), ("ann", "significators", ["fool"])]
    assert answer["outcome"]["removed_from"] == "table"


def test_a_spent_fool_stays_in_its_deck() -> None:
    answer = play("spend_significator", {**SPEND, "card": "fool"})

    assert effects(answer) == [("ann", "significators", ["tower"])]
    assert answer["outcome"]["removed_from"] is None


def test_spending_needs_the_setting_and_the_card() -> None:
    assert refusal("spend_significator", {**SPEND, "settings": {}}) == (
        "DEC-DECK-21",
        "input.settings.spend_significators",
    )
    assert refusal("spend_significator", {**SPEND, "card": "moon"}) == ("DEC-DECK-21", "input.card")


def test_c10_passes_over_what_is_not_a_number() -> None:
    values = {"settings": {"court_values": {"page": 6}}}

    assert outcome("c10", {}, ["tower", "cups-page", "wands-1"])["ignored"] == ["tower", "cups-page"]
    assert outcome("c10", values, ["cups-page"]) == {"value": 6, "card": "cups-page", "ignored": []}


def test_c10_may_come_from_either_deck() -> None:
    decks = {"players": {"draw": ["fool"]}, "horror": {"draw": HORROR}}

    assert outcome("c10", {"deck": "horror", "decks": decks}, ["pentacles-1"])["value"] == 1
    assert refusal("c10", {"decks": decks}) == ("DEC-DECK-16", "input.decks.players")


def test_c100_runs_from_1_to_100() -> None:
    assert outcome("c100", {}, ["wands-1", "cups-10"])["value"] == 1
    assert outcome("c100", {}, ["cups-10", "sun", "wands-10"])["value"] == 100
    assert outcome("c100", {}, ["cups-10", "wands-1"])["value"] == 10
    assert refusal("c100", {"decks": {"players": {"draw": ["fool", "cups-3"]}}})[0] == "DEC-DECK-16"


def test_cards_come_from_the_top_then_from_the_discard_in_any_order() -> None:
    decks = {"players": {"draw": ["cups-3"], "discard": ["cups-8", "cups-9"], "table": ["cups-1"]}}
    given = {"thrower": {"id": "ann", "modifiers": [{"source": "situational", "dice": 2}]}, "intensity": 4}
    given |= {"decks": decks, "settings": {"scaled_advantages": True}}

    assert outcome("static_throw", given, ["cups-3", "cups-1", "cups-9"])["hand"]["value"] == 9
    assert refusal("static_throw", given, ["cups-3", "cups-1", "cups-3"]) == ("bad_draw", "draws.2")
    assert refusal("static_throw", given, ["cups-3", "cups-1", "cups-2"]) == ("bad_draw", "draws.2")
    assert refusal("static_throw", given, ["cups-3", "cups-1"]) == ("draws_exhausted", "draws")


def test_one_pack_has_each_card_once_on_the_table() -> None:
    given: dict[str, Any] = {"actor": {"id": "ann"}, "opponent": {"id": "ghoul"}}

    assert refusal("opposed_throw", given, ["cups-3", "cups-3"]) == ("bad_draw", "draws.1")
    given["settings"] = {"single_pack": False}
    assert outcome("opposed_throw", given, ["cups-3", "cups-3"])["result"] == "tie"
    given["opponent"]["deck"] = "players"
    assert refusal("opposed_throw", given, ["cups-3", "cups-3"]) == ("bad_draw", "draws.1")


def test_what_is_no_card_is_no_draw() -> None:
    assert refusal("c10", {}, ["wands-11"]) == ("bad_draw", "draws.0")
    assert refusal("c10", {}, [3]) == ("bad_draw", "draws.0")


@pytest.mark.parametrize(("name", "called"), [("players", "Players' Deck"), ("horror", "Horror's Deck")])
def test_odds_name_the_deck_that_is_missing_as_people_do(name: Any, called: str) -> None:
    with pytest.raises(InvalidInput, match=f"the cards of the {called}"):
        require_decks(Decks(), [name])


def test_a_short_deck_says_whose_it_is() -> None:
    few = {"players": {"draw": ["fool", "cups-3"]}, "horror": {"draw": ["cups-4"]}}

    assert _told("c100", {"decks": few}) == (
        "the Players' Deck has 1 card valued 1 to 10 left, and 2 are needed"
    )
    thrown = {"task": {"id": "t"}, "thrower": {"id": "g", "deck": "horror", "stat": 5}, "intensity": 1}
    assert _told("static_throw", {**thrown, "decks": few}) == (
        "the Horror's Deck has 1 card left, and 2 are needed"
    )
    pile = {"deck": {"id": "d", "draw": ["cups-4"]}, "of": "horror", "count": 3}
    assert _told("turn_up", pile) == "the Horror's Deck has 1 card left, and 3 are needed"


def _told(action: str, given: dict[str, Any]) -> str:
    with pytest.raises(RuleViolation) as refused:
        service.perform(f"demon_city.{action}", service.read(f"demon_city.{action}", given), GivenDraws(()))
    return refused.value.message
