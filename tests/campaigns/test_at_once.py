"""Several people at the same moment, each with a database connection of their own."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.db.backends.signals import connection_created
from django.test import Client

from campaigns.config import databases
from campaigns.log.verify import verify
from campaigns.models import Campaign, Invitation, Membership, Pending
from campaigns.services.accounts.invitations import invite
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from tests import people
from tests.campaigns import world as worlds
from tests.campaigns.spine import new_game
from tests.factories import make_demon

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]
on_postgres = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="SQLite has one writer for all campaigns"
)
T = TypeVar("T")


def at_once(*works: Callable[[], T]) -> list[T]:
    """What each of these comes to, all begun in the same moment, each on a connection of its own."""
    barrier = threading.Barrier(len(works))

    def run(work: Callable[[], T]) -> T:
        barrier.wait(10)
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as threads:
        return [future.result(60) for future in [threads.submit(run, work) for work in works]]


def posting(user: Any, url: str, data: dict[str, str]) -> Callable[[], Any]:
    """A browser of somebody's, ready to send a form."""
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return lambda: client.post(url, data)


@pytest.mark.parametrize("times", [2, 10])
def test_same_post_at_once_makes_one_entry(times: int) -> None:
    game = new_game()
    head, url = head_of(game.campaign), f"/campaigns/{game.campaign.pk}/notes/"
    data = {"words": "Once.", "audience": "table", "key": uuid4().hex}

    answers = at_once(*(posting(game.player.user, url, data) for _number in range(times)))

    assert {answer.status_code for answer in answers} == {302}
    assert head_of(game.campaign) == head + 1


def test_same_post_one_after_the_other_makes_one_entry() -> None:
    game = new_game()
    head, url = head_of(game.campaign), f"/campaigns/{game.campaign.pk}/notes/"
    data = {"words": "Once.", "audience": "table", "key": uuid4().hex}

    answers = [posting(game.player.user, url, data)() for _number in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert head_of(game.campaign) == head + 1


def test_same_roll_at_once_draws_once() -> None:
    game = new_game()
    ilse = game.make("character", "Ilse", owner=game.player, will=4, humanity=4, state="active")
    given: dict[str, Any] = {
        "acting": {"id": ilse, "score": "will"},
        "opposing": {"score": "difficulty", "dice": 3},
    }
    request = ActRequest("the-roll", (Request("sorcerer.roll", given),), nonce="ab" * 16)
    head = head_of(game.campaign)

    played = at_once(*(lambda: play(member(game.player), request) for _number in range(10)))

    assert {one.entry.seq for one in played} == {head + 1}
    assert sorted(one.was_repeated for one in played) == [False] + [True] * 9
    assert game.verified().holds


def test_two_acts_at_once_on_one_demon_happen_in_order() -> None:
    game = new_game()
    demon = str(make_demon(game.gm, power=1).pk)
    head = head_of(game.campaign)

    def raise_power(number: int) -> int:
        changes = [{"field": "need", "set": f"need {number}"}]
        given: dict[str, Any] = {"record": {"id": demon}, "reason": "at once", "changes": changes}
        return play(member(game.gm), ActRequest(f"edit-{number}", (Request("table.edit", given),))).entry.seq

    seqs = at_once(lambda: raise_power(1), lambda: raise_power(2))

    assert sorted(seqs) == [head + 1, head + 2]
    last = 1 if seqs[0] > seqs[1] else 2
    assert game.sheet(demon)["need"] == f"need {last}"
    assert game.verified().holds


@on_postgres
def test_campaigns_do_not_wait_for_one_another() -> None:
    first, second = new_game(), new_game()
    held, go_on = threading.Event(), threading.Event()

    def hold() -> float:
        with transaction.atomic():
            Campaign.objects.select_for_update().get(pk=first.campaign.pk)
            held.set()
            go_on.wait(10)
        return 0.0

    def act() -> float:
        held.wait(10)
        started = time.monotonic()
        second.act("table.note", {"words": "Meanwhile."})
        took = time.monotonic() - started
        go_on.set()
        return took

    _held, took = at_once(hold, act)

    assert took < 5


@on_postgres
def test_act_that_waits_too_long_for_another_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "LOCK_SECONDS", 1)
    game = new_game()
    url = f"/campaigns/{game.campaign.pk}/notes/"
    send = posting(game.player.user, url, {"words": "Later.", "audience": "table", "key": uuid4().hex})
    head = head_of(game.campaign)
    held, done = threading.Event(), threading.Event()

    def hold() -> Any:
        with transaction.atomic():
            Campaign.objects.select_for_update().get(pk=game.campaign.pk)
            held.set()
            done.wait(20)

    def act() -> Any:
        held.wait(10)
        try:
            return send()
        finally:
            done.set()

    connection_created.connect(databases.wait_no_longer)
    try:
        _held, refused = at_once(hold, act)
    finally:
        connection_created.disconnect(databases.wait_no_longer)

    assert (refused.status_code, refused.headers.get("X-Unplayable")) == (503, "busy")
    assert send().status_code == 302
    assert head_of(game.campaign) == head + 1


