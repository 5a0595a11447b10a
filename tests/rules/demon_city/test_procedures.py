"""What the order of play allows, what an act brings along, and what it asks."""

from typing import Any

import pytest

from rules import service
from rules.demon_city.allowed import allowed
from rules.demon_city.due import at_action_end, due, ends_with_action
from rules.demon_city.follows import answers, asks, follows
from rules.kernel.draws import GivenDraws
from rules.kernel.effects import set_to
from rules.kernel.procedure import FollowUp, OpenQuestion, RecordState, State

BUILT = RecordState("deck", {"deck": "players", "draw": ["cups-1", "fool"], "discard": [], "table": []})
HORROR = RecordState("deck", {**BUILT.fields, "deck": "horror", "draw": ["pentacles-1"]})
EMPTY = RecordState("deck", {"deck": None, "draw": [], "discard": [], "table": []})
DECKS = {"p": BUILT, "h": HORROR}
NOBODY = State(records={})


def _pending(question: str, who: str, **data: Any) -> OpenQuestion:
    return OpenQuestion(f"ask-{who}", question, who, False, data)


def _play(verb: str, raw: dict[str, Any], draws: list[Any]) -> tuple[str, Any, Any]:
    action = f"demon_city.{verb}"
    given = service.read(action, raw)
    return action, given, service.perform(action, given, GivenDraws(draws))


SIDES = [{"id": "heroes", "by": "players"}, {"id": "gang", "by": "host"}]
ANN = {"id": "ann", "side": "heroes", "kind": "attack", "targets": [{"id": "x", "beat": 1}], "throws": 1}
BO = {**ANN, "id": "bo"}
X = {"id": "x", "side": "gang", "kind": "attack", "targets": [{"id": "bo", "beat": 1}], "throws": 1}


def _clash(*people: dict[str, Any]) -> dict[str, Any]:
    return {"clash": {"id": "c1"}, "sides": SIDES, "participants": list(people)}


def test_nobody_throws_before_both_decks_stand() -> None:
    half = State(records={"p": BUILT, "h": EMPTY})

    assert allowed(NOBODY, "demon_city.static_throw", ["ann"]) == "DEC-DECK-01"
    assert allowed(half, "demon_city.static_throw", ["ann"]) == "DEC-DECK-01"
    assert allowed(State(records={"p": BUILT, "q": BUILT}), "demon_city.c10", []) == "DEC-DECK-01"
    assert allowed(half, "demon_city.build_horror_deck", ["h"]) is None
    assert allowed(State(records=DECKS), "demon_city.static_throw", ["ann"]) is None


def test_a_deck_that_stands_beside_the_two_forbids_no_throw() -> None:
    assert allowed(State(records={**DECKS, "new": EMPTY}), "demon_city.c10", []) is None


@pytest.mark.parametrize("verb", ["static_throw", "c10", "clash", "calm"])
@pytest.mark.parametrize("players", [["cups-1", "fool"], ["cups-1"]])
def test_nobody_throws_while_the_fool_is_in_both_decks_or_in_neither(verb: str, players: list[str]) -> None:
    both = "fool" in players
    horror = {**HORROR.fields, "draw": ["pentacles-1"], "discard": ["fool"] if both else []}
    astray = {"p": RecordState("deck", {**BUILT.fields, "draw": players}), "h": RecordState("deck", horror)}

    assert allowed(State(records=astray), f"demon_city.{verb}", ["ann"]) == "DEC-DECK-09"
    assert allowed(State(records=astray), "demon_city.build_horror_deck", ["h"]) is None
    assert allowed(State(records=astray), "demon_city.damage", ["ann"]) is None


def test_damage_by_the_hosts_own_figure_needs_no_deck() -> None:
    assert allowed(NOBODY, "demon_city.damage", ["ann"]) is None


