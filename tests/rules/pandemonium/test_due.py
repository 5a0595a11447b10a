"""What game time and the table's own moments bring."""

from typing import Any

import pytest

from rules.kernel.clock import DAY, HOUR, Due
from rules.kernel.effects import Effect, set_to
from rules.kernel.procedure import RecordState, State
from rules.pandemonium.aftereffects import longest
from rules.pandemonium.due import due, due_at_scene_end, due_on_turn, newest_first, running, seconds
from rules.pandemonium.follows import set_going
from tests.rules.pandemonium.asking import track

A_DAY = {"years": 0, "months": 0, "weeks": 0, "days": 1}


def slow(interval: str, left: int = 1, dealt: int = 0) -> dict[str, Any]:
    return {"kind": "lethal", "resistant": False, "interval": interval, "left": left, "dealt": dealt}


def someone(**fields: Any) -> RecordState:
    named = {name.replace("__", "."): one for name, one in fields.items()}
    return RecordState("pandemonium.character", {"health": track(), "temporary_order": [], **named})


def tie(**over: Any) -> RecordState:
    given = {"rating": 1, "base": 3, "inanimate": False, "day_began": 0, **over}
    return RecordState("pandemonium.connection", given)


def listed(start: int, end: int, **records: RecordState) -> list[Due]:
    return list(due(State(records), start, end))


def test_slow_wounds_fall_when_their_interval_is_over() -> None:
    ann = someone(ongoing__s=slow("hour", left=2), began__ongoing__s=100)

    found = listed(100, DAY, ann=ann)

    assert [(step.moment, step.action, step.begins) for step in found] == [
        (3700, "pandemonium.ongoing_tick", "began.ongoing.s"),
        (7300, "pandemonium.ongoing_tick", "began.ongoing.s"),
    ]
    assert listed(100, 3699, ann=ann) == []


def test_wounds_by_the_turn_or_scene_wait_for_those() -> None:
    ann = someone(ongoing__s=slow("turn"), ongoing__t=slow("scene"))

    assert listed(0, 9 * DAY, ann=ann) == []
    assert running(ann) == {}


def test_an_aftereffect_fades_after_its_longest_time() -> None:
    """Two above the trait is a month and a day (PAN-AFTER-07)."""
    length = longest(2)
    kept = {"indefinite": False, "duration": {"years": 0, "months": 1, "weeks": 0, "days": 1}}
    for_ever = {"indefinite": True, "duration": None}
    ann = someone(aftereffect__s=kept, began__aftereffect__s=5, aftereffect__t=for_ever)

    assert seconds(length) == 31 * DAY
    assert listed(0, 5 + 31 * DAY - 1, ann=ann) == []
    (step,) = listed(0, 5 + 31 * DAY, ann=ann)
    assert step.effects == (set_to("ann", "aftereffect.s", None),)


def test_what_an_aftereffect_wears_away_ends_with_it() -> None:
    kept = {"indefinite": False, "duration": A_DAY}
    wearing = {"interval": "week", "spell": "s"}
    ann = someone(aftereffect__s=kept, began__aftereffect__s=0, decay__wits=wearing, traits__wits=2)

    (step,) = listed(0, DAY, ann=ann)

    assert step.effects == (set_to("ann", "aftereffect.s", None), set_to("ann", "decay.wits", None))


def test_a_connection_mends_a_step_a_day_up_to_its_base() -> None:
    assert [step.moment for step in listed(0, 9 * DAY, hair=tie())] == [DAY, 2 * DAY]
    assert listed(0, 9 * DAY, ring=tie(inanimate=True)) == []


@pytest.mark.parametrize(
    ("fields", "threat"),
    [
        ({"decay__wits": {"interval": "day"}, "traits__wits": 2}, {"trait": "wits"}),
        (
            {
                "decay__nerve": {"interval": "day", "pool": ["wits", "resolve"]},
                "traits__wits": 2,
                "traits__resolve": 1,
                "pools__nerve": -2,
            },
            {"pool": ["wits", "resolve"], "label": "nerve", "lost": 2},
        ),
    ],
)
def test_what_wears_away_is_rolled_at_each_interval(fields: dict[str, Any], threat: dict[str, Any]) -> None:
    steps = listed(0, 2 * DAY, ann=someone(**fields))

    assert [step.moment for step in steps] == [DAY, 2 * DAY]
    assert {step.action for step in steps} == {"pandemonium.decay_tick"}
    assert steps[0].given == {"target": "ann", "threat": threat}


