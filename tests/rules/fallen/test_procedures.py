"""What the order of play forbids, what an act leaves waiting, and what settles that."""

from typing import Any

import pytest
from msgspec import structs

from rules import service
from rules.kernel.draws import GivenDraws
from rules.kernel.procedure import OpenQuestion, Question, RecordState, State

ANA = {"id": "ana", "strength": 3, "dexterity": 2, "firearms": 2}
BO = {"id": "bo", "dexterity": 2}
SMG = {"id": "smg", "dice": 4, "kind": "lethal", "automatic": True}
VICTIM = {"id": "bo", "kind": "demon", "stamina": 1}


def _state(*pending: OpenQuestion, **fields: dict[str, Any]) -> State:
    return State({who: RecordState("character", stored) for who, stored in fields.items()}, pending)


def _asked(question: str, who: str, **data: Any) -> OpenQuestion:
    return OpenQuestion(f"{question}/{who}", question, who, False, data)


def _played(verb: str, given: dict[str, Any], draws: list[int], state: State | None = None) -> Any:
    """The questions that an act raises and the ids of those that it answers."""
    action = f"fallen.{verb}"
    read = service.read(action, given)
    result = service.perform(action, read, GivenDraws(draws))
    now = state or _state()
    return service.asks(action, read, result, now), service.answers(action, read, result, now)


def _told(questions: tuple[Question, ...]) -> list[tuple[str, str | None]]:
    return [(question.question, question.who) for question in questions]


def test_an_ambush_leaves_one_free_attack() -> None:
    given = {"attacker": {"id": "ana", "dexterity": 2}, "target": {"id": "bo", "perception": 1}}

    (question,), _ = _played("ambush", given, [6, 7, 2])
    none, _ = _played("ambush", given, [2, 2, 6])

    assert (question.question, question.who, question.optional) == ("fallen.strike", "ana", True)
    assert question.data == {"target": "bo", "ambush": {"result": "surprise", "extra": 1}}
    assert none == ()


def test_the_free_attack_is_used_up() -> None:
    waiting = _state(_asked("fallen.strike", "ana", target="bo"), _asked("fallen.strike", "cy", target="bo"))
    given = {"attacker": ANA, "target": BO, "maneuver": "strike", "ambush": {"result": "surprise"}}

    assert _played("attack", given, [2, 2], waiting)[1] == ("fallen.strike/ana",)
    assert _played("attack", {**given, "ambush": None}, [2, 2], waiting)[1] == ()


def test_a_hit_waits_for_a_defence_and_for_its_damage() -> None:
    given = {"attacker": ANA, "target": BO, "maneuver": "shot", "weapon": SMG}

    (defence, blow), _ = _played("attack", given, [6, 7, 2, 2])

    assert (defence.question, defence.who, defence.optional) == ("fallen.defend", "bo", True)
    assert defence.data == {"striker": "ana", "against": 2, "ranged": True}
    assert (blow.question, blow.who, blow.optional) == ("fallen.hit", "ana", False)
    assert (blow.data["target"], blow.data["maneuver"], blow.data["net"], blow.data["weapon"]) == (
        "bo",
        "shot",
        2,
        "smg",
    )


@pytest.mark.parametrize(
    ("more", "draws"),
    [
        ({"ambush": {"result": "surprise"}}, [6, 7]),
        ({"target": {**BO, "restraint": "helpless"}}, [6, 7]),
        ({"defence": {"maneuver": "dodge"}}, [6, 7, 2, 2]),
    ],
)
def test_some_hits_meet_no_further_defence(more: dict[str, Any], draws: list[int]) -> None:
    questions, _ = _played("attack", {"attacker": ANA, "target": BO, "maneuver": "strike", **more}, draws)

    assert _told(questions) == [("fallen.hit", "ana")]


def test_a_miss_leaves_nothing() -> None:
    assert _played("attack", {"attacker": ANA, "target": BO, "maneuver": "strike"}, [2, 2]) == ((), ())


