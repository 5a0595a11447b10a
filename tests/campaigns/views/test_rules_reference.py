"""Every clause can be read, found and linked to, and within a campaign it knows who used it."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.queries.clauses import A_PAGE
from rules.reference import all_clauses
from tests.campaigns.spine import new_game

pytestmark = pytest.mark.slow


def read(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return answer.content.decode()


MOST_BYTES = 150_000


def linked(page: str, pattern: str) -> list[str]:
    return [unescape(found) for found in re.findall(pattern, page)]


def pages_of_areas(client: Client) -> Iterator[str]:
    """Every page to which the areas lead, and from each the next."""
    for area in linked(read(client, "/rules/"), r'href="(\?system=[a-z_]+&amp;area=[^"]+)"'):
        following: str | None = area
        while following:
            page = read(client, f"/rules/{following}")
            yield page
            following = next(iter(linked(page, r'href="([^"]+)" rel="next"')), None)


def test_areas_lead_to_every_clause_once_and_no_page_is_endless(client: Client) -> None:
    pages = list(pages_of_areas(client))

    found = [one for page in pages for one in re.findall(r'<article class="rules-clause" id="([^"]+)"', page)]
    assert sorted(found) == sorted(clause.id for clause in all_clauses())
    assert all(len(page.encode()) < MOST_BYTES for page in [read(client, "/rules/"), *pages])
    assert max(page.count("rules-clause") for page in pages) <= A_PAGE


def test_a_page_beyond_the_last_is_the_last(client: Client) -> None:
    last = read(client, "/rules/?q=dice&page=9999")

    assert 'rel="next"' not in last
    assert 'rel="prev"' in last
    assert read(client, "/rules/?q=dice&page=no") == read(client, "/rules/?q=dice")


def test_search_finds_by_words(client: Client) -> None:
    page = read(client, "/rules/?q=sor-bind-13")

    assert 'id="SOR-BIND-13"' in page
    assert 'id="SOR-BIND-12"' not in page


def test_search_for_nothing_known_says_so(client: Client) -> None:
    assert "No matching clauses" in read(client, "/rules/?q=%3Cb%3Ezeppelin")


def test_unknown_system_and_kind_narrow_nothing_down(client: Client) -> None:
    assert read(client, "/rules/?system=%00&kind=x") == read(client, "/rules/")


def test_clause_has_a_page(client: Client) -> None:
    page = read(client, "/rules/SOR-BIND-13/")

    assert "SOR-BIND-13" in page
    assert "/rules/SOR-BIND-14/" in page


def test_unknown_clause_is_not_found(client: Client) -> None:
    read(client, "/rules/SOR-NOPE-99/", 404)


@pytest.mark.django_db
def test_campaign_knows_the_entries_that_used_a_clause() -> None:
    game, client = new_game(), Client()
    game.act("table.note", {"words": "The rain begins."})
    client.force_login(game.player.user)
    rules = f"/campaigns/{game.campaign.pk}/rules/"

    assert "The rain begins." in read(client, f"{rules}TAB-TALK-01/")
    assert "No entry has applied this clause yet." in read(client, f"{rules}SOR-BIND-13/")
    assert f"{rules}SOR-BIND-13/" in read(client, f"{rules}?q=SOR-BIND-13")


@pytest.mark.django_db
def test_outsider_has_no_campaign_to_look_in() -> None:
    game, client = new_game(), Client()
    client.force_login(new_game().gm.user)

    read(client, f"/campaigns/{game.campaign.pk}/rules/TAB-TALK-01/", 404)


@pytest.mark.django_db
def test_queries_do_not_grow_with_the_entries() -> None:
    game, client, counts = new_game(), Client(), []
    client.force_login(game.player.user)
    for _more in range(2):
        game.act("table.note", {"words": "rain"})
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/campaigns/{game.campaign.pk}/rules/TAB-TALK-01/")
        counts.append(len(asked))

    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    ("path", "question"),
    [("rules/", ""), ("rules/?system=fallen", "?question=pool"), ("rules/DEC-THROW-01/", "?question=throw")],
)
def test_rules_lead_on_to_the_odds_of_their_system(client: Client, path: str, question: str) -> None:
    assert f'href="/rules/odds/{question}"' in client.get(f"/{path}").content.decode()


def test_rules_of_the_table_have_no_odds(client: Client) -> None:
    assert "/rules/odds/" not in client.get("/rules/TAB-TALK-01/").content.decode()