@pytest.mark.parametrize(
    "fields",
    [
        {"decay__wits": {"interval": "day"}, "traits__wits": 0},
        {"decay__wits": {"interval": "day"}},
        {"decay__nerve": {"interval": "day", "pool": ["wits"]}, "traits__wits": 1, "pools__nerve": -1},
    ],
)
def test_what_is_worn_away_is_rolled_no_more(fields: dict[str, Any]) -> None:
    assert listed(0, 9 * DAY, ann=someone(**fields)) == []


def test_steps_of_one_moment_have_a_fixed_order() -> None:
    bob = someone(ongoing__s=slow("day"), began__ongoing__s=0)
    kept = {"indefinite": False, "duration": A_DAY}
    ann = someone(
        decay__wits={"interval": "day"}, traits__wits=2, aftereffect__s=kept, began__aftereffect__s=0
    )

    found = listed(0, DAY, ann=ann, hair=tie(rating=2), bob=bob)

    assert [step.step.partition(".")[2] for step in found] == [
        "ongoing_tick",
        "decay_tick",
        "sympathy",
        "aftereffect_ends",
    ]


def test_what_was_missed_comes_at_once() -> None:
    ann = someone(decay__wits={"interval": "day"}, traits__wits=2, began__decay__wits=0)

    assert [step.moment for step in listed(5 * DAY, 6 * DAY, ann=ann)] == [5 * DAY] * 5 + [6 * DAY]


def test_a_clock_of_unknown_beginning_runs_from_the_start() -> None:
    ann = someone(ongoing__s=slow("hour"))

    assert [step.moment for step in listed(500, DAY, ann=ann)] == [500 + HOUR]


def test_wounds_by_turn_fall_on_their_casters_turns() -> None:
    ann = someone(ongoing__s=slow("turn"), ongoing__t=slow("turn"), ongoing__u=slow("turn", left=0))
    casters = {"s": "mira", "t": "otto", "u": "mira"}
    spells = {one: RecordState("pandemonium.spell", {"caster": who}) for one, who in casters.items()}

    (step,) = due_on_turn(State({"ann": ann, **spells}), "mira", 5)

    assert (step.given["spell"], step.moment, step.begins) == ("s", 5, None)


def test_a_scenes_wounds_fall_before_its_temporary_ones_are_undone_newest_first() -> None:
    ann = someone(
        ongoing__w=slow("scene"),
        decay__wits={"interval": "scene"},
        traits__wits=1,
        temporary__s=[{}, {}],
        temporary__t=[{}],
        temporary_order=["s", "t", "s"],
    )

    found = due_at_scene_end(State({"ann": ann}), 5)

    steps = [(step.step.partition(".")[2], step.given.get("spell")) for step in found]
    assert steps == [
        ("ongoing_tick", "w"),
        ("decay_tick", None),
        ("temporary_expire", "s"),
        ("temporary_expire", "t"),
        ("temporary_expire", "s"),
    ]


def _ordered(before: dict[str, int], after: dict[str, int], order: list[str]) -> list[Effect]:
    was = someone(temporary_order=order, **{f"temporary__{one}": [{}] * n for one, n in before.items()})
    now = someone(temporary_order=order, **{f"temporary__{one}": [{}] * n for one, n in after.items()})
    found = set_going(State({"ann": was}), State({"ann": now}))
    return [effect for follow_up in found for effect in follow_up.effects]


def test_temporary_wounds_are_kept_in_their_order() -> None:
    assert _ordered({}, {"s": 1}, []) == [set_to("ann", "temporary_order", ["s"])]
    assert _ordered({"s": 1}, {"s": 1, "t": 1}, ["s"]) == [set_to("ann", "temporary_order", ["s", "t"])]
    assert _ordered({"s": 2, "t": 1}, {"s": 1, "t": 1}, ["s", "t", "s"]) == [
        set_to("ann", "temporary_order", ["s", "t"])
    ]
    assert _ordered({"s": 1}, {"s": 1}, ["s"]) == []


def test_temporary_wounds_without_an_order_are_undone_all_the_same() -> None:
    assert newest_first(someone(temporary__t=[{}], temporary__s=[{}, {}])) == ["s", "s", "t"]


def test_a_connection_that_loses_a_step_begins_its_quiet_day_anew() -> None:
    assert running(tie(rating=0))["day_began"].key > running(tie(rating=1))["day_began"].key
    assert running(tie(rating=3)) == {}
