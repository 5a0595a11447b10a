"""What falls due in all systems comes as one list, in one order, each step with its clause and its words."""

from typing import Any

from rules import catalogue, service, words
from rules.fallen.moments import FIGHT
from rules.kernel.clock import DAY, Clock, Due, begun, in_order, unbegun
from rules.kernel.effects import set_to
from rules.kernel.procedure import FollowUp, RecordState, State
from rules.reference import find_clause

SLOW = {"kind": "lethal", "resistant": False, "interval": "day", "left": 1, "dealt": 0, "limit": 9}
BODY: dict[str, Any] = {
    "kind": "mortal",
    "bashing": 0,
    "lethal": 1,
    "aggravated": 0,
    "dead": False,
    "heal_hours": 0,
    "healed_from": 0,
    "unconscious": False,
    "unconscious_for": None,
    "out_from": None,
    **FIGHT,
}
DEMON = {"state": "present", "type": "object", "stamina": 3, "need_unmet_days": 0, "day_began": 0}
STATE = State(
    {
        "a-fighter": RecordState("fallen.character", BODY),
        "b-cursed": RecordState("pandemonium.character", {"ongoing.s": SLOW, "began.ongoing.s": 0}),
        "c-tie": RecordState(
            "pandemonium.connection", {"rating": 2, "base": 3, "inanimate": False, "day_began": 0}
        ),
        "d-demon": RecordState("demon", DEMON),
        "e-soldier": RecordState("demon_city.character", {"reposition": 60}),
    }
)


def test_steps_of_all_systems_come_by_moment_rank_record_and_step() -> None:
    found = list(service.due(STATE, 0, 2 * DAY))

    assert [(step.moment // DAY, step.record) for step in found] == [
        (1, "d-demon"),
        (1, "b-cursed"),
        (1, "c-tie"),
        (1, "a-fighter"),
        (2, "d-demon"),
    ]
    assert found == sorted(found, key=lambda one: (one.moment, one.rank, one.record, one.step))


def test_every_step_names_a_clause_an_action_and_its_words() -> None:
    for step in service.due(STATE, 0, 2 * DAY):
        assert find_clause(step.clause).id == step.clause
        assert step.action in catalogue.ACTIONS
        assert words.due_words(step.step) != words.spelled_out(step.step.partition(".")[2])


def test_lists_in_order_make_one_list_in_order() -> None:
    first, second = ([_due(moment) for moment in moments] for moments in ((1, 4), (2, 3)))

    assert [one.moment for one in in_order((first, second))] == [1, 2, 3, 4]


def _due(moment: int) -> Due:
    return Due(moment=moment, rank=0, record="r", step="s", clause="c")


def _running(record: RecordState) -> dict[str, Clock]:
    return {"since": Clock("TAB-TIME-05", key=record.fields["key"])} if record.fields["on"] else {}


def _state(on: bool, since: int | None = None, key: int = 0) -> State:
    return State({"r": RecordState("thing", {"on": on, "since": since, "key": key})})


def _begun(before: State, after: State) -> list[Any]:
    return [effect for follow_up in begun(_running, before, after, 50) for effect in follow_up.effects]


def test_a_clock_begins_with_the_act_that_sets_it_going() -> None:
    assert _begun(_state(False), _state(True)) == [set_to("r", "since", 50)]
    assert _begun(State({}), _state(True)) == [set_to("r", "since", 50)]
    assert _begun(_state(True, 20), _state(True, 20)) == []


def test_a_clock_begins_anew_when_its_key_rises_and_is_cleared_when_it_stops() -> None:
    assert _begun(_state(True, 20, key=1), _state(True, 20, key=2)) == [set_to("r", "since", 50)]
    assert _begun(_state(True, 20, key=2), _state(True, 20, key=1)) == []
    assert _begun(_state(True, 20), _state(False, 20)) == [set_to("r", "since", None)]


def test_a_beginning_that_the_act_itself_named_stands() -> None:
    assert _begun(_state(False), _state(True, 30)) == []
    assert _begun(State({}), _state(True, 30)) == []


def test_a_clock_without_a_beginning_is_found() -> None:
    assert unbegun(_running, _state(True), 7) == (FollowUp("TAB-TIME-05", (set_to("r", "since", 7),)),)
    assert unbegun(_running, _state(True, 3), 7) == ()
