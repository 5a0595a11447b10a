"""Forms of a campaign's pages, sent by everybody and about what is not theirs: whose each is, and what went wrong."""

import uuid
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from unittest import mock

from django.test import Client

from campaigns.forms.action.bonuses import SEEN
from campaigns.models import Comment, Entry, Membership, Pending, Record
from campaigns.policy import ASKED_BY_GM
from campaigns.services.accounts.invitations import invite
from campaigns.services.founding import found_campaign
from campaigns.services.reviewing import write_comment
from campaigns.state.ids import ids_in
from campaigns.viewing import TABLE
from campaigns.views import own_acts
from rules.kernel.values import as_values
from tests import people
from tests.campaigns.posting import Desk, Post, Sent, differences, found_posts, strangers
from tests.campaigns.spine import document
from tests.campaigns.world import PEOPLE, World

GMS = frozenset({"gm", "co_gm"})
PLAYERS = GMS | {"player", "other_player"}
MEMBERS = PLAYERS | {"observer"}
READERS = ("gm", "player", "other_player", "observer")

ONE_EACH = {"campaign", "session", "scene", "demon_city.round"}
"""Kinds of which nobody makes another, or of which the newest alone is played."""

EVERYBODYS = {
    *(
        "bookmark_entry",
        "choose_colour",
        "entry_comments",
        "leave_campaign",
        "presence",
        "put_away",
        "see_calls",
        "see_news",
        "write_note",
    ),
}
PLAYERS_OWN = {"describe_demon", "edit_recap", "make_character", "take_seat", "whisper"}
IN_HANDS = {
    "announce_action": "who",
    "attack_in_fight": "record_id",
    "announce_deed": "who",
    "ask_need": "sorcerer_id",
    "ask_resists": "sorcerer_id",
    "be_content": "record_id",
    "cast_from_book": "record_id",
    "change_somebody": "record_id",
    "decline_help": "pending_id",
    "end_contact": "sorcerer_id",
    "gather_for_contain": "sorcerer_id",
    "gather_helpers": "sorcerer_id",
    "give_gun": "record_id",
    "hand_victories": "record_id",
    "hold_back": "record_id",
    "let_go_of_grip": "record_id",
    "let_go_of_spell": "record_id",
    "let_spell_through": "pending_id",
    "let_through": "pending_id",
    "lift_contain": "record_id",
    "pending_answer": "pending_id",
    "portrait": "record_id",
    "redact_entry": "seq",
    "reload_weapon": "record_id",
    "remove_portrait": "record_id",
    "roll_at_table": "acting.id",
    "save_template": "record_id",
    "say_ready": "who",
    "settle_question": "pending_id",
    "shape_spell": "record_id",
    "undo_entry": "seq",
    "undo_now": "seq",
    "withdraw_action": "record_id",
    "write_spell": "record_id",
}
"""Whose it is to send, by what the form is about: the GMs', and whoever plays that record or wrote that entry.

What stands in none of these is the GMs' alone.
"""
ACTING = ("sorcerer.id", "connection.id", "fighters.0.id")
"""What a form of the palette names whoever acts by, or what is theirs."""
OF_ONE = {
    "answer_attack": GMS | {"other_player"},
    "delete_campaign": {"gm"},
    "resolve_turn": GMS | {"player"},
}
"""Whose it is in the story: the attacked one's, the attacker's, and the founder's alone."""
PLAYED = {*IN_HANDS, "answer_attack", "play_action", "resolve_turn"}
"""Any player sends these, about their own: what is wrong with one is told in its own way."""
WRITERS = {"edit_comment": frozenset[str](), "remove_comment": GMS}
"""Whose it is besides who wrote the comment; no GM writes in another's words."""

DAY = 24 * 60 * 60
NOBODYS = 10**6
"""A number that nothing has."""


@dataclass(frozen=True)
class Numbers:
    """What is counted by whole numbers and is nobody's: hidden from the table, and of another campaign."""

    hidden: dict[str, list[int]]
    foreign: dict[str, list[int]]


@dataclass(frozen=True)
class Exchange:
    """A form about something else: what only the GM knows, and what does not exist for anybody here."""

    post: Post
    what: str
    hidden: list[Post]
    unknown: list[Post]
    told: tuple[str, ...]
    """What answers may repeat of the form."""


