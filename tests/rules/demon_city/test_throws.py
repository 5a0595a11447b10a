"""Static and opposed throws, tasks and ties."""

from typing import Any

import pytest

from tests.rules.demon_city.asking import effects, outcome, play, refusal

EXTRA = {"source": "situational", "dice": 1}
HINDRANCE = {"source": "hindrance", "dice": -1}
ANN = {"id": "ann"}


def _static(intensity: int, **rest: Any) -> dict[str, Any]:
    outer: dict[str, Any] = {
        key: rest.pop(key) for key in ("degrees", "task", "decks", "settings") if key in rest
    }
    return {"thrower": {**ANN, **rest}, "intensity": intensity, **outer}


def test_a_throw_reaches_the_highest_degree_it_beats() -> None:
    given = _static(2, degrees=[4, 6, 8])

    assert outcome("static_throw", given, ["cups-7"])["degree"] == 6
    assert outcome("static_throw", given, ["cups-4"])["degree"] == 2
    assert outcome("static_throw", given, ["cups-2"])["degree"] is None


def test_a_degree_of_10_takes_the_supernatural() -> None:
    given = _static(8, degrees=[10])

    assert outcome("static_throw", given, ["tower"])["degree"] == 8
    given["thrower"]["supernatural"] = True
    assert outcome("static_throw", given, ["tower"])["degree"] == 10


def test_among_equals_the_first_counts() -> None:
    hand = outcome("static_throw", _static(4, modifiers=[EXTRA]), ["cups-6", "lovers"])["hand"]

    assert (hand["card"], hand["sorted"]) == ("cups-6", ["cups-6", "lovers"])


def test_the_lowest_fool_is_a_fumble_beside_a_high_card() -> None:
    found = outcome("static_throw", _static(4, maneuvers=["tricky"]), ["sun", "fool"])

    assert (found["grade"], found["hand"]["fumble"], found["success"]) == ("fumble", True, False)


def test_a_higher_card_saves_from_the_fool() -> None:
    found = outcome("static_throw", _static(1, modifiers=[EXTRA]), ["fool", "cups-1"])

    assert (found["grade"], found["hand"]["fumble"]) == ("plain", False)


def test_when_the_lowest_counts_a_significator_above_it_is_critical() -> None:
    given = _static(3, maneuvers=["tricky"], significators=["tower"])

    assert outcome("static_throw", given, ["tower", "cups-4"])["critical_by"] == ["significator"]
    assert outcome("static_throw", given, ["tower", "cups-3"])["critical_by"] == []


def test_special_cards_are_tested_by_their_own_value() -> None:
    given = _static(4, modifiers=[EXTRA], special_cards=["cups-5", "cups-3"])

    assert outcome("static_throw", given, ["cups-3", "cups-5"])["special"] == ["cups-5"]
    assert outcome("static_throw", given, ["cups-3", "cups-4"])["special"] == []


def test_court_cards_have_the_campaigns_values() -> None:
    given = _static(4, settings={"court_values": {"page": 22, "king": 1}})

    assert outcome("static_throw", given, ["cups-page"])["hand"]["value"] == 22
    assert outcome("static_throw", given, ["cups-king"])["success"] is False


@pytest.mark.parametrize(("intensity", "state", "grade"), [(0, "done", "plain"), (10, "failed", "plain")])
def test_an_automatic_result_settles_the_task(intensity: int, state: str, grade: str) -> None:
    answer = play("static_throw", _static(intensity, task={"id": "lock"}))

    assert effects(answer) == [("lock", "state", state), ("lock", "grade", grade)]
    assert answer["draws_used"] == 0


def test_an_automatic_result_is_refused_like_a_throw() -> None:
    task = {"id": "lock", "state": "complicated"}

    assert refusal("static_throw", _static(0, task=task)) == ("DEC-TIE-03", "input.task.complication")
    assert refusal("static_throw", _static(0, task=task, stat=12)) == ("DEC-EXTRA-05", "input.thrower.stat")


def test_a_blank_complication_is_none() -> None:
    task = {"id": "lock", "state": "complicated", "complication": " "}

    assert refusal("static_throw", _static(3, task=task), ["cups-9"])[0] == "DEC-TIE-03"


@pytest.mark.parametrize(
    ("given", "field"),
    [
        (_static(0, degrees=[3]), "input.degrees"),
        (_static(4, degrees=[4]), "input.degrees.0"),
        (_static(4, degrees=[6, 5]), "input.degrees.1"),
        (_static(4, degrees=[11]), "input.degrees.0"),
        (_static(-1), "input.intensity"),
        (_static(4, modifiers=[{**EXTRA, "foe_dice": 1}]), "input.thrower.modifiers.0.foe_dice"),
        (_static(4, task={"id": "lock", "state": "lost"}), "input.task.state"),
    ],
)
def test_a_static_throw_is_not_understood(given: dict[str, Any], field: str) -> None:
    assert refusal("static_throw", given) == ("invalid_input", field)


def test_refused_throws_take_no_draw() -> None:
    deck = {"players": {"draw": ["cups-3"]}}
    given = _static(4, modifiers=[EXTRA], decks=deck)

    assert refusal("static_throw", given, ["cups-3", "cups-4"]) == ("DEC-DECK-16", "input.decks.players")