@pytest.mark.parametrize(
    ("verb", "deck", "clause"),
    [
        ("build_players_deck", "p", None),
        ("build_players_deck", "h", "DEC-DECK-08"),
        ("build_players_deck", "new", "DEC-DECK-05"),
        ("build_horror_deck", "h", None),
        ("build_horror_deck", "p", "DEC-DECK-05"),
        ("build_horror_deck", "new", "DEC-DECK-08"),
        ("award_significator", "p", None),
        ("award_significator", "h", "DEC-DECK-04"),
        ("spend_significator", "p", None),
        ("spend_significator", "h", "DEC-DECK-21"),
        ("draw", "h", None),
    ],
)
def test_each_deck_is_made_up_and_added_to_as_what_it_is(verb: str, deck: str, clause: str | None) -> None:
    state = State(records={**DECKS, "new": EMPTY})

    assert allowed(state, f"demon_city.{verb}", ["ann", deck]) == clause


def test_either_deck_may_come_first() -> None:
    only = State(records={"new": EMPTY, "h": HORROR})

    assert allowed(only, "demon_city.build_players_deck", ["new"]) is None
    assert allowed(State(records={"new": EMPTY}), "demon_city.build_horror_deck", ["new"]) is None


def _round(**characters: dict[str, Any]) -> State:
    records = {name: RecordState("character", fields) for name, fields in characters.items()}
    current = RecordState("round", {"order": ["x", "ann"], "announced": ["x"]})
    return State(records={**DECKS, **records, "r1": current, "c1": RecordState("clash", {"state": "open"})})


def test_a_clash_waits_for_all_who_can_announce() -> None:
    assert allowed(_round(ann={}), "demon_city.clash", ["c1"]) == "DEC-ROUND-15"
    assert allowed(_round(ann={}), "demon_city.chase", ["ch"]) == "DEC-ROUND-15"
    assert allowed(_round(ann={"out": True}), "demon_city.clash", ["c1"]) is None


def test_a_clash_does_not_wait_for_whom_the_host_counts_out() -> None:
    waiting = _round(ann={})
    round_without_ann = RecordState("round", {**waiting.records["r1"].fields, "counted_out": ["ann"]})

    state = State(records={**waiting.records, "r1": round_without_ann})

    assert allowed(state, "demon_city.clash", ["c1"]) is None
    assert allowed(state, "demon_city.chase", ["ch"]) is None


def test_a_clash_is_flipped_once() -> None:
    state = State(records={**DECKS, "c1": RecordState("clash", {"state": "tied"})})

    assert allowed(state, "demon_city.clash", ["c1", "ann"]) == "DEC-ROUND-24"


def test_damage_comes_before_the_next_round() -> None:
    state = State(records={}, pending=(_pending("demon_city.damage", "bill"),))

    assert allowed(state, "demon_city.announce_order", ["r2", "bill"]) == "DEC-CLASH-21"
    assert allowed(state, "demon_city.announce", ["r2", "ann"]) is None


def test_an_attack_that_landed_asks_for_damage() -> None:
    played = _play("clash", _clash(ANN, X), ["cups-9", "pentacles-2"])

    (question,) = asks(*played, NOBODY)

    assert (question.question, question.for_role, question.who) == ("demon_city.damage", "player", "x")
    assert question.data == {"attacker": "ann", "deck": "players"}


def test_a_harmless_attack_asks_for_nothing() -> None:
    assert asks(*_play("clash", _clash({**ANN, "harm": False}, X), ["cups-9", "pentacles-2"]), NOBODY) == ()


def test_tied_allies_are_asked_and_answer_with_the_same_clash() -> None:
    played = _play("clash", _clash(ANN, BO, X), ["cups-9", "wands-9", "pentacles-2"])

    (question,) = asks(*played, NOBODY)

    assert (question.question, question.clause) == ("demon_city.clash", "DEC-CLASH-08")
    assert question.data == {"about": "c1", "from": ["ann", "bo"], "either": ["ann", "bo"]}
    asked = State(records={}, pending=(_pending("demon_city.clash", "ann", **question.data),))
    assert answers(*played, asked) == ("ask-ann",)


def test_damage_answers_its_question() -> None:
    target = {"id": "x", "base_toughness": 3, "toughness": 3}
    state = State(
        records={}, pending=(_pending("demon_city.damage", "x"), _pending("demon_city.damage", "y"))
    )

    assert answers(*_play("damage", {"target": target, "amount": 1}, []), state) == ("ask-x",)