@dataclass(frozen=True)
class Matrix:
    """A campaign in play, everybody's browsers, and what is nobody's: what its pages send is tried with all of them."""

    table: people.Table
    foreign: Membership
    clients: dict[str, Client]
    desk: Desk
    posts: list[Post]
    strangers: dict[str, tuple[str, str]]
    numbers: Numbers

    def may(self, post: Post) -> frozenset[str]:
        """Who may send this, by the table above."""
        view = str(post.match.url_name)
        if view in OF_ONE:
            return frozenset(OF_ONE[view])
        if view in WRITERS:
            author = Comment.objects.get(pk=post.match.kwargs["comment_id"]).author_id
            return WRITERS[view] | {self._name_of(str(author))}
        if view in EVERYBODYS:
            return MEMBERS
        if view == "play_action":
            acting = next(filter(None, map(post.first, ACTING)), None)
            return GMS | {self._has_in_hand(acting)} if acting else GMS
        if view in PLAYERS_OWN:
            return PLAYERS
        return GMS | {self._has_in_hand(post.first(IN_HANDS[view]))} if view in IN_HANDS else GMS

    def _has_in_hand(self, what: str) -> str:
        """The one player who has a record in hand, or who holds it, is asked, or wrote it; else the GM."""
        if what.isdecimal():
            entry = Entry.objects.get(campaign=self.table.campaign, seq=int(what))
            member = document(entry)["actor"]
        else:
            record = Record.objects.filter(pk=what).first()
            asked, weapon = getattr(record, "pending", None), getattr(record, "fallen_weapon", None)
            record = asked.who if asked is not None else weapon.holder if weapon is not None else record
            member = str(record.owner_id) if record is not None else ""
        return self._name_of(member)

    def _name_of(self, member: str) -> str:
        return {str(self.table.player.pk): "player", str(self.table.other_player.pk): "other_player"}.get(
            member, "gm"
        )

    def sent_by_everybody(self) -> tuple[list[str], Counter[str]]:
        """What went wrong when everybody sent everything, and how many forms each had taken."""
        wrong: list[str] = []
        taken: Counter[str] = Counter()
        for post in self.posts:
            may = self.may(post)
            for who, client in self.clients.items():
                sent = self.desk.send(client, post)
                taken[who] += bool(sent.changed)
                is_players = who in PLAYERS and post.match.url_name in PLAYED
                is_right = who in may or (not sent.changed and (is_players or sent.is_turned_away))
                if sent.status >= 500 or not is_right:
                    wrong.append(
                        f"{who} {sent.status} {sorted(sent.changed)} {post.view} {post.url} {post.said}"
                    )
        return wrong, taken

    def sent_about_others(self) -> tuple[list[str], Counter[str]]:
        """What went wrong when forms were about what does not exist for whoever sent them; how many were, and wrote."""
        wrong: list[str] = []
        told: Counter[str] = Counter()
        for exchange in self._exchanges():
            for who in ("observer", "player", "gm"):
                posts = [*(exchange.hidden if who != "gm" else []), *exchange.unknown]
                answers = [self.desk.send(self.clients[who], post) for post in posts]
                told["sent"] += len(answers)
                told["written"] += sum(bool(answer.changed) for answer in answers)
                is_alike = len({answer.without(*exchange.told) for answer in answers}) == 1
                settled = {*ids_in(_given(exchange.post)), str(exchange.post.match.kwargs.get("pending_id"))}
                settled |= _besides_what_was_shown(exchange)
                if not is_alike or any(not _is_as_settled(answer, settled) for answer in answers):
                    came = [(answer.status, answer.where, sorted(answer.changed)) for answer in answers]
                    post = exchange.post
                    about = f"{who} {came} {post.view} {post.url} {post.said} {exchange.what}"
                    wrong.append("\n".join([about, *differences(answers, exchange.told)]))
        return wrong, told

    def sent_elsewhere(self) -> list[str]:
        """What the GM of another campaign had taken there that is about something of this one."""
        wrong: list[str] = []
        here, there = str(self.table.campaign.pk), str(self.foreign.campaign_id)
        for exchange in self._exchanges():
            sent = self.desk.send(self.clients["outsider"], exchange.post.about(here, there))
            is_about_it = not sent.named or exchange.what in sent.named
            if sent.status >= 500 or (sent.changed and is_about_it and exchange.what != "seq"):
                wrong.append(
                    f"{sent.status} {sorted(sent.changed)} {exchange.post.view} {exchange.post.said} {exchange.what}"
                )
        return wrong

    def _exchanges(self) -> Iterator[Exchange]:
        """Every place of an id or a number in every form, once."""
        seen = set()
        for post in (*self.posts, *(_in_full(one) for one in self.posts if _given(one))):
            for one in post.ids:
                fields = tuple(name for name, values in post.said.items() if one in " ".join(values))
                place = (post.shape, post.url.find(one), fields)
                if place not in seen:
                    seen.add(place)
                    yield self._about(post, one)
            for name in post.numbers:
                place = (post.view, 0, (name,))
                if place not in seen:
                    seen.add(place)
                    yield self._at(post, name)

    def _about(self, post: Post, one: str) -> Exchange:
        kind = Record.objects.filter(pk=one).values_list("kind", flat=True).first() or ""
        hidden, foreign = self.strangers.get(kind, self.strangers["character"])
        if Membership.objects.filter(pk=one).exists():
            hidden, foreign = "", str(self.foreign.pk)
        unknown = [foreign, str(uuid.uuid4())]
        about_hidden = [post.about(one, hidden)] if hidden else []
        told = (one, *filter(None, [hidden]), *unknown)
        return Exchange(post, one, about_hidden, [post.about(one, other) for other in unknown], told)

    def _at(self, post: Post, name: str) -> Exchange:
        hidden = [post.at(name, one) for one in self.numbers.hidden.get(name, ())]
        unknown = [post.at(name, one) for one in [*self.numbers.foreign.get(name, ()), NOBODYS]]
        return Exchange(post, name, hidden, unknown, tuple(one.url for one in (*hidden, *unknown)))


