"""Each page of a campaign asks the database the same number of questions, however much was played."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import kept_reads
from campaigns.queries import moments
from campaigns.state import kept_sheets
from tests import people
from tests.campaigns import world as worlds
from tests.campaigns.test_every_url import EXPECTED, IN_CAMPAIGN
from tests.campaigns.world import MEMBERS, PEOPLE, World
from tests.factories import make_character, make_demon, make_record

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
NOT_PAGES = {"log_verify", "undo_entry"}
"""What reads the log to its end because that is the question."""


@pytest.mark.parametrize("who", MEMBERS)
def test_number_of_queries_does_not_grow_with_the_campaign(who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moments, "FRESH", timedelta(hours=1))  # however long the pages before it took
    table = people.make_table()
    small = World(table, worlds.arguments_of(table, *worlds.call_demon(table.gm, table.player)))
    worlds.act(table.other_player, "table.note", {"words": "What was done just now is offered to be undone."})
    worlds.act(
        table.gm, "table.note", {"words": "With something later it is asked whether that depends on it."}
    )
    pages = [
        (name, pattern)
        for name, pattern in IN_CAMPAIGN
        if EXPECTED[name][0].split()[PEOPLE.index(who)] == "200"
    ]
    urls = {name: small.url(name, pattern) for name, pattern in pages if name not in NOT_PAGES}
    before = {name: queries_of(small.client(who), url) for name, url in urls.items()}

    grow(table)

    after = {name: queries_asked_again(small.client(who), url) for name, url in urls.items()}
    grown = {name: (before[name], after[name]) for name in urls if after[name] > before[name]}
    assert grown == {}


def grow(table: people.Table) -> None:
    """Some sixty entries more, of every kind that pages show."""
    for number in range(8):
        make_character(table.player, f"Cousin {number}")
        make_demon(table.gm, f"Splinter {number}", telltale="it hums")
        make_record(table.gm, "character", f"Behind {number}", visibility="gm", state="active")
        worlds.act(table.other_player, "table.note", {"words": "It hums."})
    for number in range(4):
        worlds.call_demon(table.gm, table.player, f"Lodger {number}")


def queries_of(client: Client, url: str) -> int:
    client.get(url)  # what is read once for a process is no matter of the page
    return queries_asked_again(client, url)


def queries_asked_again(client: Client, url: str) -> int:
    """Of a page that this process has shown before, though not since the last act."""
    kept_reads._kept.clear()
    kept_sheets._kept.clear()
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code in {200, 302}, url
    return len(captured)
