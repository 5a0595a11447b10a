"""Exact odds against slow twins: pools face by face, and whole actions by every sequence of faces."""

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

import pytest

from rules import service
from rules.kernel.draws import GivenDraws
from rules.kernel.errors import DrawsExhausted
from rules.pandemonium import odds
from rules.pandemonium.odds import Tally
from rules.pandemonium.pools import Plan, PoolPart
from tests.rules.pandemonium.asking import odds as odds_of
from tests.rules.pandemonium.asking import someone, track

pytestmark = pytest.mark.slow

FACES = ((1, 1), (5, 6), (8, 1), (9, 1), (10, 1))
"""Faces that stand for all of their kind, and how many those are."""

LEAST = 2e-5
"""Sequences of faces below this chance are left out; what that leaves open is allowed for."""


def plan(dice: int, again: int = 10, minimum: int = 0) -> Plan:
    return Plan(
        "ann", "input.pool", (PoolPart("trait", "wits", dice),), (), again, minimum, None, False, None
    )


@cache
def by_faces(dice: int, again: int, successes: int) -> Fraction:
    """The chance of exactly so many successes, one die after another."""
    if dice == 0 or successes < 0:
        return Fraction(dice == 0 and successes == 0)
    total = Fraction(7, 10) * by_faces(dice - 1, again, successes)
    for face in (8, 9, 10):
        left = dice if face >= again else dice - 1
        total += Fraction(1, 10) * by_faces(left, again, successes - 1)
    return total


@pytest.mark.parametrize("again", [8, 9, 10])
@pytest.mark.parametrize("dice", [1, 2, 5])
def test_a_pool_is_the_sum_of_its_faces(dice: int, again: int) -> None:
    found = odds.successes(Tally(plan(dice, again)))

    expected = [float(by_faces(dice, again, number)) for number in range(21)]
    assert found["exactly"] == pytest.approx(expected, abs=1e-12)
    assert found["at_least"] == pytest.approx([1 - sum(expected[:number]) for number in range(21)], abs=1e-12)


@pytest.mark.parametrize(("again", "q"), [(8, 0.3), (9, 0.2), (10, 0.1)])
def test_one_die_follows_the_formula_of_its_clause(again: int, q: float) -> None:
    found = odds.successes(Tally(plan(1, again)))["exactly"]

    assert found == pytest.approx([0.7, *(q ** (k - 1) * (3 - 3 * q) / 10 for k in range(1, 21))], abs=1e-12)


def test_a_minimum_gathers_all_weight_below_it() -> None:
    plain = odds.successes(Tally(plan(3)))["exactly"]
    assured = odds.successes(Tally(plan(3, minimum=2)))["exactly"]

    assert assured[:2] == [0, 0]
    assert assured[2] == pytest.approx(sum(plain[:3]), abs=1e-12)
    assert assured[3:] == plain[3:]


def test_a_chance_die_fails_dramatically_one_time_in_ten() -> None:
    assert odds.successes(Tally(plan(0)))["exactly"][:3] == [0.9, 0.1, 0]
    assert odds.successes(Tally(plan(0, minimum=3)))["exactly"][:4] == [0.1, 0, 0, 0.9]
    assert odds.dramatic(plan(0)) == 0.1
    assert odds.dramatic(plan(1)) == 0


def test_aid_counts_even_on_a_dramatic_failure() -> None:
    assert odds.successes(Tally(plan(-2), least=2))["exactly"][:3] == [0, 0, 1]


def test_large_contests_sum_to_one() -> None:
    found = odds.lead(Tally(plan(40, 8)), Tally(plan(60, 8)))

    assert found["at_least"][0] == 1
    assert sum(found["exactly"]) == pytest.approx(1 - found["at_least"][20] + found["exactly"][20], abs=1e-9)


def test_a_common_contest_takes_less_than_twenty_milliseconds() -> None:
    assert min(_seconds_for_a_contest() for _ in range(5)) < 0.02


def _seconds_for_a_contest() -> float:
    odds.pool_ways.cache_clear()
    began = time.thread_time()
    odds.lead(Tally(plan(20, 8)), Tally(plan(20, 8)))
    return time.thread_time() - began


def sequences(action: str, given: dict[str, Any]) -> Iterator[tuple[float, Any]]:
    """Every outcome of an action with its chance, by drawing each kind of face in turn."""
    typed = service.read(action, given)
    waiting: list[tuple[float, tuple[int, ...]]] = [(1.0, ())]
    while waiting:
        chance, faces = waiting.pop()
        try:
            yield chance, service.perform(action, typed, GivenDraws(faces)).outcome
        except DrawsExhausted:
            if chance > LEAST:
                waiting += [(chance * weight / 10, (*faces, face)) for face, weight in FACES]


@lru_cache(maxsize=1)
def every_outcome(action: str, given: str) -> tuple[tuple[float, Any], ...]:
    return tuple(sequences(f"pandemonium.{action}", json.loads(given)))