def test_a_defence_leaves_the_rest_of_the_hit() -> None:
    blow = _asked("fallen.hit", "ana", target="bo", maneuver="kick", net=2)
    waiting = _state(_asked("fallen.defend", "bo", striker="ana", against=2), blow)
    given = {"defender": BO, "maneuver": "dodge", "against": 2}

    (rest,), settled = _played("defend", given, [6, 2], waiting)
    none, _ = _played("defend", given, [6, 7], waiting)

    assert rest.data == {"target": "bo", "maneuver": "kick", "net": 1}
    assert settled == ("fallen.defend/bo", "fallen.hit/ana")
    assert none == ()


def _hits(net: int, **more: Any) -> dict[str, Any]:
    attacker = {"id": "ana", "strength": 1}
    return {"attacker": attacker, "target": VICTIM, "maneuver": "strike", "net": net, **more}


def _blow(net: int = 1, **more: Any) -> OpenQuestion:
    return _asked("fallen.hit", "ana", target="bo", maneuver="strike", net=net, **more)


def test_damage_settles_the_hit() -> None:
    assert _played("hit", _hits(1), [2], _state(_blow()))[1] == ("fallen.hit/ana",)


def test_a_hit_is_resolved_once_its_defence_is() -> None:
    defence = _asked("fallen.defend", "bo", striker="ana", against=1, ranged=False)
    other = _asked("fallen.defend", "bo", striker="cy", against=1, ranged=False)

    assert service.forbidden("fallen.hit", ("ana",), _state(_blow(), defence)) == "FAL-DEFEND-03"
    assert _contradicted("hit", _hits(1), _blow(), defence) == ("FAL-DEFEND-03", "action")
    assert service.forbidden("fallen.hit", ("ana",), _state(_blow(), other)) is None
    assert _contradicted("hit", _hits(1), _blow(), other) is None
    assert service.waits_for(_blow(), (other, defence)) is defence
    assert service.waits_for(defence, (_blow(), defence)) is None


def test_a_hit_needs_an_attack_that_came_to_it() -> None:
    assert service.forbidden("fallen.hit", ("ana",), _state()) == "FAL-DAMAGE-01"
    assert _contradicted("hit", _hits(60), _blow(3)) == ("FAL-DAMAGE-01", "input.net")
    assert _contradicted("hit", _hits(3, maneuver="kick"), _blow(3)) == ("FAL-DAMAGE-01", "input.maneuver")
    assert _contradicted("hit", _hits(3), _blow(3, location="small")) == ("FAL-DAMAGE-01", "input.location")
    elsewhere = _asked("fallen.hit", "ana", target="cy", maneuver="strike", net=3)
    assert _contradicted("hit", _hits(3), elsewhere) == ("FAL-DAMAGE-01", "input.target")
    assert _contradicted("hit", _hits(3), _blow(3)) is None


def test_a_maneuver_of_the_storytellers_own_goes_with_itself() -> None:
    custom = {"name": "Headbutt", "attribute": "strength", "ability": "brawl", "damage": "strength"}
    attack = {"attacker": ANA, "target": BO, "maneuver": "custom", "custom": custom}
    (_defence, blow), _ = _played("attack", attack, [6, 7, 2])
    asked = OpenQuestion(id="blow", question=blow.question, who=blow.who, optional=False, data=blow.data)

    assert _contradicted("hit", _hits(2, maneuver="custom", custom=custom), asked) is None
    other = {**custom, "dice": 3}
    refused = _contradicted("hit", _hits(2, maneuver="custom", custom=other), asked)
    assert refused == ("FAL-DAMAGE-01", "input.custom")


def test_a_defence_needs_an_attack_that_hits() -> None:
    asked = _asked("fallen.defend", "bo", striker="ana", against=3, ranged=True)
    given = {"defender": BO, "maneuver": "dodge", "against": 3}

    assert service.forbidden("fallen.defend", ("bo",), _state()) == "FAL-DEFEND-03"
    assert service.forbidden("fallen.defend", ("bo",), _state(asked)) is None
    assert _contradicted("defend", {**given, "ranged": True}, asked) is None
    assert _contradicted("defend", given, asked) == ("FAL-DEFEND-03", "input.ranged")
    assert _contradicted("defend", {**given, "against": 9}, asked) == ("FAL-DEFEND-03", "input.against")


