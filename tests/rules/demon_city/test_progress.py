"""What acts leave of a round of Action on its people, its Clashes and the round."""

from typing import Any

import pytest

from rules import service
from rules.kernel.draws import GivenDraws
from rules.kernel.procedure import OpenQuestion, RecordState, State

Left = list[tuple[str, str, Any]]
BLANK: dict[str, Any] = {
    "counted_throws": None,
    "counted_as": None,
    "counted_from": None,
    "last_count": None,
    "attacks_by": None,
    "shot_skill": None,
    "power_stat": None,
    "power_resist": None,
    "tried_up": False,
    "tried_calm": False,
    "deed": None,
    "deed_came": None,
    "aims": [],
    "side": None,
    "stage": "announcing",
}
ROUND = RecordState("round", {"order": ["ann"]})
EMPTY: dict[str, Any] = {"people": [], "waiting": None}


def _left(action: str, given: dict[str, Any], *cards: str, **records: RecordState) -> Left:
    return _left_of(State(records), action, given, *cards)


def _left_of(state: State, action: str, given: dict[str, Any], *cards: str) -> Left:
    read = service.read(f"demon_city.{action}", given)
    result = service.perform(f"demon_city.{action}", read, GivenDraws(cards))
    found = service.follows(f"demon_city.{action}", read, result, state)
    return [(effect.on, effect.field, effect.set) for left in found for effect in left.effects]


def _somebody(**fields: Any) -> RecordState:
    return RecordState("character", {**BLANK, **fields})


def test_a_new_round_takes_back_deeds_counts_and_tries_of_the_last_one() -> None:
    given = {"round": {"id": "r"}, "characters": [{"id": "ann", "agility": 2}, {"id": "bo", "agility": 3}]}
    counted = _somebody(deed="attack", aims=["bo"], counted_throws=3, counted_as="highest", tried_up=True)

    assert _left("announce_order", given, r=ROUND, ann=counted, bo=_somebody()) == [
        ("ann", "deed", None),
        ("ann", "aims", []),
        ("ann", "counted_throws", None),
        ("ann", "counted_as", None),
        ("ann", "tried_up", False),
        ("ann", "stage", "announcing"),
        ("bo", "stage", "announcing"),
    ]


def test_an_announcement_stands_on_whoever_made_it() -> None:
    given = {
        "round": {"id": "r", "order": ["ann"]},
        "character": {"id": "ann"},
        "kind": "attack",
        "targets": ["bo"],
    }

    assert _left("announce", given, r=ROUND, ann=_somebody()) == [
        ("ann", "deed", "attack"),
        ("ann", "aims", ["bo"]),
    ]


COUNTED: Left = [
    ("ann", "counted_throws", 2),
    ("ann", "counted_as", "highest"),
    (
        "ann",
        "counted_from",
        {
            "deed": "attack",
            "targets": [],
            "stat": 4,
            "versus": 3,
            "sources": [],
            "injured": False,
            "again": 2,
        },
    ),
]


@pytest.mark.parametrize(
    ("context", "rounds", "stage", "left"),
    [
        ("action", {"r": ROUND}, "settled", COUNTED),
        ("action", {}, "announcing", []),
        ("action", {"r": ROUND}, None, []),
        ("static", {"r": ROUND}, "announcing", []),
    ],
)
def test_a_count_is_kept_for_a_round_alone(
    context: str, rounds: dict[str, RecordState], stage: str | None, left: Left
) -> None:
    given = {"context": context, "thrower": {"id": "ann", "stat": 4}, "versus": 3, "kind": "attack"}

    assert _left("throw_count", given, **rounds, ann=_somebody(stage=stage)) == left


def test_a_sorting_tells_the_clashes_and_the_chase_that_were_made_for_it() -> None:
    actions = [
        {"id": "ann", "side": "us", "kind": "attack", "targets": ["ghoul"]},
        {"id": "ghoul", "side": "them", "kind": "defend"},
        {"id": "bo", "side": "us", "kind": "move", "driver": True},
        {"id": "killer", "side": "them", "kind": "move", "driver": True},
        {"id": "cy", "side": "us", "kind": "other"},
    ]
    records = {
        "old": RecordState("clash", {**EMPTY, "people": ["ann", "ghoul"]}),
        "new": RecordState("clash", EMPTY),
        "race": RecordState("chase", EMPTY),
    }

    left = _left(
        "sort_clashes", {"actions": actions}, r=ROUND, **records, ann=_somebody(deed="attack", aims=["ghoul"])
    )

    assert [one for one in left if one[0] == "ann"] == [("ann", "side", "us"), ("ann", "stage", "face_down")]
    stages = {who: stage for who, field, stage in left if field == "stage"}
    assert stages == {**dict.fromkeys(("ann", "ghoul", "bo", "killer"), "face_down"), "cy": "settled"}
    assert [one for one in left if one[0] in ("r", *records)] == [
        ("new", "people", ["ann", "ghoul"]),
        ("new", "side.ann", "us"),
        ("new", "side.ghoul", "them"),
        ("race", "people", ["bo", "killer"]),
        ("race", "side.bo", "us"),
        ("race", "side.killer", "them"),
    ]


