"""What a round of Action and its decks let nobody get by with, at a table that has agreed on nothing besides."""

from collections.abc import Callable
from typing import Any

import pytest

from campaigns.forms.people import new_key
from campaigns.games.demon_city.decks.acts import lay_out_decks
from campaigns.games.demon_city.decks.reading import standing
from campaigns.games.demon_city.rounds import acts as rounds
from campaigns.models import Pending, Record
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from tests.campaigns.games.demon_city.stacked import stack, stacked_piles
from tests.campaigns.refused import Given, Refused, World, again, check, kept
from tests.campaigns.spine import new_game_by_default
from tests.kept_rows import played_once

__all__ = ["stacked_piles"]

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

STATS: dict[str, Any] = {
    "stats.toughness": 3,
    "stats.hand_to_hand": 3,
    "stats.calm": 3,
    "toughness": 3,
    "state": "active",
}
AGILITY = {"ann": 2, "bo": 3, "ghoul": 4}
"""Whoever is slowest announces first."""
STATIC, DAMAGE, ANNOUNCE, CLASH = (
    f"demon_city.{verb}" for verb in ("static_throw", "damage", "announce", "clash")
)


@played_once
def _yard() -> Any:
    game = new_game_by_default()
    lay_out_decks(actor=game.gm, key=game.key())
    owners = {"ann": game.player, "bo": game.other_player, "ghoul": None}
    ids = {
        name: game.make(
            "demon_city.character",
            name.title(),
            owner=owner,
            **STATS,
            **{"stats.agility": AGILITY[name]},
            **({} if owner else {"control": "gm"}),
        )
        for name, owner in owners.items()
    }
    ids |= standing(game.campaign)
    ids["lock"] = game.make("demon_city.task", "The lock")
    won = {"character": {"id": ids["bo"]}, "card": "star", "deck": {"id": ids["players"]}}
    game.act("demon_city.award_significator", won)
    return kept(World(game, ids))


@pytest.fixture
def yard(db: None) -> World:
    """Ann, the player's, and Bo, the other player's, who has won The Star, against the Host's ghoul."""
    return again(_yard())


def begun(world: World) -> None:
    who = [world.ids[name] for name in AGILITY]
    rounds.begin_round(actor=world.game.gm, name="One", who=who, previous=(), anew=False, key=new_key())
    newest = Record.objects.filter(campaign=world.game.campaign, kind="demon_city.round").latest("born")
    world.ids["round"] = str(newest.pk)


def announces(who: str = "ann", aim: str = "ghoul", kind: str = "attack") -> Callable[[World], Given]:
    return lambda world: {
        "round": world["round"],
        "character": world[who],
        "kind": kind,
        "targets": [world.ids[aim]] if kind == "attack" else [],
    }


def announced(world: World) -> None:
    begun(world)
    for who, aim, kind in (("ann", "ghoul", "attack"), ("bo", "", "defend"), ("ghoul", "ann", "attack")):
        world.game.act(ANNOUNCE, announces(who, aim, kind)(world))


def sorted_out(world: World) -> None:
    announced(world)
    actions = [
        {"id": world.ids[who], "side": side, "kind": "attack", "targets": [world.ids[aim]]}
        for who, side, aim in (("ann", "us", "ghoul"), ("ghoul", "them", "ann"))
    ]
    names = {world.ids[name]: name.title() for name in AGILITY}
    rounds.sort_round(actor=world.game.gm, actions=actions, names=names, key=new_key())
    world.ids["clash"] = str(Record.objects.get(campaign=world.game.campaign, kind=CLASH).pk)
    world.ids["next"] = world.game.make("demon_city.round", "Two")


def meets(world: World) -> Given:
    sides = [{"id": "us", "by": "players"}, {"id": "them", "by": "host"}]
    people = [
        {"id": world.ids["ann"], "side": "us", "throws": 1},
        {"id": world.ids["ghoul"], "side": "them", "throws": 1},
    ]
    return {"clash": world["clash"], "sides": sides, "participants": people}


