"""The demo of Pandemonium: three mages and a library that lends more than books."""

from campaigns.forms.plain_creation import by_concept
from campaigns.game import Evening, Pages
from campaigns.games.pandemonium.book.acts import Casting, cast, write_spell
from campaigns.games.pandemonium.creation import PANDEMONIUM
from campaigns.games.pandemonium.npcs import NPCS
from campaigns.games.pandemonium.ready_made import READY_MADE
from campaigns.services.asking import ask_gm
from campaigns.services.demo import Table
from rules.kernel.values import Values

HOUR = 3600
MADE = Pages(creation=PANDEMONIUM, ready_made=READY_MADE)
MEDIUM, LOCKSMITH, STORM, READER = "Agathe Moreau", "Ruben Okafor", "Lise Haugen", "The reader in row nine"
CAST = (("iris", "medium", MEDIUM), ("jonas", "locksmith", LOCKSMITH), ("kit", "storm_chaser", STORM))
FOES = (
    ("Mage", READER, "table"),
    ("Guard", "The night librarian", "table"),
    ("Beast", "What the water kept", "gm"),
)
COLD: Values = {
    "name": "Cold hand",
    "aspect": "vulgar",
    "kind": "direct",
    "arcanum": "death",
    "wound": "bashing",
    "compared": "stamina",
    "mana": 1,
}
DOOR: Values = {"name": "No door holds", "aspect": "covert", "kind": "other", "arcanum": "space"}
HUSH: Values = {"name": "Hush", "aspect": "covert", "kind": "control", "arcanum": "mind"}


def play_story(table: Table) -> None:
    """An evening with a first spell, and one in which a spell reaches for somebody."""
    for who, concept, name in CAST:
        member = table.members[who]
        table.bring(who, by_concept(MADE, concept, name, member=member, chance=table.chance, typed={}))
    for word, name, seen_by in FOES:
        table.bring("gm", next(one for one in NPCS if one.one == word).make(table.chance, name, seen_by))
    _first_session(table)
    _second_session(table)


def _first_session(table: Table) -> None:
    table.begin("Returned a century late", "The reading room under the reservoir")
    table.note("gm", "Every lamp is lit. Nobody has paid for gas since the valley was flooded.")
    _write(table, "iris", MEDIUM, COLD)
    _write(table, "jonas", LOCKSMITH, DOOR)
    look: Values = {"actor": {"id": table.named(MEDIUM)}, "pool": {"traits": ["wits", "composure"]}}
    table.act("iris", "pandemonium.roll", look)
    table.note("iris", "The slip in the book has my handwriting, and a date next week.", table.named(MEDIUM))
    _cast(table, "jonas", "No door holds", ())
    table.pass_time(HOUR)
    _cast(table, "iris", "Cold hand", (READER,))
    _resisted(table)
    table.note("kit", "It rained in the stacks, upwards. I only asked it to stop.", table.named(STORM))
    table.end()


def _second_session(table: Table) -> None:
    """Still open, and nothing in it is drawn: Agathe is to resist, and Lise asks what she may roll."""
    table.begin("Overdue", "Row nine")
    table.pass_time(20 * HOUR)
    table.note("gm", "The catalogue has a card for each of you. The last line is blank.")
    storm = table.named(STORM)
    look: Values = {"actor": {"id": storm}, "pool": {"traits": ["wits", "composure"]}}
    asks = table.members["kit"]
    ask_gm(actor=asks, action="pandemonium.roll", who=storm, given=look, key=table.key())
    reach: Values = {"spell": HUSH, "caster": {"id": table.named(READER)}, "targets": [table.named(MEDIUM)]}
    table.act("gm", "pandemonium.cast", reach)


def _write(table: Table, who: str, mage: str, spell: Values) -> None:
    actor = table.members[who]
    write_spell(actor=actor, caster=table.named(mage), said=spell, key=table.key())


def _cast(table: Table, who: str, spell: str, targets: tuple[str, ...]) -> None:
    """A spell of somebody's book, at once, in a scene's time."""
    paid: Values = {"mana": 1} if targets else {}
    said = Casting(tuple(map(table.named, targets)), "instant", "scene", paid)
    entry = str(table.campaign.records.get(name=spell, kind="pandemonium.known_spell").pk)
    cast(actor=table.members[who], entry=entry, said=said, key=table.key(), nonce=table.nonce())


def _resisted(table: Table) -> None:
    """Whoever a spell reached for resists it with what they have."""
    for asks in table.waiting():
        table.answer(asks, {"resist": {"pool": {}}})


EVENING = Evening(name="The Drowned Library", play=play_story)
