"""Clashes: who wins, what lands, how everybody ends."""

from typing import Any

import pytest

from tests.rules.demon_city.asking import effects, outcome, play, refusal

SIDES = [{"id": "heroes", "by": "players"}, {"id": "gang", "by": "host"}]


def _one(name: str, side: str, kind: str, *targets: Any, **rest: Any) -> dict[str, Any]:
    """A participant; a target is an id, or an id with its number to beat."""
    aims = [
        {"id": target} if isinstance(target, str) else {"id": target[0], "beat": target[1]}
        for target in targets
    ]
    return {"id": name, "side": side, "kind": kind, "targets": aims, "throws": 1, **rest}


def _clash(*people: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {"clash": {"id": "c1"}, "sides": SIDES, "participants": list(people), **rest}


def _ends(found: dict[str, Any]) -> dict[str, str]:
    return {ended["id"]: ended["status"] for ended in found["statuses"]}


def _numbers(found: dict[str, Any], name: str) -> list[tuple[str, int | None, str]]:
    (ended,) = (ended for ended in found["statuses"] if ended["id"] == name)
    return [(number["id"], number["number"], number["from"]) for number in ended["numbers"]]


BILL = _one("bill", "gang", "attack", ("ann", 1))


def test_a_hit_foe_opposes_no_other_action() -> None:
    people = [
        _one("ann", "heroes", "attack", "bill"),
        BILL,
        _one("bo", "heroes", "other", ("bill", 2), "gun"),
    ]

    found = outcome("clash", _clash(*people), ["cups-9", "pentacles-7", "cups-3"])

    assert _numbers(found, "bo") == [("bill", 2, "stat"), ("gun", None, "none")]
    assert (found["succeeded"], found["reposition"]) == (["bo"], ["ann"])


def test_an_action_has_to_beat_all_its_targets() -> None:
    people = [
        _one("ann", "heroes", "escape", "bill", "cy"),
        BILL,
        _one("cy", "gang", "attack", "ann"),
        _one("bo", "heroes", "other"),
    ]

    found = outcome("clash", _clash(*people), ["cups-6", "pentacles-7", "pentacles-5", "cups-9"])

    assert _ends(found) == {"ann": "failed", "bill": "lost", "cy": "lost", "bo": "succeeded"}
    assert found["stalemate"] is False


def test_a_foe_aiming_elsewhere_does_not_face_the_action() -> None:
    people = [_one("ann", "heroes", "attack", ("cy", 4)), BILL, _one("cy", "gang", "attack", ("bo", 1))]

    found = outcome("clash", _clash(*people), ["cups-9", "pentacles-2", "pentacles-8"])

    assert _numbers(found, "ann") == [("cy", 4, "stat")]


def test_a_defence_that_names_nobody_faces_everyone() -> None:
    people = [_one("ann", "heroes", "attack", "bill"), _one("bill", "gang", "defend")]

    found = outcome("clash", _clash(*people), ["cups-9", "pentacles-8"])

    assert _numbers(found, "ann") == [("bill", 8, "throw")]


def test_a_defence_covers_those_it_names() -> None:
    people = [
        _one("ann", "heroes", "defend", "cy"),
        BILL,
        _one("bo", "heroes", "defend"),
        _one("cy", "gang", "attack", "bo"),
    ]

    found = outcome("clash", _clash(*people), ["cups-2", "pentacles-7", "cups-9", "pentacles-8"])

    assert _ends(found) == {"ann": "untested", "bill": "lost", "bo": "succeeded", "cy": "lost"}
    assert effects(play("clash", _clash(*people), ["cups-2", "pentacles-7", "cups-9", "pentacles-8"])) == [
        ("c1", "state", "won"),
        ("ann", "reposition", 0),
        ("bill", "reposition", 0),
        ("bo", "reposition", 60),
        ("cy", "reposition", 0),
    ]


def test_a_defence_has_to_beat_every_attack_on_it() -> None:
    people = [
        _one("ann", "heroes", "defend"),
        BILL,
        _one("cy", "gang", "attack", "ann"),
        _one("bo", "heroes", "other"),
    ]

    found = outcome("clash", _clash(*people), ["cups-7", "pentacles-7", "pentacles-3", "cups-9"])

    assert _numbers(found, "ann") == [("bill", 7, "throw"), ("cy", 3, "throw")]
    assert _ends(found)["ann"] == "failed"


def test_a_fumble_stands_on_every_side() -> None:
    people = [
        _one(
            "ann",
            "heroes",
            "attack",
            "bill",
        ),
        BILL,
        _one("cy", "gang", "attack", ("bo", 0)),
        _one("bo", "heroes", "defend"),
    ]

    tied = outcome("clash", _clash(*people[:2], settings={"single_pack": False}), ["fool", "fool"])
    lost = outcome("clash", _clash(*people), ["cups-9", "fool", "pentacles-1", "cups-2"])
    won = outcome("clash", _clash(*people), ["cups-9", "pentacles-2", "pentacles-1", "fool"])

    assert _ends(tied) == {"ann": "fumbled", "bill": "fumbled"}
    assert _ends(lost) == {"ann": "landed", "bill": "fumbled", "cy": "lost", "bo": "succeeded"}
    assert (_ends(won)["bo"], won["fumbles"], _numbers(won, "bo")) == (
        "fumbled",
        ["bo"],
        [("cy", 1, "throw")],
    )


def test_the_owner_of_the_fool_wins_with_it() -> None:
    people = [_one("ann", "heroes", "attack", "bill", significators=["fool"]), BILL]

    found = outcome("clash", _clash(*people), ["fool", "tower"])

    assert (found["top"], found["criticals"]) == (22, [{"id": "ann", "by": ["high_card", "significator"]}])


AREA = _one("ann", "heroes", "attack", "bill", ("cy", 9), area=True)


def test_an_attack_on_several_hits_those_it_beats() -> None:
    people = [AREA, BILL, _one("cy", "gang", "other")]

    found = outcome("clash", _clash(*people), ["cups-9", "pentacles-7", "pentacles-8"])

    assert found["attacks"] == [{"by": "ann", "targets": ["bill"], "damage": True}]


def test_a_harmless_attack_does_no_damage() -> None:
    people = [_one("ann", "heroes", "attack", "bill", harm=False), BILL]

    assert outcome("clash", _clash(*people), ["cups-9", "pentacles-7"])["attacks"][0]["damage"] is False


DI = _one("di", "heroes", "attack", ("bill", 3))
CY = _one("cy", "heroes", "attack", ("bill", 8))
GANG_OF_ONE = _one("bill", "gang", "other", "ann")


@pytest.mark.parametrize(
    ("pick", "attacks", "ends"),
    [
        ("highest_successful", ["di"], {"cy": "missed", "di": "landed"}),
        ("highest_only", [], {"cy": "missed", "di": "outpaced"}),
    ],
)
def test_which_attack_may_land(pick: str, attacks: list[str], ends: dict[str, str]) -> None:
    given = _clash(CY, DI, GANG_OF_ONE, settings={"attack_pick": pick})

    found = outcome("clash", given, ["cups-8", "cups-5", "pentacles-1"])

    assert [attack["by"] for attack in found["attacks"]] == attacks
    assert _ends(found) == {**ends, "bill": "lost"}
    assert found["stalemate"] is not bool(attacks)


def test_tied_attacks_below_first_place_need_a_choice_too() -> None:
    people = [DI, _one("cy", "heroes", "attack", ("bill", 2)), _one("bo", "heroes", "other"), GANG_OF_ONE]
    cards = ["cups-5", "wands-5", "cups-9", "pentacles-1"]

    found = outcome("clash", _clash(*people), cards)
    chosen = outcome("clash", _clash(*people, tie_choice=["bo", "cy", "di"]), cards)

    assert found["choice"] == {"by": "players", "from": ["di", "cy"]}
    assert found.keys() == {"hands", "top", "top_by", "fumbles", "result", "winner", "choice"}
    assert [attack["by"] for attack in chosen["attacks"]] == ["cy"]


def test_a_tied_attack_that_misses_needs_no_choice() -> None:
    people = [DI, CY, GANG_OF_ONE]

    found = outcome("clash", _clash(*people), ["cups-5", "wands-5", "pentacles-1"])

    assert [attack["by"] for attack in found["attacks"]] == ["di"]


def test_the_host_chooses_for_the_hosts_people() -> None:
    people = [
        _one("x", "gang", "attack", ("ann", 1)),
        _one("y", "gang", "attack", ("ann", 1)),
        _one("ann", "heroes", "other"),
    ]

    found = outcome("clash", _clash(*people), ["pentacles-5", "swords-5", "cups-2"])

    assert found["choice"]["by"] == "host"
    assert play("clash", _clash(*people), ["pentacles-5", "swords-5", "cups-2"])["effects"] == []


def test_in_the_older_version_each_attack_lands() -> None:
    people = [DI, _one("ann", "heroes", "attack", "bill"), _one("cy", "heroes", "attack", ("bill", 6)), BILL]
    given = _clash(*people, settings={"attacks_per_clash": "each"}, tie_choice=["cy"])

    found = outcome("clash", given, ["cups-4", "cups-9", "wands-4", "pentacles-7"])

    assert [attack["by"] for attack in found["attacks"]] == ["ann", "di"]
    assert _ends(found) == {"di": "landed", "ann": "landed", "cy": "missed", "bill": "lost"}
    assert found["reposition"] == ["di", "ann"]


def test_the_highest_of_three_sides_wins_alone() -> None:
    sides = [*SIDES, {"id": "law", "by": "host"}]
    people = [_one("ann", "heroes", "other"), _one("x", "gang", "other"), _one("cop", "law", "other")]
    given = {**_clash(*people), "sides": sides}

    won = outcome("clash", given, ["cups-5", "pentacles-5", "pentacles-6"])
    tied = outcome("clash", given, ["cups-6", "pentacles-5", "pentacles-6"])

    assert (won["winner"], _ends(won)) == ("law", {"ann": "lost", "x": "lost", "cop": "succeeded"})
    assert (tied["result"], tied["top_by"], tied["winner"]) == ("tied", ["ann", "cop"], None)


@pytest.mark.parametrize(
    ("cards", "critical"),
    [
        (["tower", "pentacles-7", "cups-2"], ["high_card", "significator"]),
        (["hierophant", "pentacles-4", "cups-2"], ["significator"]),
        (["sun", "pentacles-7", "cups-2"], ["high_card"]),
        (["sun", "world", "judgement"], None),
        (["cups-9", "pentacles-7", "cups-2"], []),
    ],
)
def test_criticals_compete_with_all_that_opposes(cards: list[str], critical: list[str] | None) -> None:
    own = ["tower", "hierophant"]
    people = [_one("ann", "heroes", "attack", "bill", significators=own), BILL, _one("bo", "heroes", "other")]

    found = outcome("clash", _clash(*people), cards)

    assert [entry["by"] for entry in found["criticals"] if entry["id"] == "ann"] == (
        [critical] if critical else []
    )


def test_a_significator_alone_must_have_won_the_clash() -> None:
    ann = _one("ann", "heroes", "attack", ("cy", 4), throws=2, significators=["hierophant"])
    people = [ann, _one("cy", "gang", "other"), _one("bo", "heroes", "other")]

    alone = outcome("clash", _clash(*people), ["hierophant", "cups-9", "pentacles-7", "cups-2"])
    helped = outcome("clash", _clash(*people), ["hierophant", "cups-9", "pentacles-7", "cups-8"])

    assert alone["criticals"] == []
    assert helped["criticals"] == [{"id": "ann", "by": ["significator"]}]


def test_special_cards_of_what_took_effect_are_named() -> None:
    x = _one("x", "gang", "attack", ("ann", 2), special_cards=["cups-queen", "pentacles-9"], throws=2)

    found = outcome(
        "clash", _clash(x, _one("ann", "heroes", "other")), ["cups-queen", "pentacles-9", "cups-9"]
    )

    assert found["specials"] == [{"id": "x", "card": "cups-queen"}]


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        (
            _clash(_one("ann", "heroes", "other"), _one("bo", "heroes", "other")),
            ("DEC-CLASH-01", "input.participants"),
        ),
        (
            _clash(_one("ann", "heroes", "attack", "bo"), _one("bo", "heroes", "other"), BILL),
            ("DEC-CLASH-02", "input.participants.0.targets.0.id"),
        ),
        (_clash({**AREA, "area": False}, BILL), ("DEC-ROUND-11", "input.participants.0.targets")),
        (
            _clash(
                _one("ann", "heroes", "other"),
                {**BILL, "significators": ["sun"], "targets": [{"id": "ann", "beat": 1}]},
            ),
            ("DEC-CRIT-05", "input.participants.1.significators"),
        ),
        (
            _clash(_one("ann", "heroes", "attack", "bill"), BILL, decks={"horror": {"draw": []}}),
            ("DEC-DECK-16", "input.decks.horror"),
        ),
    ],
)
def test_a_clash_is_refused(given: dict[str, Any], refused: tuple[str, str]) -> None:
    assert refusal("clash", given, ["cups-1", "cups-2"]) == refused


