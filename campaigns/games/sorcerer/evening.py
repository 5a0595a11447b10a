"""The demo of Sorcerer: three sorcerers, each with a demon, and what answers when they call.

The worked examples of the rules are played with their own dice, entered as thrown by hand and marked so.
"""

import tomllib
from importlib.resources import files

from campaigns.game import Evening
from campaigns.services import seats, sessions
from campaigns.services.demo import Table
from campaigns.services.play.playing import Played
from rules.kernel.values import Value, Values, as_list, as_text, as_values, as_whole

HOUR = 3600
CAST = tomllib.loads(files(__package__).joinpath("evening.toml").read_text(encoding="utf-8"))
SHEET = (
    "stamina",
    "will",
    "lore",
    "descriptors",
    "cover",
    "telltale",
    "price",
    "kicker",
    "background",
)


def play_story(table: Table) -> None:
    """An ended session, and an open one in the middle of things."""
    _prepare(table)
    _first_session(table)
    _second_session(table)


def _prepare(table: Table) -> None:
    """Three sorcerers, each with a demon to begin with, and those whom they will meet."""
    table.act("gm", "table.note", {"words": "Humanity is keeping faith with the living. Lamps stay lit."})
    words = "Humanity is keeping faith with the living"
    values = {"humanity_definition": words}
    table.act("gm", "table.change_settings", {"system": "sorcerer", "values": values})
    for told in CAST["sorcerer"]:
        _begin(table, told)
    _edit(table, table.named("Vesh"), "Vesh lives in Mara", host=table.named("Mara"))
    table.make("gm", "character", "The night guard", None, will=3, stamina=3, state="active", control="gm")


def _first_session(table: Table) -> None:
    """The worked examples, from the first evening to the end of its draws."""
    sessions.begin_session(actor=table.members["gm"], name="The house that was not for sale", key=table.key())
    for name, word in (("iris", "lamplight"), ("jonas", "nine keys"), ("kit", "red wool")):
        seats.take_seat(actor=table.members[name], word=word, key=table.key())
    sessions.begin_scene(actor=table.members["gm"], name="The auction house after closing", key=table.key())
    _a_guard_is_charmed(table)
    table.pass_time(HOUR)
    demon = _fenster_calls(table)
    table.act("kit", "table.note", {"words": "The stairwell has one step too many now.", "about": [demon]})
    table.end()


def _a_guard_is_charmed(table: Table) -> None:
    shelly, guard = table.named("Shelly"), table.named("The night guard")
    charm: Values = {"acting": {"id": shelly, "score": "will"}, "opposing": {"id": guard, "score": "will"}}
    table.act("kit", "sorcerer.roll", charm, (12, 11, 10, 3, 9, 5, 2))
    carried: Values = {"source": "rollover", "dice": 3, "note": "he trusts her"}
    table.act("kit", "sorcerer.roll", {**charm, "modifiers": [carried]}, (8, 8, 6, 5, 5, 2, 1, 7, 6, 4))


def _fenster_calls(table: Table) -> str:
    """Contact, the GM's answer, prolonging, Summoning and Binding; the demon's id."""
    fenster = table.named("Fenster")
    abilities = ["Armor", "Big", "Fast", "Shapeshift"]
    demon = table.make(
        "jonas",
        "demon",
        "What answers from the stairwell",
        None,
        type="inconspicuous",
        abilities=abilities,
        desire="Carnage",
        power=4,
    )
    contact: Values = {"sorcerer": fenster, "demon": demon, "contact_id": "new"}
    table.act("jonas", "sorcerer.contact", contact, (11, 5, 4, 2, 9, 9, 4, 2))
    call = table.latest("contact")
    changes = [
        {"detail": "type", "to": "object"},
        {"detail": "ability", "from": "Big", "to": "Cloak"},
        {"detail": "ability", "from": "Shapeshift", "to": "Shadow"},
    ]
    answer: Values = {"contact": call, "demon": demon, "changes": changes, "power_raise": 1}
    table.act("gm", "sorcerer.alter_contact", answer)
    _check(table, "jonas", fenster, demon, (6, 4, 3, 1, 11, 9, 8, 2, 1))
    prolonged = {"sorcerer": fenster, "demon": demon, "contact": call}
    table.act("jonas", "sorcerer.contact", prolonged, (10, 9, 6, 6, 1, 8, 8, 8, 3, 3))
    _complete(table, demon, CAST["answered"])
    time: Values = {"source": "time", "dice": 4, "note": "three nights of chalk and string"}
    summon: Values = {"sorcerer": fenster, "demon": demon, "contact": call, "modifiers": [time]}
    table.act("jonas", "sorcerer.summon", summon, (12, 11, 5, 4, 3, 2, 1, 10, 9, 9, 5, 2))
    _check(table, "jonas", fenster, demon)
    terms: Values = {
        "sorcerer": fenster,
        "demon": demon,
        "scores": ["lore", "will"],
        "need_met": True,
        "desire_met": True,
    }
    _ask_and_bind(table, "jonas", terms, (12, 11, 8, 4, 4, 1, 10, 9, 5, 5, 2))
    _check(table, "jonas", fenster, demon)
    return demon


