"""Whom the table does not see, where people ask, grant, help, fight and override: a story for two worlds."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from campaigns.games.sorcerer.rituals.acts import gather_helpers
from campaigns.games.sorcerer.sheet.possessed import ask_to_act
from campaigns.models import Pending, Record
from campaigns.services import sessions
from campaigns.services.asking import ask_gm, ask_players
from campaigns.services.play.act_request import Override
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.state.rows import read_sheet
from tests import people
from tests.campaigns import test_secrets_of_systems
from tests.campaigns.fighting import fighter
from tests.campaigns.test_secrets_of_systems import _correct
from tests.campaigns.world import act
from tests.factories import make_character, make_demon, make_record

HOUSE = Override("house_rule", "As the book of the house has it.")
STRIKE: dict[str, Any] = {"maneuver": "strike"}


@dataclass(frozen=True)
class Secrets:
    """Of whom the GM alone knows. What comes of their dice all see, so that they roll alike in both worlds."""

    shade: str = "The shade"
    shade_fields: tuple[tuple[str, Any], ...] = (("cover", 2), ("humanity", 3))
    vesh: str = "Vesh"
    vesh_fields: tuple[tuple[str, Any], ...] = (("desire", "Ruin"), ("need", "camphor"))
    rider: str = "The pale rider"
    rider_fields: tuple[tuple[str, Any], ...] = (("wits", 2), ("willpower", 3))
    jar: str = "A jar of camphor"
    dice: int = 1
    why: str = "It smells the camphor"
    wounds: int = 0
    exists: bool = True
    """Whether there are acts and records besides, of which the other world has notes of the GM's in their place."""

    def words(self) -> list[str]:
        """The texts of which no trace may be found."""
        return [self.shade, self.vesh, self.rider, self.jar, self.why]


PLAIN = Secrets()
OTHER = Secrets(
    shade="Professor Aurel, whom all have met",
    shade_fields=(("cover", 7), ("humanity", 1), ("lasting", 0), ("telltale", "cold hands")),
    vesh="Ninepin of the stairwell",
    vesh_fields=(
        ("desire", "Mayhem"),
        ("need", "the names of drowned children"),
        ("telltale", "it whistles"),
    ),
    rider="Azael of the nine gates",
    rider_fields=(("wits", 2), ("willpower", 9), ("faith", 7)),
    jar="The well under the house",
    dice=2,
    why="Because nobody looks up",
    wounds=2,
    exists=False,
)


def play_story(table: people.Table, secret: Secrets, cast: dict[str, str]) -> Iterator[str]:
    act(table.gm, "table.change_policy", {"values": {"sealed_rolls": True, "player_rulings": "propose"}})
    sessions.begin_session(actor=table.gm, name="The first evening", key="evening")
    yield "session"
    yield from _people(table, secret, cast)
    yield from _granted(table, secret, cast)
    yield from _asked(table, cast)
    yield from _rituals(table, secret, cast)
    yield from _overridden(table, secret, cast)
    yield from _fought(table, cast)
    yield from _possessed(table, cast)
    yield from _announced(table, cast)


def _people(table: people.Table, secret: Secrets, cast: dict[str, str]) -> Iterator[str]:
    for name, owner in (("Ilse", table.player), ("Edda", table.player), ("Otto", table.other_player)):
        cast[name] = str(make_character(owner, name).pk)
        yield name
    cast["ash"] = str(make_demon(table.gm, "Ash", state="present").pk)
    yield "ash"
    scores = {"stamina": 3, "will": 4, "lore": 3, "state": "active"}
    cast["shade"] = _hide(table, "character", secret.shade, **scores, **dict(secret.shade_fields))
    yield "shade"
    demon = {"type": "possessor", "stamina": 2, "will": 4, "lore": 3, "power": 4, "state": "present"}
    cast["vesh"] = _hide(table, "demon", secret.vesh, **demon, **dict(secret.vesh_fields))
    yield "vesh"
    for name, player in (("Ana", table.player), ("Bo", table.other_player)):
        cast[name] = fighter(table.gm, name, player, brawl=2)
        yield name
    traits = {
        "kind": "demon",
        "strength": 3,
        "dexterity": 3,
        "stamina": 3,
        "perception": 2,
        "state": "active",
    }
    about = {**traits, "control": "gm", **dict(secret.rider_fields)}
    cast["rider"] = _hide(table, "fallen.character", secret.rider, **about)
    yield "rider"