PAIR = (_one("ann", "heroes", "attack", "bill"), BILL)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        (_clash(_one("ann", "heroes", "attack"), BILL), "input.participants.0.targets"),
        (
            _clash(_one("ann", "heroes", "attack", "gun"), _one("bill", "gang", "other")),
            "input.participants.0.targets.0.beat",
        ),
        (
            _clash(_one("ann", "heroes", "attack", "bill"), _one("bill", "gang", "other")),
            "input.participants.0.targets.0.beat",
        ),
        (_clash({**PAIR[0], "count": "lowest"}, BILL), "input.participants.0.throws"),
        (_clash({**PAIR[0], "side": "law"}, BILL), "input.participants.0.side"),
        (_clash(*PAIR, PAIR[0]), "input.participants"),
        (_clash(*PAIR, tie_choice=["stranger"]), "input.tie_choice.0"),
        (_clash(*PAIR, sides=SIDES[:1]), "input.sides"),
        (_clash(*PAIR, sides=[SIDES[0], SIDES[0], SIDES[1]]), "input.sides"),
        (_clash(PAIR[0]), "input.participants"),
        (_clash({**PAIR[0], "kind": "move"}, BILL), "input.participants.0.kind"),
        (
            _clash({**PAIR[0], "targets": [{"id": "bill"}, {"id": "bill"}]}, BILL),
            "input.participants.0.targets",
        ),
    ],
)
def test_a_clash_is_not_understood(given: dict[str, Any], field: str) -> None:
    assert refusal("clash", given) == ("invalid_input", field)


