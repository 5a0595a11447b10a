"""What the order of play forbids, and what ends with what."""

from typing import Any

import pytest
from msgspec import structs

from rules import service
from rules.kernel.draws import GivenDraws
from rules.kernel.effects import Effect, set_to
from rules.kernel.procedure import FollowUp, RecordState, State
from rules.pandemonium import moments
from rules.pandemonium.allowed import allowed
from tests.rules.pandemonium.asking import ANN, someone, track


def state(spell: dict[str, Any] | None = None, **fields: Any) -> State:
    records = {
        "ann": RecordState("character", {name.replace("__", "."): one for name, one in fields.items()})
    }
    return State({**records, "s": RecordState("spell", {"state": "active", **(spell or {})})})


def changes(follow_ups: tuple[FollowUp, ...]) -> list[Effect]:
    return [effect for follow_up in follow_ups for effect in follow_up.effects]


@pytest.mark.parametrize("verb", ["control", "heal", "assail", "ongoing_start", "boosted_attack"])
def test_an_ended_spell_does_nothing_more(verb: str) -> None:
    assert allowed(state({"state": "ended"}), f"pandemonium.{verb}", ("s", "ann")) == "PAN-TRACK-06"
    assert allowed(state(), f"pandemonium.{verb}", ("s", "ann")) is None


def test_a_roll_takes_no_potency_from_a_spell_that_is_over_or_still_waits() -> None:
    assert allowed(state({"state": "ended"}), "pandemonium.roll", ("ann", "s")) == "PAN-TRACK-06"
    assert allowed(state({"state": "latent"}), "pandemonium.roll", ("ann", "s")) == "PAN-DELAY-03"
    assert allowed(state({"state": "ended"}), "pandemonium.roll", ("ann",)) is None


def test_a_latent_spell_waits_for_its_trigger() -> None:
    latent = state({"state": "latent"})

    assert allowed(latent, "pandemonium.control", ("s", "ann")) == "PAN-DELAY-03"
    assert allowed(latent, "pandemonium.attack", ("s", "ann")) is None
    assert allowed(latent, "pandemonium.assail", ("ann", "s")) is None


def test_a_wasted_turn_leaves_no_instant_action() -> None:
    spent = state(turn__over=True, hold__s="severe")
    wasted = state(turn__over=True, turn__hindrance__s="failed", hold__s="severe")
    overcome = state(turn__over=True, turn__hindrance__s="overcome", hold__s="severe")

    assert allowed(wasted, "pandemonium.struggle", ("ann", "s")) == "PAN-HIND-11"
    for one in (spent, overcome):
        assert allowed(one, "pandemonium.struggle", ("ann", "s")) == "PAN-STRUGGLE-02"
        assert allowed(one, "pandemonium.assail", ("ann", "s")) == "PAN-ASSAIL-02"
    assert allowed(wasted, "pandemonium.resist", ("s", "ann")) is None


@pytest.mark.parametrize(
    ("hold", "clause"), [("severe", None), ("normal", None), ("escaped", "PAN-STRUGGLE-01")]
)
def test_only_who_is_held_struggles(hold: str, clause: str | None) -> None:
    assert allowed(state(hold__s=hold), "pandemonium.struggle", ("ann", "s")) == clause


def test_an_ended_spell_may_still_be_shaken_off() -> None:
    ended = {"state": "ended"}
    assert allowed(state(ended, hold__s="severe"), "pandemonium.struggle", ("ann", "s")) is None
    assert allowed(state(ended, hold__s="none"), "pandemonium.struggle", ("ann", "s")) == "PAN-TRACK-06"


def test_a_spell_takes_its_holds_and_poisons_along() -> None:
    held = state(hold__s="severe", ongoing__s={"left": 2}, temporary__s=[{}])

    assert changes(moments.at_spell_end(held, "s")) == [
        set_to("ann", "hold.s", "none"),
        set_to("ann", "ongoing.s", None),
    ]
    assert changes(moments.at_spell_end(held, "s", remains=frozenset({"ann"}))) == [
        set_to("ann", "ongoing.s", None)
    ]


@pytest.mark.parametrize(
    ("remains", "gone"),
    [
        ((), [set_to("ann", "hold.s", "none"), set_to("ann", "ongoing.s", None)]),
        (("ann",), [set_to("ann", "ongoing.s", None)]),
    ],
)
def test_a_spell_let_go_of_frees_all_but_whom_something_ordinary_binds(
    remains: tuple[str, ...], gone: list[Effect]
) -> None:
    action = "pandemonium.let_go"
    given = service.read(action, {"spell": {"id": "s"}, "remains": remains})
    result = service.perform(action, given, GivenDraws([]))
    held = state(hold__s="severe", ongoing__s={"left": 2})

    assert changes(service.follows(action, given, result, held)) == gone


