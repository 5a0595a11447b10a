"""Damage, getting up, Calm and healing."""

from typing import Any

import pytest

from tests.rules.demon_city.asking import effects, odds, outcome, play, refusal


def _body(base: int, toughness: int, **rest: Any) -> dict[str, Any]:
    return {"id": "bo", "base_toughness": base, "toughness": toughness, **rest}


def test_damage_below_zero_injures() -> None:
    answer = play("damage", {"target": _body(2, 1)}, ["cups-3", "cups-5"])

    assert effects(answer) == [("bo", "toughness", "-3"), ("bo", "out", True), ("bo", "injured", True)]
    assert answer["outcome"]["toughness"] == -2


def test_only_what_changes_is_an_effect() -> None:
    answer = play("damage", {"target": _body(2, -1, out=True, injured=True), "amount": 0})

    assert effects(answer) == []


@pytest.mark.parametrize(("out_at", "out"), [("zero", True), ("negative", False)])
def test_exactly_zero_depends_on_the_campaign(out_at: str, out: bool) -> None:
    given = {"target": _body(2, 2), "amount": 2, "settings": {"out_at": out_at, "reconstructed": False}}

    found = outcome("damage", given)

    assert (found["toughness"], found["out"], found["injured"]) == (0, out, False)


def test_a_base_of_zero_takes_no_cards_and_stays_lower() -> None:
    answer = play("damage", {"target": _body(0, -3)})

    assert effects(answer) == [("bo", "out", True), ("bo", "injured", True)]
    assert (answer["outcome"]["damage"], answer["outcome"]["toughness"]) == (None, -3)


def test_with_an_amount_a_base_of_zero_is_nothing_special() -> None:
    answer = play("damage", {"target": _body(0, 0), "amount": 1})

    assert effects(answer) == [("bo", "toughness", "-1"), ("bo", "out", True), ("bo", "injured", True)]


@pytest.mark.parametrize("toughness", [0, -2])
@pytest.mark.parametrize("down", [{}, {"out": True}, {"out": True, "injured": True}])
def test_an_amount_of_nothing_puts_nobody_out(toughness: int, down: dict[str, bool]) -> None:
    given = {"target": _body(2, toughness, **down), "amount": 0}

    answer = play("damage", given)

    assert effects(answer) == []
    stands = {"out": False, "injured": False, **down}
    assert {name: answer["outcome"][name] for name in stands} == stands
    assert answer["outcome"]["toughness"] == toughness
    assert answer["clauses"] == ["DEC-DMG-01", "DEC-DMG-05"]
    assert odds("damage", given) == {"damage": [], **{name: float(value) for name, value in stands.items()}}


def test_damage_throws_may_be_capped() -> None:
    given = {"target": _body(9, 9), "settings": {"max_damage_throws": 2}}

    assert outcome("damage", given, ["cups-9", "tower", "cups-8"])["damage"] == 8


def test_damage_is_refused() -> None:
    body = _body(2, 2)

    by_hand = {"target": body, "settings": {"reconstructed": False}}
    assert refusal("damage", by_hand)[0] == "DEC-DMG-01"
    assert refusal("damage", {"target": _body(0, 0), "settings": {"reconstructed": False}})[0] == "DEC-DMG-01"
    few = {"target": body, "decks": {"horror": {"draw": ["cups-3", "tower"]}}}
    assert refusal("damage", few) == ("DEC-DECK-16", "input.decks.horror")
    assert refusal("damage", {"target": _body(2, 3)}) == ("invalid_input", "input.target.toughness")


def _recover(character: dict[str, Any], intensity: int, **rest: Any) -> dict[str, Any]:
    return {"character": character, "intensity": intensity, **rest}


def test_getting_up_from_zero_leaves_toughness_alone() -> None:
    answer = play("recover_toughness", _recover(_body(3, 0, out=True), 3), ["cups-4"])

    assert effects(answer) == [("bo", "out", False)]
    assert (answer["outcome"]["may_act"], answer["outcome"]["injured"]) == (True, False)


def test_staying_down_changes_nothing() -> None:
    answer = play("recover_toughness", _recover(_body(3, -1, out=True, injured=True), 3), ["cups-3"])

    assert (effects(answer), answer["outcome"]["may_act"]) == ([], False)
    assert answer["outcome"].keys() & {"degree", "special", "warnings"} == set()


def test_getting_up_against_nothing_needs_no_cards() -> None:
    answer = play("recover_toughness", _recover(_body(0, -1, out=True), 0))

    assert effects(answer) == [("bo", "out", False), ("bo", "toughness", 0)]


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        (_recover(_body(3, 3), 3, settings={"reconstructed": False}), ("DEC-DMG-08", "input.character.out")),
        (
            _recover(_body(3, 0, out=True), 3, settings={"reconstructed": False}),
            ("DEC-DMG-01", "input.settings.reconstructed"),
        ),
        (_recover(_body(12, 0, out=True), 3), ("DEC-EXTRA-05", "input.character.base_toughness")),
        (
            _recover(
                _body(3, 0, out=True, modifiers=[{"source": "situational", "dice": 1, "foe_dice": 1}]), 3
            ),
            ("invalid_input", "input.character.modifiers.0.foe_dice"),
        ),
        (
            _recover(_body(3, 0, out=True, deck="horror", significators=["sun"]), 3),
            ("DEC-CRIT-05", "input.character.significators"),
        ),
    ],
)
def test_getting_up_is_refused(given: dict[str, Any], refused: tuple[str, str]) -> None:
    assert refusal("recover_toughness", given) == refused


def _calm(purpose: str, panicked: bool, **rest: Any) -> dict[str, Any]:
    return {
        "character": {"id": "bo", "calm": 2, "panicked": panicked},
        "purpose": purpose,
        "intensity": 3,
        **rest,
    }


@pytest.mark.parametrize(
    ("purpose", "card", "expected"),
    [
        ("check", "cups-4", []),
        ("check", "cups-3", [("bo", "panicked", True)]),
        ("regain", "cups-4", [("bo", "panicked", False)]),
        ("regain", "cups-3", []),
    ],
)
def test_calm_is_kept_lost_and_regained(purpose: str, card: str, expected: list[Any]) -> None:
    answer = play("calm", _calm(purpose, purpose == "regain"), [card])

    assert effects(answer) == expected
    success = card == "cups-4"
    assert (answer["outcome"]["may_act"], answer["outcome"]["panicked"]) == (success, not success)


def test_calm_is_refused() -> None:
    assert refusal("calm", _calm("check", True)) == ("DEC-CALM-03", "input.character.panicked")
    assert refusal("calm", _calm("regain", False)) == ("DEC-CALM-04", "input.character.panicked")
    off = _calm("check", True, settings={"reconstructed": False})
    assert refusal("calm", off) == ("DEC-CALM-02", "input.settings.reconstructed")


@pytest.mark.parametrize(
    ("body", "amount", "expected"),
    [
        (_body(3, -2, out=True, injured=True), 1, [("bo", "toughness", "+1")]),
        (_body(3, -2, out=True, injured=True), 2, [("bo", "toughness", "+2")]),
        (
            _body(3, -2, out=True, injured=True),
            9,
            [("bo", "toughness", "+5"), ("bo", "injured", False), ("bo", "out", False)],
        ),
        (_body(0, -1, out=True, injured=True), 1, [("bo", "toughness", "+1"), ("bo", "injured", False)]),
        (_body(3, 3), 1, []),
    ],
)
def test_toughness_gained_back(body: dict[str, Any], amount: int, expected: list[Any]) -> None:
    assert effects(play("heal", {"character": body, "amount": amount})) == expected
