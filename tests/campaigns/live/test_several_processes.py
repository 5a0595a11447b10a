"""Several processes that say who is there, and several pages that say what was seen, at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from campaigns.live import presence
from campaigns.models import Campaign, Presence, Seen
from campaigns.queries.presence import attendance
from campaigns.services.presence import say, see
from tests import people

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]
TIMES = 6


def at_once(*works: Callable[[], object]) -> None:
    """Each of these several times, in a thread with a connection of its own; none of them may fail."""

    def run(work: Callable[[], object]) -> None:
        try:
            for _time in range(TIMES):
                work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as threads:
        for done in [threads.submit(run, work) for work in works]:
            done.result(60)


def test_processes_that_hold_pages_of_the_same_and_of_others_agree() -> None:
    table = people.make_table()
    campaign, gm, player, other = table.campaign.pk, table.gm.pk, table.player.pk, table.other_player.pk

    at_once(
        lambda: presence.beat(campaign, {gm, player}, {player}),
        lambda: presence.beat(campaign, {player, other}),
        lambda: say(table.player, is_away=None),
    )

    there = {one.id for one in attendance(table.campaign) if one.state == "here"}
    assert there == {str(one) for one in (gm, player, other)}
    assert Presence.objects.count() == 3
    stirs = Campaign.objects.get(pk=campaign).stir
    assert 1 <= stirs <= 4, "each of three came once; both processes may have told of the one whom both hold"


def test_two_pages_of_one_member_say_the_same_call_seen() -> None:
    table = people.make_table()
    both = ["call:1", "call:2"]

    at_once(lambda: see(table.player, both), lambda: see(table.player, both[::-1]))

    assert sorted(Seen.objects.values_list("call", flat=True)) == both
    assert 1 <= Campaign.objects.get(pk=table.campaign.pk).gm_stir <= 2
