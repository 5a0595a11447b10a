"""What a fight of Fallen lets nobody get by with, at a table that has agreed on nothing besides what it began with."""

from collections.abc import Callable
from typing import Any

import pytest

from campaigns.models import Pending
from tests.campaigns.refused import Given, Refused, World, again, check, kept
from tests.campaigns.spine import browser, new_game_by_default
from tests.kept_rows import played_once

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TRAITS: dict[str, Any] = {
    **dict.fromkeys(("strength", "dexterity", "stamina", "wits"), 3),
    "perception": 2,
    "brawl": 2,
    "willpower": 5,
    "state": "active",
    "kind": "demon",
}
DEFEND, HIT = "fallen.defend", "fallen.hit"


@played_once
def _fight() -> Any:
    game = new_game_by_default()
    owners = {"Ana": game.player, "Oz": game.other_player, "Boss": None, "Cy": game.other_player}
    ids = {
        name.lower(): game.make("fallen.character", name, owner=owner, **TRAITS)
        for name, owner in owners.items()
    }
    world = World(game, ids)
    fighters = [world[name] for name in ("ana", "oz", "boss")]
    world.thrown("fallen.initiative", {"fighters": fighters}, 9, 5, 2)
    return kept(world)


@pytest.fixture
def fight(db: None) -> World:
    """Ana, Oz and the GM's Boss act in this order; Cy looks on."""
    return again(_fight())


def sides(attacker: str = "ana", target: str = "oz", **more: Any) -> Callable[[World], Given]:
    return lambda world: {
        "attacker": world[attacker],
        "target": world[target],
        "maneuver": "strike",
        **more,
    }


def pair(world: World) -> Given:
    return {"attacker": world["ana"], "target": world["oz"]}


def hers(action: str, who: str = "ana", **more: Any) -> dict[str, Any]:
    """An act of one fighter alone."""
    return {
        "action": f"fallen.{action}",
        "given": lambda world: {"fighter": world[who], **more},
        "clause": "FAL-TIME-03",
        "who": "player" if who == "ana" else "other_player",
    }


def rolls(**more: Any) -> Callable[[World], Given]:
    return lambda world: {"roller": world["ana"], "traits": [{"name": "wits"}], **more}


def dodges(**more: Any) -> Callable[[World], Given]:
    return lambda world: {"defender": world["oz"], "maneuver": "dodge", **more}


def hits(world: World) -> None:
    world.thrown("fallen.attack", sides()(world), 9, 9, 9, 4, 4, by=world.game.player)


def misses(world: World) -> None:
    world.thrown("fallen.attack", sides()(world), 2, 2, 3, 3, 4, by=world.game.player)


def let_through(world: World) -> None:
    hits(world)
    asked = Pending.objects.get(record__campaign=world.game.campaign, question=DEFEND, state="open")
    settled = {"pending": {"id": str(asked.pk)}, "how": "waived", "reason": "Away."}
    world.game.act("table.settle", settled, by=world.game.other_player)


def both_wits(world: World) -> Given:
    side = {"traits": [{"name": "wits"}]}
    theirs = {"subject": world["oz"], "willpower": True, **side}
    return {"acting": {"subject": world["ana"], **side}, "resisting": theirs}


SOAKS: dict[str, Any] = {"soak": {"with": "stamina"}}
SURPRISE: dict[str, Any] = {"ambush": {"result": "surprise", "extra": 9}}
THEIRS: dict[str, Any] = {"defence": {"maneuver": "dodge", "willpower": True}}

