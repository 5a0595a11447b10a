"""Who acts before whom in a round of conflict, whatever page the turn is resolved from."""

import pytest

from campaigns.models import Entry, Record
from rules.kernel.errors import RuleViolation
from tests.campaigns.world import act, undo
from tests.factories import make_character
from tests.people import Table

HIGH, MIDDLE, LOW = (12, 12, 12), (10, 9, 8), (3, 2, 1)


@pytest.fixture
def fighters(table: Table) -> list[Record]:
    return [make_character(table.gm, name) for name in ("Mara", "Shelly", "Fenster", "Boyd")]


def roll_out(
    table: Table, fighters: list[Record], *rolls: tuple[int, ...], on_guard: int | None = None
) -> None:
    combatants = [
        {"id": str(one.pk), "score": "stamina", "action": "full_defense" if number == on_guard else "act"}
        for number, one in enumerate(fighters)
    ]
    faces = [face for roll in rolls for face in roll]
    act(table.gm, "sorcerer.conflict_round", {"combatants": combatants}, hand=tuple(faces))


def resolve(table: Table, who: Record) -> None:
    given = {"attacker": str(who.pk), "response": "none", "difficulty": 0}
    act(table.gm, "sorcerer.resolve_attack", given)


def refusal(table: Table, who: Record) -> str | None:
    with pytest.raises(RuleViolation) as refused:
        resolve(table, who)
    return refused.value.clause


def test_turn_waits_for_whoever_rolled_higher_though_it_names_them_not(
    table: Table, fighters: list[Record]
) -> None:
    mara, shelly, fenster, boyd = fighters
    roll_out(table, fighters, LOW, MIDDLE, HIGH, (1, 1, 1))

    assert refusal(table, mara) == "SOR-CONFLICT-16"
    for record in (fenster, shelly, mara, boyd):
        resolve(table, record)


def test_equal_rolls_act_in_the_order_of_the_list(table: Table, fighters: list[Record]) -> None:
    mara, shelly, fenster, boyd = fighters
    roll_out(table, fighters, HIGH, MIDDLE, MIDDLE, MIDDLE)
    resolve(table, mara)

    assert refusal(table, boyd) == "SOR-CONFLICT-15"
    assert refusal(table, fenster) == "SOR-CONFLICT-15"
    for record in (shelly, fenster, boyd):
        resolve(table, record)


def test_full_defense_keeps_nobody_waiting(table: Table, fighters: list[Record]) -> None:
    mara, shelly, *_others = fighters
    roll_out(table, [mara, shelly], LOW, (*HIGH, 12, 12), on_guard=1)

    resolve(table, mara)


def test_round_that_was_taken_back_orders_nobody(table: Table, fighters: list[Record]) -> None:
    mara, shelly, *_others = fighters
    roll_out(table, [mara, shelly], MIDDLE, MIDDLE)
    undo(table.gm, Entry.objects.latest("seq").seq)
    roll_out(table, [shelly, mara], MIDDLE, MIDDLE)

    assert refusal(table, mara) == "SOR-CONFLICT-15"
