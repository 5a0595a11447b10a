"""What an act brings along, asks and answers."""

from typing import Any

import pytest

from rules import service
from rules.kernel.draws import GivenDraws
from rules.kernel.effects import Effect
from rules.kernel.procedure import OpenQuestion, RecordState, State
from rules.kernel.result import Result
from tests.rules.sorcerer.callings import binding, rite

SHEET: dict[str, Any] = {
    "id": "mara",
    "stamina": 3,
    "will": 4,
    "lore": 3,
    "descriptors": {"stamina": ["Athletic"], "will": ["Belief System"], "lore": ["Mad"]},
    "cover": {"name": "Surgeon", "score": "will"},
    "starting_demon": "d1",
    "telltale": "no shadow",
    "price": {"name": "Lame", "dice": -1},
    "kicker": "A letter in her own hand.",
    "background": [{"area": "lore", "text": "the aunt"}],
}
DEMON: dict[str, Any] = {
    "id": "d1",
    "name": "Ash",
    "type": "object",
    "telltale": "warm to the touch",
    "abilities": [{"name": "Big", "user": "host", "target": "itself", "effect": "grows"}],
    "stamina": 2,
    "need": "blood",
    "desire": "Ruin",
}


def _played(verb: str, given: dict[str, Any], draws: list[int]) -> tuple[str, Any, Result]:
    action = f"sorcerer.{verb}"
    read = service.read(action, given)
    return action, read, service.perform(action, read, GivenDraws(draws))


def _followed(verb: str, given: dict[str, Any], draws: list[int], **records: RecordState) -> dict[str, Any]:
    """What follows, by clause: the effects as (record, field) and value."""
    found = service.follows(*_played(verb, given, draws), State(records))
    return {
        follow_up.clause: {(effect.on, effect.field): _value(effect) for effect in follow_up.effects}
        for follow_up in found
    }


def _value(effect: Effect) -> Any:
    return effect.set


WON = [12, 12, 12, 12, 12, 12, 12, 1, 1, 1, 1, 1]


def test_a_banished_demon_leaves_its_host_and_its_hurts() -> None:
    hosted = RecordState("demon", {"host": "eve", "uses": 3})

    effects = _followed("banish", rite("banish"), WON, d1=hosted)["SOR-BANISH-12"]

    assert effects[("d1", "host")] is None
    assert effects[("eve", "possessed_by")] is None
    assert [effects[("d1", name)] for name in ("uses", "withdrawal_days", "need_unmet_days", "lasting")] == [
        0
    ] * 4
    assert ("d1", "punishment") not in effects


@pytest.mark.parametrize("bindings", [[], [binding()]])
def test_a_slain_demon_leaves_as_a_banished_one(bindings: list[Any]) -> None:
    demon = {"id": "d1", "stamina": 1, "lasting": 3, "power": 4, "state": "present", "bindings": bindings}

    effects = _followed("demon_death", {"demon": demon}, [])["SOR-BANISH-12"]

    assert effects[("d1", "incoming_lasting")] == 0
    assert not any(on == "eve" for on, _ in effects)


def test_a_withered_demon_leaves_too() -> None:
    demon = {"id": "d1", "type": "object", "stamina": 1, "power": 0, "state": "present", "bound": False}

    found = _followed("withdrawal_day", {"demon": demon}, [1, 9, 9])

    assert found["SOR-BANISH-12"][("d1", "withdrawal_days")] == 0


def test_a_demon_that_stays_brings_nothing_along() -> None:
    assert "SOR-BANISH-12" not in _followed("banish", rite("banish"), [1] * 7 + [12] * 5)


def test_the_texts_of_a_sound_sheet_are_stored_as_given() -> None:
    effects = _followed("create_character", {"character": SHEET}, [])["SOR-CREATE-11"]

    assert effects == {
        ("mara", "descriptors"): SHEET["descriptors"],
        ("mara", "cover_name"): "Surgeon",
        ("mara", "cover_score"): "will",
        ("mara", "telltale"): "no shadow",
        ("mara", "price_name"): "Lame",
        ("mara", "kicker"): "A letter in her own hand.",
        ("mara", "background"): SHEET["background"],
        ("mara", "starting_demon"): "d1",
    }


