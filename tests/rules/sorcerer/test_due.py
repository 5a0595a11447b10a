"""What game time brings."""

from typing import Any

from rules.kernel.effects import change_by, set_to
from rules.sorcerer.due import DAY, HOUR, Clocks, ContactClock, DemonClock, due


def _demon(name: str = "d1", **over: Any) -> DemonClock:
    given = {"state": "present", "stamina": 3, "need_unmet_days": 0, "day_began": 0, **over}
    return DemonClock(id=name, **given)


def _contact(**over: Any) -> ContactClock:
    given = {"demon": "d2", "demon_state": "contacted", "hours": 1, "hour_began": 0, **over}
    return ContactClock(id="c1", **given)


def test_a_day_lengthens_the_need_before_its_tick() -> None:
    (step,) = due(Clocks(demons=(_demon(),)), 0, DAY)

    assert (step.moment, step.step, step.seed) == (DAY, "sorcerer.withdrawal_day", {"demon": "d1"})
    assert step.effects == (change_by("d1", "need_unmet_days", 1),)


def test_each_day_ticks_once() -> None:
    clocks = Clocks(demons=(_demon(day_began=100),))

    assert [step.moment for step in due(clocks, 100, 100 + 3 * DAY)] == [100 + n * DAY for n in (1, 2, 3)]
    assert due(clocks, 100, 99 + DAY) == ()


def test_only_demons_that_are_here_wither() -> None:
    elsewhere = tuple(_demon(state=state) for state in ("beyond", "contacted", "banished", "annihilated"))

    assert due(Clocks(demons=(*elsewhere, _demon(stamina=0))), 0, 9 * DAY) == ()


def test_the_last_hour_closes_a_contact_and_the_demon_is_gone() -> None:
    (step,) = due(Clocks(contacts=(_contact(),)), 0, 5 * HOUR)

    assert (step.moment, step.step) == (HOUR, "sorcerer.contact_closes")
    assert step.effects == (
        change_by("c1", "hours", -1),
        set_to("c1", "state", "closed"),
        set_to("d2", "state", "beyond"),
    )


def test_a_demon_that_is_here_stays_when_its_contact_closes() -> None:
    (step,) = due(Clocks(contacts=(_contact(demon_state="present"),)), 0, HOUR)

    assert [effect.on for effect in step.effects] == ["c1", "c1"]


def test_hours_run_down_one_by_one() -> None:
    steps = due(Clocks(contacts=(_contact(hours=3),)), 0, 2 * HOUR)

    assert [(step.moment, step.step) for step in steps] == [
        (HOUR, "sorcerer.contact_hour"),
        (2 * HOUR, "sorcerer.contact_hour"),
    ]


def test_hours_do_not_run_during_a_summoning() -> None:
    assert due(Clocks(contacts=(_contact(held=True),)), 0, 9 * HOUR) == ()


def test_what_is_late_comes_at_the_start() -> None:
    clocks = Clocks(demons=(_demon(),), contacts=(_contact(hours=0),))

    assert [step.moment for step in due(clocks, 2 * DAY, 2 * DAY)] == [2 * DAY] * 3


def test_steps_of_one_moment_have_a_fixed_order() -> None:
    clocks = Clocks(demons=(_demon("d9"), _demon("d1")), contacts=(_contact(hour_began=DAY - HOUR),))

    assert [step.record for step in due(clocks, 0, DAY)] == ["d1", "d9", "c1"]
