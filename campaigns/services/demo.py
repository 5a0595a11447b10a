"""The demo campaign. Nothing is inserted: people join and every act is played, so its log proves itself like any other.

The worked examples of the rules are played with their own dice, entered as thrown by hand and marked so.
"""

import secrets
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign, Membership, Record
from campaigns.services import clock, colours, seats, sessions
from campaigns.services.asking import ask_player
from campaigns.services.founding import found_campaign, placing
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from rules.kernel.values import Value, Values, as_list, as_text, as_values, as_whole

NAME = "Ash Street"
PEOPLE = {"gm": "Mo", "iris": "Iris", "jonas": "Jonas", "kit": "Kit", "owen": "Owen"}
"""Account names and what the table calls them: a GM, three players and an observer."""

HOUR = 3600
CAST = tomllib.loads(Path(__file__).with_name("demo_cast.toml").read_text(encoding="utf-8"))
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


def accounts_file() -> Path:
    """Where an installation keeps the demo's random passwords, readable by its owner alone."""
    return Path(settings.DATA_DIR) / "demo-accounts.txt"


def notice() -> str:
    """How to sign in to the demo, or nothing where there is none."""
    file = accounts_file()
    return file.read_text(encoding="utf-8") if file.exists() else ""


def load_demo() -> Campaign:
    """Make the demo's people and play its story, all of it or nothing."""
    with transaction.atomic():
        passwords = {name: secrets.token_urlsafe(9) for name in PEOPLE}
        users = {name: User.objects.create_user(name, password=passwords[name]) for name in PEOPLE}
        # The story's dice are typed in, so that it is the same wherever it is loaded.
        agreed: dict[str, bool | str] = {"hand_dice": True, "player_rulings": "players"}
        campaign = found_campaign(owner=users["gm"], name=NAME, gm_name=PEOPLE["gm"], agreed=agreed)
        table = _Table(campaign)
        for name in ("iris", "jonas", "kit"):
            table.join(users[name], "player")
        table.join(users["owen"], "observer")
        play_story(table)
    lines = [f"  {name:6} {password}" for name, password in passwords.items()]
    # After the transaction: no file names accounts that were never made.
    _keep("\n".join(("Demo accounts (username and password):", *lines)) + "\n")
    return campaign


def play_story(table: "_Table") -> None:
    """An ended session, and an open one in the middle of things."""
    _prepare(table)
    _first_session(table)
    _second_session(table)


@dataclass
class _Table:
    """Who sits at it, and what has a name so far."""

    campaign: Campaign
    members: dict[str, Membership] = field(default_factory=dict)
    count: int = 0

    def __post_init__(self) -> None:
        self.members["gm"] = self.campaign.memberships.get(role="gm")

    def join(self, user: User, role: str) -> None:
        member = Membership.objects.create(
            campaign=self.campaign,
            user=user,
            name=PEOPLE[user.username],
            role=role,
            colour=colours.given(self.campaign.pk),
            made_account=True,
        )
        play(self.members["gm"], ActRequest(self.key(), (placing(member, role),)))
        self.members[user.username] = member

    def key(self) -> str:
        self.count += 1
        return f"demo-{self.count}"

    def act(
        self,
        who: str,
        action: str,
        given: Values,
        hand: tuple[int, ...] | None = None,
        answers: str | None = None,
    ) -> Played:
        nonce = secrets.token_hex(16)
        request = ActRequest(self.key(), (Request(action, given),), nonce=nonce, hand=hand, answers=answers)
        return play(self.members[who], request)

    def bind(self, who: str, terms: Values, hand: tuple[int, ...]) -> Played:
        """A Binding on the terms that the GM settles and asks for."""
        gm, sorcerer = self.members["gm"], as_text(terms["sorcerer"])
        ask_player(actor=gm, action="sorcerer.bind", who=sorcerer, settled=terms, key=self.key())
        return self.act(who, "sorcerer.bind", terms, hand, answers=self.latest("pending"))

    def make(self, who: str, kind: str, name: str, owner: str | None, **fields: Value) -> str:
        """A record made at the table; its id."""
        about = {"kind": kind, "name": name, "owner": str(self.members[owner].pk) if owner else None}
        listed = [{"field": key, "set": value} for key, value in fields.items()]
        self.act(who, "table.create", {"about": about, "fields": listed})
        return str(Record.objects.get(campaign=self.campaign, kind=kind, name=name).pk)

    def latest(self, kind: str) -> str:
        """The record of a kind that was made last."""
        return str(Record.objects.filter(campaign=self.campaign, kind=kind).latest("born").pk)

    def check(self, who: str, character: str, demon: str, hand: tuple[int, ...] | None = None) -> None:
        """The Humanity check that waits for a character, made."""
        given = {"character": character, "demon": demon, "change": "loss", "basis": "ritual"}
        self.act(who, "sorcerer.humanity_check", given, hand)


def _prepare(table: _Table) -> None:
    """Three sorcerers, each with a demon to begin with, and those whom they will meet."""
    table.act("gm", "table.note", {"words": "Humanity is keeping faith with the living. Lamps stay lit."})
    words = "Humanity is keeping faith with the living"
    values = {"humanity_definition": words}
    table.act("gm", "table.change_settings", {"system": "sorcerer", "values": values})
    for told in CAST["sorcerer"]:
        _begin(table, told)
    _edit(table, _named(table, "Vesh"), "Vesh lives in Mara", host=_named(table, "Mara"))
    table.make("gm", "character", "The night guard", None, will=3, stamina=3, state="active", control="gm")


