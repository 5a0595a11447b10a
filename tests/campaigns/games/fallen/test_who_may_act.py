"""Who may act in a fight, defend, move or have a place in its order, on stored fighters."""

from typing import Any

import pytest

from campaigns.games.fallen.fights.reading import fight_of
from campaigns.viewing import Viewer
from rules.kernel.errors import RulesError, RuleViolation
from tests.campaigns.games.fallen.test_fights import fighter, strike
from tests.campaigns.spine import Game, new_game

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]

OUT_OF_IT: list[tuple[dict[str, Any], str]] = [
    ({"dead": True}, "FAL-HEALTH-07"),
    ({"lethal": 7}, "FAL-HEALTH-06"),
    ({"unconscious": True}, "FAL-UNCON-03"),
]
UNABLE = [
    *OUT_OF_IT,
    ({"dazed": True}, "FAL-DAZE-02"),
    ({"prone": True}, "FAL-KNOCK-07"),
    ({"restraint": "helpless"}, "FAL-IMMOB-03"),
]
AS_BEFORE: dict[str, Any] = {
    "dead": False,
    "lethal": 0,
    "unconscious": False,
    "dazed": False,
    "prone": False,
    "restraint": "free",
    "held_by": None,
    "grip": None,
}


def refusals(game: Game, action: str, given: dict[str, Any], **known: Any) -> set[str | None]:
    """By which clauses the GM and the player are refused alike, with nothing written."""
    before, found = game.state(), set()
    for by in (game.gm, game.player):
        with pytest.raises(RuleViolation) as refused:
            game.act(action, given, by=by, known=known)
        found.add(refused.value.clause)
    assert game.state() == before
    return found


@pytest.fixture
def fight() -> tuple[Game, str, str]:
    game = new_game()
    ana, bo = (fighter(game, one, perception=2, state="active") for one in ("Ana", "Bo"))
    return game, ana, bo


def acts_of(ana: str, bo: str) -> dict[str, dict[str, Any]]:
    """What somebody does in her turn, besides moving and defending."""
    sides = {"attacker": {"id": ana}, "target": {"id": bo}, "maneuver": "strike"}
    return {
        "fallen.attack": sides,
        "fallen.strike": sides,
    }


@pytest.mark.clause("FAL-DEFEND-06", "FAL-MOVE-07", "FAL-KNOCK-07", "FAL-IMMOB-03")
def test_who_cannot_act_neither_attacks_nor_defends_nor_moves(fight: tuple[Game, str, str]) -> None:
    game, ana, bo = fight
    strike(game, bo, ana)
    defence = {"defender": {"id": ana}, "maneuver": "dodge"}
    walk = {"fighter": {"id": ana}, "gait": "walk", "yards": 1}

    for condition, clause in UNABLE[1:]:  # of the dead below
        game.edit(ana, **condition)
        assert refusals(game, "fallen.defend", defence, against=3, ranged=False) == {clause}
        assert refusals(game, "fallen.movement", walk) == {clause}
        for action, given in acts_of(ana, bo).items():
            assert refusals(game, action, given) == {clause}, action
        game.edit(ana, **{name: AS_BEFORE[name] for name in condition})

    game.edit(ana, restraint="held", held_by=bo, grip="hold")
    assert refusals(game, "fallen.movement", walk) == {"FAL-MOVE-07"}
    game.act("fallen.attack", acts_of(ana, bo)["fallen.attack"], by=game.gm, hand=(2, 3, 4, 5, 5))
    game.act("fallen.defend", defence, by=game.player, known={"against": 3, "ranged": False})


def test_the_dead_do_nothing_and_no_blow_waits_for_their_defence(fight: tuple[Game, str, str]) -> None:
    game, ana, bo = fight
    strike(game, bo, ana)
    game.edit(ana, dead=True)

    defence = {"defender": {"id": ana}, "maneuver": "dodge"}
    assert refusals(game, "fallen.defend", defence, against=3, ranged=False) == {"FAL-DEFEND-03"}
    walk = {"fighter": {"id": ana}, "gait": "walk", "yards": 1}
    for action, given in {"fallen.movement": walk, **acts_of(ana, bo)}.items():
        assert refusals(game, action, given) == {"FAL-HEALTH-07"}, action


@pytest.mark.clause("FAL-UNCON-03")
def test_the_unconscious_do_nothing_at_all(fight: tuple[Game, str, str]) -> None:
    game, ana, bo = fight
    cy = fighter(game, "Cy")
    strike(game, bo, ana)
    gun = game.make("fallen.weapon", "SMG", holder=ana, dice=4, kind="lethal", automatic=True, ammo=20)
    game.edit(bo, restraint="held", held_by=ana, grip="hold")
    game.edit(ana, unconscious=True)
    plan = [{"name": "strike"}, {"name": "dodge"}]
    side = {"traits": [{"name": "wits"}]}
    acts = {
        **acts_of(ana, bo),
        "fallen.movement": {"fighter": {"id": ana}, "gait": "walk", "yards": 1},
        "fallen.multiple_actions": {"fighter": {"id": ana}, "actions": plan},
        "fallen.ambush": {"attacker": {"id": ana}, "target": {"id": bo}},
        "fallen.strafe": {"attacker": {"id": ana}, "weapon": {"id": gun}, "targets": [bo, cy]},
        "fallen.maintain": {"holder": {"id": ana}, "target": {"id": bo}},
        "fallen.resisted_roll": {"acting": {"subject": ana, **side}, "resisting": {"subject": bo, **side}},
    }

    for action, given in acts.items():
        assert refusals(game, action, given) == {"FAL-UNCON-03"}, action
    defence = {"defender": {"id": ana}, "maneuver": "dodge"}
    assert refusals(game, "fallen.defend", defence, against=3, ranged=False) == {"FAL-UNCON-03"}
    game.act("fallen.take_turn", {"fighter": {"id": ana}}, by=game.player)
    assert game.sheet(ana)["turn_done"] is True


