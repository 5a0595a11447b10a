"""What happens at tables of Pandemonium, for whoever is concerned to find it on their pages."""

from typing import Any

from campaigns.services import sessions
from tests.campaigns import casts
from tests.campaigns.screens import Story
from tests.campaigns.services.asking import ask
from tests.campaigns.spine import BY_OVERRIDE, input_of
from tests.campaigns.world import act
from tests.factories import make_record
from tests.people import Table

DOTS = {
    **dict.fromkeys(("strength", "stamina", "wits", "resolve", "composure", "defense", "power", "brawl"), 2),
    **dict.fromkeys(("occult", "mind", "forces", "life"), 3),
}


def between_scenes(table: Table) -> None:
    """A mage keeps up a spell that holds somebody; a connection, and something that is left."""
    casts.make_pandemonium(table.gm, table.player)


def spells_at_work(table: Table) -> None:
    """One player's spells of every kind are on the other's mage, and one is in her book; in a scene, on her turn."""
    mira, nan = _mages(table)
    for kind in KINDS:
        _spell(table, kind, mira, nan, delayed=kind == "attack")
    grip = {"name": "Grip", "aspect": "covert", "kind": "control", "arcanum": "forces"}
    act(table.gm, "pandemonium.write_spell", {"spell": grip, "caster": {"id": mira}})
    act(table.gm, "table.begin_turn", {"who": {"id": mira}})


def held(table: Table) -> None:
    """Each of the players is held by a spell of the other's, in part and wholly, and it is a victim's turn."""
    mira, nan = _mages(table)
    for caster, target in ((mira, nan), (nan, mira)):
        for kind, hold in (("control", "normal"), ("direct", "severe")):
            spell = _spell(table, kind, caster, target)
            _edit(table, target, {f"hold.{spell}": hold})
    act(table.gm, "table.begin_turn", {"who": {"id": nan}})


def may_struggle_at_once(table: Table) -> None:
    """Both players regained a point, and may struggle at once."""
    mira, nan = _mages(table)
    for caster, target in ((mira, nan), (nan, mira)):
        spell = _spell(table, "control", caster, target)
        _edit(table, target, {f"hold.{spell}": "severe", "willpower": 1})
        ask(table.gm, "pandemonium.struggle", target, "PAN-HELPLESS-08")


def left_behind(table: Table) -> None:
    """A spell that is over has left its mark."""
    mira, nan = _mages(table)
    spell = _spell(table, "control", mira, nan)
    _edit(table, nan, {f"aftereffect.{spell}": casts.LINGERS})
    _edit(table, spell, {"state": "ended"})


STORIES: tuple[Story, ...] = (between_scenes, spells_at_work, held, may_struggle_at_once, left_behind)
KINDS = ("control", "attack", "direct", "healing", "investigation", "plunder", "drain", "transfer", "other")


def _mages(table: Table) -> tuple[str, str]:
    sessions.begin_session(actor=table.gm, name="The evening", key="evening")
    act(table.gm, "table.begin_scene", {})
    sheet: dict[str, Any] = {f"traits.{name}": dots for name, dots in DOTS.items()}
    sheet |= {"state": "active", "willpower": 5, "mana": 9, "most.mana": 20, "most.willpower": 5}
    none = {"bashing": 0, "lethal": 0, "aggravated": 0}
    sheet |= {"merits.retainer": 2, "health": {"boxes": 7, **none, "bashing": 1, "resistant": none}}
    owners = (("Mira", table.player), ("Nan", table.other_player))
    mira, nan = (
        str(make_record(table.gm, "pandemonium.character", name, owner=owner, **sheet).pk)
        for name, owner in owners
    )
    tie = {"rating": 2, "base": 2, "owner": table.player}
    make_record(table.gm, "pandemonium.connection", "A lock of hair", **tie)
    return mira, nan


def _spell(table: Table, kind: str, caster: str, target: str, *, delayed: bool = False) -> str:
    """A spell that was cast and that nobody has resisted."""
    spell = {"aspect": "vulgar", "kind": kind, "arcanum": "mind", "name": kind.title()}
    given = {"spell": spell, "caster": {"id": caster}, "targets": [target], "delayed": delayed}
    given["timing"] = "ritual" if kind == "transfer" else "instant"
    played = act(table.gm, "pandemonium.cast", given, override=BY_OVERRIDE)
    return str(input_of(played)["spell"]["id"])


def _edit(table: Table, record: str, fields: dict[str, Any]) -> None:
    changes = [{"field": name, "set": value} for name, value in fields.items()]
    act(table.gm, "table.edit", {"record": record, "reason": "as agreed", "changes": changes})