@pytest.mark.parametrize(
    ("spell", "by_gm", "clause"),
    [
        ({"duration": "sustained"}, False, None),
        ({"duration": "instant", "state": "latent"}, False, None),
        ({"duration": "scene"}, False, "PAN-TRACK-08"),
        ({"duration": "scene"}, True, None),
        ({"duration": "lasting", "state": "ended"}, False, "PAN-TRACK-06"),
        ({"duration": "sustained", "state": "ended"}, True, "PAN-TRACK-06"),
    ],
)
def test_players_let_go_of_what_is_settled_or_kept_up_alone(
    spell: dict[str, str], by_gm: bool, clause: str | None
) -> None:
    before = structs.replace(state(spell), by_gm=by_gm)

    assert allowed(before, "pandemonium.let_go", ("s",)) == clause


def test_a_destroyed_spell_lets_go_in_the_same_act() -> None:
    action = "pandemonium.assail"
    raw: dict[str, Any] = {
        "actor": {"id": "bob", "traits": {"wits": 3}},
        "pool": {"traits": ["wits"]},
        "spell": {"id": "s", "potency": 2, "tenacity": 1},
        "possible": True,
        "concrete": True,
    }
    given = service.read(action, raw)
    result = service.perform(action, given, GivenDraws([8, 8, 1]))

    assert changes(service.follows(action, given, result, state(hold__s="normal"))) == [
        set_to("ann", "hold.s", "none")
    ]


def test_a_triggered_spell_keeps_no_hold() -> None:
    action = "pandemonium.direct"
    raw: dict[str, Any] = {
        "spell": {"id": "s", "potency": 3, "state": "latent"},
        "triggered": True,
        "target": someone(health=track()),
        "damage": {"kind": "lethal"},
        "compare": "resolve",
        "resist": {"successes": 0},
    }
    given = service.read(action, raw)
    result = service.perform(action, given, GivenDraws([]))

    loosened, _progress = service.follows(action, given, result, state({"state": "latent"}))

    assert changes((loosened,)) == [set_to("ann", "hold.s", "none")]


def test_casting_again_ends_what_was_cast_before() -> None:
    action = "pandemonium.cast"
    spell = {"id": "s", "aspect": "covert", "kind": "control", "arcanum": "mind"}
    given = service.read(action, {"spell": spell, "caster": ANN})
    result = service.perform(action, given, GivenDraws([]))

    loosened, *_progress = service.follows(action, given, result, state(hold__s="severe"))

    assert changes((loosened,)) == [set_to("ann", "hold.s", "none")]
    only, *_kept = service.follows(action, given, result, State({}))
    assert only.clause == "PAN-POT-15"


@pytest.mark.parametrize("hold", ["resisted", "escaped"])
def test_who_shook_a_casting_off_is_no_longer_counted_when_it_ends(hold: str) -> None:
    over = [set_to("ann", "hold.s", "none")]

    assert changes(moments.at_spell_end(state(hold__s=hold), "s")) == over
    assert changes(moments.at_spell_end(state(hold__s=hold), "s", remains=frozenset({"ann"}))) == over
    assert changes(moments.at_spell_end(state(hold__s="none"), "s")) == []


def test_a_turn_begins_afresh() -> None:
    before = state({"opposed.ann": 3, "opposed.bob": 1}, turn__over=True, round__hit__s=True)

    assert changes(moments.at_turn_start(before, "ann")) == [
        set_to("ann", "turn.over", None),
        set_to("s", "opposed.ann", None),
    ]
    assert changes(moments.at_round_end(before)) == [set_to("ann", "round.hit.s", None)]


def test_a_round_has_one_turn_for_each() -> None:
    before = State(
        {
            "ann": RecordState("pandemonium.character", {}),
            "bob": RecordState("pandemonium.character", {"round.turn.1": True}),
            "demon": RecordState("demon", {}),
            "table": RecordState("campaign", {"turn": 1}),
        }
    )

    assert changes(moments.at_turn_start(before, "ann")) == [set_to("ann", "round.turn.2", True)]
    assert changes(moments.at_turn_start(before, "demon")) == []
    assert service.forbidden("table.begin_turn", ("table", "bob"), before) == "PAN-TIME-02"
    assert service.forbidden("table.begin_turn", ("table", "ann"), before) is None
    given_back = State({"bob": RecordState("pandemonium.character", {"round.turn.1": False})})
    assert service.forbidden("table.begin_turn", ("bob",), given_back) is None
    assert changes(moments.at_round_end(before)) == [set_to("bob", "round.turn.1", None)]


def test_a_scene_ends_with_its_counts_and_spells() -> None:
    before = state({"duration": "scene"}, hold__s="normal", scene__tries__s=1, round__hit__s=True, mana=3)

    assert changes(moments.at_scene_end(before)) == [
        set_to("s", "state", "ended"),
        set_to("ann", "scene.tries.s", None),
        set_to("ann", "hold.s", "none"),
        set_to("ann", "round.hit.s", None),
    ]
    assert moments.at_scene_end(state({"duration": "sustained"}, mana=3)) == ()


def test_with_a_fight_its_turns_and_rounds_are_over() -> None:
    before = state({"opposed.bob": 1}, turn__over=True, round__hit__s=True, scene__tries__s=1)

    assert changes(moments.at_fight_end(before)) == [
        set_to("ann", "turn.over", None),
        set_to("ann", "round.hit.s", None),
        set_to("s", "opposed.bob", None),
    ]
