"""No odds without a slow twin: for every action with odds, the test that goes through all its draws.

A Calm throw and one to get up are held against the plain throw that they are, which has such a test.
"""

import ast
import json
from functools import cache
from pathlib import Path

import pytest

from rules.catalogue import ACTIONS

RULES = Path(__file__).parent
DEMON_CITY, TABLE = "demon_city/test_odds.py", "demon_city/test_table_odds.py"
FALLEN = "fallen/test_odds.py"
PANDEMONIUM, SPELLS = "pandemonium/test_odds.py", "pandemonium/test_odds_of_actions.py"
SORCERER = "sorcerer/test_odds_of_actions.py"

CONTEST = f"{SORCERER}::test_the_odds_of_a_contest_are_those_of_every_roll"
NET = f"{SPELLS}::test_net_and_severity_are_counted"
SHAPED = f"{SPELLS}::test_what_shaping_adds_is_counted"

TWINS = {
    "demon_city.c10": f"{DEMON_CITY}::test_c10_and_c100_odds_are_those_of_all_arrangements",
    "demon_city.c100": f"{DEMON_CITY}::test_c10_and_c100_odds_are_those_of_all_arrangements",
    "demon_city.calm": f"{DEMON_CITY}::test_recovery_and_calm_have_the_odds_of_their_throw",
    "demon_city.chase": f"{DEMON_CITY}::test_contest_odds_are_those_of_all_arrangements",
    "demon_city.clash": f"{DEMON_CITY}::test_contest_odds_are_those_of_all_arrangements",
    "demon_city.damage": f"{DEMON_CITY}::test_damage_odds_are_those_of_all_arrangements",
    "demon_city.opposed_throw": f"{DEMON_CITY}::test_opposed_odds_are_those_of_all_arrangements",
    "demon_city.recover_toughness": f"{DEMON_CITY}::test_recovery_and_calm_have_the_odds_of_their_throw",
    "demon_city.static_throw": f"{DEMON_CITY}::test_static_odds_are_those_of_all_arrangements",
    "demon_city.table_odds": f"{TABLE}::test_two_throws_are_compared_in_every_row",
    "fallen.ambush": f"{FALLEN}::test_an_ambush_is_counted",
    "fallen.attack": f"{FALLEN}::test_attack_and_defence_are_counted",
    "fallen.damage": f"{FALLEN}::test_a_damage_roll_is_counted",
    "fallen.defend": f"{FALLEN}::test_a_defence_is_counted",
    "fallen.escape": f"{FALLEN}::test_an_escape_is_counted",
    "fallen.hit": f"{FALLEN}::test_what_follows_a_hit_is_counted",
    "fallen.initiative": f"{FALLEN}::test_level_fighters_share_the_chance_to_act_first",
    "fallen.knockdown": f"{FALLEN}::test_the_harm_of_a_fall_is_counted",
    "fallen.maintain": f"{FALLEN}::test_a_grip_that_goes_on_has_the_odds_of_no_extra_dice",
    "fallen.resisted_roll": f"{FALLEN}::test_both_sides_of_a_resisted_roll_are_counted",
    "fallen.roll": f"{FALLEN}::test_every_face_of_three_dice_is_counted",
    "fallen.soak": f"{FALLEN}::test_a_soak_is_counted",
    "fallen.strafe": f"{FALLEN}::test_shares_of_strafing_are_counted",
    "fallen.strike": f"{FALLEN}::test_a_whole_strike_is_counted",
    "pandemonium.act_against_hindrance": f"{PANDEMONIUM}::test_a_hindered_roll_has_to_beat_the_higher_of_two",
    "pandemonium.added_damage": f"{PANDEMONIUM}::test_damage_added_to_a_hold",
    "pandemonium.assail": f"{PANDEMONIUM}::test_an_assault_on_a_spell",
    "pandemonium.attack": NET,
    "pandemonium.bear_wounds": f"{PANDEMONIUM}::test_how_much_whoever_is_unwilling_has_to_bear",
    "pandemonium.boosted_attack": f"{PANDEMONIUM}::test_a_touch_that_has_to_get_across_and_is_then_resisted",
    "pandemonium.cast": SHAPED,
    "pandemonium.control": f"{PANDEMONIUM}::test_a_resisted_spell",
    "pandemonium.decay_tick": f"{PANDEMONIUM}::test_a_trait_that_decays",
    "pandemonium.defend": f"{PANDEMONIUM}::test_a_blow_that_is_struck_and_then_defended_against",
    "pandemonium.direct": NET,
    "pandemonium.drain": NET,
    "pandemonium.investigate": NET,
    "pandemonium.multi_source_damage": f"{PANDEMONIUM}::test_the_best_of_several_sources",
    "pandemonium.ongoing_start": NET,
    "pandemonium.plunder": NET,
    "pandemonium.resist": NET,
    "pandemonium.roll": f"{PANDEMONIUM}::test_roll_against_a_boosted_pool",
    "pandemonium.shape": SHAPED,
    "pandemonium.strike": f"{PANDEMONIUM}::test_a_blow_that_is_struck_and_then_defended_against",
    "pandemonium.struggle": f"{PANDEMONIUM}::test_a_struggle_against_several_spells",
    "pandemonium.transfer": f"{PANDEMONIUM}::test_wounds_that_unwilling_recipients_refuse",
    "sorcerer.banish": CONTEST,
    "sorcerer.bind": CONTEST,
    "sorcerer.break_binding": CONTEST,
    "sorcerer.contact": CONTEST,
    "sorcerer.contain": CONTEST,
    "sorcerer.first_sight": CONTEST,
    "sorcerer.group_ritual": "sorcerer/test_group_ritual.py::test_the_odds_are_those_of_every_roll",
    "sorcerer.humanity_check": CONTEST,
    "sorcerer.perceive_humanity": CONTEST,
    "sorcerer.possess": CONTEST,
    "sorcerer.punish": CONTEST,
    "sorcerer.rebel": CONTEST,
    "sorcerer.recover_power": CONTEST,
    "sorcerer.resolve_attack": "sorcerer/test_attacks.py::test_the_odds_are_those_of_every_roll",
    "sorcerer.roll": CONTEST,
    "sorcerer.spot_telltale": CONTEST,
    "sorcerer.summon": CONTEST,
    "sorcerer.test_contain": CONTEST,
    "sorcerer.use_ability": CONTEST,
    "sorcerer.will_override": CONTEST,
    "sorcerer.withdrawal_day": "sorcerer/test_withdrawal.py::test_the_odds_count_every_roll",
}


def test_every_action_with_odds_has_a_twin_and_no_other() -> None:
    assert {name for name, action in ACTIONS.items() if action.odds} == TWINS.keys()


@pytest.mark.parametrize("twin", sorted(set(TWINS.values())))
def test_each_twin_is_there(twin: str) -> None:
    path, _, function = twin.partition("::")

    assert function in _functions(path)


@pytest.mark.parametrize("action", sorted(TWINS))
def test_the_file_of_a_twin_asks_for_its_action(action: str) -> None:
    path = TWINS[action].partition("::")[0]

    assert action in _asked(path)


@cache
def _functions(path: str) -> set[str]:
    tree = ast.parse((RULES / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@cache
def _asked(path: str) -> set[str]:
    """Every action whose verb a file has as a word of its own, or whose vector it plays."""
    tree = ast.parse((RULES / path).read_text(encoding="utf-8"))
    system = path.partition("/")[0]
    vectors = json.loads((RULES / "vectors" / f"{system}.json").read_text(encoding="utf-8"))
    by_id = {case["id"]: case["action"] for case in vectors}
    words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    texts = {word for word in words if isinstance(word, str)}
    return {by_id.get(word, word if "." in word else f"{system}.{word}") for word in texts}