REFUSED = {
    # FAL-DEFEND-03: whoever is attacked answers. `test_fight_answers` shows where the question stands.
    "the attacker resolves the hit before the defence": Refused(
        given=lambda _world: SOAKS,
        first=hits,
        path=lambda world: world.waiting(HIT),
        told="it is someone else's",
        clause="FAL-DEFEND-03",
    ),
    "the attacker resolves it in the palette": Refused(
        action=HIT, given=pair, gives=sides(net=3), first=hits, clause="FAL-DEFEND-03"
    ),
    "a strike at another player's at once": Refused(
        action="fallen.strike",
        given=sides(),
        told="is asked to defend. (FAL-DEFEND-03)",
        clause="FAL-DEFEND-03",
    ),
    "a strike at the GM's at once": Refused(
        action="fallen.strike", given=sides("ana", "boss"), told="is asked to defend. (FAL-DEFEND-03)"
    ),
    "a strike with the other's defence and Willpower": Refused(
        action="fallen.strike", given=sides(**THEIRS), told="You can't set “defence.willpower”"
    ),
    "an attack with the other's defence and Willpower": Refused(
        action="fallen.attack", given=sides(**THEIRS), told="You can't set “defence.willpower”"
    ),
    "a resisted roll with the other's Willpower": Refused(
        action="fallen.resisted_roll", given=both_wits, told="You can't set “resisting.willpower”"
    ),
    # FAL-DAMAGE-01, FAL-DEFEND-03: no second half without the first.
    "a hit of no attack": Refused(action=HIT, given=pair, gives=sides(net=60), clause="FAL-DAMAGE-01"),
    "a hit of no attack, with a net typed in": Refused(
        action=HIT, given=sides(net=60), told="You can't set “net”"
    ),
    "another net than the attack's": Refused(
        action=HIT,
        given=lambda world: {**pair(world), "net": 60},
        gives=sides(net=60),
        first=let_through,
        who="other_player",
        told="You can't set “net”",
        clause="FAL-DAMAGE-01",
    ),
    "a defence against a miss": Refused(
        action=DEFEND,
        given=dodges(),
        gives=dodges(against=1),
        first=misses,
        who="other_player",
        clause="FAL-DEFEND-03",
    ),
    "a defence against another net": Refused(
        action=DEFEND,
        given=dodges(against=9),
        gives=dodges(against=9),
        first=hits,
        who="other_player",
        told="You can't set “against”",
        clause="FAL-DEFEND-03",
    ),
    # FAL-TIME-03: in the order of initiative.
    "an attack before her place": Refused(
        action="fallen.attack", given=sides("oz", "ana"), who="other_player", clause="FAL-TIME-03"
    ),
    "an attack of somebody who has no place": Refused(
        action="fallen.attack", given=sides("cy", "ana"), who="other_player", clause="FAL-INIT-01"
    ),
    "a move before her place": Refused(**hers("movement", "oz", yards=3)),
    "an end of the turn before it began": Refused(**hers("end_turn", "oz")),
    "a turn taken before her place": Refused(**hers("take_turn", "oz") | {"clause": "FAL-INIT-04"}),
    "an end of the turn with a daze unpaid": Refused(
        **hers("end_turn"), first=lambda world: world.game.edit(world.ids["ana"], dazed=True)
    ),
    # FAL-AMBUSH-07: nobody in combat is ambushed. The GM types no bonus either: `test_fights` tries it at the door.
    "an ambush in a fight": Refused(action="fallen.ambush", given=pair, clause="FAL-AMBUSH-07"),
    "the bonus of an ambush that nobody rolled": Refused(
        action="fallen.attack", given=sides(**SURPRISE), told="You can't set “ambush.extra”"
    ),
    "the same for the GM": Refused(
        action="fallen.strike", given=sides(**SURPRISE), who="gm", told="You can't set “ambush.extra”"
    ),
    # FAL-MOVE-08, and whose turn it is is read. `test_who_may_act` tries all that keeps from acting.
    "a roll after a long run": Refused(
        action="fallen.roll",
        given=rolls(),
        first=lambda world: world.game.edit(world.ids["ana"], moved=25),
        clause="FAL-MOVE-08",
    ),
    "a roll in a daze": Refused(
        action="fallen.roll",
        given=rolls(),
        first=lambda world: world.game.edit(world.ids["ana"], dazed=True),
        clause="FAL-DAZE-02",
    ),
    "whether a roll is in one's turn, typed in": Refused(
        action="fallen.roll", given=rolls(in_turn=True), told="You can't set “in_turn”"
    ),
    "holding back after one has acted": Refused(
        given=lambda _world: {"who_is": "sent"},
        first=misses,
        path=lambda world: world.page("hold_back", world.ids["ana"]),
        clause="FAL-YIELD-01",
    ),
}


@pytest.mark.clause(
    "FAL-DEFEND-03", "FAL-INIT-01", "FAL-TIME-03", "FAL-AMBUSH-07", "FAL-MOVE-08", "FAL-YIELD-01"
)
@pytest.mark.parametrize("told", REFUSED)
def test_nobody_gets_by_with(told: str, fight: World) -> None:
    check(REFUSED[told], fight)


@pytest.mark.clause("FAL-DEFEND-03")
def test_whoever_is_attacked_is_asked_and_nobody_else(fight: World) -> None:
    hits(fight)
    way, place = fight.waiting(DEFEND), fight.page("fight")
    theirs, attackers = browser(fight.game.other_player), browser(fight.game.player)

    assert way in theirs.get(place).content.decode()
    assert way not in attackers.get(place).content.decode()
    assert theirs.get(way).status_code == 200
    assert attackers.post(way, {"key": "mine", "maneuver": "dodge"}).status_code == 404