@pytest.mark.clause("FAL-INIT-08")
def test_who_is_out_of_it_rolls_no_initiative_and_holds_up_nobody(fight: tuple[Game, str, str]) -> None:
    game, ana, bo = fight

    for condition, clause in OUT_OF_IT:
        game.edit(ana, **condition)
        both = {"fighters": [{"id": ana}, {"id": bo}]}
        with pytest.raises(RuleViolation) as refused:
            game.act("fallen.initiative", both)
        assert refused.value.clause == clause
        assert game.sheet(ana)["initiative"] is None
        game.edit(ana, **{name: AS_BEFORE[name] for name in condition})

    everybody = {"fighters": [{"id": ana}, {"id": bo}]}
    game.act("fallen.initiative", everybody, hand=(9, 2))
    game.act("fallen.order_actions", everybody)
    game.edit(ana, unconscious=True)
    game.act("fallen.take_turn", {"fighter": {"id": bo}}, by=game.player)


def comes_next(game: Game, rolled: str) -> list[tuple[str, tuple[str, ...]]]:
    found = fight_of(game.campaign, Viewer.of(game.gm), (), each_turn=rolled == "turn")
    return [(step.action, step.who) for step in found.steps]


@pytest.mark.clause("FAL-INIT-01")
@pytest.mark.parametrize("rolled", ["combat", "turn"])
def test_nobody_has_a_place_who_rolled_no_initiative(fight: tuple[Game, str, str], rolled: str) -> None:
    game, ana, bo = fight
    game.act("table.change_settings", {"system": "fallen", "values": {"initiative_rolled": rolled}})
    both = {"fighters": [{"id": ana}, {"id": bo}]}
    game.act("fallen.ambush", {"attacker": {"id": ana}, "target": {"id": bo}}, hand=(2, 2, 2, 9, 9))
    assert [game.sheet(who)["in_combat"] for who in (ana, bo)] == [True, True]

    both_roll = [("fallen.initiative", (ana,)), ("fallen.initiative", (bo,))]
    assert comes_next(game, rolled) == both_roll
    with pytest.raises(RulesError) as unrolled:
        game.act("fallen.order_actions", both)
    assert unrolled.value.field == "input.fighters.0.initiative"
    game.act("fallen.initiative", both, hand=(9, 2))
    assert comes_next(game, rolled)[-1] == ("fallen.end_turn", (ana,))
    with pytest.raises(RuleViolation) as again:
        game.act("fallen.initiative", both, hand=(9, 2))
    assert again.value.clause == "FAL-INIT-01"

    for who in (ana, bo):
        game.act("fallen.end_turn", {"fighter": {"id": who}})
    game.act("fallen.new_turn", {})
    if rolled == "combat":
        assert comes_next(game, rolled)[-1] == ("fallen.end_turn", (ana,))
        return
    assert comes_next(game, rolled) == both_roll
    with pytest.raises(RuleViolation) as refused:
        game.act("fallen.order_actions", both)
    assert refused.value.clause == "FAL-INIT-01"
    game.act("fallen.initiative", both, hand=(2, 9))
    assert game.sheet(bo)["turn_order"] == 1


@pytest.mark.clause("FAL-TIME-03", "FAL-TIME-04")
def test_a_roll_in_her_turn_is_an_action_of_it_and_none_before(fight: tuple[Game, str, str]) -> None:
    game, ana, bo = fight
    roll = {"traits": [{"name": "wits"}]}
    hers, his = ({"roller": {"id": who}, **roll} for who in (ana, bo))
    game.act("fallen.roll", hers, by=game.player)
    assert game.sheet(ana)["actions_taken"] == 0, "nobody fights"
    game.act("fallen.initiative", {"fighters": [{"id": ana}, {"id": bo}]}, hand=(9, 2))

    for condition, clause in UNABLE:
        game.edit(ana, **condition)
        assert refusals(game, "fallen.roll", hers) == {clause}
        game.edit(ana, **{name: AS_BEFORE[name] for name in condition})
    game.act("fallen.roll", his, by=game.gm)
    game.act("fallen.roll", hers, by=game.player)

    assert [game.sheet(who)["actions_taken"] for who in (ana, bo)] == [1, 0]
    assert refusals(game, "fallen.roll", hers) == {"FAL-MULTI-06"}
