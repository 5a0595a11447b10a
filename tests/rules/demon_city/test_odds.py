"""Exact odds against the slow way: every arrangement of small decks is played and counted."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.demon_city.cards import PACK
from tests.rules.demon_city.asking import FULL, HORROR, every_outcome, no_odds, odds, play

pytestmark = pytest.mark.slow

SMALL = {"draw": ["cups-3", "fool", "cups-7"], "discard": ["justice", "wands-7", "cups-2"]}
OTHER = {"draw": ["pentacles-3", "tower"], "discard": ["pentacles-7", "pentacles-8"]}
EXTRA = {"source": "situational", "dice": 1}


def _share(outcomes: list[Any], test: Callable[..., Any], *known: Any) -> Any:
    """The share of outcomes that pass a test, which also gets what is `known`."""
    return pytest.approx(sum(bool(test(outcome, *known)) for outcome in outcomes) / len(outcomes), abs=1e-12)


def _thrower(name: str, extra: int, **over: Any) -> dict[str, Any]:
    return {"id": name, "modifiers": [EXTRA] * extra, **over}


THROWERS = [
    _thrower("ann", 0),
    _thrower("ann", 2),
    _thrower("ann", 4),
    _thrower("ann", 0, maneuvers=["tricky"]),
    _thrower("ann", 0, maneuvers=["tricky", "called_shot", "disarm"]),
    _thrower("ann", 1, significators=["fool"]),
    _thrower("ann", 3, significators=["justice", "fool"]),
    _thrower("ann", 0, maneuvers=["tricky"], significators=["fool", "justice"]),
]


@pytest.mark.parametrize("thrower", THROWERS)
@pytest.mark.parametrize("intensity", [2, 7, 10])
def test_static_odds_are_those_of_all_arrangements(thrower: dict[str, Any], intensity: int) -> None:
    degrees = [9, 10] if intensity < 9 else []
    given = {
        "thrower": {"supernatural": intensity == 10, **thrower},
        "intensity": intensity,
        "degrees": degrees,
        "decks": {"players": SMALL},
    }

    found, every = odds("static_throw", given), every_outcome("static_throw", given)

    assert found["win"] == _share(every, lambda one: one.success)
    assert found["lose"] == _share(every, lambda one: not one.success)
    assert found["critical"] == _share(every, lambda one: one.grade == "critical")
    assert found["fumble"] == _share(every, lambda one: one.grade == "fumble")
    for level, chance in zip([intensity, *degrees], found["degrees"], strict=True):
        assert chance == _share(every, lambda one, at: one.degree is not None and one.degree >= at, level)


OPPOSED = [
    (_thrower("ann", 0), _thrower("ghoul", 0)),
    (_thrower("ann", 2), _thrower("ghoul", 1)),
    (_thrower("ann", 4, significators=["fool"]), _thrower("ghoul", 0, maneuvers=["tricky"])),
    (_thrower("ann", 0, maneuvers=["tricky"], significators=["justice"]), _thrower("ghoul", 2)),
    (_thrower("ann", 0), _thrower("bo", 1, deck="players", significators=["fool"])),
    (_thrower("ann", 2, significators=["justice"]), _thrower("bo", 2, deck="players")),
    (_thrower("ann", 0, maneuvers=["tricky"]), _thrower("bo", 0, deck="players", maneuvers=["tricky"])),
    (
        _thrower("ann", 0, maneuvers=["tricky", "disarm"], significators=["fool"]),
        _thrower("bo", 1, deck="players", significators=["justice"]),
    ),
]


@pytest.mark.parametrize(("actor", "opponent"), OPPOSED)
def test_opposed_odds_are_those_of_all_arrangements(actor: dict[str, Any], opponent: dict[str, Any]) -> None:
    decks = {"players": SMALL} if opponent.get("deck") else {"players": SMALL, "horror": OTHER}
    given = {"actor": actor, "opponent": opponent, "decks": decks}

    found, every = odds("opposed_throw", given), every_outcome("opposed_throw", given)

    for ending in ("win", "tie", "lose"):
        assert found[ending] == _share(every, lambda one, end: one.result == end, ending)
    for prefix, side in (("", actor["id"]), ("opponent_", opponent["id"])):
        assert found[f"{prefix}critical"] == _share(every, lambda one, who: one.critical == who, side)
        assert found[f"{prefix}fumble"] == _share(every, lambda one, who: who in one.fumbles, side)


def _fighter(name: str, side: str, throws: int, **over: Any) -> dict[str, Any]:
    return {"id": name, "side": side, "throws": throws, **over}


CONTESTS = [
    [_fighter("ann", "heroes", 2), _fighter("bill", "gang", 2)],
    [
        _fighter("ann", "heroes", 1, significators=["fool"]),
        _fighter("bo", "heroes", 3),
        _fighter("bill", "gang", 3),
    ],
    [
        _fighter("ann", "heroes", 2, count="lowest"),
        _fighter("bo", "heroes", 2, significators=["fool", "justice"]),
        _fighter("bill", "gang", 3, count="lowest"),
    ],
    [
        _fighter("ann", "heroes", 1),
        _fighter("bo", "third", 3, count="lowest", deck="players", significators=["fool"]),
        _fighter("cy", "heroes", 2),
        _fighter("bill", "gang", 1),
    ],
    [
        _fighter("bill", "gang", 2, deck="players", count="lowest"),
        _fighter("ann", "heroes", 4, count="lowest"),
    ],
    [
        _fighter("ann", "heroes", 2, count="lowest"),
        _fighter("bill", "gang", 2, deck="players", count="lowest"),
        _fighter("cy", "third", 2, deck="players", count="lowest"),
    ],
]
SIDES = [{"id": "heroes", "by": "players"}, {"id": "gang", "by": "host"}, {"id": "third", "by": "host"}]


@pytest.mark.parametrize("people", CONTESTS)
def test_contest_odds_are_those_of_all_arrangements(people: list[dict[str, Any]]) -> None:
    decks = {"players": SMALL, "horror": OTHER}
    chase = {"chase": {"id": "c"}, "sides": SIDES, "drivers": people, "decks": decks}
    clash = {
        "clash": {"id": "c"},
        "sides": SIDES,
        "participants": [{"kind": "other", **person} for person in people],
        "decks": decks,
    }

    found, every = odds("clash", clash), every_outcome("clash", clash)

    for side in ("heroes", "gang", "third"):
        assert found["sides"][side] == _share(every, lambda one, who: one.winner == who, side)
    assert found["tie"] == _share(every, lambda one: one.result == "tied")
    for one in people:
        assert found["fumbles"][one["id"]] == _share(every, lambda end, who: who in end.fumbles, one["id"])
    assert odds("chase", chase) == found


def test_many_hands_of_which_the_lowest_counts_are_counted_soon() -> None:
    people = [_fighter(f"one-{n}", ("heroes", "gang", "third")[n % 3], 5, count="lowest") for n in range(15)]
    given = {
        "chase": {"id": "c"},
        "sides": SIDES,
        "drivers": [{**person, "deck": "players"} for person in people],
        "decks": {"players": {"draw": list(PACK)}},
    }

    found = odds("chase", given)

    assert len(set(found["sides"].values())) == 1
    assert sum(found["sides"].values()) + found["tie"] == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize(
    "deck", [SMALL, {"draw": ["fool"], "discard": SMALL["discard"]}, {"draw": SMALL["draw"]}]
)
def test_c10_and_c100_odds_are_those_of_all_arrangements(deck: dict[str, Any]) -> None:
    given = {"decks": {"players": deck}}

    for verb, top in (("c10", 10), ("c100", 100)):
        found, every = odds(verb, given)["values"], every_outcome(verb, given)
        assert found == [_share(every, lambda one, at: one.value == at, value) for value in range(1, top + 1)]


@pytest.mark.parametrize("base", [1, 2, 4])
@pytest.mark.parametrize("settings", [{}, {"out_at": "negative", "max_damage_throws": 2}])
def test_damage_odds_are_those_of_all_arrangements(base: int, settings: dict[str, Any]) -> None:
    target = {"id": "bill", "base_toughness": base, "toughness": base}
    given = {"target": target, "deck": "players", "decks": {"players": SMALL}, "settings": settings}

    found, every = odds("damage", given), every_outcome("damage", given)

    assert found["damage"] == [
        _share(every, lambda one, at: one.damage == at, value) for value in range(1, 11)
    ]
    assert found["out"] == _share(every, lambda one: one.out)
    assert found["injured"] == _share(every, lambda one: one.injured)


def test_court_cards_valued_as_numbers_count_as_numbers() -> None:
    deck = {"draw": ["cups-page", "cups-3"], "discard": ["wands-king"]}
    given = {"decks": {"players": deck}, "settings": {"court_values": {"page": 3, "king": 9}}}

    assert odds("c10", given)["values"][2] == 1.0
    assert odds("c100", given)["values"][32] == 1.0


def test_recovery_and_calm_have_the_odds_of_their_throw() -> None:
    decks = {"players": SMALL}
    body = {"id": "bo", "base_toughness": 3, "toughness": -1, "out": True}
    static = odds("static_throw", {"thrower": {"id": "bo", "stat": 3}, "intensity": 2, "decks": decks})
    static.pop("degrees")

    assert odds("recover_toughness", {"character": body, "intensity": 2, "decks": decks}) == static
    shaken = {"character": {"id": "bo", "calm": 3}, "purpose": "check", "intensity": 2, "decks": decks}
    assert odds("calm", shaken) == static


@pytest.mark.parametrize(("intensity", "won"), [(0, 1.0), (10, 0.0)])
def test_a_sure_throw_needs_no_deck_for_its_odds(intensity: int, won: float) -> None:
    found = odds("static_throw", {"thrower": {"id": "ann"}, "intensity": intensity})

    assert found == {"win": won, "lose": 1 - won, "critical": 0.0, "fumble": 0.0, "degrees": [won]}


def test_damage_without_cards_is_sure() -> None:
    old = {"target": {"id": "old", "base_toughness": 0, "toughness": 0}}

    assert odds("damage", old) == {"damage": [], "out": 1.0, "injured": 1.0}
    assert odds("damage", {**old, "amount": 0}) == {"damage": [], "out": 0.0, "injured": 0.0}
    assert odds("damage", {**old, "amount": 1}) == {"damage": [], "out": 1.0, "injured": 1.0}


def test_odds_need_the_decks_that_are_read() -> None:
    both = {"actor": {"id": "ann"}, "opponent": {"id": "ghoul"}, "decks": {"players": SMALL}}

    assert no_odds("opposed_throw", both) == ("invalid_input", "input.decks.horror")
    assert no_odds("c10", {"deck": "horror"}) == ("invalid_input", "input.decks.horror")
    assert no_odds("c100", {"deck": "horror"}) == ("DEC-CHUNDRED-04", "input.deck")


def test_odds_are_refused_where_the_deck_is_too_small() -> None:
    deck = {"players": {"draw": ["cups-3"]}}
    two = {"thrower": {"id": "ann", "modifiers": [EXTRA]}, "intensity": 4, "decks": deck}

    assert no_odds("static_throw", two)[0] == "DEC-DECK-16"
    assert no_odds("c100", {"decks": deck})[0] == "DEC-DECK-16"


def test_the_worked_example_of_the_whole_deck() -> None:
    thrower = {"id": "ann", "modifiers": [EXTRA]}
    found = odds("static_throw", {"thrower": thrower, "intensity": 5, "decks": {"players": {"draw": FULL}}})

    assert found["win"] == pytest.approx(1 - 120 / 465, abs=1e-12)


def test_odds_do_not_read_the_order() -> None:
    given = {"actor": {"id": "ann"}, "opponent": {"id": "ghoul"}}
    decks = {"players": {"draw": FULL}, "horror": {"draw": HORROR}}
    turned = {name: {"draw": deck["draw"][::-1]} for name, deck in decks.items()}

    assert odds("opposed_throw", {**given, "decks": decks}) == odds(
        "opposed_throw", {**given, "decks": turned}
    )


@pytest.mark.parametrize(("throws", "percent"), [(1, 50), (2, 68), (3, 78), (4, 83), (5, 87)])
def test_the_table_of_throws_against_one(throws: int, percent: int) -> None:
    found = odds("table_odds", {"throws": throws, "opposing": 1, "ties": "rethrow"})

    assert (round(100 * found["win"]), found["tie"]) == (percent, 0.0)


@pytest.mark.parametrize(("throws", "mean"), [(1, 5.5), (2, 3.85), (3, 3.025), (4, 2.5333), (5, 2.20825)])
def test_the_table_of_damage(throws: int, mean: float) -> None:
    assert odds("table_odds", {"throws": throws, "count": "lowest"})["mean"] == pytest.approx(mean)


def test_against_an_intensity_an_equal_value_fails() -> None:
    found = odds("table_odds", {"throws": 1, "intensity": 4, "ties": "rethrow"})

    assert (found["win"], found["tie"], found["lose"]) == (0.6, 0.0, 0.4)


def test_table_odds_have_nothing_to_play() -> None:
    assert "odds" in play("table_odds", {"throws": 2}, [])
    assert play("table_odds", {"throws": 2}, [3])["error"]["code"] == "draws_left_over"
    both = {"throws": 1, "opposing": 1, "intensity": 1}
    assert no_odds("table_odds", both) == ("invalid_input", "input.intensity")


def test_actions_without_odds_say_so() -> None:
    given = {"context": "static", "thrower": {"id": "ann"}, "versus": 3}

    assert no_odds("throw_count", given) == ("no_odds", "action")
