"""Hits, the end of a round, recovery and death."""

from typing import Any

import pytest

from rules.sorcerer.damage import condition_of, injury_of
from tests.rules.sorcerer.asking import effects, play, refusal
from tests.rules.sorcerer.callings import binding, check

OTTO = {"id": "otto", "stamina": 3}


@pytest.mark.parametrize(
    ("weapon", "power", "temporary", "lasting"),
    [
        ("fists", None, 4, 1),
        ("edged", None, 4, 4),
        ("small_gun", None, 4, 4),
        ("heavy_gun", None, 8, 4),
        ("automatic", None, 12, 8),
        ("special_nonlethal", 3, 7, 4),
        ("special_lethal", 3, 8, 7),
    ],
)
@pytest.mark.parametrize("stun", [False, True])
def test_a_hit_is_read_off_the_chart(
    weapon: str, power: int | None, temporary: int, lasting: int, stun: bool
) -> None:
    outcome = play(
        "damage", {"target": OTTO, "weapon": weapon, "victories": 4, "power": power, "stun": stun}
    )["outcome"]

    expected = (lasting, temporary) if stun else (temporary, lasting)
    assert (outcome["temporary"], outcome["lasting"]) == expected


def test_hits_of_a_round_add_up() -> None:
    target = {**OTTO, "lasting": 1, "incoming_temporary": 2, "incoming_lasting": 1}

    answer = play("damage", {"target": target, "weapon": "fists", "victories": 1})

    outcome = answer["outcome"]
    assert (outcome["next_round"], outcome["lasting_total"]) == (6, 3)
    assert (outcome["condition"], outcome["can_act"], outcome["injury"]) == (
        "incapacitated",
        "override",
        "light",
    )
    assert effects(answer) == [("otto", "incoming_temporary", "+1"), ("otto", "incoming_lasting", "+1")]


def test_a_hit_without_lasting_harm_leaves_no_trace_of_it() -> None:
    given = {"target": OTTO, "weapon": "special_nonlethal", "victories": 1, "power": 0}

    assert len(effects(play("damage", given))) == 2


@pytest.mark.parametrize(("weapon", "power"), [("fists", 1), ("special_lethal", None)])
def test_power_counts_exactly_for_special_damage(weapon: str, power: int | None) -> None:
    given = {"target": OTTO, "weapon": weapon, "victories": 1, "power": power}

    assert refusal("damage", given) == ("invalid_input", "input.power")


@pytest.mark.parametrize(
    ("penalties", "stamina", "condition", "injury"),
    [
        (0, 3, "none", "none"),
        (3, 3, "shaken", "light"),
        (4, 3, "incapacitated", "serious"),
        (6, 3, "incapacitated", "serious"),
        (7, 3, "helpless", "critical"),
        (1, 0, "helpless", "critical"),
    ],
)
def test_penalties_are_measured_by_stamina(penalties: int, stamina: int, condition: str, injury: str) -> None:
    assert (condition_of(penalties, stamina), injury_of(penalties, stamina)) == (condition, injury)


@pytest.mark.parametrize(("shock", "left"), [("scene", 3), ("fade", 2), ("first_action", 0), ("roll", 3)])
def test_the_end_of_a_round_brings_damage_into_force(shock: str, left: int) -> None:
    one = {**OTTO, "lasting": 1, "incoming_temporary": 2, "incoming_lasting": 3, "shock": 3}

    answer = play("end_round", {"combatants": [one], "settings": {"shock": shock}})

    assert answer["outcome"]["combatants"] == [
        {
            "id": "otto",
            "temporary": 2,
            "lasting": 4,
            "penalties": 6,
            "condition": "incapacitated",
            "can_act": "override",
            "shock": left,
        }
    ]
    assert effects(answer)[5:] == [
        ("otto", "temporary", 2),
        ("otto", "lasting", 4),
        ("otto", "incoming_temporary", 0),
        ("otto", "incoming_lasting", 0),
        *([] if left == 3 else [("otto", "shock", f"{left - 3}")]),
    ]


def test_shock_does_not_fade_below_nothing() -> None:
    answer = play("end_round", {"combatants": [OTTO], "settings": {"shock": "fade"}})

    assert len(answer["effects"]) == 9


@pytest.mark.parametrize(
    ("lasting", "healed", "after", "injury"),
    [(5, False, 2, "light"), (1, False, 0, "none"), (9, False, 4, "serious"), (9, True, 0, "none")],
)
def test_a_rest_halves_what_lasts(lasting: int, healed: bool, after: int, injury: str) -> None:
    given = {"character": {**OTTO, "lasting": lasting}, "rested": True, "healed": healed}

    outcome = play("recover", given)["outcome"]

    assert outcome == {"before": lasting, "after": after, "injury": injury}


@pytest.mark.parametrize(
    ("given", "clause", "field"),
    [
        ({"rested": False, "healed": True}, "SOR-RECOVER-01", "rested"),
        ({"rested": True}, "SOR-RECOVER-03", "character.recovered"),
    ],
)
def test_recoveries_that_are_refused(given: dict[str, Any], clause: str, field: str) -> None:
    character = {**OTTO, "lasting": 2, "recovered": True}

    assert refusal("recover", {"character": character, **given}) == (clause, f"input.{field}")


def _dying(lasting: int = 7, killer: Any = None, settings: Any = None, **over: Any) -> dict[str, Any]:
    demon = {"id": "d1", "stamina": 3, "lasting": lasting, "power": 4, "state": "present", **over}
    return {"demon": demon, "killer": killer, "settings": settings or {}}


@pytest.mark.parametrize("given", [_dying(6), _dying(7, settings={"demons_can_die": False})])
def test_a_demon_may_live_on(given: dict[str, Any]) -> None:
    answer = play("demon_death", given)

    outcome = {"slain": False, "fate": "alive", "evidence": False, "due": []}
    assert (answer["outcome"], answer["effects"]) == (outcome, [])


@pytest.mark.parametrize(
    ("killer", "summoned_by", "gains"),
    [
        ({"id": "otto", "humanity": 3}, None, True),
        ({"id": "otto", "humanity": 4}, None, False),
        ({"id": "otto", "humanity": 0}, None, False),
        ({"id": "otto", "humanity": 3}, "otto", False),
        (None, None, False),
    ],
)
def test_a_killer_may_regain_humanity(killer: Any, summoned_by: str | None, gains: bool) -> None:
    answer = play("demon_death", _dying(killer=killer, summoned_by=summoned_by))

    due = [check("otto", change="gain", basis="banishment")] if gains else []
    assert (answer["outcome"]["due"], effects(answer)) == (due, [("d1", "state", "banished")])


def test_every_binding_ends_with_the_demon() -> None:
    settings = {"shared_binding": True, "demon_evidence": True}
    given = _dying(bindings=[binding("otto"), binding("eve")], settings=settings)

    answer = play("demon_death", given)

    assert (answer["outcome"]["fate"], answer["outcome"]["evidence"]) == ("annihilated", True)
    assert effects(answer) == [
        ("d1", "state", "annihilated"),
        ("b-otto", "state", "ended"),
        ("b-eve", "state", "ended"),
    ]


@pytest.mark.parametrize(
    ("given", "clause", "field"),
    [
        (_dying(state="banished"), "SOR-DEATH-01", "demon.state"),
        (
            _dying(state="banished", bindings=[binding("otto"), binding("eve")]),
            "SOR-BIND-10",
            "demon.bindings",
        ),
    ],
)
def test_deaths_that_are_refused(given: dict[str, Any], clause: str, field: str) -> None:
    assert refusal("demon_death", given) == (clause, f"input.{field}")