def test_a_defence_meets_the_attack_that_it_was_asked_against() -> None:
    surprise = _asked("fallen.hit", "cy", target="bo", maneuver="strike", net=2, surprise=True)
    waiting = _state(surprise, _asked("fallen.defend", "bo", striker="ana", against=2), _blow(2))

    settled = _played("defend", {"defender": BO, "maneuver": "dodge", "against": 2}, [6, 7], waiting)[1]

    assert settled == ("fallen.defend/bo", "fallen.hit/ana")


@pytest.mark.parametrize("action", ["attack", "strike"])
def test_a_free_attack_is_what_an_ambush_left(action: str) -> None:
    left = _asked("fallen.strike", "ana", target="bo", ambush={"result": "surprise", "extra": 2})
    target = VICTIM if action == "strike" else BO
    given = {"attacker": ANA, "target": target, "maneuver": "strike"}
    surprise = {**given, "ambush": {"result": "surprise", "extra": 2}}
    more = {**given, "ambush": {"result": "surprise", "extra": 9}}
    refused = ("FAL-AMBUSH-07", "input.ambush")

    assert _contradicted(action, surprise, left) is None
    assert _contradicted(action, given) is None
    assert _contradicted(action, more, left) == refused
    assert _contradicted(action, surprise) == refused


def _contradicted(
    action: str, given: dict[str, Any], *asked: OpenQuestion, **fields: dict[str, Any]
) -> tuple[str | None, str | None] | None:
    """The clause and the field by which an input goes with nothing that waits."""
    state = _state(*asked, **fields)
    found = service.contradicted(f"fallen.{action}", service.read(f"fallen.{action}", given), state)
    return None if found is None else (found.clause, found.field)


def test_each_share_of_strafing_waits() -> None:
    given = {"attacker": ANA, "weapon": SMG, "targets": ["x", "y", "z"]}

    questions, _ = _played("strafe", given, [8, 9] + [2] * 12)

    assert _told(questions) == [
        ("fallen.defend", "x"),
        ("fallen.hit", "ana"),
        ("fallen.defend", "y"),
        ("fallen.hit", "ana"),
    ]


def test_the_floored_owe_one_roll_and_the_blackout_a_length() -> None:
    given = {
        "attacker": {"id": "ana", "strength": 4},
        "target": VICTIM,
        "maneuver": "strike",
        "net": 1,
        "knockdown": True,
    }

    first, _ = _played("hit", given, [6, 7, 8, 9, 2])
    again, _ = _played("hit", given, [6, 7, 8, 9, 2], _state(*(_asked(one, "bo") for one, _ in _told(first))))

    assert _told(first) == [("fallen.knockdown", "bo"), ("fallen.blackout", "bo")]
    assert again == ()


def test_rolls_settle_what_they_were_owed_for() -> None:
    waiting = _state(_asked("fallen.knockdown", "bo"), _asked("fallen.blackout", "bo"))

    fallen = {"fighter": {"id": "bo", "dexterity": 1, "prone": True}}
    out = {"fighter": {"id": "bo", "unconscious": True}, "duration": "scene"}

    assert _played("knockdown", fallen, [6], waiting)[1] == ("fallen.knockdown/bo",)
    assert _played("blackout", out, [], waiting)[1] == ("fallen.blackout/bo",)


def test_a_botch_asks_the_storyteller() -> None:
    given = {"attacker": ANA, "target": BO, "maneuver": "strike", "defence": {"maneuver": "dodge"}}

    attack, _ = _played("attack", given, [1, 2])
    defence, _ = _played("attack", given, [6, 2, 1, 2])

    assert [(one.clause, one.who, one.for_role) for one in attack] == [("FAL-BOTCH-01", "ana", "gm")]
    assert [(one.clause, one.who) for one in defence] == [("FAL-DAMAGE-01", "ana"), ("FAL-BOTCH-02", "bo")]