SIDES = [{"id": "us", "by": "players"}, {"id": "them", "by": "host"}]
SORTED = {
    "people": ["ann", "bo", "ghoul"],
    "side.ann": "us",
    "side.bo": "us",
    "side.ghoul": "them",
    "waiting": None,
}


def _flip(**more: Any) -> dict[str, Any]:
    aimed = {"kind": "attack", "targets": [{"id": "ghoul", "beat": 1}], "throws": 1}
    people = [
        {"id": "ann", "side": "us", **aimed},
        {"id": "bo", "side": "us", **aimed},
        {"id": "ghoul", "side": "them", "kind": "other", "throws": 1},
    ]
    return {"clash": {"id": "c"}, "sides": SIDES, "participants": people, **more}


def test_allies_who_tie_leave_the_cards_on_the_clash_until_somebody_chooses() -> None:
    cards, sorted_as = ("cups-9", "wands-9", "swords-2"), RecordState("clash", SORTED)

    waiting = {field: value for _on, field, value in _left("clash", _flip(), *cards, c=sorted_as)}
    assert waiting["state"] == "choice_needed"
    assert waiting["waiting"]["cards"] == list(cards)
    assert waiting["waiting"]["participants"][1]["id"] == "bo"
    assert waiting.keys() == {"state", "waiting"}

    stands = RecordState("clash", {**SORTED, "waiting": waiting["waiting"]})
    chosen = _left("clash", _flip(tie_choice=["bo"]), *cards, c=stands, ghoul=_somebody(hit_by=None))
    assert chosen == [("c", "waiting", None), ("ghoul", "hit_by", "bo")]


@pytest.mark.clause("DEC-DMG-09")
def test_harm_is_that_of_whoever_it_was_asked_for_and_else_of_nobody_known() -> None:
    hurt = {"target": {"id": "ann", "base_toughness": 3, "toughness": 3}, "amount": 2}
    before = _somebody(hit_by="bo")
    asked = OpenQuestion("q", "demon_city.damage", "ann", False, {"attacker": "ghoul"})

    assert _left_of(State({"ann": before}, (asked,)), "damage", hurt) == [("ann", "hit_by", "ghoul")]
    assert _left("damage", hurt, ann=before) == [("ann", "hit_by", None)]
    assert _left("damage", {**hurt, "amount": 0}, ann=before) == []


def test_a_flip_says_anew_who_was_in_it_and_on_whose_side() -> None:
    stands = RecordState("clash", {**SORTED, "people": ["ann", "ghoul"], "side.bo": "them"})

    left = _left("clash", _flip(), "cups-9", "wands-3", "swords-2", c=stands)

    assert left == [("c", "people", ["ann", "bo", "ghoul"]), ("c", "side.bo", "us")]


@pytest.mark.parametrize(
    ("cards", "state"), [(("cups-5", "swords-5"), "tied"), (("cups-6", "swords-5"), "won")]
)
def test_a_chase_knows_that_it_was_flipped(cards: tuple[str, ...], state: str) -> None:
    drivers = [{"id": "bo", "side": "us", "throws": 1}, {"id": "killer", "side": "them", "throws": 1}]
    stands = {
        "people": ["bo", "killer"],
        "side.bo": "us",
        "side.killer": "them",
        "waiting": None,
        "state": "open",
    }

    given = {"chase": {"id": "c"}, "sides": SIDES, "drivers": drivers}

    assert _left("chase", given, *cards, c=RecordState("chase", stands)) == [("c", "state", state)]


def test_who_threw_to_get_up_has_tried_this_round() -> None:
    given = {"character": {"id": "ann", "toughness": -1, "base_toughness": 3, "out": True}, "intensity": 3}

    assert _left("recover_toughness", given, "cups-5", r=ROUND, ann=_somebody()) == [
        ("ann", "tried_up", True)
    ]


def test_a_round_is_over_with_its_fight_scene_and_session() -> None:
    records = {
        "ann": RecordState("demon_city.character", {"stage": "settled", "reposition": 0}),
        "bo": RecordState("demon_city.character", {"stage": None, "reposition": 0}),
    }

    for action in ("table.end_fight", "table.end_scene", "table.end_session"):
        found = service.ends_with(action, None, State(records))
        effects = [effect for left in found if left.clause == "DEC-ROUND-21" for effect in left.effects]
        assert [(effect.on, effect.field, effect.set) for effect in effects] == [("ann", "stage", None)]
