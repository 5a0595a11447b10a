"""A small cast of each rule system, made through `play()` as a person would make it, with something of everything."""

from typing import Any

from campaigns.models import Membership
from tests.campaigns.world import act

CALM = {"agility": 3, "appeal": 2, "calm": 4, "cash": 1, "knowledge": 2, "perception": 3, "toughness": 3}


def make_pandemonium(gm: Membership, player: Membership) -> dict[str, str]:
    """A mage who keeps up a spell, whoever it holds, what it holds besides, a tie, and a spell of the mage's book.

    Ids by what they are.
    """
    traits = {"wits": 3, "resolve": 3, "strength": 2, "stamina": 3, "composure": 2, "power": 3}
    traits |= {"mind": 4, "forces": 3, "occult": 2, "defense": 2}
    sheet: dict[str, Any] = _under("traits", traits)
    sheet |= _under("merits", {"retainer": 3}) | _under("most", {"mana": 12, "willpower": 5})
    health = {"boxes": 8, "bashing": 2, "lethal": 1, "aggravated": 1}
    track = {**health, "resistant": {"bashing": 0, "lethal": 0, "aggravated": 1}}
    sheet |= {"health": track, "willpower": 4, "mana": 9, "wisdom": 6}
    mage = _made(gm, "pandemonium.character", "Mira Vane", player, sheet)
    victim = _made(gm, "pandemonium.character", "Bob Askew", None, _under("traits", {"wits": 2}))
    cast: dict[str, Any] = {
        "caster": mage,
        "aspect": "covert",
        "kind": "control",
        "arcanum": "mind",
        "duration": "scene",
    }
    cast |= {"potency": 4, "tenacity": 2, "targets": [victim]}
    spell = _made(gm, "pandemonium.spell", "Lull", player, cast)
    book = _made(gm, "pandemonium.thing", "The ledger", None, {"fame": 2, f"hold.{spell}": "normal"})
    _edit(gm, victim, {f"hold.{spell}": "severe", f"aftereffect.{spell}": LINGERS})
    tie = _made(gm, "pandemonium.connection", "A lock of hair", player, {"rating": 1, "base": 3})
    written = {"caster": mage, "kind": "attack", "arcanum": "forces", "wound": "lethal", "mana": 1}
    known = _made(gm, "pandemonium.known_spell", "Thunderclap", player, written)
    made = {"character": mage, "victim": victim, "spell": spell, "thing": book, "connection": tie}
    return {**made, "known_spell": known}


def make_demon_city(gm: Membership, player: Membership) -> dict[str, str]:
    """An investigator in a bad way with a Significator, a thing against them, and all that an Action has."""
    hurt: dict[str, Any] = {"toughness": 1, "injured": True, "panicked": True, "stage": "announcing"}
    hurt |= {"significators": ["hierophant", "cups-queen"]}
    ann_stats = _under("stats", {**CALM, "firearms": 4, "hand_to_hand": 3})
    ann = _made(gm, "demon_city.character", "Ann Bell", player, {**ann_stats, **hurt})
    horror: dict[str, Any] = {"control": "gm", "toughness": 5, "special_cards": ["tower"]}
    horror |= {"stage": "announcing"} | _under("stats", {"agility": 1, "toughness": 5})
    ghoul = _made(gm, "demon_city.character", "The ghoul", None, horror)
    piles = {"draw": ["cups-9", "wands-2", "fool"], "discard": ["swords-3"], "table": ["wands-7", "cups-4"]}
    deck = _made(gm, "demon_city.deck", "The Players' Deck", None, {"deck": "players", **piles})
    terrors = {"draw": ["pentacles-1", "tower"], "discard": ["pentacles-2"], "table": []}
    terror = _made(gm, "demon_city.deck", "The Horror's Deck", None, {"deck": "horror", **terrors})
    lock = {"state": "complicated", "complication": "It screams."}
    task = _made(gm, "demon_city.task", "Open the lock", None, lock)
    order = {"order": [ghoul, ann], "announced": [ghoul]}
    fight = _made(gm, "demon_city.round", "First round", None, order)
    clash = _made(gm, "demon_city.clash", "In the yard", None)
    chase = _made(gm, "demon_city.chase", "Over the bridge", None, {"maneuver_by": ann})
    made = {"character": ann, "victim": ghoul, "deck": deck, "horror": terror, "task": task}
    return {**made, "round": fight, "clash": clash, "chase": chase}


def make_fallen(gm: Membership, player: Membership) -> dict[str, str]:
    """A fallen one in a fight, hurt and held, her armor and her blade, and who holds her."""
    hero: dict[str, Any] = {"kind": "demon", "strength": 3, "dexterity": 4, "stamina": 3, "perception": 2}
    hero |= {"wits": 3, "brawl": 2, "melee": 4, "alertness": 1, "faith": 5, "willpower": 6}
    guard: dict[str, Any] = {"control": "gm", "kind": "mortal", "strength": 3, "dexterity": 2, "wits": 2}
    foe = _made(gm, "fallen.character", "The warden", None, {**guard, "stamina": 2})
    hurt: dict[str, Any] = {"bashing": 2, "lethal": 1, "aggravated": 1, "dazed": True, "in_combat": True}
    hurt |= {"restraint": "held", "held_by": foe, "grip": "clinch", "initiative": 12, "turn_order": 1}
    ana = _made(gm, "fallen.character", "Ananiel", player, {**hero, **hurt, **_under("traits", {"awe": 2})})
    armor = _made(gm, "fallen.armor", "Riot vest", player, {"wearer": ana, "rating": 2})
    sword = {"holder": ana, "dice": 2, "strength": True, "kind": "lethal"}
    blade = _made(gm, "fallen.weapon", "Burning blade", player, sword)
    return {"character": ana, "victim": foe, "armor": armor, "weapon": blade}


MAKERS = {"pandemonium": make_pandemonium, "demon_city": make_demon_city, "fallen": make_fallen}
LINGERS = {"indefinite": False, "duration": {"years": 0, "months": 0, "weeks": 1, "days": 1}}


def _made(
    gm: Membership, kind: str, name: str, owner: Membership | None, fields: dict[str, Any] | None = None
) -> str:
    state = {"state": "active"} if kind.endswith(".character") else {}
    about = {"kind": kind, "name": name, "owner": str(owner.pk) if owner else None}
    values = [{"field": one, "set": value} for one, value in {**state, **(fields or {})}.items()]
    played = act(gm, "table.create", {"about": about, "fields": values})
    return str(played.steps[0].input["id"])


def _edit(gm: Membership, record: str, fields: dict[str, Any]) -> None:
    changes = [{"field": name, "set": value} for name, value in fields.items()]
    act(gm, "table.edit", {"record": record, "reason": "as agreed", "changes": changes})


def _under(prefix: str, values: dict[str, int]) -> dict[str, int]:
    return {f"{prefix}.{name}": value for name, value in values.items()}