def test_an_attack_on_the_passive_is_a_static_throw_that_places_and_hurts() -> None:
    action = {"id": "ann", "side": "heroes", "kind": "attack", "targets": ["asleep"]}
    (question,) = asks(*_play("sort_clashes", {"actions": [action]}, []), NOBODY)
    state = State(records={}, pending=(_pending(question.question, "ann", **question.data),))
    throw = {"thrower": {"id": "ann"}, "intensity": 3, "target": "asleep"}
    hit, miss = _play("static_throw", throw, ["cups-4"]), _play("static_throw", throw, ["cups-3"])

    assert (question.question, question.optional) == ("demon_city.static_throw", True)
    assert follows(*hit, state)[0].effects == (set_to("ann", "reposition", 60),)
    assert [asked.who for asked in asks(*hit, state)] == ["asleep"]
    assert answers(*hit, state) == answers(*miss, state) == ("ask-ann",)
    assert not follows(*miss, state)
    assert not asks(*miss, state)
    assert not follows(*hit, NOBODY)


def test_no_other_throw_settles_an_attack_on_the_passive() -> None:
    asked = {"target": "asleep", "intensity": 4}
    state = State(records={}, pending=(_pending("demon_city.static_throw", "ann", **asked),))
    thrown = {"thrower": {"id": "ann"}, "intensity": 1, "task": {"id": "lock"}}
    picks = _play("static_throw", thrown, ["cups-9"])
    elsewhere = _play("static_throw", {**thrown, "task": None, "target": "awake"}, ["cups-9"])

    for played in (picks, elsewhere):
        assert answers(*played, state) == ()
        assert not follows(*played, state)
        assert not asks(*played, state)


def test_what_resists_an_attack_on_the_passive_is_its_intensity() -> None:
    action = {"id": "ann", "side": "heroes", "kind": "attack", "targets": ["x", "ghost", "titan"]}
    stats = {"x": {"stats.hand_to_hand": 2, "stats.agility": 5}, "ghost": {}, "titan": {"stats.agility": 30}}
    state = State(records={one: RecordState("character", fields) for one, fields in stats.items()})

    asked = asks(*_play("sort_clashes", {"actions": [action]}, []), state)

    assert [question.data.get("intensity") for question in asked] == [2, None, 10]


def test_a_tie_asks_the_host_what_has_changed() -> None:
    given = {"task": {"id": "lock"}, "actor": {"id": "ann"}, "opponent": {"id": "x"}}
    played = _play("opposed_throw", given, ["cups-3", "pentacles-3"])

    (question,) = asks(*played, NOBODY)

    assert (question.for_role, question.who, question.clause) == ("gm", "lock", "DEC-TIE-02")
    state = State(records={}, pending=(_pending(question.question, "lock", **question.data),))
    assert answers(*played, state) == ("ask-lock",)


def test_the_clock_brings_nothing() -> None:
    assert due(NOBODY, 0, 10**9) == ()


def test_free_placement_ends_with_the_action() -> None:
    placed = (set_to("ann", "reposition", 0),)

    assert ends_with_action({"ann": 60, "bo": 0}) == placed
    people = {
        "ann": RecordState("demon_city.character", {"reposition": 60}),
        "bo": RecordState("demon_city.character", {"reposition": 0}),
        "ds": RecordState("demon_city.deck", {}),
    }
    assert at_action_end(State(people)) == (FollowUp("DEC-POS-05", placed),)
    assert at_action_end(State({})) == ()


def test_a_record_becomes_the_deck_that_it_is_made_up_as() -> None:
    action, given, result = _play(
        "build_horror_deck", {"deck": {"id": "d1"}, "cards": ["cups-1", "death"]}, [1]
    )

    (made,) = follows(action, given, result, State(records={"d1": EMPTY}))

    assert made == FollowUp("DEC-DECK-01", (set_to("d1", "deck", "horror"),))
    assert follows(action, given, result, State(records={"d1": HORROR})) == ()
