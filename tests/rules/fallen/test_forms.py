"""What is not understood: missing, unknown and contradictory fields."""

from typing import Any

import pytest

from rules.fallen.actions import ACTIONS
from rules.kernel.action import Action
from tests.rules.fallen.asking import refusal

ANA = {"id": "ana", "strength": 3, "dexterity": 2}
GUN = {"id": "gun", "dice": 4, "kind": "lethal"}
CLAW = {"name": "Claw", "attribute": "dexterity", "ability": "brawl", "damage": "weapon"}


def _attack(**more: Any) -> dict[str, Any]:
    return {"attacker": ANA, "target": {"id": "bo"}, "maneuver": "strike", **more}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"target": {"id": "ana"}}, "target.id"),
        ({"attacker": {"id": "ana"}}, "attacker.dexterity"),
        ({"maneuver": "clinch", "attacker": {"id": "ana", "dexterity": 2}}, "attacker.strength"),
        ({"maneuver": "bite"}, "maneuver"),
        ({"maneuver": "sweep"}, "ability"),
        ({"ability": "brawl"}, "ability"),
        ({"ability": None}, "ability"),
        ({"maneuver": "custom"}, "custom"),
        ({"custom": CLAW}, "custom"),
        ({"maneuver": "custom", "custom": CLAW}, "weapon"),
        ({"maneuver": "shot"}, "weapon"),
        ({"maneuver": "shot", "weapon": GUN, "off_hand": True}, "off_hand"),
        ({"bypass": ["armor", "armor"]}, "bypass"),
        ({"ambush": {"result": "tie", "extra": 1}}, "ambush.extra"),
        ({"defence": {"maneuver": "dodge"}}, "target.dexterity"),
        ({"attacker": {**ANA, "stamina": 2}}, "attacker.stamina"),
        ({"target": {"id": "bo", "lethal": 4, "bashing": 4}}, "target.aggravated"),
        ({"target": {"id": ""}}, "target.id"),
        ({"target": {"id": "b" * 81}}, "target.id"),
        ({"modifiers": [{"source": "range"}]}, "modifiers.0.dice"),
        ({"modifiers": [{"source": "range", "dice": 1}] * 21}, "modifiers"),
        ({"modifiers": [{"source": "range", "dice": 21}]}, "modifiers.0.dice"),
        ({"settings": {"house_rule": True}}, "settings.house_rule"),
        ({"settings": {"difficulty_cap": 8}}, "settings.difficulty_cap"),
        ({"blind_difficulty": 9}, "blind_difficulty"),
        ({"damage_kind": "lethal"}, "damage_kind"),
    ],
)
def test_faults_of_an_attack_are_named(change: dict[str, Any], field: str) -> None:
    assert refusal("attack", _attack(**change)) == ("invalid_input", f"input.{field}")


@pytest.mark.parametrize(
    ("verb", "given", "field"),
    [
        ("damage", {"attacker": {"id": "ana"}, "maneuver": "strike", "net": 1}, "attacker.strength"),
        ("damage", {"attacker": ANA, "maneuver": "strike", "net": 1}, "attacker.dexterity"),
        ("damage", {"attacker": {"id": "ana"}, "maneuver": "shot", "net": 1}, "weapon"),
        (
            "damage",
            {"attacker": {"id": "ana"}, "maneuver": "disarm", "ability": "brawl", "net": 1},
            "ability",
        ),
        ("damage", {"attacker": {"id": "ana"}, "maneuver": "hold", "net": 0}, "net"),
        (
            "damage",
            {
                "attacker": {"id": "ana"},
                "maneuver": "hold",
                "net": 1,
                "modifiers": [{"source": "range", "difficulty": 1}],
            },
            "modifiers.0.difficulty",
        ),
        ("soak", {"target": {"id": "bo", "stamina": 1}, "damage": 1, "damage_kind": "lethal"}, "target.kind"),
        ("defend", {"defender": {"id": "bo"}, "maneuver": "dodge", "against": 1}, "defender.dexterity"),
        ("roll", {"roller": {"id": "ana"}, "traits": []}, "traits"),
        (
            "roll",
            {"roller": {"id": "ana"}, "traits": [{"name": "wits", "dice": 1}], "difficulty": 1},
            "difficulty",
        ),
        ("heal", {"patient": {"id": "ana", "kind": "mortal"}, "hours": 0}, "hours"),
        ("blackout", {"fighter": {"id": "ana", "unconscious": True}, "duration": "night"}, "duration"),
        ("initiative", {"fighters": []}, "fighters"),
        ("ambush", {"attacker": {"id": "ana", "dexterity": 1}, "target": {"id": "bo"}}, "target.perception"),
        (
            "maintain",
            {
                "holder": {"id": "ana"},
                "target": {"id": "bo", "kind": "mortal", "stamina": 1, "grip": "clinch"},
            },
            "holder.strength",
        ),
        (
            "escape",
            {"prisoner": {"id": "bo", "strength": 1}, "holder": {"id": "ana"}},
            "holder.strength",
        ),
    ],
)
def test_faults_of_form_are_named(verb: str, given: dict[str, Any], field: str) -> None:
    assert refusal(verb, given) == ("invalid_input", f"input.{field}")


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.verb)
def test_every_action_wants_an_object_with_its_fields(action: Action) -> None:
    assert refusal(action.verb, {})[0] == "invalid_input"
    assert refusal(action.verb, {"luck": 1})[0] == "invalid_input"


def test_a_form_is_read_before_any_rule() -> None:
    assert refusal("attack", _attack(target={"id": "bo", "dead": True, "opponents": 0}))[0] == "invalid_input"
