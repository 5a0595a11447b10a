"""Counting throws: every part, every refusal."""

from typing import Any

import pytest

from tests.rules.demon_city.asking import outcome, play, refusal

HINDRANCE = {"source": "hindrance", "dice": -1}
EXTRA = {"source": "situational", "dice": 1}


def _count(context: str = "static", kind: str | None = None, **rest: Any) -> dict[str, Any]:
    outer = ("versus", "previous", "from_opponent", "opponent_modifiers", "settings")
    given = {key: rest.pop(key) for key in outer if key in rest}
    kind = kind or ("attack" if context == "action" else None)
    return {"context": context, "kind": kind, "thrower": {"id": "ann", **rest}, **given}


def _parts(given: dict[str, Any]) -> dict[str, int]:
    found = outcome("throw_count", given)
    parts = {part["part"]: part["dice"] for part in found["parts"]}
    assert sum(parts.values()) == found["throws"]
    return parts


def test_one_starts_with_one_throw() -> None:
    assert outcome("throw_count", _count()) == {
        "id": "ann",
        "throws": 1,
        "count": "highest",
        "parts": [{"part": "base", "dice": 1}],
        "to_opponent": 0,
        "again": 1,
        "warnings": [],
    }


@pytest.mark.parametrize("context", ["static", "opposed", "action"])
def test_only_a_higher_stat_gives_a_throw(context: str) -> None:
    assert "high_stat" in _parts(_count(context, stat=4, versus=3))
    assert "high_stat" not in _parts(_count(context, stat=3, versus=3))
    assert "high_stat" not in _parts(_count(context, stat=4))
    assert "high_stat" not in _parts(_count(context, versus=0))


def test_the_parts_come_in_the_order_of_counting() -> None:
    sources = ["weapon", "hindrance", "distraction", "situational", "supernatural", "defense"]
    modifiers = [{"source": source, "dice": -1 if source == "hindrance" else 1} for source in sources]
    given = _count(
        "action",
        "escape",
        stat=5,
        versus=4,
        injured=True,
        modifiers=modifiers,
        maneuvers=["tricky"],
        from_opponent=2,
        settings={"max_throws": 4},
    )

    assert list(_parts(given).items()) == [
        ("base", 1),
        ("situational", 1),
        ("high_stat", 1),
        ("distraction", 1),
        ("defense", 1),
        ("weapon", 1),
        ("supernatural", 1),
        ("hindrance", -1),
        ("injury", -1),
        ("from_opponent", 2),
        ("maneuvers", -1),
        ("cap", -2),
    ]


def test_lost_throws_stop_at_one_and_overflow() -> None:
    found = outcome("throw_count", _count("opposed", modifiers=[HINDRANCE] * 3, from_opponent=2))

    assert (found["throws"], found["to_opponent"], found["warnings"]) == (3, 3, ["prefer_extra"])
    assert {"part": "minimum", "dice": 3} in found["parts"]


def test_in_a_static_throw_the_surplus_is_lost() -> None:
    found = outcome("throw_count", _count(modifiers=[HINDRANCE] * 3))

    assert (found["throws"], found["to_opponent"], found["warnings"]) == (1, 0, [])


@pytest.mark.parametrize(
    ("extra", "maneuvers", "throws", "count"),
    [
        (2, ["tricky"], 2, "highest"),
        (1, ["tricky"], 1, "highest"),
        (0, ["tricky"], 2, "lowest"),
        (0, ["tricky", "called_shot"], 3, "lowest"),
        (1, ["tricky", "called_shot", "disarm"], 3, "lowest"),
        (0, ["harmless_disarm"], 1, "highest"),
    ],
)
def test_maneuvers_that_cannot_be_paid(extra: int, maneuvers: list[str], throws: int, count: str) -> None:
    given = _count(modifiers=[EXTRA] * extra, maneuvers=maneuvers)

    found = outcome("throw_count", given)

    assert (found["throws"], found["count"], found["again"]) == (throws, count, 1 + extra)
    assert sum(_parts(given).values()) == throws


