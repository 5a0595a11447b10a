"""The demo: an evening of a game. Nothing is inserted: people join and every act is played, so its log proves itself.

What a period that is over drew follows from the seed that is given. Nothing of the one that is open does.
"""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.game import Evening, games
from campaigns.models import Campaign, Membership, Record
from campaigns.queries.palette import known_of
from campaigns.queries.waiting import Waiting, open_to
from campaigns.services import clock, colours, sessions
from campaigns.services.asking import ask_player
from campaigns.services.characters import NewCharacter, make_character
from campaigns.services.founding import found_campaign, placing
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from rules.kernel.errors import DrawsExhausted, DrawsLeftOver
from rules.kernel.values import Value, Values

PEOPLE = {"gm": "Mo", "iris": "Iris", "jonas": "Jonas", "kit": "Kit", "owen": "Owen"}
"""Account names and what the table calls them: a GM, three players and an observer."""
SEED = 1
MOST_DICE = 40
LISTED = "  "


class DemoRefused(Exception):
    """Why there can be no demo of a game here. Nothing was changed."""


def accounts_file() -> Path:
    """Where an installation keeps the demo's random passwords, readable by its owner alone."""
    return Path(settings.DATA_DIR) / "demo-accounts.txt"


def notice() -> str:
    """How to sign in to the demo, or nothing where there is none."""
    file = accounts_file()
    return file.read_text(encoding="utf-8") if file.exists() else ""


def with_demo() -> list[str]:
    """The games that have an evening; the first is the one that a new installation begins with."""
    return [code for code, game in games().items() if game.evening is not None]


def load_demo(code: str = "", seed: int = SEED) -> Campaign:
    """Play a game's evening among the demo's people, all of it or nothing; `DemoRefused` where it cannot be."""
    code = code or with_demo()[0]
    evening = _evening_of(code)
    with transaction.atomic():
        if Campaign.objects.filter(name=evening.name, owner__username="gm").exists():
            raise DemoRefused(_("The demo %(name)s exists already.") % {"name": evening.name})
        users, passwords = _accounts()
        campaign = play_evening(code, users, seed, made=passwords)
    # After the transaction: no file names accounts that were never made.
    _keep(passwords)
    return campaign


def play_evening(
    code: str,
    users: Mapping[str, User],
    seed: int = SEED,
    *,
    made: Collection[str] = (),
    demo_of: User | None = None,
) -> Campaign:
    """Play a game's evening among these accounts, by the names of `PEOPLE`; those that were `made` belong to it."""
    evening = _evening_of(code)
    chance = Random(f"{code} {seed}")  # noqa: S311  # the story is to be the same again; whoever plays on draws fairly
    campaign = found_campaign(
        owner=users["gm"],
        name=evening.name,
        gm_name=PEOPLE["gm"],
        agreed=evening.agreed,
        games=[code],
        secret_of=chance.randbytes,
        demo_of=demo_of,
    )
    table = Table(campaign, chance)
    for name in ("iris", "jonas", "kit"):
        table.join(name, users[name], "player", made_account=name in made)
    table.join("owen", users["owen"], "observer", made_account="owen" in made)
    evening.play(table)
    return campaign


