"""What an act leaves for the rituals after it."""

from typing import Any

import pytest

from rules import service
from rules.kernel.clock import DAY, HOUR
from rules.kernel.procedure import RecordState, State
from rules.sorcerer import attempts, helping
from rules.sorcerer.scene_end import ROUND, at_scene_end
from tests.rules.sorcerer.callings import binding, rite

NOW = DAY * 3 // 2
KINDS = {"mara": "character", "otto": "character", "d1": "demon", "k1": "contact"}
SCORES = {"id": "otto", "lore": 2, "will": 3, "humanity": 2}
HELP = {"ritual": "summon", "primary": "mara", "helpers": [SCORES], "demon": {"id": "d1", "power": 2}}
CONTAINED = rite("contain", scope={"kind": "demon", "demons": ["d1"]})

Told = dict[tuple[str, str], Any]


def state(**records: dict[str, Any]) -> State:
    """Records of which these fields are stored, at noon of the second day."""
    found = {name: RecordState(KINDS[name], fields) for name, fields in records.items()}
    return State({**found, "table": RecordState("campaign", {"now": NOW})})


def left(verb: str, given: dict[str, Any], before: State | None = None, **outcome: Any) -> Told:
    action = f"sorcerer.{verb}"
    found = attempts.left_by(action, service.read(action, given), attempts.Came(**outcome), before or state())
    return {(one.on, one.field): one.set for follow_up in found for one in follow_up.effects}


@pytest.mark.parametrize("verb", ["contact", "summon", "banish", "punish"])
def test_failures_count_until_one_succeeds(verb: str) -> None:
    field = f"failed.{verb}.d1"

    assert left(verb, rite(verb), success=False)["mara", field] == 1
    again = state(mara={field: 1})
    assert left(verb, rite(verb), again, success=False)["mara", field] == 2
    assert left(verb, rite(verb), again, success=True)["mara", field] == 0
    over = state(mara={field: 0})
    assert left(verb, rite(verb), over, success=True)["mara", field] == 0
    assert left(verb, rite(verb), over, success=False)["mara", field] == 1
    assert ("mara", field) not in left(verb, rite(verb), success=True)


def test_ones_own_demon_is_punished_without_trying() -> None:
    own = rite("punish", demon={"bindings": [binding()]}, amount=1)

    assert left("punish", own, success=True) == {
        ("d1", "punished_at"): NOW,
        ("mara", "busy_until"): NOW + HOUR,
    }


def test_a_further_attempt_is_by_the_same_sorcerer_at_the_same_demon() -> None:
    tried = state(mara={"failed.summon.d1": 1}, otto={})

    assert attempts.has_failed(tried, "sorcerer.summon", "mara", "d1")
    assert not attempts.has_failed(tried, "sorcerer.summon", "otto", "d1")
    assert not attempts.has_failed(tried, "sorcerer.summon", "mara", "d2")
    assert not attempts.has_failed(tried, "sorcerer.contact", "mara", "d1")


def test_what_was_tried_is_forgotten_with_the_scene() -> None:
    fields = {"lasting": 0, "incoming_lasting": 0, **ROUND, "failed.summon.d1": 2, "help.summon.d1": 3}

    (follow_up,) = at_scene_end(state(mara=fields))

    assert [(one.on, one.field, one.set) for one in follow_up.effects] == [("mara", "failed.summon.d1", 0)]


def test_only_what_is_done_about_a_demon_in_contact_comes_between() -> None:
    reached = state(d1={"state": "contacted", "delays": 1}, mara={})

    assert left("contain", CONTAINED, reached)["d1", "delays"] == 2
    assert left("summon", rite("summon"), reached, success=False)["d1", "delays"] == 2
    assert ("d1", "delays") not in left("contain", CONTAINED, state(d1={"state": "beyond"}))
    assert ("d1", "delays") not in left("contain", rite("contain"), reached)


def test_a_contact_made_or_prolonged_begins_anew() -> None:
    reached = state(d1={"state": "contacted", "delays": 2})

    assert left("contact", rite("contact"), reached, success=True)["d1", "delays"] == 0
    assert ("d1", "delays") not in left("contact", rite("contact"), reached, success=False)


