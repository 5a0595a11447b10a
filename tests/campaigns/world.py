"""The demo's story played at a table of seven, and an argument for every URL that there is."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from campaigns.games.sorcerer.evening import play_story
from campaigns.models import Campaign, Membership, Pending, Record, SheetTemplate
from campaigns.models.images import SIZES
from campaigns.services import demo, sessions, undoing
from campaigns.services.accounts.invitations import invite
from campaigns.services.accounts.reset_links import make_reset_link
from campaigns.services.asking import ask_player
from campaigns.services.images import storing
from campaigns.services.play.act_request import Override
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.services.reviewing import write_comment
from tests import people
from tests.factories import make_character, make_record

PEOPLE = ("anonymous", "outsider", "former_member", "observer", "other_player", "player", "gm")
MEMBERS = PEOPLE[3:]


@dataclass(frozen=True)
class World:
    """A populated campaign and the arguments of its URLs."""

    table: people.Table
    arguments: dict[str, Any]
    sessions: dict[str, str] = field(default_factory=dict)
    """Of whoever is signed in, while what signed them in is not taken back."""

    def client(self, who: str) -> Client:
        """A browser of one of `PEOPLE`, in which whatever breaks becomes an answer as it would at the table."""
        client, user = Client(raise_request_exception=False), self.table.users()[who]
        if user is None:
            return client
        if Session.objects.filter(pk=self.sessions.get(who, "")).exists():
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[who]
        else:
            client.force_login(user)
            self.sessions[who] = client.cookies[settings.SESSION_COOKIE_NAME].value
        return client

    def url(self, name: str, pattern: URLPattern) -> str:
        wanted = self.arguments_for(name)
        return reverse(name, kwargs={key: wanted[key] for key in arguments_in(pattern)})

    def arguments_for(self, name: str) -> dict[str, Any]:
        """The arguments of a view's URL, and more."""
        return {**self.arguments, **self._by_view(name)}

    def _by_view(self, name: str) -> dict[str, Any]:
        if "demon" in name or name == "need_was_met":
            return {"record_id": self.arguments["demon_id"]}
        return {"token": self.arguments["reset_token"]} if name == "set_new_password" else {}


def named_urls(resolver: URLResolver | None = None) -> Iterator[tuple[str, URLPattern]]:
    """Every URL with a name of its own, in the order in which they are tried."""
    for url_pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(url_pattern, URLResolver):
            yield from named_urls(url_pattern)
        elif url_pattern.name:
            yield url_pattern.name, url_pattern


def arguments_in(pattern: URLPattern) -> set[str]:
    """The names of what a URL takes, allauth's regular expressions included."""
    return set(pattern.pattern.converters) | set(pattern.pattern.regex.groupindex)


def make_world() -> World:
    """Play the story with the table's people in its roles: the player has Mara, the other player Fenster."""
    table = people.make_table()
    story = demo.Table(table.campaign)
    story.members |= {"iris": table.player, "jonas": table.other_player}
    story.members["kit"] = people.join_as(table.gm, "kit", "player")
    play_story(story)
    mara, bidder = (
        str(Record.objects.get(campaign=table.campaign, name=name).pk) for name in ("Mara", "The bidder")
    )
    return World(table, arguments_of(table, mara, bidder))


@contextmanager
def rolled_back() -> Iterator[None]:
    """Whatever happens in the block never happened."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def totals() -> dict[str, int]:
    """How many rows every table of ours has."""
    models = {model.__name__: model._meta.db_table for model in apps.get_app_config("campaigns").get_models()}
    counts = (f"(SELECT COUNT(*) FROM {connection.ops.quote_name(table)})" for table in models.values())
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(counts)}")
        return dict(zip(models, cursor.fetchone(), strict=True))


def call_demon(gm: Membership, player: Membership, demon_name: str = "The lodger") -> tuple[str, str]:
    """A sorcerer of the player's calls a demon and is heard, so that a question waits for the GM; both ids."""
    sorcerer = str(make_character(player, f"Who calls {demon_name}").pk)
    asked: dict[str, Any] = {"type": "object", "abilities": ["Cover", "Hint"], "desire": "Power", "power": 3}
    demon = str(make_record(gm, "demon", demon_name, **asked).pk)
    given = {"sorcerer": sorcerer, "demon": demon, "contact_id": "new"}
    act(player, "sorcerer.contact", given, hand=(12, 11, 8, 6, 2, 1)[: 3 + 3])
    return sorcerer, demon


