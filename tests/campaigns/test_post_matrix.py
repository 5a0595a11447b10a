"""The POST matrix of the pages: every form found in a world in play, sent by everybody and about strangers."""

import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from campaigns.models import Act, Campaign, Entry, Record, Undone
from campaigns.services.founding import found_campaign
from campaigns.services.reviewing import write_comment
from tests import people
from tests.campaigns import test_secrets_in_play as in_play
from tests.campaigns import world as worlds
from tests.campaigns.posting import Desk, Post, found_posts, strangers
from tests.campaigns.services.asking import ask
from tests.campaigns.spine import document
from tests.campaigns.test_secrets import Running

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600), pytest.mark.slow]

GMS = frozenset({"gm", "co_gm"})
PLAYERS = GMS | {"player", "other_player"}
MEMBERS = PLAYERS | {"observer"}
READERS = ("gm", "player", "other_player", "observer")

ONE_EACH = {"campaign", "session", "scene"}
"""Kinds of which nobody makes another."""

EVERYBODYS = {"bookmark_entry", "entry_comments", "leave_campaign", "write_note"}
PLAYERS_OWN = {"describe_demon", "edit_recap", "make_character", "take_seat"}
IN_HANDS = {
    "announce_action": "who",
    "announce_deed": "who",
    "answer_attack": "acting",
    "ask_need": "sorcerer_id",
    "be_content": "record_id",
    "end_contact": "sorcerer_id",
    "hold_back": "record_id",
    "let_go_of_grip": "record_id",
    "let_go_of_spell": "record_id",
    "let_through": "pending_id",
    "pending_answer": "pending_id",
    "redact_entry": "seq",
    "reload_weapon": "record_id",
    "roll_at_table": "acting.id",
    "settle_question": "pending_id",
    "undo_entry": "seq",
    "undo_now": "seq",
    "withdraw_action": "record_id",
}
"""Whose it is to send, by what the form is about: the GMs', and whoever plays that record or wrote that entry.

What stands in none of these is the GMs' alone.
"""
OF_ONE = {
    "delete_campaign": {"gm"},
    "edit_comment": {"player"},
    "remove_comment": GMS | {"player"},
}
"""The founder's alone, and what is done with the player's comment; no GM writes in another's words."""

TAKEN = {"gm": 70, "co_gm": 70, "player": 28, "other_player": 18, "observer": 14}
"""So many forms at least are valid as each sends them, lest all are refused for something else."""


@dataclass(frozen=True)
class Matrix:
    """A world in play, everybody's browsers, what its pages send, and one record of each kind that is nobody's."""

    seen: in_play.Seen
    clients: dict[str, Client]
    desk: Desk
    posts: list[Post]
    strangers: dict[str, tuple[str, str]]

    def may(self, post: Post) -> frozenset[str]:
        """Who may send this, by the table above."""
        view = str(post.match.url_name)
        if view in OF_ONE:
            return frozenset(OF_ONE[view])
        if view in EVERYBODYS:
            return MEMBERS
        if view in PLAYERS_OWN:
            return PLAYERS
        return GMS | {self._has_in_hand(post.first(IN_HANDS[view]))} if view in IN_HANDS else GMS

    def _has_in_hand(self, what: str) -> str:
        """The one player who has a record in hand, is asked, or wrote it; else the GM."""
        if what.isdecimal():
            entry = Entry.objects.get(campaign=self.seen.world.table.campaign, seq=int(what))
            member = document(entry)["actor"]
        else:
            record = Record.objects.filter(pk=what).first()
            asked = getattr(record, "pending", None)
            record = asked.who if asked is not None else record
            member = str(record.owner_id) if record is not None else ""
        table = self.seen.world.table
        return {str(table.player.pk): "player", str(table.other_player.pk): "other_player"}.get(member, "gm")