def test_a_sound_sheet_completes_the_demon() -> None:
    effects = _followed("create_demon", {"demon": DEMON}, [])["SOR-DEMON-25"]

    assert effects == {
        ("d1", "name"): "Ash",
        ("d1", "type"): "object",
        ("d1", "telltale"): "warm to the touch",
        ("d1", "abilities"): ["Big"],
        ("d1", "ability_details"): {"Big": {"user": "host", "target": "itself", "effect": "grows"}},
        ("d1", "need"): "blood",
        ("d1", "desire"): "Ruin",
        ("d1", "complete"): True,
    }


@pytest.mark.parametrize(
    ("verb", "given"),
    [
        ("create_character", {"character": {**SHEET, "lore": 4}}),
        ("create_demon", {"demon": {**DEMON, "need": ""}}),
    ],
)
def test_a_faulty_sheet_stores_nothing(verb: str, given: dict[str, Any]) -> None:
    assert _followed(verb, given, []) == {}


def _answered(*changes: dict[str, Any]) -> dict[str, Any]:
    demon = {"id": "d1", "type": "object", "abilities": ["Big"], "desire": "Ruin", "power": 4}
    contact = {"id": "k1", "state": "open", "changes": 2, "power_raise": 1}
    return {"contact": contact, "demon": demon, "changes": list(changes)}


@pytest.mark.parametrize(
    ("complete", "change", "reopened"),
    [
        (True, {"detail": "ability", "from": "Big", "to": "Fast"}, True),
        (False, {"detail": "ability", "from": "Big", "to": "Fast"}, False),
        (True, {"detail": "type", "to": "passing"}, False),
    ],
)
def test_an_ability_swapped_in_reopens_the_sheet(
    complete: bool, change: dict[str, Any], reopened: bool
) -> None:
    demon = RecordState("demon", {"complete": complete})

    found = _followed("alter_contact", _answered(change), [], d1=demon)

    assert found == ({"SOR-DEMON-25": {("d1", "complete"): False}} if reopened else {})


@pytest.mark.parametrize("shared", [True, False])
def test_a_shared_binding_claims_no_demon_alone(shared: bool) -> None:
    given = rite("bind", settings={"shared_binding": shared})

    found = _followed("bind", given, [9] * 4 + [1] * 3)

    wanted = {("b1", "sole"): False} if shared else None
    assert found.get("SOR-BIND-10") == wanted


@pytest.mark.parametrize(("host", "left"), [("eve", True), ("otto", False), (None, False)])
def test_a_possessor_leaves_its_earlier_host(host: str | None, left: bool) -> None:
    demon = {"id": "d1", "type": "possessor", "power": 1, "state": "present"}
    target = {"id": "otto", "stamina": 1, "will": 1, "humanity": 1}

    found = _followed(
        "possess", {"demon": demon, "target": target}, [9, 1], d1=RecordState("demon", {"host": host})
    )

    assert found == ({"SOR-DEMON-23": {("eve", "possessed_by"): None}} if left else {})


@pytest.mark.parametrize(
    ("fields", "moved"), [({"lasting": 0, "wounds": 5}, True), ({"lasting": 5, "wounds": 5}, False)]
)
def test_wounds_given_as_lasting_stay_wounds(fields: dict[str, int], moved: bool) -> None:
    given = {"character": {"id": "mara", "stamina": 3, "lasting": 5}, "rested": True}

    found = _followed("recover", given, [], mara=RecordState("character", fields))

    expected = {"SOR-RECOVER-06": {("mara", "wounds"): 2, ("mara", "lasting"): 0}}
    assert found == (expected if moved else {})


def test_a_rest_takes_the_strain_of_rituals_away() -> None:
    given = {"character": {"id": "mara", "stamina": 3, "lasting": 1}, "rested": True}
    strained = RecordState(
        "character", {"lasting": 1, "strain_will": 2, "strain_lore": 1, "strain_stamina": 0}
    )

    found = _followed("recover", given, [], mara=strained)

    assert found == {"SOR-RITUAL-11": {("mara", "strain_will"): 0, ("mara", "strain_lore"): 0}}


ROUND = {"combatants": [{"id": "mara", "score": "stamina", "dice": 1, "stamina": 3, "action": "act"}]}
SHOT = {
    "attacker": {"id": "otto", "faces": [9], "turn": "pending"},
    "target": {"id": "mara"},
    "response": "none",
}


