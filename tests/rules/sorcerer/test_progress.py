"""What an act leaves of a round of conflict on those in it."""

from typing import Any

import pytest

from rules import service
from rules.kernel.draws import GivenDraws
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import RecordState, State

Fields = dict[tuple[str, str], Any]


def state(**people: dict[str, Any]) -> State:
    return State({who: RecordState("character", fields) for who, fields in people.items()})


def left(verb: str, given: dict[str, Any], now: State, *draws: int) -> dict[str, Fields]:
    """By clause what an act leaves besides what its engine counts."""
    action = f"sorcerer.{verb}"
    read = service.read(action, given)
    result = service.perform(action, read, GivenDraws(draws))
    found: dict[str, Fields] = {}
    for follow in service.follows(action, read, result, now):
        changed = {(one.on, one.field): one.change or one.set for one in follow.effects}
        found.setdefault(follow.clause, {}).update(changed)
    return found


def combatant(who: str, action: str = "act", **more: Any) -> dict[str, Any]:
    return {"id": who, "score": "stamina", "dice": 1, "stamina": 3, "action": action, **more}


def attack(victim: str = "guard", **more: Any) -> dict[str, Any]:
    attacker = {"id": "mara", "faces": [9], "turn": "pending"}
    return {"attacker": attacker, "target": {"id": victim}, "response": "none", **more}


IN_ROUND = {"turn": "resolved", "faces": [9], "round_action": "attack", "round_target": "guard"}
BLOW = {"target": {"id": "guard", "stamina": 3}, "weapon": "fists", "victories": 1}


def test_a_roll_leaves_everybodys_place_and_what_they_do() -> None:
    given = {"combatants": [combatant("mara", "attack", target="guard"), combatant("guard")]}

    found = left("conflict_round", given, state(mara={}, guard={}), 4, 9)

    assert found["SOR-CONFLICT-15"] == {
        ("mara", "round_place"): 2,
        ("mara", "round_action"): "attack",
        ("mara", "round_target"): "guard",
        ("guard", "round_place"): 1,
        ("guard", "round_action"): "act",
        ("guard", "round_target"): None,
    }


def test_a_roll_forgets_what_an_earlier_round_left() -> None:
    now = state(mara={"round_target": "guard", "hits.guard": 2, "hits_read": 1})

    found = left("conflict_round", {"combatants": [combatant("mara")]}, now, 4)["SOR-CONFLICT-15"]

    assert found["mara", "round_target"] is None
    assert found["mara", "hits.guard"] is None
    assert found["mara", "hits_read"] == 0


@pytest.mark.parametrize(
    ("action", "hit"),
    [("attack", 1), ("shoot", 1), ("act", None), ("wait", None), (None, None)],
)
def test_an_attack_that_gets_through_leaves_a_hit(action: str | None, hit: int | None) -> None:
    now = state(mara={"turn": "pending", "round_action": action})

    found = left("resolve_attack", attack(), now, 3)

    assert found.get("SOR-DAMAGE-01") == ({("mara", "hits.guard"): hit} if hit else None)


def test_an_attack_that_fails_leaves_none() -> None:
    now = state(mara={"turn": "pending", "round_action": "attack"})

    assert left("resolve_attack", attack(), now, 12) == {}


def test_damage_reads_off_a_hit_that_is_left() -> None:
    hit = {"mara": IN_ROUND | {"hits.guard": 2}}

    assert left("damage", BLOW, state(**hit, guard={})) == {"SOR-DAMAGE-01": {("guard", "hits_read"): 1}}
    assert left("damage", BLOW, state(**hit, guard={"hits_read": 1})) == {}
    assert left("damage", BLOW, state(mara=IN_ROUND, guard={})) == {}, "hurt by something else"


def test_the_end_of_a_round_forgets_it() -> None:
    now = state(mara=IN_ROUND | {"round_place": 1, "hits.guard": 2}, guard={"hits_read": 1}, boyd={})
    ends = {"combatants": [{"id": "mara", "stamina": 3}]}

    assert left("end_round", ends, now)["SOR-CONFLICT-22"] == {
        ("mara", "round_place"): None,
        ("mara", "round_action"): None,
        ("mara", "round_target"): None,
        ("mara", "round_stray"): None,
        ("mara", "answer"): None,
        ("mara", "answer_to"): None,
        ("mara", "hits.guard"): None,
        ("guard", "hits_read"): 0,
    }


def test_who_is_still_in_the_round_keeps_what_was_read_off() -> None:
    now = state(
        mara=IN_ROUND | {"hits.guard": 2}, shelly=IN_ROUND | {"hits.guard": 1}, guard={"hits_read": 1}
    )
    ends = {"combatants": [{"id": "shelly", "stamina": 3}]}

    assert ("guard", "hits_read") not in left("end_round", ends, now)["SOR-CONFLICT-22"]


@pytest.mark.parametrize(
    ("action", "ends"),
    [
        ("end_round", {"combatants": [{"id": "mara", "stamina": 3}]}),
        ("conflict_round", {"combatants": [combatant("mara")]}),
    ],
)
def test_what_was_read_off_is_forgotten_with_the_hit_wherever_it_stands(
    action: str, ends: dict[str, Any]
) -> None:
    taken = {"hits_taken.mara": 2, "hits_taken.shelly": 1}
    now = state(mara=IN_ROUND | {"hits.guard": 2}, shelly=IN_ROUND | {"hits.guard": 1}, guard=taken)

    found = left(action, ends, now, *([4] if action == "conflict_round" else []))
    left_on = {place: value for effects in found.values() for place, value in effects.items()}

    assert left_on["guard", "hits_taken.mara"] is None
    assert ("guard", "hits_taken.shelly") not in left_on, "hers still counts"


@pytest.mark.parametrize(
    ("announced", "more", "clause"),
    [
        ("guard", {}, None),
        (None, {}, None),
        ("shelly", {}, "SOR-CONFLICT-14"),
        ("shelly", {"stray": True}, None),
        ("shelly", {"target": None}, "SOR-CONFLICT-14"),
    ],
)
def test_an_action_keeps_the_target_that_was_announced(
    announced: str | None, more: dict[str, Any], clause: str | None
) -> None:
    read = service.read("sorcerer.resolve_attack", attack() | more)

    refused = service.contradicted("sorcerer.resolve_attack", read, state(mara={"round_target": announced}))

    assert (refused.clause if isinstance(refused, RuleViolation) else None) == clause