def _granted(table: people.Table, secret: Secrets, cast: dict[str, str]) -> Iterator[str]:
    """Bonus dice of those whom all see and of those whom nobody does, asked for and not; one was taken back."""
    for who, more in (
        ("Ilse", {"dice": 1, "words": "a good plan"}),
        ("shade", {"dice": secret.dice, "words": secret.why}),
    ):
        cast[f"bonus of {who}"] = _grant(table, cast[who], **more)
        yield f"granted {who}"
    if secret.exists:
        _grant(table, cast["vesh"], dice=3, words=secret.why)
    else:
        act(table.gm, "table.note", {"words": "Nothing for it", "audience": "gm"})
    yield "granted vesh"
    back = _grant(table, cast["shade"], dice=secret.dice, words=secret.why)
    yield "again"
    act(table.gm, "table.take_back", {"bonus": {"id": back}})
    yield "taken back"
    act(table.player, "table.propose", {"who": {"id": cast["Edda"]}, "dice": 1, "words": "I know the house"})
    yield "proposed"


def _grant(table: people.Table, who: str, **more: Any) -> str:
    played = act(table.gm, "table.grant", {"who": {"id": who}, **more})
    return str(played.steps[0].input["bonus_id"])


def _asked(table: people.Table, cast: dict[str, str]) -> Iterator[str]:
    """The GM asks two for an act, and a player the GM."""
    ilse, otto = cast["Ilse"], cast["Otto"]
    sight: dict[str, Any] = {"demon": {"id": cast["ash"]}, "occasion": "unexpected"}
    settled = {who: {**sight, "character": {"id": who}} for who in (ilse, otto)}
    ask_players(actor=table.gm, action="sorcerer.first_sight", settled=settled, key="sight")
    yield "first sight"
    asked = Pending.objects.get(question="sorcerer.first_sight", who=UUID(otto), state="open")
    step = Request("sorcerer.first_sight", settled[otto])
    play(table.other_player, ActRequest("saw", (step,), answers=str(asked.pk)))
    yield "otto saw"
    given: dict[str, Any] = {
        "acting": {"id": ilse, "score": "will"},
        "opposing": {"score": "difficulty", "dice": 3},
    }
    ask_gm(actor=table.player, action="sorcerer.roll", who=ilse, given=given, key="asks")
    yield "of the GM"


def _rituals(table: people.Table, secret: Secrets, cast: dict[str, str]) -> Iterator[str]:
    """Somebody unseen helps, and a Contain holds somebody unseen; there is one more of which nobody knows."""
    ilse, otto, ash = cast["Ilse"], cast["Otto"], cast["ash"]
    helpers = [otto, cast["shade"]]
    gather_helpers(actor=table.gm, sorcerer=ilse, ritual="banish", demon=ash, helpers=helpers, key="gather")
    yield "gathered"
    helping = {"ritual": "banish", "primary": ilse, "helpers": [{"id": otto}], "demon": ash}
    act(table.gm, "sorcerer.group_ritual", helping)
    yield "helped"
    scope = {"kind": "demon", "demons": [ash, cast["vesh"]]}
    cast["contain"] = _contain(table, "table", "", sorcerer=otto, scope=scope)
    yield "contain"
    if secret.exists:
        _contain(table, "gm", secret.jar, sorcerer=ilse, scope={"kind": "demon", "demons": [cast["vesh"]]})
    else:
        act(table.gm, "table.note", {"words": "No jar at all", "audience": "gm"})
    yield "no contain"
    cast["jar"] = _contain(table, "gm", secret.jar, sorcerer=cast["shade"], scope={"kind": "all"})
    yield "jar"


def _contain(table: people.Table, visibility: str, name: str, **fields: Any) -> str:
    words = {
        "focus": name or "a circle of salt",
        "boundary": "the cellar",
        "state": "standing",
        "strength": 2,
    }
    return str(make_record(table.gm, "contain", name, visibility=visibility, **words, **fields).pk)