def test_the_cap_spares_a_hand_of_which_the_lowest_counts() -> None:
    given = _count(maneuvers=["tricky", "disarm"], settings={"max_throws": 1})

    assert outcome("throw_count", given)["throws"] == 3


def test_a_cap_limits_the_situation_itself() -> None:
    modifiers = [{**EXTRA, "cause": name} for name in ("hill", "rain", "dark")]
    given = _count("opposed", modifiers=[*modifiers, HINDRANCE], settings={"max_situational": 2})

    assert _parts(given) == {"base": 1, "situational": 2, "hindrance": -1}
    assert _parts(given | {"settings": {"max_situational": 0}})["minimum"] == 1


def test_the_faced_foes_advantage_counts_on_top() -> None:
    assert _parts(_count("action", modifiers=[{**EXTRA, "foe_dice": 2}]))["situational"] == 3


def test_an_injury_counts_in_action_only() -> None:
    assert "injury" in _parts(_count("action", injured=True))
    assert "injury" not in _parts(_count("opposed", injured=True))


def test_the_same_again_replaces_base_stat_and_injury() -> None:
    given = _count("action", stat=9, versus=1, injured=True, previous=3, modifiers=[HINDRANCE])

    assert _parts(given) == {"previous": 3, "hindrance": -1}


def test_big_advantages_count_where_the_campaign_says_so() -> None:
    modifiers = [{**EXTRA, "dice": 3}, {**HINDRANCE, "dice": -2}]

    assert _parts(_count(modifiers=modifiers, settings={"scaled_advantages": True})) == {
        "base": 1,
        "situational": 3,
        "hindrance": -2,
    }


def _modified(*modifiers: dict[str, Any], context: str = "opposed", **rest: Any) -> dict[str, Any]:
    return _count(context, modifiers=list(modifiers), **rest)


SKILL: dict[str, Any] = {"skill": {"name": "Science"}}


def _overlap(skill: str, of: str | None = None) -> dict[str, Any]:
    return {"source": "overlap", "dice": 1, "skill": skill, "of": of}


@pytest.mark.parametrize(
    ("given", "clause"),
    [
        (_count(stat=10), "DEC-EXTRA-05"),
        (_modified({**EXTRA, "dice": 2}), "DEC-EXTRA-03"),
        (_modified({**HINDRANCE, "dice": -2}), "DEC-LOST-08"),
        (_modified({"source": "weapon", "dice": 2}, settings={"scaled_advantages": True}), "DEC-EXTRA-03"),
        (_modified({"source": "defense", "dice": 1}), "DEC-CTHROW-01"),
        (_modified({"source": "weapon", "dice": 1}, context="static"), "DEC-CTHROW-01"),
        (_modified({"source": "supernatural", "dice": 1}), "DEC-CTHROW-01"),
        (_modified({"source": "defense", "dice": 1}, context="action"), "DEC-CTHROW-16"),
        (_modified(_overlap("Stealth"), context="action", **SKILL), "DEC-EXTRA-10"),
        (_modified(_overlap("Stealth")), "DEC-EXTRA-08"),
        (_modified(_overlap(" SCIENCE "), **SKILL), "DEC-EXTRA-09"),
        (_modified(_overlap("Biology"), **SKILL), "DEC-EXTRA-09"),
        (_modified(_overlap("Physics", "science"), **SKILL), "DEC-EXTRA-09"),
        (_modified(_overlap("Stealth"), _overlap("stealth"), **SKILL), "DEC-EXTRA-09"),
        (_modified(_overlap("Athletics"), _overlap("Volleyball"), **SKILL), "DEC-EXTRA-09"),
        (_modified(_overlap("Athletics"), skill={"name": "Volleyball"}), "DEC-EXTRA-09"),
        (_modified(*[{"source": "distraction", "dice": 1}] * 2), "DEC-CTHROW-15"),
        (
            _modified(*[{"source": "defense", "dice": 1}] * 2, context="action", kind="defend"),
            "DEC-CTHROW-16",
        ),
        (_modified(*[{"source": "weapon", "dice": 1}] * 2, context="action"), "DEC-CTHROW-19"),
        (_modified(*[{"source": "supernatural", "dice": 1}] * 2, context="action"), "DEC-CTHROW-21"),
        (_modified({**EXTRA, "cause": "Rain"}, {**HINDRANCE, "cause": " rain"}), "DEC-EXTRA-02"),
        (
            _modified({**EXTRA, "cause": "Rain"}, opponent_modifiers=[{**HINDRANCE, "cause": "rain "}]),
            "DEC-LOST-06",
        ),
        (
            _modified({**HINDRANCE, "cause": "Rain"}, opponent_modifiers=[{**EXTRA, "cause": "rain "}]),
            "DEC-LOST-06",
        ),
        (_count(significators=["tower"], deck="horror"), "DEC-CRIT-05"),
    ],
)
def test_a_count_is_refused(given: dict[str, Any], clause: str) -> None:
    assert refusal("throw_count", given)[0] == clause