@pytest.mark.parametrize(
    ("verb", "given", "draws"), [("conflict_round", ROUND, [7]), ("resolve_attack", SHOT, [7])]
)
@pytest.mark.parametrize("recovered", [True, False])
def test_a_new_conflict_lets_its_penalties_be_halved_again(
    verb: str, given: dict[str, Any], draws: list[int], recovered: bool
) -> None:
    found = _followed(verb, given, draws, mara=RecordState("character", {"recovered": recovered}))

    assert found.get("SOR-RECOVER-03") == ({("mara", "recovered"): False} if recovered else None)


CALLED = [12, 8, 1, 7, 5]


def test_a_contact_asks_the_gm_first_and_then_the_player() -> None:
    sacrifice = [{"source": "sacrifice", "dice": 1}]
    given = rite("contact", modifiers=sacrifice)

    asked = service.asks(*_played("contact", given, [12, 8, 1, 1, 7, 5]), State({}))

    assert [(question.question, question.for_role, question.clause) for question in asked] == [
        ("sorcerer.alter_contact", "gm", "SOR-CONTACT-04"),
        ("sorcerer.humanity_check", "player", "SOR-RITUAL-10"),
        ("sorcerer.humanity_check", "player", "SOR-CONTACT-13"),
    ]
    assert asked[0].data == {"contact": "k1", "demon": "d1", "changes": 2, "power_raise": 2}
    assert asked[2].data == {"change": "loss", "basis": "ritual", "demon": "d1", "after": "sorcerer.contact"}


def test_the_gm_is_not_asked_where_nothing_may_change() -> None:
    asked = service.asks(*_played("contact", rite("contact", by_name=True), CALLED), State({}))

    assert [question.question for question in asked] == ["sorcerer.humanity_check"]


@pytest.mark.parametrize(
    ("verb", "given", "draws"),
    [
        ("summon", rite("summon"), WON),
        ("create_demon", {"demon": DEMON, "starting_for": "mara"}, []),
    ],
)
def test_the_gm_says_whether_a_binding_will_meet_its_need(
    verb: str, given: dict[str, Any], draws: list[int]
) -> None:
    played = _played(verb, given, draws)

    asked = [
        question for question in service.asks(*played, State({})) if question.question == "sorcerer.bind"
    ]
    again = service.asks(*played, State({}, (_pending("p1", "bind", demon="d1"),)))

    assert [(question.for_role, question.who, question.clause, question.optional) for question in asked] == [
        ("gm", "mara", "SOR-DEMON-06", False)
    ]
    assert [question.data for question in asked] == [{"demon": "d1"}]
    assert all(question.question != "sorcerer.bind" for question in again)


def test_nothing_is_asked_of_a_demon_that_is_bound_already_or_did_not_come() -> None:
    bound = rite("summon", demon={"bindings": [binding()]})
    tried = [_played("summon", bound, WON), _played("summon", rite("summon"), [1] * 3 + [9] * 2)]

    asked = [question for played in tried for question in service.asks(*played, State({}))]

    assert "sorcerer.bind" not in {question.question for question in asked}


@pytest.mark.parametrize(
    ("verb", "given", "draws", "closed"),
    [
        ("bind", rite("bind"), [9] * 4 + [1] * 3, ("p1", "p2")),
        ("bind", rite("bind", settings={"shared_binding": True}), [9] * 4 + [1] * 3, ("p1",)),
        ("banish", rite("banish", resists=False), [12] * 7 + [1] * 2, ("p1", "p2")),
    ],
)
def test_what_the_gm_is_asked_ends_with_the_binding_or_with_the_demons_stay(
    verb: str, given: dict[str, Any], draws: list[int], closed: tuple[str, ...]
) -> None:
    pending = (
        _pending("p1", "bind", demon="d1"),
        _pending("p2", "bind", "otto", demon="d1"),
        _pending("p3", "bind", demon="d2"),
    )

    assert service.answers(*_played(verb, given, draws), State({}, pending)) == closed


def test_a_gain_check_may_be_left() -> None:
    given = rite("banish", demon={"power": 4}, resists=False)

    (asked,) = service.asks(*_played("banish", given, [12] * 7 + [1] * 4), State({}))

    assert (asked.optional, asked.clause, asked.who) == (True, "SOR-BANISH-10", "mara")


