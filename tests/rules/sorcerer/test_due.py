"""What game time brings."""

from typing import Any

import pytest

from rules.kernel.clock import DAY, HOUR
from rules.kernel.effects import change_by, set_to
from rules.kernel.procedure import OpenQuestion, RecordState, State
from rules.sorcerer.due import due, running


def _demon(**over: Any) -> RecordState:
    given = {"state": "present", "type": "object", "stamina": 3, "need_unmet_days": 0, "day_began": 0, **over}
    return RecordState("demon", given)


def _contact(**over: Any) -> RecordState:
    return RecordState("contact", {"state": "open", "demon": "d2", "hours": 1, "hour_began": 0, **over})


def _state(**records: RecordState) -> State:
    return State(records)


def test_a_day_lengthens_the_need_before_its_tick() -> None:
    (step,) = due(_state(d1=_demon()), 0, DAY)

    assert (step.moment, step.action, step.given) == (DAY, "sorcerer.withdrawal_day", {"demon": "d1"})
    assert (step.clause, step.begins) == ("SOR-NEED-13", "day_began")
    assert step.effects == (change_by("d1", "need_unmet_days", 1),)


def test_each_day_ticks_once() -> None:
    state = _state(d1=_demon(day_began=100))

    assert [step.moment for step in due(state, 100, 100 + 3 * DAY)] == [100 + n * DAY for n in (1, 2, 3)]
    assert list(due(state, 100, 99 + DAY)) == []


def test_only_demons_that_are_here_wither() -> None:
    elsewhere = {one: _demon(state=one) for one in ("beyond", "contacted", "banished", "annihilated")}

    assert list(due(_state(**elsewhere, d1=_demon(stamina=0)), 0, 9 * DAY)) == []


def test_the_last_hour_closes_a_contact_and_the_demon_is_gone() -> None:
    (step,) = due(_state(c1=_contact(), d2=_demon(state="contacted")), 0, 5 * HOUR)

    assert (step.moment, step.step) == (HOUR, "sorcerer.contact_closes")
    assert step.effects == (
        change_by("c1", "hours", -1),
        set_to("c1", "state", "closed"),
        set_to("d2", "state", "beyond"),
    )


def test_a_demon_that_is_here_stays_when_its_contact_closes() -> None:
    (step,) = due(_state(c1=_contact(), d2=_demon(state="present", day_began=HOUR)), 0, HOUR)

    assert [effect.on for effect in step.effects] == ["c1", "c1"]


def test_hours_run_down_one_by_one() -> None:
    steps = due(_state(c1=_contact(hours=3)), 0, 2 * HOUR)

    assert [(step.moment, step.step) for step in steps] == [
        (HOUR, "sorcerer.contact_hour"),
        (2 * HOUR, "sorcerer.contact_hour"),
    ]


@pytest.mark.clause("SOR-SUMMON-08")
def test_hours_do_not_run_during_a_summoning() -> None:
    tried_twice = _state(c1=_contact(tries=2, hours=2))

    steps = list(due(tried_twice, 0, 9 * HOUR))

    assert [step.moment for step in steps] == [3 * HOUR, 4 * HOUR]
    assert steps[0].effects == (change_by("c1", "hours", -1), set_to("c1", "tries", 0))


def test_a_contact_does_not_close_before_the_gm_has_answered_it() -> None:
    asked = OpenQuestion("q", "sorcerer.alter_contact", "who", optional=False, data={"contact": "c1"})
    other = OpenQuestion("p", "sorcerer.alter_contact", "who", optional=False, data={"contact": "c9"})

    steps = due(State(_state(c1=_contact(hours=2)).records, (other, asked)), 0, 2 * HOUR)

    assert [(step.moment, step.question) for step in steps] == [(HOUR, None), (2 * HOUR, "q")]


def test_what_is_late_comes_at_the_start() -> None:
    state = _state(d1=_demon(), c1=_contact(hours=0))

    assert [step.moment for step in due(state, 2 * DAY, 2 * DAY)] == [2 * DAY] * 3


def test_steps_of_one_moment_have_a_fixed_order() -> None:
    state = _state(c1=_contact(hour_began=DAY - HOUR), d9=_demon(), d1=_demon())

    assert [step.record for step in due(state, 0, DAY)] == ["d1", "d9", "c1"]


def test_a_demons_days_run_while_it_is_here_and_a_contacts_hours_while_it_is_open() -> None:
    assert running(_demon()).keys() == {"day_began"}
    assert running(_contact()).keys() == {"hour_began"}
    for still in (_demon(state="beyond"), _demon(stamina=0), _demon(type=None), _contact(state="closed")):
        assert running(still) == {}
