"""What spells leave behind, and fates that end a character's story."""

from typing import Any

import pytest

from tests.rules.pandemonium.asking import ANN, effects, outcome, refusal, track

CURSE: dict[str, Any] = {"spell": {"id": "s"}, "target": ANN, "net": 2, "compare": "composure"}


@pytest.mark.parametrize(
    ("net", "duration"),
    [(2, (0, 0, 0, 1)), (3, (0, 0, 1, 1)), (4, (0, 1, 0, 1)), (5, (1, 0, 0, 1)), (60, (1, 0, 0, 1))],
)
def test_an_aftereffect_lasts_by_the_net_above_the_trait(net: int, duration: tuple[int, ...]) -> None:
    found = outcome("aftereffect_duration", {**CURSE, "net": net})

    assert tuple(found["duration"].values()) == duration


@pytest.mark.parametrize("change", [{"net": 1}, {"same_scene": False}, {"also": "resolve"}])
def test_what_was_not_severe_at_once_does_not_linger(change: dict[str, Any]) -> None:
    found = outcome("aftereffect_duration", {**CURSE, **change})

    assert (found["lingers"], found["over"], found["duration"]) == (False, None, None)
    assert effects("aftereffect_duration", {**CURSE, **change}) == []


def test_without_net_nothing_lingers_even_on_a_trait_of_none() -> None:
    nobody = {"id": "bob", "traits": {}}

    assert (
        outcome("aftereffect_duration", {**CURSE, "target": nobody, "net": 0, "compare": "power"})["lingers"]
        is False
    )


def test_a_lower_skill_does_not_count() -> None:
    found = outcome("aftereffect_duration", {**CURSE, "compare": "resolve", "net": 3, "also": "composure"})

    assert found["compare"] == {"name": "resolve", "dots": 3}


def test_making_lasts_without_end() -> None:
    given = {**CURSE, "spell": {"id": "s", "making": True}}

    assert effects("aftereffect_duration", given) == [
        ("ann", "aftereffect.s", {"indefinite": True, "duration": None})
    ]


def test_a_place_is_measured_by_its_fame() -> None:
    given = {**CURSE, "target": {"id": "inn", "object": True, "fame": 1}, "compare": None}

    assert outcome("aftereffect_duration", given)["compare"] == {"name": "object", "dots": 3}
    assert refusal("aftereffect_duration", {**CURSE, "compare": None}) == ("invalid_input", "input.compare")


def test_a_pool_decays_by_its_label() -> None:
    given = {"target": ANN, "threat": {"pool": ["wits", "power"], "label": "nerve", "lost": 2}}

    found = outcome("decay_tick", given, [8, 1, 1])

    assert found["pool"]["parts"][-1] == {"source": "situation", "name": "already lost", "dice": -2}
    assert (found["loses"], found["left"]) == (True, 2)
    assert effects("decay_tick", given, [8, 1, 1]) == [("ann", "pools.nerve", -1)]


def test_nothing_is_rolled_for_what_is_gone() -> None:
    given = {"target": ANN, "threat": {"pool": ["wits"], "label": "nerve", "lost": 3}}

    assert refusal("decay_tick", given)[0] == "PAN-AFTER-12"


def test_experience_returns_to_where_it_came_from() -> None:
    dots = [
        {"cost": 1, "category": "skills"},
        {"cost": 2, "category": "skills"},
        {"cost": 3, "category": "merits"},
        {"cost": 0},
    ]
    given = {"target": {"id": "bob"}, "trait": "fame", "dots": dots, "lost": 3}

    assert outcome("lost_trait", given) == {
        "refund": 5,
        "free": 0,
        "locked": {"skills": 2, "merits": 3},
        "left": 1,
    }
    assert effects("lost_trait", given) == [("bob", "xp.merits", 3), ("bob", "xp.skills", 2)]
    assert refusal("lost_trait", {**given, "lasting": False})[0] == "PAN-AFTER-02"


KILL: dict[str, Any] = {
    "spell": {"id": "s", "arcanum_fits": True},
    "route": "kill",
    "net": 2,
    "fate": "exile",
    "target": {"id": "bob", "health": track(2, lethal=1)},
    "kind": "aggravated",
}
RITUAL: dict[str, Any] = {
    "spell": {"id": "s", "arcanum_fits": True},
    "route": "ritual",
    "net": 3,
    "fate": "exile",
    "target": ANN,
    "present": True,
    "compare": "resolve",
}


def test_a_fate_takes_the_place_of_death() -> None:
    assert outcome("character_ending", KILL)["would_be"] == track(2, aggravated=2)
    assert effects("character_ending", KILL) == [("bob", "ending", {"fate": "exile", "spell": "s"})]


def test_a_ritual_measures_the_victim() -> None:
    found = outcome("character_ending", RITUAL)

    assert (found["would_be"], found["compare"]) == (None, {"name": "resolve", "dots": 3})


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({**KILL, "net": 1}, "PAN-ENDING-02"),
        ({**RITUAL, "spell": {"id": "s", "arcanum_fits": False}, "present": False}, "PAN-ENDING-02"),
        ({**RITUAL, "present": False, "net": 0}, "PAN-ENDING-03"),
        ({**RITUAL, "net": 2}, "PAN-ENDING-03"),
        ({**KILL, "kind": None}, "invalid_input"),
        ({**KILL, "compare": "resolve"}, "invalid_input"),
        ({**RITUAL, "kind": "lethal"}, "invalid_input"),
        ({**RITUAL, "present": None}, "invalid_input"),
        ({**RITUAL, "target": KILL["target"]}, "invalid_input"),
    ],
)
def test_endings_that_are_refused(given: dict[str, Any], expected: str) -> None:
    assert refusal("character_ending", given)[0] == expected