def act(
    member: Membership,
    action: str,
    given: dict[str, Any],
    *,
    hand: tuple[int, ...] | None = None,
    override: Override | None = None,
) -> Played:
    """One act under a key of its own."""
    return play(member, ActRequest(uuid4().hex, (Request(action, given),), hand=hand, override=override))


def bind_as_asked(
    gm: Membership, player: Membership, terms: dict[str, Any], *, hand: tuple[int, ...]
) -> Played:
    """A player's Binding on the terms that the GM settles, Need and Desire among them."""
    ask_player(actor=gm, action="sorcerer.bind", who=terms["sorcerer"], settled=terms, key=uuid4().hex)
    asked = Pending.objects.get(record__campaign=gm.campaign_id, question="sorcerer.bind", state="open")
    step = Request("sorcerer.bind", terms)
    return play(player, ActRequest(uuid4().hex, (step,), hand=hand, answers=str(asked.pk)))


def undo(member: Membership, seq: int) -> Played:
    """Take an entry back, with whatever depends on it."""
    entries = undoing.what_goes_along(member.campaign, seq)
    return undoing.undo(actor=member, entries=entries, key=uuid4().hex)


def _an_evening(table: people.Table) -> Any:
    """A session that was played and ended; its id."""
    sessions.begin_session(actor=table.gm, name="The first evening", key="evening-begins")
    sessions.end_session(actor=table.gm, key="evening-ends")
    return Record.objects.get(campaign=table.campaign, kind="session").pk


def arguments_of(table: people.Table, sorcerer: str, demon: str) -> dict[str, Any]:
    """An argument for everything that a URL can take."""
    campaign = Campaign.objects.get(pk=table.campaign.pk)
    waiting = Pending.objects.filter(record__campaign=campaign, state="open", for_role="gm")
    invitation, token = invite(actor=table.gm, role="player", days=1, uses=5)
    storing.keep_shown(campaign.pk, campaign.head_seq, (b"s", b"m", b"l"))
    evenings = Record.objects.filter(campaign=campaign, kind="session").order_by("-born")
    template = SheetTemplate.objects.create(
        account=table.gm.user, kind="character", name="A guard", fields={"stamina": 4, "state": "active"}
    )
    return {
        "campaign_id": campaign.pk,
        "member_id": table.other_player.pk,
        "record_id": sorcerer,
        "sorcerer_id": sorcerer,
        "demon_id": demon,
        "pending_id": waiting.earliest("record__born").pk,
        "portrait_id": storing.set_portrait(campaign.pk, UUID(sorcerer), (b"s", b"m", b"l"), 0).pk,
        "size": SIZES[0],
        "template_id": template.pk,
        "invitation_id": invitation.pk,
        "comment_id": write_comment(author=table.gm, seq=campaign.head_seq, words="As it was.").pk,
        "session_id": 1,
        "evening_id": evenings.values_list("pk", flat=True).first() or _an_evening(table),
        "seq": campaign.head_seq,
        "stir": campaign.stir,
        "action": "sorcerer.roll",
        "ritual": "banish",
        "clause_id": "SOR-BIND-10",
        "system": "sorcerer",
        "page": "table",
        "package": "django",
        "cut": "table",
        "notice_id": 0,
        "key": "nobody-knows",
        "uidb36": "1",
        "token": token,
        "reset_token": make_reset_link(actor=table.gm, member=table.other_player),
    }
