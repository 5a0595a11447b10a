"""Who has acted in a turn, and how far she gets then (FAL-MOVE-08)."""

import re
from typing import Any

import pytest

from rules.kernel.errors import RuleViolation
from tests.campaigns.conftest import SignIn
from tests.campaigns.fighting import begun, fields_of, page, press, send, two_fighters
from tests.campaigns.services.asking import ask
from tests.campaigns.world import act, undo
from tests.people import Table

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def fighters(table: Table) -> dict[str, str]:
    found = two_fighters(table)
    begun(table.gm, found)
    return found


def strike(table: Table, fighters: dict[str, str], **more: Any) -> int:
    sides = {"attacker": {"id": fighters["ana"]}, "target": {"id": fighters["bo"]}, "maneuver": "strike"}
    return act(table.gm, "fallen.strike", {**sides, **more}, hand=(2, 3, 4, 5, 5)).entry.seq


def run(table: Table, fighters: dict[str, str], yards: int) -> None:
    moved = {"fighter": {"id": fighters["ana"]}, "gait": "run", "yards": yards}
    act(table.player, "fallen.movement", moved)


@pytest.mark.clause("FAL-MOVE-08")
def test_who_has_acted_covers_half_the_running_distance(table: Table, fighters: dict[str, str]) -> None:
    strike(table, fighters)

    with pytest.raises(RuleViolation) as refused:
        run(table, fighters, 15)
    assert refused.value.clause == "FAL-MOVE-04"

    run(table, fighters, 14)
    assert fields_of(fighters["ana"])["moved"] == 14


@pytest.mark.clause("FAL-MOVE-08")
def test_who_has_run_far_takes_no_action_but_a_defence(table: Table, fighters: dict[str, str]) -> None:
    run(table, fighters, 15)
    rolls = {"roller": {"id": fighters["ana"]}, "traits": [{"name": "wits"}]}

    with pytest.raises(RuleViolation) as struck:
        strike(table, fighters)
    with pytest.raises(RuleViolation) as rolled:
        act(table.gm, "fallen.roll", rolls)

    assert {struck.value.clause, rolled.value.clause} == {"FAL-MOVE-08"}
    act(table.gm, "fallen.roll", {**rolls, "roller": {"id": fighters["bo"]}})  # it is not Bo's turn
    ask(table.gm, "fallen.defend", fighters["ana"], "FAL-DEFEND-03", striker=fighters["bo"], against=1)
    act(table.gm, "fallen.defend", {"defender": {"id": fighters["ana"]}, "maneuver": "dodge", "against": 1})


@pytest.mark.clause("FAL-MOVE-08")
def test_who_has_only_defended_runs_as_far_as_she_can(table: Table, fighters: dict[str, str]) -> None:
    ask(table.gm, "fallen.defend", fighters["ana"], "FAL-DEFEND-03", striker=fighters["bo"], against=1)
    defence = {"defender": {"id": fighters["ana"]}, "maneuver": "dodge", "against": 1}
    act(table.gm, "fallen.defend", defence)

    run(table, fighters, 29)

    assert fields_of(fighters["ana"])["moved"] == 29


def test_who_was_attacked_has_not_acted_by_that(table: Table, fighters: dict[str, str]) -> None:
    strike(table, fighters)

    assert fields_of(fighters["ana"])["acted"] == 1
    assert fields_of(fighters["bo"])["acted"] == 0


def test_an_act_taken_back_and_a_turn_gone_by_count_no_more(table: Table, fighters: dict[str, str]) -> None:
    undo(table.gm, strike(table, fighters))
    assert fields_of(fighters["ana"])["acted"] == 0

    strike(table, fighters)
    for who in fighters.values():
        act(table.gm, "fallen.end_turn", {"fighter": {"id": who}})
    act(table.gm, "fallen.new_turn", {})
    assert fields_of(fighters["ana"])["acted"] == 0


def test_free_attack_leaves_the_whole_way(table: Table, fighters: dict[str, str]) -> None:
    free = {"result": "surprise", "extra": 0}
    ask(table.gm, "fallen.strike", fighters["ana"], "FAL-AMBUSH-03", target=fighters["bo"], ambush=free)
    strike(table, fighters, ambush=free)

    assert fields_of(fighters["ana"])["acted"] == 0


def test_page_says_how_many_yards_are_left(table: Table, signed_in: SignIn, fighters: dict[str, str]) -> None:
    player = signed_in(table.player)
    way = f"/campaigns/{table.campaign.pk}/play/fallen.movement/"

    def paces() -> list[str]:
        """What each button says, without its form."""
        told = re.findall(
            r'<button class="pick" type="submit">((?:Walk|Jog|Run|Half).*?)</button>', page(player, table)
        )
        return [re.sub(r"<[^>]*>", "", one) for one in told]

    far = ["Half a run 14 yards (13 m)", "Jog 15 yards (14 m)", "Run 29 yards (27 m)"]
    assert paces() == ["Walk 7 yards (6 m)", *far]

    strike(table, fighters)
    assert paces() == ["Walk 7 yards (6 m)", "Half a run 14 yards (13 m)"]

    send(player, table, way, yards="10")
    assert paces() == ["Half a run 4 yards (4 m)"]
    told = {"fighter.id": fighters["ana"], "yards": "3", "key": "a" * 32, "next": ""}
    player.post(way, told)
    assert fields_of(fighters["ana"])["moved"] == 13, "how fast that is, is worked out"
    press(player, table, "fallen.end_turn")
