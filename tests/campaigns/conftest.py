"""Fixtures for everything that remembers: a table with its people, and a browser for each."""

from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.template import Context, Template
from django.test import Client
from django.test.signals import template_rendered
from django.utils.safestring import SafeString

from campaigns.models import Campaign, Membership, kept_reads
from campaigns.state import kept_sheets
from tests import people
from tests.campaigns.games.demon_city.stacked import stacked_piles
from tests.chance import chance_of

__all__ = ["stacked_piles"]

SignIn = Callable[[User | Membership | None], Client]


@pytest.fixture(scope="session", autouse=True)
def _contexts_of_pages_alone(django_test_environment: None) -> Iterator[None]:
    """The test client keeps the context of each template; a page includes hundreds, and tests ask for the page's."""

    def render(template: Template, context: Context) -> SafeString:
        if context.template is template:
            template_rendered.send(sender=template, template=template, context=context)
        return template.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", render)
        yield


@pytest.fixture(autouse=True)
def no_tries_counted() -> None:
    """Limits of one test do not reach into the next."""
    cache.clear()


@pytest.fixture(autouse=True)
def nothing_kept_of_campaigns() -> None:
    """Each test has the usual people in the same campaign, which the one before may have left otherwise."""
    kept_reads._kept.clear()
    kept_sheets._kept.clear()


@pytest.fixture(autouse=True)
def chance_of_its_own(request: pytest.FixtureRequest) -> Iterator[None]:
    """Each test has the same dice, cards, keys and ids every time, so that none fails by luck alone.

    `TEST_CHANCE=2 make test` plays all of them with others.
    """
    with chance_of(request.node.nodeid):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """What several tests begin with is made before any of them has its chance, so it has one of its own."""
    if fixturedef.scope == "function":
        return (yield)
    with chance_of(f"{fixturedef.baseid} {fixturedef.argname} {getattr(request, 'param_index', 0)}"):
        return (yield)


@pytest.fixture
def table(db: None) -> people.Table:
    return people.make_table()


@pytest.fixture
def campaign(table: people.Table) -> Campaign:
    return table.campaign


@pytest.fixture
def gm(table: people.Table) -> Membership:
    return table.gm


@pytest.fixture
def player(table: people.Table) -> Membership:
    return table.player


@pytest.fixture
def other_player(table: people.Table) -> Membership:
    return table.other_player


@pytest.fixture
def observer(table: people.Table) -> Membership:
    return table.observer


@pytest.fixture
def former_member(table: people.Table) -> Membership:
    return table.former_member


@pytest.fixture
def outsider(table: people.Table) -> User:
    return table.outsider


@pytest.fixture
def signed_in() -> SignIn:
    """A browser in which somebody is signed in; nobody for None."""

    def open_browser(person: User | Membership | None) -> Client:
        client = Client()
        user = person.user if isinstance(person, Membership) else person
        if user is not None:
            client.force_login(user)
        return client

    return open_browser