@on_postgres
def test_acts_in_one_campaign_wait_for_one_another() -> None:
    game = new_game()
    held, acted = threading.Event(), threading.Event()
    order: list[str] = []

    def hold() -> None:
        with transaction.atomic():
            Campaign.objects.select_for_update().get(pk=game.campaign.pk)
            held.set()
            acted.wait(0.5)
            order.append("released")

    def act() -> None:
        held.wait(10)
        game.act("table.note", {"words": "After."})
        order.append("acted")
        acted.set()

    at_once(hold, act)

    assert order == ["released", "acted"]


def test_one_use_of_an_invitation_lets_one_person_in() -> None:
    game = new_game()
    invitation, token = invite(actor=game.gm, role="player", days=1, uses=1)
    users = [people.make_user(f"late {number}".replace(" ", "_")) for number in range(2)]
    cache.clear()

    answers = at_once(*(posting(user, f"/join/{token}/", {"name": user.username}) for user in users))

    assert sorted(answer.status_code for answer in answers) == [302, 410]
    assert Membership.objects.filter(campaign=game.campaign, user__in=users).count() == 1
    assert Invitation.objects.get(pk=invitation.pk).uses_left == 0


def test_two_gms_answering_one_question_at_once_are_told_apart() -> None:
    game = new_game()
    second = people.join_as(game.gm, f"second_gm_{uuid4().hex[:6]}", "gm")
    worlds.call_demon(game.gm, game.player)
    asked = Pending.objects.get(record__campaign=game.campaign, state="open", for_role="gm")
    url = f"/campaigns/{game.campaign.pk}/play/waiting/{asked.pk}/"
    head = head_of(game.campaign)

    answers = at_once(
        *(
            posting(one.user, url, {"power_raise": str(number), "key": uuid4().hex})
            for number, one in enumerate((game.gm, second), 1)
        )
    )

    statuses = sorted(answer.status_code for answer in answers)
    assert statuses[0] == 302
    assert statuses[1] in {404, 409, 422}
    assert head_of(game.campaign) == head + 1


def test_many_people_at_once_leave_a_log_that_holds() -> None:
    game = new_game()
    head = head_of(game.campaign)
    members = [game.gm, game.player, game.other_player, game.observer] * 4

    def note(number: int, who: Membership) -> int:
        given = {"words": f"Note {number}."}
        return play(member(who), ActRequest(f"n-{number}", (Request("table.note", given),))).entry.seq

    seqs = at_once(*(lambda n=n, who=who: note(n, who) for n, who in enumerate(members)))

    assert sorted(seqs) == list(range(head + 1, head + 17))
    assert verify(Campaign.objects.get(pk=game.campaign.pk)).holds


def head_of(campaign: Campaign) -> int:
    return Campaign.objects.values_list("head_seq", flat=True).get(pk=campaign.pk)


def member(one: Membership) -> Membership:
    """The same membership, read on this thread's connection."""
    return Membership.objects.select_related("user", "campaign").get(pk=one.pk)