def _overridden(table: people.Table, secret: Secrets, cast: dict[str, str]) -> Iterator[str]:
    """A value of somebody unseen is given otherwise in a roll that all see, and in one that nobody does."""
    _correct(table, cast["shade"], "temporary", secret.wounds)
    yield "wounded"
    acting = {"id": cast["Ilse"], "score": "will"}
    unseen: dict[str, Any] = {"id": cast["shade"], "score": "will", "dice": 5, "penalties": 1}
    step = Request("sorcerer.roll", {"acting": acting, "opposing": unseen})
    play(table.gm, ActRequest("over", (step,), hand=(12, *(1,) * 7), override=HOUSE))
    yield "overridden"
    _correct(table, cast["shade"], "temporary", 0)
    yield "healed"
    trait: dict[str, Any] = {"name": "strength", "dice": 5} if secret.exists else {"name": "strength"}
    step = Request("fallen.roll", {"roller": {"id": cast["rider"]}, "traits": [trait]})
    override, hand = (HOUSE, (9, 8, 7, 6, 5)) if secret.exists else (None, (9, 8, 7))
    play(table.gm, ActRequest("sealed", (step,), hand=hand, sealed=True, override=override))
    yield "sealed"


def _fought(table: people.Table, cast: dict[str, str]) -> Iterator[str]:
    """Somebody unseen is in a fight: their place, whom they strike at and who strikes back, and how they soak."""
    ana, bo, rider = cast["Ana"], cast["Bo"], cast["rider"]
    order = [{"id": one} for one in (rider, ana, bo)]
    act(table.gm, "fallen.initiative", {"fighters": order}, hand=(9, 7, 2))
    yield "initiative"
    plan = {"fighter": {"id": rider}, "actions": [{"name": "strike"}, {"name": "strike"}]}
    act(table.gm, "fallen.multiple_actions", plan)
    yield "declared"
    struck = {"attacker": {"id": rider}, "target": {"id": ana}, **STRIKE}
    act(table.gm, "fallen.attack", struck, hand=(9,), override=HOUSE)
    yield "struck"
    defend = Pending.objects.get(question="fallen.defend", state="open")
    waived = {"pending": {"id": str(defend.pk)}, "how": "waived", "reason": "Away."}
    act(table.gm, "table.settle", waived)
    yield "let through"


def _possessed(table: people.Table, cast: dict[str, str]) -> Iterator[str]:
    """Somebody unseen takes a body, whose player asks to act, and hurts another."""
    sides = {"demon": {"id": cast["vesh"]}, "target": {"id": cast["Edda"]}, "against": "will"}
    act(table.gm, "sorcerer.possess", sides, hand=(12, *(1,) * 7))
    yield "possessed"
    host = read_sheet(Record.objects.get(pk=cast["Edda"]))
    ask_to_act(actor=table.player, host=host, what="Drop the knife", key="try")
    yield "tries"
    hurt = {"target": {"id": cast["Ilse"]}, "weapon": "fists", "victories": 1}
    act(table.gm, "sorcerer.damage", hurt)
    yield "hurt"


def _announced(table: people.Table, cast: dict[str, str]) -> Iterator[str]:
    """A round in which somebody unseen aims at whom all see, who has still to answer, and they at somebody unseen."""
    ilse, otto, shade = (
        {"id": cast[who], "score": "will", "action": "attack"} for who in ("Ilse", "Otto", "shade")
    )
    told = [
        {**shade, "target": ilse["id"]},
        {**otto, "target": shade["id"]},
        {**ilse, "action": "act"},
    ]
    hand = (12, 11, 3, 2, 9, 8, 7, 6, 5, 4, 2, 1)
    act(table.gm, "sorcerer.conflict_round", {"combatants": told}, hand=hand, override=HOUSE)
    yield "rolled"


def _hide(table: people.Table, kind: str, name: str, /, **fields: Any) -> str:
    return test_secrets_of_systems._hide(table, kind, (name, tuple(fields.items())))
