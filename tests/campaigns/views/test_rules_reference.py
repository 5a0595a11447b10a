"""Every clause can be read, found and linked to, and within a campaign it knows who used it."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules.reference import all_clauses
from tests.campaigns.spine import new_game

pytestmark = pytest.mark.slow


def read(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return answer.content.decode()


def test_reference_holds_every_clause_under_its_anchor(client: Client) -> None:
    page = read(client, "/rules/")

    assert [clause.id for clause in all_clauses() if f'id="{clause.id}"' not in page] == []


def test_search_finds_by_words(client: Client) -> None:
    page = read(client, "/rules/?q=sor-bind-13")

    assert 'id="SOR-BIND-13"' in page
    assert 'id="SOR-BIND-12"' not in page


def test_search_for_nothing_known_says_so(client: Client) -> None:
    assert "No matching clauses" in read(client, "/rules/?q=%3Cb%3Ezeppelin")


def test_unknown_system_and_kind_narrow_nothing_down(client: Client) -> None:
    assert 'id="FAL-' in read(client, "/rules/?system=%00&kind=x") or "clauses" in read(client, "/rules/")


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