@dataclass
class Table:
    """Who sits at it, and what has a name so far."""

    campaign: Campaign
    chance: Random = field(default_factory=secrets.SystemRandom)
    members: dict[str, Membership] = field(default_factory=dict)
    count: int = 0

    def __post_init__(self) -> None:
        self.members["gm"] = self.campaign.memberships.get(role="gm")

    def join(self, who: str, user: User, role: str, *, made_account: bool) -> None:
        member = Membership.objects.create(
            campaign=self.campaign,
            user=user,
            name=PEOPLE[who],
            role=role,
            colour=colours.given(self.campaign.pk),
            made_account=made_account,
        )
        play(self.members["gm"], ActRequest(self.key(), (placing(member, role),)))
        self.members[who] = member

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
        request = ActRequest(
            self.key(), (Request(action, given),), nonce=self.nonce(), hand=hand, answers=answers
        )
        return play(self.members[who], request)

    def nonce(self) -> str:
        """What the page of whoever acts would have sent along."""
        return self.chance.randbytes(16).hex()

    def begin(self, session: str, scene: str) -> None:
        """A session begins, and its first scene."""
        sessions.begin_session(actor=self.members["gm"], name=session, key=self.key())
        sessions.begin_scene(actor=self.members["gm"], name=scene, key=self.key())

    def end(self) -> None:
        """The scene and its session are over."""
        sessions.end_scene(actor=self.members["gm"], key=self.key())
        sessions.end_session(actor=self.members["gm"], key=self.key())

    def pass_time(self, seconds: int) -> None:
        clock.advance(actor=self.members["gm"], seconds=seconds, key=self.key())

    def note(self, who: str, words: str, *about: str) -> None:
        """What somebody writes down for all."""
        self.act(who, "table.note", {"words": words, "about": list(about)} if about else {"words": words})

    def make(self, who: str, kind: str, name: str, owner: str | None, **fields: Value) -> str:
        """A record made at the table; its id."""
        about = {"kind": kind, "name": name, "owner": str(self.members[owner].pk) if owner else None}
        listed = [{"field": key, "set": value} for key, value in fields.items()]
        self.act(who, "table.create", {"about": about, "fields": listed})
        return str(Record.objects.get(campaign=self.campaign, kind=kind, name=name).pk)

    def bring(self, who: str, character: NewCharacter) -> str:
        """A whole character that somebody makes; their id."""
        return make_character(actor=self.members[who], character=character, key=self.key())[1]

    def ask(self, action: str, who: str, settled: Values) -> str:
        """What the GM asks of whoever plays somebody; the question's id."""
        gm = self.members["gm"]
        ask_player(actor=gm, action=action, who=who, settled=settled, key=self.key())
        return self.latest("pending")

    def by_hand(self, who: str, action: str, given: Values, faces: Sequence[int]) -> Played:
        """An act with dice thrown by hand: as many of these, over and over, as it takes."""
        for count in range(1, MOST_DICE):
            hand = tuple(islice(cycle(faces), count))
            try:
                return self.act(who, action, given, hand)
            except (DrawsExhausted, DrawsLeftOver):
                continue
        raise DrawsExhausted(
            f"{action} takes more than {MOST_DICE} dice", given=MOST_DICE, taken=MOST_DICE + 1
        )

    def waiting(self) -> list[Waiting]:
        """What nobody has answered yet, in an order that no id decides."""
        return open_to(self.members["gm"])

    def answer(self, asks: Waiting, given: Values, who: str = "") -> Played:
        """What is said to a question, by whoever it is put to where nobody else is named."""
        who = who or self.player_of(str(asks.data.get("answered_by") or asks.who))
        step = Request(asks.question, given, known=known_of(asks))
        act = ActRequest(self.key(), (step,), nonce=self.nonce(), answers=asks.id)
        return play(self.members[who], act)

    def settle(self, who: str, asks: Waiting, how: str, reason: str) -> None:
        """A question is waived by whoever was asked, or struck by the GM."""
        self.act(who, "table.settle", {"pending": {"id": asks.id}, "how": how, "reason": reason})

    def player_of(self, record: str) -> str:
        """Who plays somebody."""
        owner = Record.objects.values_list("owner", flat=True).get(pk=record)
        return next((name for name, member in self.members.items() if member.pk == owner), "gm")

    def latest(self, kind: str) -> str:
        """The record of a kind that was made last."""
        return str(Record.objects.filter(campaign=self.campaign, kind=kind).latest("born").pk)

    def named(self, name: str) -> str:
        """The record of that name."""
        return str(Record.objects.get(campaign=self.campaign, name=name).pk)


def _evening_of(code: str) -> Evening:
    evening = games()[code].evening
    if evening is None:
        raise DemoRefused(_("%(game)s has no demo.") % {"game": games()[code].name})
    return evening


def _accounts() -> tuple[dict[str, User], dict[str, str]]:
    """The demo's accounts, made where they are missing, and the passwords of those that were made."""
    ours = {line.split()[0] for line in notice().splitlines() if line.startswith(LISTED)}
    users = {user.username: user for user in User.objects.filter(username__in=PEOPLE)}
    if taken := sorted(set(users) - ours):
        raise DemoRefused(
            _("There is an account named %(name)s already, which is no demo account.") % {"name": taken[0]}
        )
    passwords = {name: secrets.token_urlsafe(9) for name in PEOPLE if name not in users}
    made = {name: User.objects.create_user(name, password=password) for name, password in passwords.items()}
    return users | made, passwords


def _keep(passwords: dict[str, str]) -> None:
    if not passwords:
        return
    file, before = accounts_file(), notice().splitlines()[1:]
    kept = [line for line in before if line.split()[0] not in passwords]
    made = [f"{LISTED}{name:6} {password}" for name, password in passwords.items()]
    # Made first and written then, so that the passwords are never readable by others.
    file.touch(mode=0o600, exist_ok=True)
    told = "\n".join(("Demo accounts (username and password):", *kept, *made))
    file.write_text(f"{told}\n", encoding="utf-8")
