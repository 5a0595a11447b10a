from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from campaigns import access
from campaigns.models import Membership
from tests.factories import make_character, make_demon, make_record
from tests.people import Table

KNOWN = {"anyone", "signed_in", "members_only", "players_only", "gms_only"}
OPEN_WITHOUT_DECORATOR = {"stylebook"}
ALLAUTH = "allauth."


def views(resolver: URLResolver) -> Iterator[tuple[str, URLPattern]]:
    for url_pattern in resolver.url_patterns:
        if isinstance(url_pattern, URLResolver):
            yield from views(url_pattern)
        else:
            yield str(url_pattern.name), url_pattern


def test_every_view_has_an_access_decorator() -> None:
    bare = [
        name
        for name, pattern in views(get_resolver())
        if getattr(pattern.callback, "access", None) not in KNOWN
        and name not in OPEN_WITHOUT_DECORATOR
        and not pattern.callback.__module__.startswith(ALLAUTH)
    ]

    assert bare == []


def test_every_view_of_a_campaign_is_for_its_members() -> None:
    loose = [
        name
        for name, pattern in views(get_resolver())
        if "campaign_id" in pattern.pattern.converters
        and pattern.callback.access not in {"members_only", "players_only", "gms_only"}  # type: ignore[attr-defined]
    ]

    assert loose == []


@pytest.mark.parametrize(
    ("who", "status"),
    [
        ("anonymous", 302),
        ("outsider", 404),
        ("former_member", 404),
        ("observer", 403),
        ("player", 403),
        ("gm", 200),
    ],
)
def test_page_of_the_gm_tells_people_apart(table: Table, who: str, status: int) -> None:
    client, user = Client(), table.users()[who]
    if user is not None:
        client.force_login(user)

    response = client.get(f"/campaigns/{table.campaign.pk}/invitations/")

    assert response.status_code == status


def test_refusal_says_whose_page_it_is(table: Table) -> None:
    client = Client()
    client.force_login(table.player.user)

    response = client.get(f"/campaigns/{table.campaign.pk}/invitations/")

    assert "Ask Gesa" in response.content.decode()


def test_unknown_campaign_is_not_there(table: Table) -> None:
    client = Client()
    client.force_login(table.gm.user)

    assert client.get(f"/campaigns/{uuid4()}/people/").status_code == 404


def test_signing_in_comes_back_to_the_page(table: Table) -> None:
    response = Client().get(f"/campaigns/{table.campaign.pk}/people/")

    assert response.headers["Location"].endswith(f"?next=/campaigns/{table.campaign.pk}/people/")


def test_player_plays_their_own_character_only(player: Membership, other_player: Membership) -> None:
    ilse = make_character(player)

    assert access.get_record_to_play(player, ilse.pk).name == "Ilse Marrow"
    assert access.get_record_to_see(other_player, ilse.pk, kinds={"character"}).name == "Ilse Marrow"
    with pytest.raises(PermissionDenied, match="You don't control"):
        access.get_record_to_play(other_player, ilse.pk)


def test_gm_plays_every_record(gm: Membership, player: Membership) -> None:
    ilse = make_character(player)

    assert access.get_record_to_play(gm, str(ilse.pk)).id == str(ilse.pk)


def test_hidden_record_is_not_there_for_players(gm: Membership, player: Membership) -> None:
    demon = make_demon(gm)
    hidden = make_record(gm, "demon", "The Unseen", visibility="gm")

    assert access.get_record_to_see(player, demon.pk).name == "Tallowmere"
    assert access.get_record_to_see(gm, hidden.pk).name == "The Unseen"
    with pytest.raises(Http404):
        access.get_record_to_see(player, hidden.pk)


def test_record_of_another_kind_is_not_there(gm: Membership) -> None:
    demon = make_demon(gm)

    with pytest.raises(Http404):
        access.get_record_to_see(gm, demon.pk, kinds={"character"})


@pytest.mark.parametrize("forged", ["", "x", "\x00", "’; drop", "00000000-0000-0000-0000-000000000000"])
def test_forged_id_is_not_there(gm: Membership, forged: str) -> None:
    with pytest.raises(Http404):
        access.get_record_to_see(gm, forged)
    with pytest.raises(Http404):
        access.get_member_to_see(gm, forged)


def test_record_of_a_foreign_campaign_is_not_there(table: Table) -> None:
    from campaigns.services.founding import found_campaign

    other = found_campaign(owner=table.outsider, name="Elsewhere", gm_name="Otto")
    stranger = make_demon(other.memberships.get())

    with pytest.raises(Http404):
        access.get_record_to_see(table.gm, stranger.pk)


def test_entry_is_seen_by_members(table: Table) -> None:
    assert access.get_entry_to_see(table.player, 1).seq == 1
    with pytest.raises(Http404):
        access.get_entry_to_see(table.player, 9999)
    with pytest.raises(Http404):
        access.get_entry_to_see(table.player, 10**30)


def test_sealed_entry_tells_players_nothing(gm: Membership, player: Membership) -> None:
    hidden = make_record(gm, "demon", "The Unseen", visibility="gm")

    assert access.get_entry_to_see(gm, hidden.born).document is not None
    assert access.get_entry_to_see(player, hidden.born).document is None