def assert_law(action: str, given: dict[str, Any], read: Callable[[Any], Any], law: dict[Any, float]) -> None:
    """Each value that `read` finds in an outcome has the chance that the law gives it."""
    counted: dict[Any, float] = defaultdict(float)
    for chance, found in every_outcome(action, json.dumps(given)):
        counted[read(found)] += chance
    left_open = 1 - sum(counted.values())
    assert left_open < 0.02
    for value, expected in law.items():
        assert counted[value] - 1e-9 <= expected <= counted[value] + left_open + 1e-9


BOB = {"id": "bob", "traits": {"resolve": 1, "wits": 2, "defense": 0, "power": 0, "stamina": 1}}
POOL = {"pool": {"traits": ["wits"]}}
SEVERITIES = ("none", "normal", "severe")


def test_roll_against_a_boosted_pool() -> None:
    contest = {"by": BOB, "pool": {"traits": ["resolve"], "boosts": [{"id": "x", "minimum": 1}]}}
    given = {"actor": BOB, **POOL, "contest": contest, "spells": [{"id": "s", "potency": 1}]}

    exactly = odds_of("roll", given)["exactly"]

    assert_law("roll", given, lambda found: found.net, dict(enumerate(exactly[:4])))


def test_roll_of_a_chance_die_against_another() -> None:
    none = {"traits": {"wits": 0}}
    given = {"actor": {"id": "a", **none}, **POOL, "contest": {"by": {"id": "b", **none}, **POOL}}

    found = odds_of("roll", given)

    assert found["success"] == pytest.approx(0.09)
    assert found["dramatic_failure"] == 0.1


def test_a_hindered_roll_has_to_beat_the_higher_of_two() -> None:
    given = {
        "actor": {"id": "a", "traits": {"wits": 3}},
        "roll": "rolled",
        "timing": "instant",
        "spells": [{"id": "s", "aspect": "sensory", "allowed": True}],
        **POOL,
        "contest": {"by": BOB, "pool": {"traits": ["resolve"]}},
    }

    success = odds_of("act_against_hindrance", given)["success"]

    assert_law("act_against_hindrance", given, lambda found: found.acts, {True: success})


@pytest.mark.parametrize("compared", ["resolve", "wits"])
def test_a_resisted_spell(compared: str) -> None:
    given = {
        "spell": {"id": "s", "aspect": "covert", "potency": 2},
        "target": BOB,
        "compare": compared,
        "resist": {"pool": {"traits": ["wits"], "again": 8}},
    }

    found = odds_of("control", given)

    assert_law("control", given, lambda seen: seen.severity, {name: found[name] for name in SEVERITIES})
    assert_law("control", given, lambda seen: seen.net, dict(enumerate(found["net"])))


def test_a_touch_that_has_to_get_across_and_is_then_resisted() -> None:
    given = {
        "attacker": {"id": "a", "traits": {"brawl": 2}},
        "spell": {"id": "s", "aspect": "covert", "potency": 2},
        "attack": {"pool": {"traits": ["brawl"]}},
        "target": {**BOB, "health": track()},
        "defense": {"pool": {"traits": ["stamina"]}},
        "damage": {"kind": "bashing"},
        "compare": "resolve",
        "resist": {"successes": 1},
    }

    found = odds_of("boosted_attack", given)

    assert_law("boosted_attack", given, lambda seen: seen.wounds > 0, {True: found["hit"]})
    assert_law("boosted_attack", given, lambda seen: seen.transmitted, dict(enumerate(found["transmitted"])))
    assert_law(
        "boosted_attack", given, lambda seen: seen.severity, {name: found[name] for name in SEVERITIES}
    )


def test_a_blow_that_is_struck_and_then_defended_against() -> None:
    spell = {"id": "s", "aspect": "covert", "kind": "control"}
    harm, pool = {"damage": {"kind": "bashing"}}, {"traits": ["brawl"]}
    attacker = {"id": "a", "traits": {"brawl": 2}}
    struck = {"attacker": attacker, "spell": spell, "target": {"id": "b"}, "pool": pool, **harm}
    defense = {"defense": {"pool": {"traits": ["stamina"]}}, "target": {**BOB, "health": track()}}
    blow = {"spell": {**spell, "potency": 2}, "attack": 3, **defense, **harm}

    blown, found = odds_of("strike", struck), odds_of("defend", blow)

    assert_law("strike", struck, lambda seen: min(seen.attack, 2), dict(enumerate(blown["carried"])))
    # The successes beyond those that carry the spell wound all the same.
    assert_law("strike", struck, lambda seen: seen.attack, dict(enumerate(blown["exactly"])))
    assert_law("defend", blow, lambda seen: seen.wounds > 0, {True: found["hit"], False: found["none"]})
    assert_law("defend", blow, lambda seen: seen.transmitted, dict(enumerate(found["transmitted"])))