@pytest.fixture(scope="module")
def matrix(django_db_setup: None, django_db_blocker: Any) -> Iterator[Matrix]:
    """One world for all the tests here; every POST is taken back, and in the end the world is."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield _make_matrix()
        transaction.set_rollback(True)


def _make_matrix() -> Matrix:
    seen = in_play.make_world(Running(), in_play.PLAIN)
    table = seen.world.table
    foreign = found_campaign(owner=table.outsider, name="Elsewhere", gm_name="Otto").memberships.get()
    kinds = Record.objects.filter(campaign=table.campaign).values_list("kind", flat=True).distinct()
    unknown = {kind: strangers(kind, table.gm, foreign) for kind in {*kinds} - ONE_EACH}
    clients = {who: seen.world.client(who) for who in worlds.PEOPLE}
    clients["co_gm"] = Client(raise_request_exception=False)
    clients["co_gm"].force_login(people.join_as(table.gm, "co_gm", "gm").user)
    ask(table.gm, "fallen.defend", seen.named("Ananiel"), "FAL-DEFEND-03", against=2, ranged=False)
    told = [worlds.act(one, "table.note", {"words": "It rains."}) for one in (table.gm, table.player)]
    write_comment(author=table.player, seq=told[0].entry.seq, words="Does it?")
    desk = Desk()
    also = [f"{seen.start}/log/{seq}/" for seq in _of_interest(table)]
    posts = found_posts(desk, {who: clients[who] for who in READERS}, f"{seen.start}/", also)
    return Matrix(seen, clients, desk, posts, unknown)


def _of_interest(table: people.Table) -> list[int]:
    """Entries that are sealed, taken back, or told in words."""
    campaign = Campaign.objects.get(pk=table.campaign.pk)
    sealed = Act.objects.filter(campaign=campaign, key="sealed").values_list("first_seq", flat=True)
    undone = Undone.objects.filter(campaign=campaign).values_list("seq", flat=True)
    return sorted({*sealed, *undone, campaign.head_seq - 1, campaign.head_seq})


def test_everybody_sends_every_form_and_only_whose_it_is_leaves_a_trace(matrix: Matrix) -> None:
    wrong: list[str] = []
    taken: Counter[str] = Counter()
    for post in matrix.posts:
        may = matrix.may(post)
        for who, client in matrix.clients.items():
            sent = matrix.desk.send(client, post)
            taken[who] += bool(sent.changed)
            is_players = who in PLAYERS and post.match.url_name in IN_HANDS
            is_right = who in may or (not sent.changed and (is_players or sent.is_turned_away))
            if sent.status >= 500 or not is_right:
                wrong.append(f"{who} {sent.status} {sorted(sent.changed)} {post.view} {post.url} {post.said}")

    assert wrong == []
    assert len(matrix.posts) >= 100
    assert len({post.match.url_name for post in matrix.posts}) >= 40
    assert all(taken[who] >= least for who, least in TAKEN.items()), taken


def test_form_about_what_is_hidden_foreign_or_random_is_answered_alike_and_writes_nothing(
    matrix: Matrix,
) -> None:
    wrong: list[str] = []
    cells = 0
    for post, one in _places(matrix.posts):
        kind = Record.objects.filter(pk=one).values_list("kind", flat=True).first() or ""
        others = (*matrix.strangers.get(kind, matrix.strangers["character"]), str(uuid.uuid4()))
        for who in ("observer", "player"):
            answers = [matrix.desk.send(matrix.clients[who], post.about(one, other)) for other in others]
            cells += len(answers)
            alike = {answer.without(one, *others) for answer in answers}
            if len(alike) > 1 or (answers[0].changed and not _is_settled(post)):
                told = [(answer.status, answer.where, sorted(answer.changed)) for answer in answers]
                wrong.append(f"{who} {told} {post.view} {post.url} {post.said} {one}")

    assert wrong == []
    assert cells >= 200


def _is_settled(post: Post) -> bool:
    """The form of a Binding that the GM asked for: whom it is about the GM has fixed, whatever the form says."""
    return {"willing", "snapshot"} <= set(post.said)


def _places(posts: list[Post]) -> Iterator[tuple[Post, str]]:
    """Every place of an id in every form, once."""
    seen = set()
    for post in posts:
        for one in post.ids:
            fields = tuple(name for name, values in post.said.items() if one in " ".join(values))
            place = (post.shape, post.url.find(one), fields)
            if place not in seen:
                seen.add(place)
                yield post, one