def test_nobody_waits_for_the_dead() -> None:
    asked = (_asked("fallen.knockdown", "bo"), _asked("fallen.hit", "cy", target="bo", net=1))

    closed = service.moot(_state(*asked, bo={"dead": True}))

    assert service.moot(_state(*asked, bo={"dead": False})) == ()
    assert [one.on for found in closed for one in found.effects] == ["fallen.knockdown/bo", "fallen.hit/cy"]


def test_an_ended_turn_changes_nothing_more() -> None:
    read = service.read("fallen.end_turn", {"fighter": {"id": "ana"}})
    result = service.perform("fallen.end_turn", read, GivenDraws([]))

    assert service.follows("fallen.end_turn", read, result, _state()) == ()


@pytest.mark.parametrize(("moved", "clause"), [(13, None), (14, "FAL-MOVE-08")])
def test_a_far_run_leaves_no_action_but_defences(moved: int, clause: str | None) -> None:
    state = _state(ana={"dexterity": 2, "moved": moved}, bo={"dexterity": 2, "moved": 14})

    assert service.forbidden("fallen.attack", ("ana", "bo"), state) == clause
    hit = _asked("fallen.defend", "ana", striker="bo", against=1)
    assert service.forbidden("fallen.defend", ("ana",), structs.replace(state, pending=(hit,))) is None


def test_a_knockdown_roll_comes_before_anything_else() -> None:
    owed = _asked("fallen.knockdown", "ana")
    down = {"prone": True}

    assert service.forbidden("fallen.roll", ("ana",), _state(owed, ana=down)) == "FAL-KNOCK-01"
    assert service.forbidden("fallen.roll", ("ana",), _state(owed, ana={**down, "rising": True})) is None
    assert service.forbidden("fallen.roll", ("ana",), _state(owed, ana={**down, "unconscious": True})) is None
    assert service.forbidden("fallen.knockdown", ("ana",), _state(owed, ana=down)) is None


def test_a_surprise_cannot_be_answered() -> None:
    surprise = _asked("fallen.hit", "ana", target="bo", surprise=True)

    assert service.forbidden("fallen.defend", ("bo",), _state(surprise)) == "FAL-AMBUSH-03"
    assert (
        service.forbidden("fallen.defend", ("bo",), _state(surprise, _asked("fallen.defend", "bo"))) is None
    )


def test_turns_are_taken_in_order() -> None:
    first = {"in_combat": True, "turn_order": 1, "turn_done": False}
    second = {**first, "turn_order": 2}
    senseless = {**first, "lethal": 7}

    def forbidden(who: str, **fighters: dict[str, Any]) -> str | None:
        return service.forbidden("fallen.take_turn", (who,), _state(**fighters))

    assert forbidden("bo", ana=first, bo=second) == "FAL-INIT-04"
    assert forbidden("bo", ana={**first, "turn_done": True}, bo=second) is None
    assert forbidden("ana", ana=first, bo=second) is None
    assert forbidden("bo", ana=senseless, bo=second) is None
    assert forbidden("ana", ana=senseless, bo=second) == "FAL-INIT-04"
    assert forbidden("bo", ana={**first, "in_combat": False}, bo=second) is None


@pytest.mark.parametrize(
    "action", ["attack", "strike", "strafe", "maintain", "escape", "movement", "end_turn"]
)
def test_what_belongs_to_a_turn_waits_for_it(action: str) -> None:
    first = {"in_combat": True, "turn_order": 1, "turn_done": False}
    waiting = _state(ana=first, bo={**first, "turn_order": 2})
    free = _asked("fallen.strike", "bo", target="ana")

    def forbidden(state: State, who: str = "bo") -> str | None:
        return service.forbidden(f"fallen.{action}", (who,), state)

    assert forbidden(waiting) == "FAL-TIME-03"
    assert forbidden(waiting, "ana") is None
    assert forbidden(structs.replace(waiting, by_gm=True)) == "FAL-TIME-03"
    assert forbidden(structs.replace(waiting, pending=(free,))) is None
    assert forbidden(_state(ana={**first, "turn_done": True}, bo={**first, "turn_order": 2})) is None
    assert forbidden(_state(ana=first, bo={"in_combat": True, "turn_order": None})) is None
