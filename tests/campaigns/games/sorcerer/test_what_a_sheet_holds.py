"""What the sheets of sorcerers and demons may and have to hold, as they are stored."""

from typing import Any

import pytest

from campaigns.state.errors import StateRefusal
from rules.kernel.errors import InvalidInput
from tests.campaigns.games.sorcerer.circle import Circle, clause_of, new_circle, won

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SORCERER: dict[str, Any] = {
    "stamina": 3,
    "will": 4,
    "lore": 3,
    "descriptors": {"stamina": ["Athletic"], "will": ["Belief System"], "lore": ["Mad"]},
    "cover": {"name": "Surgeon", "score": "will"},
    "telltale": "no shadow",
    "price": {"name": "Lame", "dice": -1},
    "kicker": "A letter in her own hand.",
}
DEMON: dict[str, Any] = {
    "name": "Ash",
    "type": "object",
    "telltale": "warm to the touch",
    "abilities": [{"name": "Cover", "user": "demon", "target": "itself", "effect": "hides"}],
    "stamina": 2,
    "need": "salt",
    "desire": "Ruin",
}


@pytest.fixture
def circle() -> Circle:
    return new_circle()


def sorcerer(circle: Circle, **other: Any) -> tuple[str, set[str]]:
    """The state of a sorcerer made of this sheet, and the clauses of its faults."""
    made = circle.game.make("character", "Ilse", owner=circle.game.player)
    first = circle.demon("First", complete=False, state="beyond")
    sheet = {**SORCERER, "id": made, "starting_demon": first, **other}
    played = circle.game.act("sorcerer.create_character", {"character": sheet}, by=circle.game.player)
    outcome: Any = played.result.outcome
    return circle.game.sheet(made)["state"], {problem.clause for problem in outcome.problems}


def demon(circle: Circle, **other: Any) -> tuple[bool, set[str], set[str]]:
    """Whether a demon of this sheet is complete, and the clauses of its faults and of what is unusual."""
    made = circle.demon(complete=False, state="beyond")
    played = circle.game.act("sorcerer.create_demon", {"demon": {**DEMON, "id": made, **other}})
    outcome: Any = played.result.outcome
    found = ({one.clause for one in some} for some in (outcome.problems, outcome.warnings))
    return (circle.game.sheet(made)["complete"], *found)


@pytest.mark.clause("SOR-DESC-05")
def test_a_campaign_adds_descriptors_of_its_own(circle: Circle) -> None:
    named = {"descriptors": {**SORCERER["descriptors"], "lore": ["Bell Ringer"]}}
    assert sorcerer(circle, **named) == ("draft", {"SOR-DESC-02"})

    values = {"extra_descriptors": {"lore": ["Bell Ringer"]}}
    circle.game.act("table.change_settings", {"system": "sorcerer", "values": values})

    assert sorcerer(circle, **named) == ("active", set())
    elsewhere = {"descriptors": {**SORCERER["descriptors"], "will": ["Bell Ringer"]}}
    assert sorcerer(circle, **elsewhere) == ("draft", {"SOR-DESC-02"}), "it is added to one score"


@pytest.mark.clause("SOR-TELL-02")
def test_nobody_is_finished_without_a_telltale(circle: Circle) -> None:
    assert sorcerer(circle) == ("active", set())
    assert sorcerer(circle, telltale="") == ("draft", {"SOR-CREATE-06"})
    for kind in ("inconspicuous", "object", "parasite", "passing", "possessor"):
        assert demon(circle, type=kind, telltale="")[:2] == (False, {"SOR-DEMON-01"})


@pytest.mark.clause("SOR-DEMON-11")
def test_a_demon_is_of_one_of_five_types(circle: Circle) -> None:
    for kind in ("inconspicuous", "object", "parasite", "passing", "possessor"):
        assert demon(circle, type=kind)[:2] == (True, set())

    with pytest.raises(InvalidInput):
        demon(circle, type="ghost")
    with pytest.raises(StateRefusal, match="type cannot be 'ghost'"):
        circle.demon(type="ghost")


@pytest.mark.clause("SOR-DEMON-15", "SOR-DEMON-16")
@pytest.mark.parametrize(
    ("kind", "name", "user", "unusual"),
    [
        ("parasite", "Cover", "host", set()),
        ("parasite", "Cover", "demon", {"SOR-DEMON-15"}),
        ("passing", "Cover", "demon", set()),
        ("passing", "Cover", "host", {"SOR-DEMON-16"}),
        ("passing", "Big", "demon", {"SOR-DEMON-16"}),
        ("object", "Big", "host", set()),
    ],
)
def test_what_is_unusual_for_a_type_is_told_and_allowed(
    circle: Circle, kind: str, name: str, user: str, unusual: set[str]
) -> None:
    ability = {**DEMON["abilities"][0], "name": name, "user": user}

    assert demon(circle, type=kind, abilities=[ability]) == (True, set(), unusual)


@pytest.mark.clause("SOR-DEMON-22")
def test_the_gm_says_which_hosts_a_possessor_takes(circle: Circle) -> None:
    given = {"demon": circle.demon(type="possessor"), "target": circle.mara}

    choosy = {**given, "host_fits": False}
    assert clause_of(circle.game.act, "sorcerer.possess", choosy) == "SOR-DEMON-22"
    circle.game.act("sorcerer.possess", given, hand=won(3, 2))

    assert circle.game.sheet(circle.mara)["possessed_by"] == given["demon"]


@pytest.mark.clause("SOR-TELL-06")
def test_who_is_neither_sorcerer_nor_demon_has_no_roll_for_a_telltale(circle: Circle) -> None:
    game, ash = circle.game, circle.demon()
    game.edit(circle.otto, lore=0)
    look = {"spotter": circle.otto, "target": ash, "against": "power"}

    assert clause_of(game.act, "sorcerer.spot_telltale", look) == "SOR-TELL-06"
    game.act("sorcerer.spot_telltale", {**look, "spotter": circle.mara}, hand=won(2, 3))
    idle = circle.demon("Soot", lore=0)
    game.act("sorcerer.spot_telltale", {**look, "spotter": idle}, hand=won(1, 4))
