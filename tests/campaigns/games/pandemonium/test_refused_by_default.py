"""What magic lets nobody get by with, at a table that has agreed on nothing besides what it began with."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.campaigns.magic import DOTS, MISSES
from tests.campaigns.refused import Given, Refused, World, again, check, kept
from tests.campaigns.spine import input_of, new_game_by_default
from tests.kept_rows import played_once

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

KINDS = {
    "strings": ("control", "sustained"),
    "bolt": ("attack", "instant"),
    "ward": ("other", "lasting"),
    "over": ("control", "sustained"),
    "trap": ("attack", "sustained"),
}
"""Mira's spells, by what they do and how long they last."""
STRONG: dict[str, Any] = {"pool": {"traits": "Strength\nBrawl"}}
MAGIC: dict[str, Any] = {"pool": {"traits": "Power\nForces"}}
COLD: dict[str, Any] = {"aspect": "vulgar", "kind": "control", "arcanum": "forces"}


@played_once
def _coven() -> Any:
    game = new_game_by_default()
    sheet: dict[str, Any] = {f"traits.{name}": dots for name, dots in DOTS.items()}
    sheet |= {"state": "active", "willpower": 5, "mana": 9, "most.mana": 20, "most.willpower": 5}
    wounds = {"boxes": 7, "bashing": 0, "lethal": 1, "aggravated": 0}
    sheet["health"] = {**wounds, "resistant": dict.fromkeys(("bashing", "lethal", "aggravated"), 0)}
    owners = {"Mira": game.player, "Nan": game.other_player, "Bob": None}
    ids = {
        name.lower(): game.make("pandemonium.character", name, owner=owner, **sheet)
        for name, owner in owners.items()
    }
    mira = {"id": ids["mira"]}
    for name, (kind, duration) in KINDS.items():
        spell = {"name": name, "aspect": "vulgar", "kind": kind, "arcanum": "forces"}
        harm: dict[str, Any] = {"damage": {"kind": "lethal"}} if kind == "attack" else {}
        given = {"spell": spell, "caster": mira, "duration": duration, "delayed": name == "trap", **harm}
        ids[name] = str(input_of(game.act("pandemonium.cast", given))["spell"]["id"])
    game.act("pandemonium.let_go", {"spell": {"id": ids["over"]}})
    written = {"spell": {**COLD, "name": "Grip"}, "caster": mira}
    ids["entry"] = str(input_of(game.act("pandemonium.write_spell", written))["spell"]["id"])
    return kept(World(game, ids))


@pytest.fixture
def coven(db: None) -> World:
    """Mira, who has spells at work, is the player's; Nan the other player's; Bob the GM's."""
    return again(_coven())


def on(spell: str, target: str = "bob", **more: Any) -> Callable[[World], Given]:
    return lambda world: {"spell": world[spell], "target": world[target], **more}


def shapes(spell: str = "strings", caster: str = "mira", **more: Any) -> Callable[[World], Given]:
    usual: dict[str, Any] = {"raise": "potency", "timing": "instant", "shaping": MAGIC, "paid": {"mana": 1}}
    return lambda world: {"spell": world[spell], "caster": world[caster], **usual, **more}


def casts(caster: str = "mira", again: str = "", **more: Any) -> Callable[[World], Given]:
    def given(world: World) -> Given:
        named = {"id": world[again]["id"]} if again else {"name": "Anew"}
        return {"spell": {**COLD, **named}, "caster": world[caster], **more}

    return given


def turn_of(who: str) -> Callable[[World], None]:
    def begins(world: World) -> None:
        world.game.act("table.begin_session")
        world.game.act("table.begin_scene")
        world.game.act("table.begin_turn", {"who": world[who]})

    return begins


def cast_already(world: World) -> None:
    turn_of("mira")(world)
    world.game.act("pandemonium.cast", casts()(world), by=world.game.player)


def held(severity: str = "severe", turn: str = "nan") -> Callable[[World], None]:
    """What Mira's strings have Nan in, on somebody's turn."""

    def begins(world: World) -> None:
        world.game.edit(world.ids["nan"], **{f"hold.{world.ids['strings']}": severity})
        turn_of(turn)(world)

    return begins


def rolls(who: str = "nan", **more: Any) -> Callable[[World], Given]:
    return lambda world: {"actor": world[who], "pool": {"traits": "Strength\nBrawl", **more}}


