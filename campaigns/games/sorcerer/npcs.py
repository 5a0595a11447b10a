"""Whom the GM brings into play by a word: humans by their scores, and demons that are here, bound to nobody."""

from functools import partial
from random import Random

from campaigns.forms.npcs import NpcRow, by_chance, npc_rows
from campaigns.forms.ready_made import some
from campaigns.game import Npc
from campaigns.games.sorcerer.ready_made import TABLE, USERS
from campaigns.services.characters import NewCharacter
from rules.kernel.values import Value, as_whole


def _human(row: NpcRow, chance: Random, name: str, seen_by: str) -> NewCharacter:
    scores = by_chance(chance, row.fields)
    humanity = max(as_whole(scores["stamina"]), as_whole(scores["will"]))  # SOR-CREATE-03
    return NewCharacter("character", name, {**scores, "humanity": humanity, "state": "active"}, None, seen_by)


def _demon(_row: NpcRow, chance: Random, name: str, seen_by: str) -> NewCharacter:
    row = chance.choice(TABLE.demon)
    abilities = some(chance, row.abilities, 2, 4)
    stamina = chance.randint(2, 6)
    will = max(stamina, len(abilities)) + 1  # SOR-DEMON-04
    fields: dict[str, Value] = {
        "type": row.type,
        "state": "present",
        "stamina": stamina,
        "lore": len(abilities),  # SOR-DEMON-02
        "will": will,
        "power": will,  # SOR-DEMON-05
        "telltale": chance.choice(row.telltales),
        "need": chance.choice(row.needs),
        "desire": chance.choice(row.desires),
        "abilities": [ability for ability, _target, _effect in abilities],
        "ability_details": {
            ability: {"user": USERS[row.type], "target": target, "effect": effect}
            for ability, target, effect in abilities
        },
        "complete": True,
    }
    return NewCharacter("demon", name, fields, None, seen_by)


NPCS = tuple(
    Npc(row.one, row.many, partial(_demon if row.kind == "demon" else _human, row))
    for row in npc_rows(__package__)
)
