"""What acts leave of a spell: how it was last made, and what it came to on whom."""

from typing import Any

import pytest

from rules import service
from rules.kernel.draws import GivenDraws
from rules.kernel.effects import Effect
from rules.kernel.procedure import RecordState, State
from rules.pandemonium.progress import is_fresh
from tests.rules.pandemonium.asking import ANN, someone, track

SPELL = {"id": "s", "aspect": "covert", "kind": "control", "arcanum": "mind"}
MANA = {"id": "ann", "traits": {"wits": 2}, "mana": 3}
CLAUSE = "PAN-POT-15"


def left(
    verb: str, given: dict[str, Any], *draws: int, **stored: dict[str, Any]
) -> list[tuple[str, str, Any]]:
    """What an act of these records leaves; the spell `s` is in force, and it is played in the scene `attic`."""
    action = f"pandemonium.{verb}"
    read = service.read(action, given)
    result = service.perform(action, read, GivenDraws(draws))
    records = {who: RecordState("character", fields) for who, fields in stored.items() if who != "s"}
    records["s"] = RecordState("spell", {"state": "active", **stored.get("s", {})})
    records["table"] = RecordState("campaign", {"scene": "attic"})
    found = [one for one in service.follows(action, read, result, State(records)) if one.clause == CLAUSE]
    effects: list[Effect] = [effect for follow_up in found for effect in follow_up.effects]
    return [(effect.on, effect.field, effect.set) for effect in effects]


def controlled(successes: int = 1) -> dict[str, Any]:
    return {
        "spell": {"id": "s", "potency": 3, "aspect": "covert", "applied": "cast"},
        "target": ANN,
        "compare": "resolve",
        "resist": {"successes": successes},
    }


def made(number: int, how: str, potency: int) -> dict[str, Any]:
    return {"number": number, "how": how, "potency": potency}


def result(**more: Any) -> dict[str, Any]:
    nothing: dict[str, Any] = {
        "net": None,
        "compare": None,
        "kind": None,
        "resistant": False,
        "scene": "attic",
    }
    more_of_it: dict[str, Any] = {"severity": None, "aim": None, "facts": 0, "resisted_by": []}
    return {"making": 0, "tries": 1, **nothing, **more_of_it, **more}


def test_a_casting_leaves_the_potency_with_which_it_was_made() -> None:
    given = {"spell": SPELL, "caster": MANA, "shaping": {"successes": 2}, "paid": {"mana": 1}}

    assert left("cast", given) == [("s", "made", made(1, "cast", 4))]


def test_a_shaping_of_potency_is_the_next_making_and_one_of_tenacity_is_none() -> None:
    given = {
        "spell": {"id": "s", "potency": 2, "tenacity": 2},
        "caster": MANA,
        "raise": "potency",
        "timing": "instant",
        "shaping": {"successes": 3},
        "paid": {"mana": 1},
    }

    spell = {"made": made(2, "cast", 4)}
    assert left("shape", given, s=spell) == [("s", "made", made(3, "shaped", 5))]
    assert left("shape", {**given, "raise": "tenacity", "timing": "reflexive"}, s=spell) == []


def test_a_making_is_newer_than_any_that_somebody_was_tried_after() -> None:
    given = {"spell": SPELL, "caster": ANN}

    before = {"s": {"made": made(1, "cast", 2)}, "bob": {"came_to.s": {"making": 2}}}

    assert left("cast", given, **before) == [("s", "made", made(3, "cast", 2))]


def test_what_it_came_to_is_left_on_the_target() -> None:
    came_to = result(
        making=2, net=2, compare="resolve", severity="normal", resisted_by=["strength", "dexterity"]
    )

    spell = {"made": made(2, "cast", 3)}
    assert left("control", controlled(), s=spell) == [("ann", "came_to.s", came_to)]
    again = left("control", controlled(), s=spell, ann={"came_to.s": came_to})
    assert again == [("ann", "came_to.s", {**came_to, "tries": 2})]


@pytest.mark.parametrize(("how", "first"), [("sustained", ["stamina"]), ("cast", ["resolve", "power"])])
def test_the_pool_that_first_resisted_a_casting_is_kept(how: str, first: list[str]) -> None:
    given = {**controlled(), "target": {**ANN, "traits": {"resolve": 2}}}
    given |= {"resist": {"pool": {"traits": ["resolve", "power"]}}}
    given["spell"] = {**given["spell"], "applied": how}
    before = result(making=1, net=0, compare="resolve", resisted_by=["stamina"])

    ((_who, _field, came_to),) = left("control", given, 1, 1, ann={"came_to.s": before})

    assert came_to["resisted_by"] == first


def test_what_gets_less_far_than_the_hold_that_stands_leaves_what_that_came_to() -> None:
    stood = result(
        making=1, net=3, compare="resolve", severity="severe", resisted_by=["stamina"], scene="cellar"
    )
    given = controlled(3)

    def tried(how: str, hold: str) -> Any:
        given["spell"] = {**given["spell"], "applied": how}
        ((_who, _field, came_to),) = left("control", given, ann={"came_to.s": stood, "hold.s": hold})
        return came_to

    assert tried("shaped", "severe") == {**stood, "making": 0, "tries": 2}
    assert tried("shaped", "escaped")["severity"] == "none"
    assert (tried("cast", "severe")["severity"], tried("cast", "severe")["scene"]) == ("none", "attic")


def test_a_strike_leaves_the_wounds_that_it_dealt() -> None:
    given = {
        "spell": {"id": "s", "potency": 3},
        "target": someone(health=track()),
        "damage": {"kind": "lethal", "resistant": True},
        "resist": {"successes": 1},
    }

    ((_who, _field, came_to),) = left("attack", given)

    assert (came_to["net"], came_to["kind"], came_to["resistant"]) == (2, "lethal", True)


def test_to_resist_beforehand_uses_nothing_up() -> None:
    given = {
        "spell": {"id": "s", "potency": 3},
        "target": {**ANN, "traits": {"wits": 2}},
        "effect": "other",
        "pool": {"traits": ["wits"]},
    }

    assert left("resist", given, 1, 1) == []


def test_a_making_is_fresh_until_it_is_used_on_that_target() -> None:
    spell = {"made": made(2, "cast", 3)}

    assert is_fresh("s", spell, {})
    assert is_fresh("s", spell, {"came_to.s": {"making": 1}, "came_to.t": {"making": 2}})
    assert not is_fresh("s", spell, {"came_to.s": {"making": 2}})
    assert not is_fresh("s", {"made": {"number": 0}}, {})