def helped(by: str) -> Callable[[World], Given]:
    return lambda world: rolls("mira", boosts={"help": world.ids[by]})(world)


def struggles(world: World) -> Given:
    return {"actor": world["nan"], "spells": [world["strings"]], "bolster": "words"}


def struggled(world: World) -> None:
    """In vain, on their own turn."""
    held()(world)
    world.thrown("pandemonium.struggle", struggles(world), *MISSES[:4])


def writes(world: World) -> Given:
    return {"spell": {**COLD, "id": world["entry"]["id"]}, "caster": world["nan"]}


HEALS = on("strings", "mira", kind="lethal")
NOT_THEIRS = "You can't choose that record here"
"""Said of another's spell as of one that there is not."""
CAST, SHAPE, ROLL = (f"pandemonium.{verb}" for verb in ("cast", "shape", "roll"))

REFUSED = {
    # PAN-POT-15, PAN-CONSEQ-17: how a spell bears, and with what Potency, is read from what was made of it.
    "a Potency typed": Refused(
        action="pandemonium.heal",
        given=lambda world: {
            "spell": {**world["bolt"], "potency": 30},
            "target": world["bob"],
            "kind": "lethal",
        },
        told="You can't set “spell.potency”",
    ),
    "a second try as cast": Refused(
        action="pandemonium.heal",
        given=lambda world: {
            "spell": {**world["bolt"], "applied": "cast"},
            "target": world["bob"],
            "kind": "lethal",
        },
        told="You can't set “spell.applied”",
    ),
    "the successes of a Shaping": Refused(
        action=SHAPE,
        given=shapes(shaping={"successes": 9}),
        told="You can't set “shaping.successes”",
    ),
    "what runes add": Refused(action=CAST, given=casts(runes=9), told="You can't set “runes”"),
    # PAN-CONSEQ-13: the consequence that was chosen at the casting, and no other.
    "wounds healed by strings": Refused(
        action="pandemonium.heal", given=HEALS, told="PAN-CONSEQ-13", clause="PAN-CONSEQ-13"
    ),
    "control by a bolt": Refused(
        action="pandemonium.control",
        given=on("bolt", compare="resolve", resist={"pool": {"traits": "Resolve\nPower"}}),
        who="gm",
        clause="PAN-CONSEQ-13",
    ),
    # PAN-POT-06, PAN-TEN-04: only magic raises either measure.
    "Potency by Strength": Refused(action=SHAPE, given=shapes(shaping=STRONG), told="PAN-POT-06"),
    "Tenacity by Strength": Refused(
        action=SHAPE,
        given=shapes(shaping=STRONG, timing="ritual", **{"raise": "tenacity"}),
        told="PAN-TEN-04",
    ),
    "a casting Shaped by Strength": Refused(
        action=CAST, given=casts(shaping=STRONG, paid={"mana": 1}), told="PAN-POT-06"
    ),
    "a Shaping for nothing": Refused(action=SHAPE, given=shapes(paid={}), told="PAN-POT-06"),
    "a reflexive casting with a Shaping": Refused(
        action=CAST, given=casts(timing="reflexive", shaping=MAGIC, paid={"mana": 1}), told="PAN-POT-13"
    ),
    # PAN-TIME-01, PAN-TRACK-07, PAN-TRACK-09: a spell is its own mage's.
    "another's spell Shaped": Refused(
        action=SHAPE, given=shapes(caster="nan"), who="other_player", clause="PAN-TIME-01"
    ),
    "another's spell refreshed": Refused(
        action="pandemonium.refresh",
        given=lambda world: {"spell": world["strings"], "caster": world["nan"]},
        who="other_player",
        clause="PAN-TIME-01",
    ),
    "another's spell cast again": Refused(
        action=CAST, given=casts("nan", "strings"), who="other_player", told=NOT_THEIRS, clause="PAN-TRACK-07"
    ),
    "another's book": Refused(
        action="pandemonium.write_spell",
        given=writes,
        who="other_player",
        told=NOT_THEIRS,
        clause="PAN-TRACK-09",
    ),
    "another's spell let go of": Refused(
        action="pandemonium.let_go",
        given=lambda world: {"spell": world["strings"]},
        who="other_player",
        told=NOT_THEIRS,
    ),
    "what lasts let go of": Refused(
        action="pandemonium.let_go", given=lambda world: {"spell": world["ward"]}, told="PAN-TRACK-08"
    ),
    # PAN-TIME-01, PAN-TIME-02: one instant action, on one's own turn.
    "an instant casting on another's turn": Refused(
        action=CAST, given=casts(), first=turn_of("bob"), clause="PAN-TIME-01"
    ),
    "an instant Shaping on another's turn": Refused(
        action=SHAPE, given=shapes(), first=turn_of("bob"), clause="PAN-TIME-01"
    ),
    "a second instant casting in a turn": Refused(
        action=CAST, given=casts(), first=cast_already, clause="PAN-TIME-01"
    ),
    "a second turn in a round": Refused(
        action="table.begin_turn",
        given=lambda world: {"who": world["mira"]},
        first=turn_of("mira"),
        who="gm",
        clause="PAN-TIME-02",
    ),
    # PAN-TIME-04, PAN-HIND-09, PAN-HIND-11, PAN-STRUGGLE-02: what a hold leaves to whoever is held.
    "a puppet's own turn": Refused(
        action=ROLL, given=rolls(), first=held(), who="other_player", clause="PAN-TIME-04"
    ),
    "a puppet's act on another's turn": Refused(
        action=ROLL, given=rolls(), first=held(turn="bob"), who="other_player", clause="PAN-TIME-04"
    ),
    "a puppet's casting": Refused(
        action=CAST, given=casts("nan"), first=held(), who="other_player", clause="PAN-TIME-04"
    ),
    "a roll as if unhampered": Refused(
        action=ROLL, given=rolls(), first=held("normal"), who="other_player", clause="PAN-HIND-09"
    ),
    "a struggle on another's turn": Refused(
        action="pandemonium.struggle",
        given=struggles,
        first=held(turn="bob"),
        who="other_player",
        clause="PAN-STRUGGLE-02",
    ),
    "a second struggle in a turn": Refused(
        action="pandemonium.struggle",
        given=struggles,
        first=struggled,
        who="other_player",
        clause="PAN-STRUGGLE-02",
    ),
    # PAN-RESIST-01, PAN-TRANSFER-04, PAN-REAP-01: what others answer, and what a spell did, nobody types.
    "a target resisted for": Refused(action="pandemonium.attack", given=on("bolt", "nan"), told="is asked"),
    "the willingness of another": Refused(
        action="pandemonium.transfer",
        given=lambda world: {
            "spell": world["strings"],
            "donor": world["bob"],
            "recipients": [{**world["nan"], "willing": True}],
        },
        told="You can't set “recipients.0.willing”",
    ),
    "wounds to reap": Refused(
        action="pandemonium.reap", given=on("bolt", wounds=20), told="You can't set “wounds”"
    ),
    # PAN-BOOST-01, PAN-TRACK-06: only a spell in force helps, by what is stored of it.
    "help by a spell that is over": Refused(
        action=ROLL, given=helped("over"), told="What was to help is over by now"
    ),
    "help by what is no spell": Refused(
        action=ROLL, given=helped("bob"), told="What was to help is over by now"
    ),
    "help typed": Refused(
        action=ROLL,
        given=rolls("mira", boosts=[{"id": "armor", "minimum": 4}]),
        told="You can't set “pool.boosts.0.minimum”",
    ),
    # PAN-TRACK-06, PAN-DELAY-03: what is over does nothing, what lies in wait hardly anything.
    "a spell that is over Shaped": Refused(action=SHAPE, given=shapes("over"), clause="PAN-TRACK-06"),
    "a trap refreshed": Refused(
        action="pandemonium.refresh",
        given=lambda world: {"spell": world["trap"], "caster": world["mira"]},
        clause="PAN-DELAY-03",
    ),
}


@pytest.mark.clause("PAN-CONSEQ-13", "PAN-CONSEQ-14", "PAN-POT-06", "PAN-POT-13", "PAN-POT-15", "PAN-TEN-04")
@pytest.mark.clause(
    "PAN-TIME-01", "PAN-TRACK-06", "PAN-TRACK-07", "PAN-TRACK-08", "PAN-TRACK-09", "PAN-DELAY-03"
)
@pytest.mark.clause("PAN-TIME-02", "PAN-TIME-04", "PAN-HIND-09", "PAN-STRUGGLE-02")
@pytest.mark.clause("PAN-RESIST-01", "PAN-TRANSFER-04", "PAN-REAP-01", "PAN-BOOST-01")
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_theirs_is_refused_and_leaves_nothing(name: str, coven: World) -> None:
    check(REFUSED[name], coven)