def test_a_deck_may_differ_from_the_sides() -> None:
    people = [{**PAIR[0], "deck": "horror"}, BILL]
    decks = {"horror": {"draw": ["pentacles-9", "pentacles-8"]}}

    assert (
        outcome("clash", _clash(*people, decks=decks), ["pentacles-9", "pentacles-8"])["winner"] == "heroes"
    )


def _driver(name: str, side: str, **rest: Any) -> dict[str, Any]:
    return {"id": name, "side": side, "throws": 1, **rest}


def _chase(*drivers: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {"chase": {"id": "ch"}, "sides": SIDES, "drivers": list(drivers), **rest}


def test_allied_drivers_who_tie_choose() -> None:
    drivers = [_driver("ann", "heroes"), _driver("bo", "heroes"), _driver("cop", "gang")]
    cards = ["cups-8", "wands-8", "pentacles-6"]

    asked = play("chase", _chase(*drivers), cards)
    chosen = play("chase", _chase(*drivers, tie_choice=["bo"]), cards)

    assert asked["effects"] == []
    assert asked["outcome"]["choice"] == {"by": "players", "from": ["ann", "bo"]}
    assert asked["outcome"].keys() == {"hands", "top", "top_by", "fumbles", "result", "winner", "choice"}
    assert (chosen["outcome"]["maneuver"], effects(chosen)) == ("bo", [("ch", "maneuver_by", "bo")])


def test_the_maneuver_may_be_critical() -> None:
    drivers = [
        _driver("ann", "heroes", significators=["tower"]),
        _driver("cop", "gang", special_cards=["pentacles-9"]),
    ]

    critical = outcome("chase", _chase(*drivers), ["tower", "pentacles-9"])
    special = outcome("chase", _chase(*drivers), ["cups-8", "pentacles-9"])

    assert critical["criticals"] == [{"id": "ann", "by": ["high_card", "significator"]}]
    assert critical["specials"] == []
    assert special["specials"] == [{"id": "cop", "card": "pentacles-9"}]


def test_a_chase_is_refused() -> None:
    allies = [_driver("ann", "heroes"), _driver("bo", "heroes")]

    assert refusal("chase", _chase(*allies)) == ("DEC-CLASH-01", "input.drivers")
    cop = _driver("cop", "gang", significators=["sun"])
    assert refusal("chase", _chase(allies[0], cop)) == ("DEC-CRIT-05", "input.drivers.1.significators")
    assert refusal("chase", _chase(*allies, tie_choice=["cop"])) == ("invalid_input", "input.tie_choice.0")


def test_the_clauses_tell_how_a_clash_was_decided() -> None:
    people = [_one("ann", "heroes", "defend"), BILL, _one("cy", "heroes", "attack", ("bill", 3))]

    clauses = play("clash", _clash(*people), ["cups-9", "pentacles-7", "cups-5"])["clauses"]

    assert clauses == [
        "DEC-CLASH-06",
        "DEC-CLASH-07",
        "DEC-CLASH-12",
        "DEC-CLASH-11",
        "DEC-CLASH-15",
        "DEC-CLASH-10",
        "DEC-CLASH-16",
        "DEC-CLASH-18",
        "DEC-CLASH-19",
        "DEC-CLASH-25",
        "DEC-CLASH-20",
        "DEC-CARD-02",
        "DEC-CLASH-27",
        "DEC-POS-01",
        "DEC-POS-06",
    ]