def _given(post: Post) -> dict[str, Any]:
    """What the GM settled of the act that this answers (TAB-ASK-04)."""
    asked = Pending.objects.filter(pk=post.match.kwargs.get("pending_id"), clause=ASKED_BY_GM).first()
    return dict(as_values(asked.data["given"])) if asked is not None else {}


def _besides_what_was_shown(exchange: Exchange) -> set[str]:
    """Whom a form is about, if it only says of the other that its box was shown: no act is about a box left blank."""
    post, what = exchange.post, exchange.what
    places = [name for name, values in post.said.items() if what in " ".join(values)]
    is_shown = what not in post.url and bool(places) and all(name.endswith(f".{SEEN}") for name in places)
    return {one for one in post.ids if one != what} if is_shown else set()


def _in_full(post: Post) -> Post:
    """The form with whom the GM settled said in it too, which no page asks for."""
    settled = {name: next(ids_in(value), "") for name, value in _given(post).items()}
    said = {path: [one] for name, one in settled.items() if one for path in (name, f"{name}.id")}
    return replace(post, sent=post.sent | said)


def _is_as_settled(answer: Sent, settled: set[str]) -> bool:
    """Whether nothing was written, or an entry about nobody but those whom the GM settled and their question."""
    return not answer.changed or bool(answer.named and answer.named <= settled)


@contextmanager
def unhurried() -> Iterator[None]:
    """What was done a moment ago is offered to be undone all the while.

    The offer stands on every page and ends by the clock: between two answers, where the machine is slow.
    """
    with mock.patch.object(own_acts, "JUST_NOW", DAY):
        yield


def make_matrix(world: World, pages: Iterable[str], views: Collection[str] = ()) -> Matrix:
    """What is sent from these pages; from every page that they lead to, unless `views` are named."""
    table = world.table
    foreign = found_campaign(owner=table.outsider, name="Elsewhere", gm_name="Otto").memberships.get()
    kinds = Record.objects.filter(campaign=table.campaign).values_list("kind", flat=True).distinct()
    unknown = strangers({*kinds, "character"} - ONE_EACH, table.gm, foreign)
    clients = {who: world.client(who) for who in PEOPLE}
    clients["co_gm"] = Client(raise_request_exception=False)
    clients["co_gm"].force_login(people.join_as(table.gm, "co_gm", "gm").user)
    numbers = _nobodys_numbers(table, foreign)
    desk, start = Desk(), f"/campaigns/{table.campaign.pk}"
    readers = {who: clients[who] for who in READERS}
    posts = found_posts(desk, readers, f"{start}/", [f"{start}/{page}" for page in pages], views)
    return Matrix(table, foreign, clients, desk, posts, unknown, numbers)


def _nobodys_numbers(table: people.Table, foreign: Membership) -> Numbers:
    """A comment of the GM's own beside each of the player's, and what another campaign has at the same place."""
    hidden, elsewhere = [], []
    for own in Comment.objects.filter(campaign=table.campaign, author=table.player):
        hidden.append(write_comment(author=table.gm, seq=own.seq, words="Unseen", for_gm=True).pk)
        there = {"campaign": foreign.campaign, "seq": own.seq, "author": foreign, "words": "Elsewhere"}
        elsewhere.append(Comment.objects.create(audience=TABLE, **there).pk)
    invitation, _token = invite(actor=foreign, role="player", days=1, uses=1)
    return Numbers({"comment_id": hidden}, {"comment_id": elsewhere, "invitation_id": [invitation.pk]})
