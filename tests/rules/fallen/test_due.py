"""What game time brings."""

from typing import Any

import pytest

from rules.fallen.due import HOUR, BodyClock, due
from rules.fallen.types import HealHours
from rules.kernel.effects import set_to

DAY = 24 * HOUR


def _body(**more: Any) -> BodyClock:
    marks = {"bashing": 0, "lethal": 0, "aggravated": 0, **more.pop("marks", {})}
    return BodyClock(id=more.pop("id", "bo"), kind=more.pop("kind", "mortal"), marks=marks, **more)


def _due(*bodies: BodyClock, start: int = 0, end: int = 10 * DAY) -> Any:
    return due(bodies, HealHours(), start, end)


def test_a_level_heals_when_its_hours_are_full() -> None:
    (step,) = _due(_body(marks={"lethal": 1}, heal_hours=4, healed_from=100), start=100)

    assert (step.moment, step.step, step.seed) == (100 + 20 * HOUR, "fallen.heal", {"patient": "bo"})
    assert step.given == {"hours": 20}


def test_only_the_next_level_of_each_is_certain() -> None:
    steps = _due(_body(marks={"bashing": 5}), _body(id="cy", marks={"bashing": 1}))

    assert [(step.record, step.moment) for step in steps] == [("cy", HOUR), ("bo", 3 * HOUR)]


@pytest.mark.parametrize(
    "body",
    [
        _body(),
        _body(marks={"aggravated": 2}),
        _body(marks={"bashing": 1}, dead=True),
        _body(marks={"lethal": 7}),
        _body(unconscious=True),
        _body(unconscious=True, unconscious_for="scene"),
        _body(unconscious=True, unconscious_for=5, in_combat=True),
        _body(unconscious=True, unconscious_for=5, dead=True),
        _body(unconscious_for=5),
    ],
)
def test_nothing_falls_due_for_some(body: BodyClock) -> None:
    assert _due(body) == ()


def test_a_blackout_outside_a_fight_lasts_three_seconds_a_turn() -> None:
    (step,) = _due(_body(unconscious=True, unconscious_for=5, out_from=50), start=50)

    assert (step.moment, step.step) == (65, "fallen.wakes")
    assert step.effects == (set_to("bo", "unconscious", False), set_to("bo", "unconscious_for", None))


def test_what_is_late_comes_at_once_and_what_is_later_not_yet() -> None:
    wounded = _body(marks={"bashing": 1}, heal_hours=5)

    assert [step.moment for step in _due(wounded, start=DAY)] == [DAY]
    assert _due(wounded, end=HOUR - 1) == ()
    assert _due(wounded)[0].given == {"hours": 1}