def flipped(world: World) -> None:
    """Ann hits the ghoul."""
    sorted_out(world)
    stack("cups-9", "pentacles-4")
    rounds.flip_round(actor=world.game.gm, flips=(Request(CLASH, meets(world)),), nonce="", key=new_key())


def early(world: World) -> None:
    """A Clash lies ready though Bo and the ghoul have yet to announce."""
    begun(world)
    world.game.act(ANNOUNCE, announces()(world))
    world.ids["clash"] = world.game.make(CLASH, "The stairs")


def damaged(world: World) -> None:
    """What Ann's hit does is thrown."""
    flipped(world)
    asked = Pending.objects.get(record__campaign=world.game.campaign, question=DAMAGE, state="open")
    world.ids["asked"] = str(asked.pk)
    given = Request(DAMAGE, {"target": world["ghoul"]})
    play(world.game.player, ActRequest(new_key(), (given,), answers=str(asked.pk)))


def flips(world: World) -> Given:
    aims = {"ann": "ghoul", "ghoul": "ann"}
    people = [
        {"id": world.ids[who], "side": side, "kind": "attack", "throws": 1}
        | {"targets": [{"id": world.ids[aims[who]], "beat": 1}]}
        for who, side in (("ann", "us"), ("ghoul", "them"))
    ]
    return {"clash": world["clash"], "participants": people}


def next_round(world: World) -> Given:
    return {"round": world["next"], "characters": [world["ann"]]}


def throws(who: str = "ann", **more: Any) -> Callable[[World], Given]:
    return lambda world: {"thrower": {**world[who], "stat_name": "calm"}, **more}


def on(who: str, name: str = "character", **more: Any) -> Callable[[World], Given]:
    return lambda world: {name: world[who], **more}


def to_ann(card: str, deck: str = "players") -> Callable[[World], Given]:
    return lambda world: {"character": world["ann"], "card": card, "deck": world[deck]}


NOT_FOUND = "Page not found"
NOT_THEIRS = "You can't choose that record here"
ENDS: dict[str, Any] = {"action": "table.end_fight", "given": lambda _world: {"game": "demon_city"}}
ORDER = "demon_city.announce_order"