def test_the_gms_answer_and_the_check_do_not_come_between() -> None:
    reached = state(d1={"state": "contacted"})
    check = {
        "character": {"id": "mara", "humanity": 3},
        "change": "loss",
        "basis": "ritual",
        "demon": {"id": "d1", "power": 2},
    }

    assert left("humanity_check", check, reached) == {}
    ended = {"sorcerer": "mara", "demon": {"id": "d1", "state": "contacted"}}
    assert left("end_contact", ended, reached) == {}


def test_each_failed_summoning_holds_the_contact_for_its_hour() -> None:
    assert left("summon", rite("summon"), state(k1={"tries": 1}), success=False)["k1", "tries"] == 2
    assert ("k1", "tries") not in left("summon", rite("summon"), success=True)


def test_help_waits_for_the_ritual_that_it_was_for() -> None:
    helped = state(mara={"help.summon.d1.otto": 2})

    assert left("group_ritual", HELP, rolls={"otto": 2}) == {("mara", "help.summon.d1.otto"): 2}
    assert left("group_ritual", HELP, rolls={"otto": 0}) == {("mara", "help.summon.d1.otto"): 0}
    assert left("summon", rite("summon"), helped, success=False)["mara", "help.summon.d1.otto"] == -1
    assert ("mara", "help.summon.d1.otto") not in left("contact", rite("contact"), helped, success=True)


def test_what_each_helper_won_counts_and_what_an_older_version_kept_for_all() -> None:
    kept = {"otto": 2, "eve": 0, "boyd": helping.USED}
    helped = state(
        mara={f"help.summon.d1.{who}": won for who, won in kept.items()} | {"help.summon.d10.otto": 9}
    )

    assert helping.helped_by(helped, "mara", "summon", "d1") == {"otto": 2, "eve": 0}
    assert helping.won_by_helpers(helped, "mara", "summon", "d1") == 2
    assert helping.won_by_helpers(state(mara={"help.contain": 3}), "mara", "contain", None) == 3


def test_a_ritual_takes_an_hour_after_the_one_before_and_none_on_the_spot() -> None:
    busy = state(mara={"busy_until": NOW + HOUR})

    assert left("banish", rite("banish"), success=True)["mara", "busy_until"] == NOW + HOUR
    assert left("contain", rite("contain"), busy)["mara", "busy_until"] == NOW + 2 * HOUR
    assert ("mara", "busy_until") not in left("banish", rite("banish", snapshot=True), success=True)


def test_the_hour_of_a_contact_is_none_of_those_for_which_it_is_open() -> None:
    assert left("contact", rite("contact"), success=True)["k1", "tries"] == 1
    assert ("k1", "tries") not in left("contact", rite("contact", snapshot=True), success=True)
    assert ("k1", "tries") not in left("contact", rite("contact"), success=False)


@pytest.mark.parametrize("verb", ["banish", "punish"])
def test_a_demon_that_withstood_is_angry_with_whoever_tried(verb: str) -> None:
    once = state(d1={"angry.mara": 1})

    assert left(verb, rite(verb), success=False)["d1", "angry.mara"] == 1
    assert left(verb, rite(verb), once, success=False)["d1", "angry.mara"] == 2
    assert ("d1", "angry.mara") not in left(verb, rite(verb), success=True)


@pytest.mark.parametrize("verb", ["contact", "summon", "bind"])
def test_whoever_calls_a_demon_stands_on_its_record(verb: str) -> None:
    once = state(d1={"callers.mara": 1})

    assert left(verb, rite(verb), success=True)["d1", "callers.mara"] == 1
    assert left(verb, rite(verb), once, success=False)["d1", "callers.mara"] == 2


def test_days_are_counted_from_the_last_punishment_or_the_last_try_to_throw_it_off() -> None:
    weak = {"demon": {"id": "d1", "stamina": 3, "punishment": 1}, "days_since": 5}

    assert left("recover_power", weak) == {("d1", "punished_at"): NOW}
    assert attempts.days_since_punishment(state(d1={"punished_at": NOW - DAY}), "d1") == 1
    assert attempts.days_since_punishment(state(d1={"punished_at": None}), "d1") == attempts.MOST_DAYS