@pytest.mark.parametrize(
    "given",
    [
        _count(stat=12, supernatural=True),
        _modified(_overlap("Biology"), _overlap("Physics", "science"), skill={"name": "Stealth"}),
        _modified({**EXTRA, "cause": "rain"}, opponent_modifiers=[{**EXTRA, "cause": "rain"}]),
        _modified({**EXTRA, "cause": ""}, {**EXTRA, "cause": " "}, EXTRA),
        _modified({"source": "defense", "dice": 1}, context="action", kind="escape"),
    ],
)
def test_a_count_is_allowed(given: dict[str, Any]) -> None:
    assert refusal("throw_count", given) == (None, None)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        (_modified({**EXTRA, "dice": 0}), "input.thrower.modifiers.0.dice"),
        (_modified({**EXTRA, "dice": -1}), "input.thrower.modifiers.0.dice"),
        (_modified({**HINDRANCE, "dice": 1}), "input.thrower.modifiers.0.dice"),
        (_modified(EXTRA, {**EXTRA, "foe_dice": 1}), "input.thrower.modifiers.1.foe_dice"),
        (
            _modified({"source": "weapon", "dice": 1, "foe_dice": 1}, context="action"),
            "input.thrower.modifiers.0.foe_dice",
        ),
        (_modified({**EXTRA, "foe_dice": 21}, context="action"), "input.thrower.modifiers.0.foe_dice"),
        (_modified({"source": "overlap", "dice": 1}), "input.thrower.modifiers.0.skill"),
        (_modified({"source": "luck", "dice": 1}), "input.thrower.modifiers.0.source"),
        (_count(maneuvers=["tricky", "tricky"]), "input.thrower.maneuvers"),
        (_count(significators=["cups-3"]), "input.thrower.significators.0"),
        (_count(deck=None), "input.thrower.deck"),
        (_count(from_opponent=1), "input.from_opponent"),
        (_count(opponent_modifiers=[EXTRA]), "input.opponent_modifiers"),
        ({**_count("action"), "kind": None}, "input.kind"),
        ({**_count("action"), "kind": "move"}, "input.kind"),
        (_count(previous=0), "input.previous"),
        (_count(versus=100), "input.versus"),
        (_count(settings={"max_throws": 0}), "input.settings.max_throws"),
        (_count(settings={"luck": 1}), "input.settings.luck"),
        (_count(settings={"court_values": {"page": 0}}), "input.settings.court_values.page"),
    ],
)
def test_a_count_is_not_understood(given: dict[str, Any], field: str) -> None:
    assert refusal("throw_count", given) == ("invalid_input", field)


def test_a_refused_size_comes_before_a_refused_place() -> None:
    given = _modified({"source": "weapon", "dice": 1}, {**EXTRA, "dice": 2})

    assert refusal("throw_count", given) == ("DEC-EXTRA-03", "input.thrower.modifiers.1.dice")


def test_the_clauses_name_what_counted() -> None:
    given = _modified(EXTRA, HINDRANCE, maneuvers=["tricky"])

    assert play("throw_count", given)["clauses"] == [
        "DEC-THROW-04",
        "DEC-EXTRA-01",
        "DEC-LOST-02",
        "DEC-CLOST-06",
        "DEC-LOST-04",
        "DEC-CLOST-04",
        "DEC-LOST-07",
    ]