def _first_session(table: _Table) -> None:
    """The worked examples, from the first evening to the end of its draws."""
    sessions.begin_session(actor=table.members["gm"], name="The house that was not for sale", key=table.key())
    for name, word in (("iris", "lamplight"), ("jonas", "nine keys"), ("kit", "red wool")):
        seats.take_seat(actor=table.members[name], word=word, key=table.key())
    sessions.begin_scene(actor=table.members["gm"], name="The auction house after closing", key=table.key())
    _a_guard_is_charmed(table)
    clock.advance(actor=table.members["gm"], seconds=HOUR, key=table.key())
    demon = _fenster_calls(table)
    table.act("kit", "table.note", {"words": "The stairwell has one step too many now.", "about": [demon]})
    sessions.end_scene(actor=table.members["gm"], key=table.key())
    sessions.end_session(actor=table.members["gm"], key=table.key())


def _a_guard_is_charmed(table: _Table) -> None:
    shelly, guard = _named(table, "Shelly"), _named(table, "The night guard")
    charm: Values = {"acting": {"id": shelly, "score": "will"}, "opposing": {"id": guard, "score": "will"}}
    table.act("kit", "sorcerer.roll", charm, (12, 11, 10, 3, 9, 5, 2))
    carried: Values = {"source": "rollover", "dice": 3, "note": "he trusts her"}
    table.act("kit", "sorcerer.roll", {**charm, "modifiers": [carried]}, (8, 8, 6, 5, 5, 2, 1, 7, 6, 4))


def _fenster_calls(table: _Table) -> str:
    """Contact, the GM's answer, prolonging, Summoning and Binding; the demon's id."""
    fenster = _named(table, "Fenster")
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
    table.check("jonas", fenster, demon, (6, 4, 3, 1, 11, 9, 8, 2, 1))
    prolonged = {"sorcerer": fenster, "demon": demon, "contact": call}
    table.act("jonas", "sorcerer.contact", prolonged, (10, 9, 6, 6, 1, 8, 8, 8, 3, 3))
    _complete(table, demon, CAST["answered"])
    time: Values = {"source": "time", "dice": 4, "note": "three nights of chalk and string"}
    summon: Values = {"sorcerer": fenster, "demon": demon, "contact": call, "modifiers": [time]}
    table.act("jonas", "sorcerer.summon", summon, (12, 11, 5, 4, 3, 2, 1, 10, 9, 9, 5, 2))
    table.check("jonas", fenster, demon)
    terms: Values = {
        "sorcerer": fenster,
        "demon": demon,
        "scores": ["lore", "will"],
        "need_met": True,
        "desire_met": True,
    }
    table.bind("jonas", terms, (12, 11, 8, 4, 4, 1, 10, 9, 5, 5, 2))
    table.check("jonas", fenster, demon)
    return demon


def _second_session(table: _Table) -> None:
    """Still open: Mara has called something, and what answers is the GM's to say."""
    sessions.begin_session(actor=table.members["gm"], name="One step too many", key=table.key())
    sessions.begin_scene(actor=table.members["gm"], name="Mara's cellar, rain", key=table.key())
    clock.advance(actor=table.members["gm"], seconds=20 * HOUR, key=table.key())
    mara, shelly = _named(table, "Mara"), _named(table, "Shelly")
    guard = _named(table, "The night guard")
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


def _begin(table: _Table, told: Values) -> None:
    """One sorcerer with the demon that they begin with, Bound and with its check made."""
    who, demon = as_text(told["player"]), as_values(told["demon"])
    character = table.make(who, "character", as_text(told["name"]), who)
    first = table.make(who, "demon", as_text(demon["name"]), None)
    sheet = {"id": character, "starting_demon": first, **{name: told[name] for name in SHEET}}
    table.act(who, "sorcerer.create_character", {"character": sheet})
    _complete(table, first, demon, starting_for=character)
    _bind(table, who, character, first, told["bound_by"], _faces(told["bound_with"]))
    table.check(who, character, first, _faces(told["checked_with"]) if "checked_with" in told else None)


def _complete(table: _Table, demon: str, told: Values, **given: Value) -> None:
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


def _edit(table: _Table, record: str, reason: str, **fields: Value) -> None:
    changes = [{"field": name, "set": value} for name, value in fields.items()]
    table.act("gm", "table.edit", {"record": record, "reason": reason, "changes": changes})


def _bind(table: _Table, who: str, sorcerer: str, demon: str, scores: Value, hand: tuple[int, ...]) -> None:
    terms: Values = {
        "sorcerer": sorcerer,
        "demon": demon,
        "scores": scores,
        "need_met": True,
        "desire_met": True,
    }
    table.bind(who, terms, hand)


def _named(table: _Table, name: str) -> str:
    return str(Record.objects.get(campaign=table.campaign, name=name).pk)


def _keep(text: str) -> None:
    file = accounts_file()
    # Made first and written then, so that the passwords are never readable by others.
    file.touch(mode=0o600, exist_ok=True)
    file.write_text(text, encoding="utf-8")