def test_nobody_without_humanity_is_asked_for_a_check() -> None:
    state = State({"mara": RecordState("character", {"humanity": 0})})

    assert service.asks(*_played("bind", rite("bind"), [9] * 4 + [1] * 3), state) == ()


def _pending(ident: str, question: str, who: str = "mara", **data: Any) -> OpenQuestion:
    return OpenQuestion(ident, f"sorcerer.{question}", who, False, data)


def test_a_check_answers_the_oldest_that_is_just_so() -> None:
    due: dict[str, Any] = {"basis": "ritual", "change": "loss", "demon": "d1"}
    pending = (
        _pending("p1", "humanity_check", "otto", **due),
        _pending("p2", "humanity_check", **{**due, "change": "gain"}),
        _pending("p3", "humanity_check", **{**due, "demon": None}),
        _pending("p4", "humanity_check", **due),
        _pending("p5", "humanity_check", **due),
    )
    given = {
        "character": {"id": "mara", "humanity": 1},
        "demon": {"id": "d1", "power": 1},
        "change": "loss",
        "basis": "ritual",
    }

    assert service.answers(*_played("humanity_check", given, [5, 4]), State({}, pending)) == ("p4",)


@pytest.mark.parametrize(("humanity", "closed"), [(1, ("p1", "p2")), (2, ("p1",))])
def test_who_has_no_humanity_left_owes_no_more_checks(humanity: int, closed: tuple[str, ...]) -> None:
    due: dict[str, Any] = {"basis": "thematic", "change": "loss", "demon": None}
    pending = (
        _pending("p1", "humanity_check", **due),
        _pending("p2", "humanity_check", **{**due, "basis": "ritual", "demon": "d1"}),
        _pending("p3", "humanity_check", "otto", **due),
    )
    given = {"character": {"id": "mara", "humanity": humanity}, "change": "loss", "basis": "thematic"}
    lost = [1] * humanity + [9] * humanity

    assert service.answers(*_played("humanity_check", given, lost), State({}, pending)) == closed


@pytest.mark.parametrize(
    ("verb", "given", "draws"),
    [("alter_contact", _answered(), []), ("summon", rite("summon"), CALLED)],
)
def test_the_gms_answer_is_given_or_lapses(verb: str, given: dict[str, Any], draws: list[int]) -> None:
    pending = (_pending("p1", "alter_contact", contact="k2"), _pending("p2", "alter_contact", contact="k1"))

    assert service.answers(*_played(verb, given, draws), State({}, pending)) == ("p2",)


def test_a_failed_summoning_answers_nothing() -> None:
    pending = (_pending("p2", "alter_contact", contact="k1"),)

    assert service.answers(*_played("summon", rite("summon"), [1, 1, 1, 7, 5]), State({}, pending)) == ()


def test_a_finished_sheet_asks_the_gm_to_complete_the_first_demon() -> None:
    state = State({"d1": RecordState("demon", {"complete": False})})

    asked = service.asks(*_played("create_character", {"character": SHEET}, []), state)

    assert [(question.question, question.for_role, question.who, question.clause) for question in asked] == [
        ("sorcerer.create_demon", "gm", "d1", "SOR-DEMON-06")
    ]
    assert dict(asked[0].data) == {"demon": "d1", "starting_for": "mara"}


@pytest.mark.parametrize(
    ("sheet", "complete"),
    [(SHEET, True), ({**SHEET, "lore": 4}, False), ({**SHEET, "starting_demon": None}, False)],
)
def test_nothing_is_asked_of_a_complete_demon_or_by_a_faulty_sheet(
    sheet: dict[str, Any], complete: bool
) -> None:
    state = State({"d1": RecordState("demon", {"complete": complete})})

    assert service.asks(*_played("create_character", {"character": sheet}, []), state) == ()


@pytest.mark.parametrize(("need", "answered"), [("blood", ("q1",)), ("", ())])
def test_a_sound_sheet_of_the_demon_answers_that_question(need: str, answered: tuple[str, ...]) -> None:
    data = {"demon": "d1", "starting_for": "mara"}
    question = OpenQuestion("q1", "sorcerer.create_demon", "d1", False, data)
    other = OpenQuestion("q2", "sorcerer.create_demon", "d2", False, {**data, "demon": "d2"})
    state = State({}, (question, other))

    assert (
        service.answers(*_played("create_demon", {"demon": {**DEMON, "need": need}}, []), state) == answered
    )
