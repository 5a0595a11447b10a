"""The words of a game: on a page of their own, and explained where they stand."""

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.game import games
from campaigns.queries.glossary import glossaries
from rules.reference import find_clause
from tests.campaigns.conftest import SignIn
from tests.factories import make_character
from tests.people import Table

LONGEST = 120


@pytest.mark.parametrize("system", games())
def test_every_word_is_told_in_a_line_with_a_clause_of_its_game(system: str) -> None:
    terms = glossaries()[system]

    assert [term.name for term in terms] == sorted((term.name for term in terms), key=str.casefold)
    assert len({term.key for term in terms}) == len(terms) >= 20
    assert {find_clause(term.clause).system for term in terms} == {system}
    assert [term.name for term in terms if len(term.told) > LONGEST or not term.told.endswith(".")] == []


@pytest.mark.django_db
@pytest.mark.parametrize("system", games())
def test_the_page_of_a_game_has_all_its_words(system: str) -> None:
    answer = Client().get(reverse("glossary", args=[system]))

    shown = answer.content.decode()
    assert [term.name for term in glossaries()[system] if f'id="{term.key}"' not in shown] == []
    assert len(answer.content) < 40_000


@pytest.mark.django_db
def test_words_are_found_by_what_they_mean(client: Client) -> None:
    url = reverse("glossary", args=["fallen"])

    found = client.get(url, {"q": "grip later"}).content.decode()
    nothing = client.get(url, {"q": "spaceship"}).content.decode()

    assert ('id="clinch"' in found, 'id="soak"' in found) == (True, False)
    assert "No such word" in nothing


@pytest.mark.django_db
def test_a_game_without_words_has_no_page(client: Client) -> None:
    assert client.get(reverse("glossary", args=["table"])).status_code == 404


@pytest.mark.django_db
def test_a_sheet_explains_its_words_where_they_stand(table: Table, signed_in: SignIn) -> None:
    sorcerer = make_character(table.player, "Ilse Marrow")
    sheet = reverse("character", args=[table.campaign.pk, sorcerer.pk])

    shown = signed_in(table.player).get(sheet).content.decode()

    assert shown.count('popovertarget="term-scores-humanity"') == 1
    assert shown.count('id="term-scores-humanity"') == 1
    assert reverse("campaign_clause", args=[table.campaign.pk, "SOR-CREATE-03"]) in shown