def _opposed(
    actor: dict[str, Any] | None = None, opponent: dict[str, Any] | None = None, **rest: Any
) -> dict[str, Any]:
    return {"actor": {"id": "ann", **(actor or {})}, "opponent": {"id": "ghoul", **(opponent or {})}, **rest}


def test_overflows_do_not_feed_each_other() -> None:
    given = _opposed({"modifiers": [HINDRANCE] * 2}, {"modifiers": [HINDRANCE]})

    found = outcome("opposed_throw", given, ["cups-1", "cups-2", "pentacles-1", "pentacles-2", "pentacles-3"])

    assert (found["actor"]["throws"], found["opponent"]["throws"]) == (2, 3)
    assert found["warnings"] == ["prefer_extra"]


def test_the_higher_stat_has_the_throw() -> None:
    given = _opposed({"stat": 2}, {"stat": 3})

    assert (
        outcome("opposed_throw", given, ["cups-1", "pentacles-1", "pentacles-2"])["opponent"]["throws"] == 2
    )


@pytest.mark.parametrize(
    ("draws", "critical", "by", "grade"),
    [
        (["tower", "pentacles-4"], "ann", ["high_card", "significator"], "critical"),
        (["sun", "pentacles-4"], "ann", ["high_card"], "critical"),
        (["cups-9", "pentacles-4"], None, [], "plain"),
        (["cups-9", "swords-king"], "ghoul", ["high_card"], "plain"),
        (["fool", "pentacles-4"], None, [], "fumble"),
    ],
)
def test_criticals_of_an_opposed_throw(
    draws: list[str], critical: str | None, by: list[str], grade: str
) -> None:
    given = _opposed({"significators": ["tower"]}, task={"id": "lock"})

    answer = play("opposed_throw", given, draws)

    assert (answer["outcome"]["critical"], answer["outcome"]["critical_by"]) == (critical, by)
    assert effects(answer)[1] == ("lock", "grade", grade)


def test_a_significator_below_the_opponent_is_no_critical() -> None:
    given = _opposed({"significators": ["hierophant"], "modifiers": [EXTRA]})

    assert outcome("opposed_throw", given, ["hierophant", "cups-8", "pentacles-5"])["critical"] is None
    assert outcome("opposed_throw", given, ["hierophant", "cups-8", "pentacles-4"])["critical"] == "ann"


def test_a_fumble_stands_in_a_tie() -> None:
    given = _opposed(task={"id": "lock"}, settings={"single_pack": False})

    answer = play("opposed_throw", given, ["fool", "fool"])

    assert answer["outcome"]["fumbles"] == ["ann", "ghoul"]
    assert effects(answer) == [
        ("lock", "state", "complicated"),
        ("lock", "grade", "fumble"),
        ("lock", "complication", None),
    ]


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        (_opposed(None, {"id": "ann"}), ("invalid_input", "input.opponent.id")),
        (_opposed(None, {"significators": ["tower"]}), ("DEC-CRIT-05", "input.opponent.significators")),
        (
            _opposed({"deck": "horror", "significators": ["tower"]}),
            ("DEC-CRIT-05", "input.actor.significators"),
        ),
        (_opposed(None, {"stat": 10}), ("DEC-EXTRA-05", "input.opponent.stat")),
        (
            _opposed({"modifiers": [{"source": "weapon", "dice": 1}]}),
            ("DEC-CTHROW-01", "input.actor.modifiers.0.source"),
        ),
        (
            _opposed(
                {"modifiers": [{**EXTRA, "cause": "rain"}]}, {"modifiers": [{**HINDRANCE, "cause": "Rain"}]}
            ),
            ("DEC-LOST-06", "input.actor.modifiers.0.cause"),
        ),
        (
            _opposed(None, {"deck": "players"}, decks={"players": {"draw": ["cups-1"]}}),
            ("DEC-DECK-16", "input.decks.players"),
        ),
    ],
)
def test_an_opposed_throw_is_refused(given: dict[str, Any], refused: tuple[str, str]) -> None:
    assert refusal("opposed_throw", given) == refused


@pytest.mark.parametrize(
    ("given", "cards", "clauses"),
    [
        (_static(3, degrees=[5]), ["cups-9"], ["DEC-INTENS-04", "DEC-INTENS-09", "DEC-CARD-02"]),
        (_static(3), ["cups-queen"], ["DEC-CARD-06", "DEC-CRIT-03", "DEC-CRIT-11"]),
        (_static(3), ["sun"], ["DEC-CARD-03", "DEC-CRIT-03", "DEC-CRIT-11"]),
        (_static(3), ["cups-3"], ["DEC-INTENS-11", "DEC-CARD-02"]),
        (_static(3), ["fool"], ["DEC-CARD-04", "DEC-CRIT-01", "DEC-CRIT-11"]),
        (
            _static(3, significators=["fool"]),
            ["fool"],
            ["DEC-CARD-05", "DEC-CRIT-07", "DEC-CRIT-03", "DEC-CRIT-11", "DEC-CRIT-05", "DEC-CRIT-06"],
        ),
        (_static(3, special_cards=["cups-9"]), ["cups-9"], ["DEC-CARD-02", "DEC-CRIT-08"]),
    ],
)
def test_the_clauses_tell_what_a_hand_was(
    given: dict[str, Any], cards: list[str], clauses: list[str]
) -> None:
    found = play("static_throw", given, cards)["clauses"]

    assert found == ["DEC-INTENS-01", "DEC-THROW-04", "DEC-LOST-07", "DEC-THROW-05", *clauses]
