"""What happens at tables of Fallen, for whoever is concerned to find it on their pages."""

from tests.campaigns import fighting
from tests.campaigns.screens import Story
from tests.campaigns.services.asking import ask
from tests.campaigns.world import act
from tests.people import Table


def before_a_fight(table: Table) -> None:
    fighting.two_fighters(table)


def in_a_fight(table: Table) -> None:
    """The player's fighter has her turn, and another may act before her."""
    fighters = fighting.two_fighters(table)
    fighters["cy"] = fighting.fighter(table.gm, "Cy", table.other_player)
    everybody = [{"id": fighter} for fighter in fighters.values()]
    act(table.gm, "fallen.initiative", {"fighters": everybody}, hand=(9, 2, 5))
    act(table.other_player, "fallen.hold_back", {"fighter": fighters["cy"]})


def alone_with_a_foe(table: Table) -> None:
    """The player's fighter has her turn and one foe."""
    fighting.begun(table.gm, fighting.two_fighters(table))


def called_to_a_fight(table: Table) -> None:
    """Both players are asked for their own die."""
    fighters = fighting.two_fighters(table)
    cy = fighting.fighter(table.gm, "Cy", table.other_player)
    called = {"fighters": [{"id": fighters["bo"]}], "asked": [{"id": fighters["ana"]}, {"id": cy}]}
    act(table.gm, "fallen.initiative", called)


def asked_in_a_fight(table: Table) -> None:
    """Two players may defend, and the GM deals with a hit, a blackout and a botch."""
    fighters = fighting.two_fighters(table)
    fighters["cy"] = fighting.fighter(table.gm, "Cy", table.other_player)
    fighters["di"] = fighting.fighter(table.gm, "Di")
    for who in ("ana", "cy"):
        told = {"striker": fighters["bo"], "against": 2, "ranged": False}
        ask(table.gm, "fallen.defend", fighters[who], "FAL-DEFEND-03", **told)
    ask(table.gm, "fallen.blackout", fighters["bo"], "FAL-UNCON-02")
    ask(table.gm, "table.ruling", fighters["bo"], "FAL-BOTCH-01")
    blow = {
        "target": fighters["di"],
        "maneuver": "strike",
        "net": 2,
        "location": "none",
        "bypass_armor": False,
    }
    ask(table.gm, "fallen.hit", fighters["bo"], "FAL-DAMAGE-01", **blow)


def after_a_turn(table: Table) -> None:
    """Everybody's turn in the fight is over."""
    fighters = fighting.two_fighters(table)
    fighting.begun(table.gm, fighters)
    act(table.gm, "fallen.end_turn", {"fighter": {"id": fighters["ana"]}})
    act(table.gm, "fallen.end_turn", {"fighter": {"id": fighters["bo"]}})


STORIES: tuple[Story, ...] = (
    before_a_fight,
    called_to_a_fight,
    in_a_fight,
    alone_with_a_foe,
    asked_in_a_fight,
    after_a_turn,
)
