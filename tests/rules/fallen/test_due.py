"""What game time brings."""

from typing import Any

import pytest

from rules.fallen.due import due, running
from rules.fallen.moments import FIGHT, at_fight_end, at_scene_end
from rules.kernel.clock import DAY, HOUR, Due
from rules.kernel.effects import set_to
from rules.kernel.procedure import OpenQuestion, RecordState, State

WHOLE: dict[str, Any] = {
    "kind": "mortal",
    "bashing": 0,
    "lethal": 0,
    "aggravated": 0,
    "dead": False,
    "heal_hours": 0,
    "healed_from": 0,
    "unconscious": False,
    "unconscious_for": None,
    "out_from": 0,
    **FIGHT,
}


def _body(**more: Any) -> RecordState:
    return RecordState("fallen.character", {**WHOLE, **more})


def _due(start: int = 0, end: int = 10 * DAY, **bodies: RecordState) -> list[Due]:
    return list(due(State(bodies), start, end))


def test_a_level_heals_when_its_hours_are_full() -> None:
    (step,) = _due(bo=_body(lethal=1, heal_hours=4, healed_from=100), start=100)

    assert (step.moment, step.action, step.begins) == (100 + 20 * HOUR, "fallen.heal", "healed_from")
    assert step.given == {"patient": "bo", "hours": 20}
    assert step.clause == "FAL-HEALTH-08"


def test_level_after_level_heals_as_if_nothing_happened_on_the_way() -> None:
    """Five bashing levels: Mauled takes three hours, the four above one each (FAL-HEALTH-09)."""
    steps = _due(bo=_body(bashing=5), cy=_body(bashing=1))

    assert [(step.record, step.moment // HOUR) for step in steps] == [
        ("cy", 1),
        ("bo", 3),
        ("bo", 4),
        ("bo", 5),
        ("bo", 6),
        ("bo", 7),
    ]


def test_bashing_heals_before_lethal_and_aggravated_of_a_mortal_never() -> None:
    """Hurt by a bashing blow over a lethal one: an hour, then a day; the aggravated level stays."""
    steps = _due(bo=_body(aggravated=1, lethal=1, bashing=1))

    assert [step.moment for step in steps] == [HOUR, HOUR + 3 * DAY]
    demon = _due(bo=_body(aggravated=1, lethal=1, bashing=1, kind="demon"))
    assert [step.moment for step in demon] == [HOUR, HOUR + 3 * DAY, HOUR + 4 * DAY]


def test_saved_hours_complete_levels_together() -> None:
    """One hour is saved and each level takes one: the next hour heals both."""
    (step,) = _due(bo=_body(bashing=2, heal_hours=1))

    assert (step.moment, step.given["hours"]) == (HOUR, 1)


def test_a_campaigns_own_hours_count() -> None:
    table = RecordState("campaign", {"now": 0, "settings.fallen.heal_hours": {"mortal_bashing": [2] * 7}})

    (step,) = due(State({"c": table, "bo": _body(bashing=1)}), 0, DAY)

    assert step.moment == 2 * HOUR


@pytest.mark.parametrize(
    "body",
    [
        _body(),
        _body(aggravated=2),
        _body(bashing=1, dead=True),
        _body(lethal=7),
        _body(unconscious=True),
        _body(unconscious=True, unconscious_for="scene"),
        _body(unconscious=True, unconscious_for=5, in_combat=True),
        _body(unconscious=True, unconscious_for=5, dead=True),
        _body(unconscious_for=5),
        _body(bashing=1, kind=None),
    ],
)
def test_nothing_falls_due_for_some(body: RecordState) -> None:
    assert _due(bo=body) == []


def test_a_blackout_outside_a_fight_lasts_three_seconds_a_turn() -> None:
    (step,) = _due(bo=_body(unconscious=True, unconscious_for=5, out_from=50), start=50)

    assert (step.moment, step.step, step.question) == (65, "fallen.wakes", None)
    assert step.effects == (set_to("bo", "unconscious", False), set_to("bo", "unconscious_for", None))


def test_a_blackout_of_unknown_length_asks_when_it_has_lasted_as_long_as_any() -> None:
    asked = OpenQuestion("q", "fallen.blackout", "bo", optional=False, data={})
    state = State({"bo": _body(unconscious=True, out_from=50)}, (asked,))

    (step,) = due(state, 50, HOUR)

    assert (step.moment, step.question, step.effects) == (65, "q", ())


def test_what_is_late_comes_at_once_and_what_is_later_not_yet() -> None:
    wounded = _body(bashing=1, heal_hours=5)

    assert [step.moment for step in _due(bo=wounded, start=DAY)] == [DAY]
    assert _due(bo=wounded, end=HOUR - 1) == []
    assert _due(bo=wounded)[0].given["hours"] == 1


def test_rest_runs_while_a_level_can_heal_and_a_blackout_while_no_fight_counts_it() -> None:
    out = _body(bashing=7, unconscious=True)

    assert running(out).keys() == {"healed_from", "out_from"}
    assert running(_body(unconscious=True, in_combat=True)) == {}
    assert running(_body(aggravated=1)) == {}


def test_with_a_fight_end_its_counts() -> None:
    fighting = _body(in_combat=True, turn_done=True, initiative=12, next_initiative=-2)

    (found,) = at_fight_end(State({"bo": fighting, "cy": _body()}))

    assert found.clause == "FAL-TIME-02"
    assert set(found.effects) == {
        set_to("bo", "in_combat", False),
        set_to("bo", "turn_done", False),
        set_to("bo", "initiative", None),
        set_to("bo", "next_initiative", 0),
    }


def test_a_blackout_ends_with_the_scene_at_the_latest() -> None:
    asked = OpenQuestion("q", "fallen.blackout", "cy", optional=False, data={})
    out = _body(unconscious=True, unconscious_for="scene")
    state = State(
        {"bo": out, "cy": _body(unconscious=True), "di": _body(unconscious=True, dead=True)}, (asked,)
    )

    (found,) = at_scene_end(state)

    assert found.clause == "FAL-UNCON-02"
    assert set(found.effects) == {
        set_to("bo", "unconscious", False),
        set_to("bo", "unconscious_for", None),
        set_to("cy", "unconscious", False),
        set_to("q", "state", "struck"),
    }