REFUSED = {
    # DEC-CLASH-21, DEC-ROUND-26: damage is the second half of a hit that stands, and of that one alone.
    "damage without a hit": Refused(action=DAMAGE, given=on("ghoul", "target"), told=NOT_FOUND),
    "damage of a hit, in the palette": Refused(
        action=DAMAGE, given=on("ghoul", "target"), first=flipped, told=NOT_FOUND
    ),
    "damage typed where it is asked": Refused(
        given=lambda _world: {"amount": 9},
        first=flipped,
        path=lambda world: world.waiting(DAMAGE),
        told="You can't set “amount”",
    ),
    "damage of somebody else's hit": Refused(
        first=flipped, path=lambda world: world.waiting(DAMAGE), who="other_player", told=NOT_FOUND
    ),
    "damage of one hit twice": Refused(
        first=damaged, path=lambda world: world.page("pending_answer", world.ids["asked"]), told="answered"
    ),
    "the next round before damage": Refused(
        action=ORDER, given=next_round, first=flipped, who="gm", clause="DEC-CLASH-21"
    ),
    "an end of Action before damage": Refused(**ENDS, first=flipped, who="gm", clause="DEC-CLASH-21"),
    # DEC-ROUND-08, DEC-ROUND-15, DEC-ROUND-24, DEC-CLASH-28: announced once, slowest first, then flipped once.
    "an announcement out of turn": Refused(
        action=ANNOUNCE, given=announces("bo"), first=begun, who="other_player", told="DEC-ROUND-08"
    ),
    "a second announcement": Refused(
        action=ANNOUNCE, given=announces(), first=announced, told="DEC-ROUND-08"
    ),
    "an announcement for somebody else": Refused(
        action=ANNOUNCE, given=announces("bo"), first=begun, told=NOT_THEIRS
    ),
    "a flip before all have announced": Refused(
        action=CLASH, given=flips, first=early, who="gm", clause="DEC-ROUND-15"
    ),
    "a second flip": Refused(action=CLASH, given=flips, first=flipped, who="gm", clause="DEC-ROUND-24"),
    "a player's flip": Refused(action=CLASH, given=flips, first=sorted_out, told=NOT_FOUND),
    "the next round over face-down cards": Refused(
        action=ORDER, given=next_round, first=sorted_out, who="gm", clause="DEC-CLASH-28"
    ),
    "an end of Action over face-down cards": Refused(
        **ENDS, first=sorted_out, who="gm", clause="DEC-CLASH-28"
    ),
    "somebody else's cards counted": Refused(
        action="demon_city.throw_count",
        given=on("bo", "thrower", context="action", kind="attack"),
        first=sorted_out,
        told=NOT_THEIRS,
    ),
    # DEC-THROW-01, DEC-THROW-07, DEC-CALM-01: the Host calls for a throw and says how hard it is.
    "a throw with an Intensity of one's own": Refused(
        action=STATIC, given=throws(intensity=1), told="You can't set “intensity”"
    ),
    "a stat that is not on the sheet": Refused(
        action=STATIC,
        given=lambda world: {"thrower": {**world["ann"], "stat": 9}},
        told="You can't set “thrower.stat”",
    ),
    "an opposed throw that nobody called for": Refused(
        action="demon_city.opposed_throw",
        given=lambda world: {"actor": world["ann"], "opponent": world["ghoul"]},
        told=NOT_FOUND,
    ),
    "a Calm check of one's own": Refused(
        action="demon_city.calm", given=on("ann", intensity=1), told="You can't set “intensity”"
    ),
    "Calm regained by whoever has it": Refused(
        action="demon_city.calm", given=on("ann", purpose="regain"), told="You can't set “purpose”"
    ),
    "getting up without being out": Refused(
        action="demon_city.recover_toughness", given=on("ann", intensity=2), who="gm", told="DEC-DMG-08"
    ),
    # DEC-DECK-04, DEC-DECK-08, DEC-DECK-12, DEC-DECK-21: each throws from their own pile, which the Host alone changes.
    "a card for C10 from the Horror's Deck": Refused(
        action="demon_city.c10", given=lambda _world: {"deck": "horror"}, told="That one is the GM's"
    ),
    "a card drawn from the Horror's Deck": Refused(
        action="demon_city.draw",
        given=on("horror", "deck", count=1),
        told="Only the GM throws from the Horror",
    ),
    "a card of one's own": Refused(
        action="demon_city.c10",
        given=lambda _world: {"deck": "players", "hand": "cups-4"},
        told="You can't set “hand”",
    ),
    "a Significator that a player awards": Refused(
        action="demon_city.award_significator", given=to_ann("sun"), told=NOT_FOUND
    ),
    "a Significator in the Horror's Deck": Refused(
        action="demon_city.award_significator",
        given=to_ann("sun", "horror"),
        who="gm",
        clause="DEC-DECK-04",
    ),
    "somebody else's Significator": Refused(
        action="demon_city.spend_significator",
        given=lambda world: {**to_ann("star")(world), "character": world["bo"]},
        told=NOT_THEIRS,
    ),
    "a Significator that was not won": Refused(
        action="demon_city.spend_significator", given=to_ann("sun"), told="DEC-DECK-21"
    ),
    "one deck made up as the other": Refused(
        action="demon_city.build_players_deck", given=on("horror", "deck"), who="gm", clause="DEC-DECK-08"
    ),
}


@pytest.mark.clause("DEC-CLASH-21", "DEC-CLASH-28", "DEC-ROUND-08", "DEC-ROUND-15", "DEC-ROUND-24")
@pytest.mark.clause("DEC-CALM-01", "DEC-DECK-04", "DEC-DECK-08", "DEC-DECK-12", "DEC-DECK-21", "DEC-THROW-01")
@pytest.mark.clause("DEC-THROW-07")
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_theirs_is_refused_and_leaves_nothing(name: str, yard: World) -> None:
    check(REFUSED[name], yard)