def test_the_best_of_several_sources() -> None:
    rot = {"id": "rot", "successes": 3, "kind": "bashing", "effect": "direct", "compare": "wits"}
    given = {
        "target": {**BOB, "health": track()},
        "contests": [
            {"name": "dodge", "pool": {"traits": ["wits"]}},
            {"name": "bear", "pool": {"traits": ["stamina"]}},
        ],
        "sources": [
            {"id": "shot", "successes": 2, "kind": "lethal", "contest": "dodge"},
            {**rot, "contest": "bear"},
            {"id": "fall", "successes": 1, "kind": "bashing"},
        ],
    }

    found = odds_of("multi_source_damage", given)["total"]

    assert len(found) == 4
    assert found[0] == 0
    assert_law("multi_source_damage", given, lambda seen: seen.total, dict(enumerate(found)))


def test_wounds_that_unwilling_recipients_refuse() -> None:
    unwilling = {"health": track(), "resist": {"pool": {}}}
    given = {
        "spell": {"id": "s", "potency": 2, "ritual": True},
        "donor": {"id": "d", "health": track(lethal=1)},
        "kinds": ["lethal"],
        "recipients": [
            {"id": "a", "traits": {"stamina": 2}, **unwilling},
            {"id": "b", "traits": {"stamina": 1}, **unwilling},
        ],
        "allot": [],
    }

    found = odds_of("transfer", given)

    assert_law("transfer", given, lambda seen: seen.severity, {"severe": found["works"]})
    assert_law(
        "transfer", given, lambda seen: seen.recipients[0].limit, dict(enumerate(found["limits"]["a"]))
    )


@pytest.mark.parametrize("aid", [0, 1])
def test_how_much_whoever_is_unwilling_has_to_bear(aid: int) -> None:
    given = {
        "bearer": {"id": "a", "traits": {"stamina": 2}},
        "spell": {"id": "s", "potency": 3},
        "donor": {"id": "d"},
        "aid": aid,
    }

    found = odds_of("bear_wounds", given)

    assert found["none"] == found["limits"][0]
    assert_law(
        "bear_wounds", given, lambda seen: max(0, 3 - seen.successes), dict(enumerate(found["limits"]))
    )
    assert odds_of("bear_wounds", {**given, "willing": True})["limits"] == [0, 0, 0, 1]


def test_damage_added_to_a_hold() -> None:
    given = {
        "spell": {"id": "s", "aspect": "covert", "kind": "control"},
        "turns": 1,
        "target": {**BOB, "health": track(), "hold": "normal"},
        "damage": {"kind": "bashing"},
        "resist": {"pool": {"traits": ["wits"]}, "aid": 1},
    }

    found = odds_of("added_damage", given)

    assert found["escaped"] == found["net"][0]
    assert_law("added_damage", given, lambda seen: seen.net, dict(enumerate(found["net"])))


def test_an_assault_on_a_spell() -> None:
    given = {
        "actor": BOB,
        "pool": {"traits": ["wits"], "again": 9},
        "spell": {"id": "s", "potency": 2, "tenacity": 1},
        "possible": True,
        "concrete": True,
    }

    found = odds_of("assail", given)

    assert_law("assail", given, lambda seen: seen.successes > 0, {True: found["blunt"]})
    assert_law("assail", given, lambda seen: seen.potency_left, {0: found["silence"]})
    assert_law("assail", given, lambda seen: seen.destroyed, {"whole": found["destroy"]})


def test_a_struggle_against_several_spells() -> None:
    given = {
        "actor": {"id": "a", "traits": {"wits": 2, "resolve": 3}, "willpower": 1},
        "spells": [
            {"id": "x", "tenacity": 1, "traits": ["wits"]},
            {"id": "y", "tenacity": 2, "traits": ["resolve"], "aid": 3},
            {"id": "z", "tenacity": 3, "state": "ended", "traits": ["resolve"]},
        ],
        "bolster": "words",
    }

    found = odds_of("struggle", given)

    assert found["each"]["y"] == 1
    assert found["any"] == 1
    assert_law("struggle", given, lambda seen: "x" in seen.escaped, {True: found["each"]["x"]})
    assert_law("struggle", given, lambda seen: "z" in seen.escaped, {True: found["each"]["z"]})
    assert_law("struggle", given, lambda seen: seen.free, {True: found["all"]})


def test_a_trait_that_decays() -> None:
    given = {"target": BOB, "threat": {"pool": ["wits", "resolve"], "label": "nerve", "lost": 1}}

    assert_law("decay_tick", given, lambda seen: seen.loses, {True: odds_of("decay_tick", given)["loss"]})


def test_what_is_sure_has_a_chance_of_one() -> None:
    moved = {
        "spell": {"id": "s", "potency": 1, "ritual": True},
        "donor": {"id": "d", "health": track(lethal=2)},
        "kinds": ["lethal"],
        "recipients": [someone(health=track(), resist={"pool": {}})],
        "allot": [],
    }
    cast = {
        "spell": {"id": "s", "aspect": "covert", "kind": "control", "arcanum": "mind"},
        "caster": {"id": "mira", "mana": 2},
        "shaping": {"successes": 25},
        "paid": {"mana": 1},
    }

    assert odds_of("transfer", moved) == {"limits": {"ann": [1, 0]}, "works": 0}
    assert odds_of("cast", cast)["at_least"] == [1] * 21
    assert odds_of("cast", {**cast, "shaping": None})["exactly"][:2] == [1, 0]
