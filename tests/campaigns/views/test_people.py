from uuid import uuid4

import pytest
from django.test import Client

from campaigns.access import get_record_to_play
from campaigns.log import record
from campaigns.models import Campaign, Membership, Part, Record
from campaigns.queries.games import CHARACTERS
from tests.campaigns.conftest import SignIn
from tests.factories import make_character, make_record
from tests.people import Table

pytestmark = pytest.mark.slow


def words(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status
    return response.content.decode()


def test_people_page_names_everybody(table: Table, signed_in: SignIn) -> None:
    make_character(table.player)

    page = words(signed_in(table.other_player), f"/campaigns/{table.campaign.pk}/people/")

    assert all(name in page for name in ("Gesa", "Other Player", "Observer", "Left", "Ilse Marrow"))
    assert "Change role" not in page


def test_a_character_leads_to_its_sheet(table: Table, signed_in: SignIn) -> None:
    ilse = make_character(table.player)

    page = words(signed_in(table.other_player), f"/campaigns/{table.campaign.pk}/people/")

    assert f'href="/campaigns/{table.campaign.pk}/characters/{ilse.pk}/"' in page


def test_gm_makes_a_player_gm_and_back(table: Table, signed_in: SignIn) -> None:
    client, path = signed_in(table.gm), f"/campaigns/{table.campaign.pk}/people/{table.player.pk}/role/"

    for role in ("gm", "player"):
        response = client.post(path, {"key": uuid4().hex, "role": role})
        table.player.refresh_from_db()
        assert (response.status_code, table.player.role) == (302, role)


def test_role_is_told_in_the_log(table: Table, signed_in: SignIn) -> None:
    path = f"/campaigns/{table.campaign.pk}/people/{table.player.pk}/role/"

    signed_in(table.gm).post(path, {"key": "one", "role": "observer"})

    table.campaign.refresh_from_db()
    parts = Part.objects.filter(entry__campaign=table.campaign, entry__seq=table.campaign.head_seq)
    step = record.read_document(parts)["steps"][0]
    assert step["action"] == "table.place_member"
    assert step["outcome"] == {"member": str(table.player.pk), "role": "observer"}


def test_same_press_twice_is_one_act(table: Table, signed_in: SignIn) -> None:
    client, path = signed_in(table.gm), f"/campaigns/{table.campaign.pk}/people/{table.player.pk}/role/"
    table.campaign.refresh_from_db()
    before = table.campaign.head_seq

    for _press in range(2):
        client.post(path, {"key": "one", "role": "observer"})

    assert table.campaign.entries.filter(seq__gt=before).count() == 1


def test_owner_stays_a_gm(table: Table, signed_in: SignIn) -> None:
    second = f"/campaigns/{table.campaign.pk}/people/{table.player.pk}/role/"
    signed_in(table.gm).post(second, {"key": "a", "role": "gm"})

    path = f"/campaigns/{table.campaign.pk}/people/{table.gm.pk}/role/"
    response = signed_in(table.player).post(path, {"key": "b", "role": "player"})

    table.gm.refresh_from_db()
    assert (response.status_code, table.gm.role) == (403, "gm")
    assert "owner stays its GM" in response.content.decode()


def test_owner_is_told_that_leaving_is_for_the_others(table: Table, signed_in: SignIn) -> None:
    url = f"/campaigns/{table.campaign.pk}/leave/"

    assert "only others can leave" in signed_in(table.gm).get(url).content.decode()
    assert "only others can leave" not in signed_in(table.player).get(url).content.decode()


def test_owner_cannot_leave(table: Table, signed_in: SignIn) -> None:
    response = signed_in(table.gm).post(f"/campaigns/{table.campaign.pk}/leave/", {"key": "a"})

    assert response.status_code == 403


@pytest.mark.parametrize("who", ["player", "observer"])
def test_whoever_leaves_loses_access(table: Table, signed_in: SignIn, who: str) -> None:
    member: Membership = getattr(table, who)
    client = signed_in(member)

    response = client.post(f"/campaigns/{table.campaign.pk}/leave/", {"key": "a"})

    assert response.status_code == 302
    assert client.get(f"/campaigns/{table.campaign.pk}/people/").status_code == 404


def test_gm_takes_somebody_out(table: Table, signed_in: SignIn) -> None:
    path = f"/campaigns/{table.campaign.pk}/people/{table.player.pk}/remove/"

    response = signed_in(table.gm).post(path, {"key": "a"})

    table.player.refresh_from_db()
    assert response.status_code == 302
    assert not table.player.is_active


def test_character_changes_hands_with_a_reason(table: Table, signed_in: SignIn) -> None:
    ilse = make_character(table.player)
    path = f"/campaigns/{table.campaign.pk}/characters/{ilse.pk}/hand-over/"

    response = signed_in(table.gm).post(
        path, {"key": "a", "owner": table.other_player.pk, "reason": "Moved away"}
    )

    assert response.status_code == 302
    assert Record.objects.get(pk=ilse.pk).owner == table.other_player


@pytest.mark.parametrize("kind", CHARACTERS.values())
def test_character_of_any_system_is_named_and_changes_hands(
    table: Table, signed_in: SignIn, kind: str
) -> None:
    orla = make_record(table.gm, kind, "Orla", owner=table.player)
    people, path = (
        f"/campaigns/{table.campaign.pk}/{one}/" for one in ("people", f"characters/{orla.pk}/hand-over")
    )
    client, typed = signed_in(table.gm), {"key": "a", "owner": table.other_player.pk, "reason": "Moved away"}

    assert "Orla" in words(client, people)
    answers = [client.post(path, typed).status_code for _press in range(2)]

    assert answers == [302, 302]
    assert Record.objects.get(pk=orla.pk).owner == table.other_player


def test_whoever_plays_a_character_is_named_and_nobody_is_chosen_beforehand(
    table: Table, signed_in: SignIn
) -> None:
    ilse = make_character(table.player)

    page = words(signed_in(table.gm), f"/campaigns/{table.campaign.pk}/characters/{ilse.pk}/hand-over/")

    assert f"Now played by {table.player.name}." in page
    assert "Choose…" in page
    assert f'<option value="{table.other_player.pk}">' in page
    assert f'value="{table.player.pk}"' not in page


def test_what_is_theirs_goes_along(table: Table, signed_in: SignIn) -> None:
    orla = make_record(table.gm, "fallen.character", "Orla", owner=table.player)
    shotgun = make_record(table.gm, "fallen.weapon", "Shotgun", owner=table.player, holder=str(orla.pk))
    lent = make_record(table.gm, "fallen.weapon", "Crowbar", owner=table.gm, holder=str(orla.pk))
    path = f"/campaigns/{table.campaign.pk}/characters/{orla.pk}/hand-over/"

    signed_in(table.gm).post(path, {"key": "a", "owner": table.other_player.pk, "reason": "Moved away"})

    assert Record.objects.get(pk=shotgun.pk).owner == table.other_player
    assert Record.objects.get(pk=lent.pk).owner == table.gm


def test_nobodys_character_is_spoken_for_by_whoever_gets_it(table: Table, signed_in: SignIn) -> None:
    orla = make_record(table.gm, "fallen.character", "Orla", control="gm")
    path = f"/campaigns/{table.campaign.pk}/characters/{orla.pk}/hand-over/"

    assert "Orla" in words(signed_in(table.gm), f"/campaigns/{table.campaign.pk}/people/")
    assert "Orla" not in words(signed_in(table.player), f"/campaigns/{table.campaign.pk}/people/")
    signed_in(table.gm).post(path, {"key": "a", "owner": table.player.pk, "reason": "Yours"})

    assert get_record_to_play(table.player, orla.pk).name == "Orla"


def test_hidden_character_is_shown_before_it_is_handed_over(table: Table, signed_in: SignIn) -> None:
    orla = make_record(table.gm, "character", "Orla", visibility="gm")
    path = f"/campaigns/{table.campaign.pk}/characters/{orla.pk}/hand-over/"

    response = signed_in(table.gm).post(path, {"key": "a", "owner": table.player.pk, "reason": "Yours"})

    assert response.status_code == 422
    assert "Show it to the players" in response.content.decode()
    assert Record.objects.get(pk=orla.pk).owner is None


def test_character_is_not_handed_to_an_observer(table: Table, signed_in: SignIn) -> None:
    ilse = make_character(table.player)
    path = f"/campaigns/{table.campaign.pk}/characters/{ilse.pk}/hand-over/"

    response = signed_in(table.gm).post(path, {"key": "a", "owner": table.observer.pk, "reason": "Why not"})

    assert response.status_code == 422
    assert "Why not" in response.content.decode()
    assert Record.objects.get(pk=ilse.pk).owner == table.player


@pytest.mark.parametrize("reason", ["a\x00b", "a\u202eb", "x" * 501, "   "])
def test_hostile_reason_is_refused(table: Table, signed_in: SignIn, reason: str) -> None:
    ilse = make_character(table.player)
    path = f"/campaigns/{table.campaign.pk}/characters/{ilse.pk}/hand-over/"

    response = signed_in(table.gm).post(path, {"key": "a", "owner": table.other_player.pk, "reason": reason})

    assert response.status_code == 422


def test_key_used_for_another_request_is_refused(table: Table, signed_in: SignIn) -> None:
    ilse = make_character(table.player)
    client, path = signed_in(table.gm), f"/campaigns/{table.campaign.pk}/characters/{ilse.pk}/hand-over/"
    client.post(path, {"key": "a", "owner": table.other_player.pk, "reason": "First"})

    response = client.post(path, {"key": "a", "owner": table.gm.pk, "reason": "Second"})

    page = response.content.decode()
    assert response.status_code == 409
    assert "Already done" in page
    assert "Second" in page


@pytest.mark.parametrize("key", ["", "x" * 41, "a b", "\x00", "\u202e"])
def test_damaged_key_is_refused(table: Table, signed_in: SignIn, key: str) -> None:
    path = f"/campaigns/{table.campaign.pk}/people/{table.player.pk}/role/"

    response = signed_in(table.gm).post(path, {"key": key, "role": "observer"})

    assert response.status_code == 422


def look(client: Client, table: Table, member: object, **more: str) -> int:
    path = f"/campaigns/{table.campaign.pk}/people/look/"
    return client.post(path, {"as": getattr(member, "pk", member), **more}).status_code


def test_gm_sees_a_page_as_another_does(table: Table, signed_in: SignIn) -> None:
    client, path = signed_in(table.gm), f"/campaigns/{table.campaign.pk}/people/"

    assert look(client, table, table.player) == 302
    page = words(client, path)

    assert "viewing this page as Player" in page
    assert "Change role" not in page
    assert client.get(f"/campaigns/{table.campaign.pk}/invitations/").status_code == 403
    assert look(client, table, "") == 302
    assert "Change role" in words(client, path)


def test_link_changes_nobodys_eyes(table: Table, signed_in: SignIn) -> None:
    client, path = signed_in(table.gm), f"/campaigns/{table.campaign.pk}/people/"

    client.get(f"{path}?as={table.player.pk}")

    assert "Change role" in words(client, path)
    made = client.post(
        f"/campaigns/{table.campaign.pk}/invitations/", {"role": "gm", "days": 1, "uses": 1, "key": "one"}
    )
    assert made.status_code == 200


def test_link_leads_back_to_nobodys_own_eyes(table: Table, signed_in: SignIn) -> None:
    client, path = signed_in(table.gm), f"/campaigns/{table.campaign.pk}/people/"
    look(client, table, table.player)

    client.get(f"{path}?as=")

    assert "viewing this page as Player" in words(client, path)


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example/", "javascript:x", ""])
def test_way_back_stays_here(table: Table, signed_in: SignIn, back: str) -> None:
    client, path = signed_in(table.gm), f"/campaigns/{table.campaign.pk}/people/look/"

    assert client.post(path, {"as": "", "back": back})["Location"] == path.removesuffix("look/")
    assert client.post(path, {"as": "", "back": "/rules/"})["Location"] == "/rules/"


def test_nothing_is_done_through_other_eyes(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    look(client, table, table.player)

    response = client.post(
        f"/campaigns/{table.campaign.pk}/invitations/", {"role": "gm", "days": 1, "uses": 1, "key": "one"}
    )

    assert response.status_code == 403
    assert "own view before you act" in response.content.decode()


def test_players_have_their_own_eyes_only(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.player)

    assert look(client, table, table.gm) == 403
    assert "Change role" not in words(client, f"/campaigns/{table.campaign.pk}/people/")


@pytest.mark.parametrize("forged", ["x", "\x00", "3f0d0f6e-5c1b-4f0a-9d53-2f6f4f1f0a11"])
def test_forged_eyes_are_not_there(table: Table, signed_in: SignIn, forged: str) -> None:
    assert look(signed_in(table.gm), table, forged) == 404


def test_eyes_of_somebody_who_left_are_ones_own_again(table: Table, signed_in: SignIn) -> None:
    client, path = signed_in(table.gm), f"/campaigns/{table.campaign.pk}/people/"
    look(client, table, table.player)
    Membership.objects.filter(pk=table.player.pk).update(left="2026-01-01T00:00Z")

    assert "Change role" in words(client, path)


def test_phone_that_got_here_is_seen(table: Table, signed_in: SignIn) -> None:
    client = signed_in(table.gm)
    assert "No device has connected" in words(client, "/reach/")

    Client(REMOTE_ADDR="192.168.7.9").get("/reached/")

    assert "192.168.7.9" in words(client, "/reach/")
    assert "192.168.7.9" in words(client, "/reach/devices/")


def test_owner_deletes_the_campaign_by_its_name(table: Table, signed_in: SignIn) -> None:
    client, path = signed_in(table.gm), f"/campaigns/{table.campaign.pk}/delete/"
    assert path in words(client, f"/campaigns/{table.campaign.pk}/people/")

    wrong = client.post(path, {"name": "The Candle House"})
    right = client.post(path, {"name": "the tallow house"})

    assert (wrong.status_code, right.status_code) == (422, 302)
    assert "The Candle House" in wrong.content.decode()
    assert not Campaign.objects.exists()
    assert "was deleted" in words(client, "/")


def test_another_gm_does_not_delete_it(table: Table, signed_in: SignIn) -> None:
    Membership.objects.filter(pk=table.player.pk).update(role="gm")
    client, path = signed_in(table.player), f"/campaigns/{table.campaign.pk}/delete/"

    answers = [client.get(path), client.post(path, {"name": table.campaign.name})]

    assert [response.status_code for response in answers] == [403, 403]
    assert path not in words(client, f"/campaigns/{table.campaign.pk}/people/")
    assert Campaign.objects.exists()
