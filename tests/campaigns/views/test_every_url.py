"""Every URL for every person: who is let in, who is sent to sign in, for whom it does not exist; and never a 500."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from campaigns.models import Pending
from campaigns.services.invitations import invite
from tests.factories import make_character, make_demon
from tests.people import Table

BARRED: dict[str, dict[str, int]] = {
    "anyone": {},
    "signed_in": {"anonymous": 302},
    "members_only": {"anonymous": 302, "outsider": 404, "former_member": 404},
    "players_only": {"anonymous": 302, "outsider": 404, "former_member": 404, "observer": 403},
    "gms_only": {
        "anonymous": 302,
        "outsider": 404,
        "former_member": 404,
        "observer": 403,
        "other_player": 403,
        "player": 403,
    },
}
FORGED = {"uuid": "00000000-0000-0000-0000-000000000000", "int": 2**80, "str": "\u202e\x00", "slug": "X-1"}


def named_urls(resolver: URLResolver) -> Iterator[tuple[str, URLPattern]]:
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            yield from named_urls(one)
        elif one.name:
            yield one.name, one


EVERY = [
    (name, pattern) for name, pattern in named_urls(get_resolver()) if hasattr(pattern.callback, "access")
]
IDS = [f"{number}-{name}" for number, (name, _pattern) in enumerate(EVERY)]


@pytest.fixture
def samples(table: Table) -> dict[str, Any]:
    """A real thing for each argument that URLs take."""
    character = make_character(table.player)
    demon = make_demon(table.gm)
    invitation, token = invite(actor=table.gm, role="player", days=1, uses=5)
    pending = Pending.objects.first()
    return {
        "campaign_id": table.campaign.pk,
        "member_id": table.player.pk,
        "record_id": character.pk,
        "character_id": character.pk,
        "demon_id": demon.pk,
        "pending_id": pending.pk if pending else uuid4(),
        "invitation_id": invitation.pk,
        "session_id": 1,
        "seq": 1,
        "action": "sorcerer.roll",
        "clause_id": "SOR-BIND-10",
        "token": token,
    }


def statuses(table: Table, path: str) -> dict[str, set[int]]:
    """What each person gets for asking and for sending an empty form."""
    found = {}
    for who, user in table.users().items():
        client = Client()
        if user is not None:
            client.force_login(user)
        found[who] = {client.get(path).status_code, client.post(path, {}).status_code}
    return found


@pytest.mark.parametrize(("name", "pattern"), EVERY, ids=IDS)
def test_url_lets_in_whom_it_should(
    table: Table, samples: dict[str, Any], name: str, pattern: URLPattern
) -> None:
    access = pattern.callback.access  # type: ignore[attr-defined]  # set by the decorator
    given = {key: samples.get(key, uuid4()) for key in pattern.pattern.converters}

    found = statuses(table, reverse(name, kwargs=given))

    barred: dict[str, int] = BARRED[access]
    assert {who: found[who] - {405} for who in barred} == {who: {status} for who, status in barred.items()}
    assert {who: all_of for who, all_of in found.items() if any(status >= 500 for status in all_of)} == {}


@pytest.mark.parametrize(("name", "pattern"), EVERY, ids=IDS)
def test_forged_ids_are_no_error_of_the_server(
    table: Table, samples: dict[str, Any], name: str, pattern: URLPattern
) -> None:
    client = Client()
    client.force_login(table.gm.user)
    forged = {key: _forged(converter) for key, converter in pattern.pattern.converters.items()}
    if "campaign_id" in forged:
        forged["campaign_id"] = table.campaign.pk
    path = reverse(name, kwargs=forged)

    answers = [client.get(path), client.post(path, {"key": "\x00", "name": "\u202e"})]
    odd = client.get(
        path, {"as": "\x00", "before": "9" * 5000, "after": "-1", "page": "\u202e", "q": "\x00" * 9}
    )

    assert [one.status_code for one in (*answers, odd) if one.status_code >= 500] == []


def _forged(converter: Any) -> Any:
    kind = type(converter).__name__.removesuffix("Converter").lower()
    return FORGED["str" if kind == "string" else kind]