def _second_session(table: Table) -> None:
    """Still open: Mara has called something, and what answers is the GM's to say."""
    table.begin("One step too many", "Mara's cellar, rain")
    table.pass_time(20 * HOUR)
    mara, shelly = table.named("Mara"), table.named("Shelly")
    guard = table.named("The night guard")
    hit: Values = {"target": shelly, "weapon": "fists", "victories": 2}
    table.act("gm", "sorcerer.damage", hit)
    table.act("gm", "sorcerer.end_round", {"combatants": [shelly]})
    back: Values = {
        "acting": {"id": shelly, "score": "stamina"},
        "opposing": {"id": guard, "score": "stamina"},
    }
    table.act("kit", "sorcerer.roll", back)
    demon = table.make(
        "iris",
        "demon",
        "The bidder",
        None,
        type="passing",
        abilities=["Cover", "Hint"],
        desire="Competition",
        power=3,
    )
    gavel: Values = {"source": "good_play", "dice": 3, "note": "she calls it with the gavel"}
    contact: Values = {"sorcerer": mara, "demon": demon, "contact_id": "new", "modifiers": [gavel]}
    table.act("iris", "sorcerer.contact", contact, (12, 11, 8, 6, 2, 9, 7, 3))


def _begin(table: Table, told: Values) -> None:
    """One sorcerer with the demon that they begin with, Bound and with its check made."""
    who, demon = as_text(told["player"]), as_values(told["demon"])
    character = table.make(who, "character", as_text(told["name"]), who)
    first = table.make(who, "demon", as_text(demon["name"]), None)
    sheet = {"id": character, "starting_demon": first, **{name: told[name] for name in SHEET}}
    table.act(who, "sorcerer.create_character", {"character": sheet})
    _complete(table, first, demon, starting_for=character)
    _bind(table, who, character, first, told["bound_by"], _faces(told["bound_with"]))
    _check(table, who, character, first, _faces(told["checked_with"]) if "checked_with" in told else None)


def _complete(table: Table, demon: str, told: Values, **given: Value) -> None:
    """The GM's sheet of a demon."""
    abilities = [
        {"name": name, "user": user, "target": "whom the user names", "effect": "as the table knows it"}
        for name, user in map(as_list, as_list(told["abilities"]))
    ]
    table.act(
        "gm", "sorcerer.create_demon", {"demon": {**told, "id": demon, "abilities": abilities}, **given}
    )


def _faces(told: Value) -> tuple[int, ...]:
    return tuple(map(as_whole, as_list(told)))


def _edit(table: Table, record: str, reason: str, **fields: Value) -> None:
    changes = [{"field": name, "set": value} for name, value in fields.items()]
    table.act("gm", "table.edit", {"record": record, "reason": reason, "changes": changes})


def _bind(table: Table, who: str, sorcerer: str, demon: str, scores: Value, hand: tuple[int, ...]) -> None:
    terms: Values = {
        "sorcerer": sorcerer,
        "demon": demon,
        "scores": scores,
        "need_met": True,
        "desire_met": True,
    }
    _ask_and_bind(table, who, terms, hand)


def _ask_and_bind(table: Table, who: str, terms: Values, hand: tuple[int, ...]) -> Played:
    """A Binding on the terms that the GM settles and asks for."""
    asked = table.ask("sorcerer.bind", as_text(terms["sorcerer"]), terms)
    return table.act(who, "sorcerer.bind", terms, hand, answers=asked)


def _check(table: Table, who: str, character: str, demon: str, hand: tuple[int, ...] | None = None) -> None:
    """The Humanity check that waits for a character, made."""
    given = {"character": character, "demon": demon, "change": "loss", "basis": "ritual"}
    table.act(who, "sorcerer.humanity_check", given, hand)


# The story's dice are typed in, so that it is the same wherever it is loaded.
EVENING = Evening(name="Ash Street", play=play_story, agreed={"hand_dice": True, "player_rulings": "players"})
