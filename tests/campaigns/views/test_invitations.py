from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from campaigns.config import addresses
from campaigns.models import Invitation, Membership
from campaigns.policy import NotAllowed
from campaigns.services.accounts.invitations import invite, join_by_name
from campaigns.services.accounts.reset_links import make_reset_link
from campaigns.services.founding import found_campaign
from tests.campaigns.conftest import SignIn
from tests.campaigns.open_pages import OpenPage
from tests.people import PASSWORD, Table, make_user

pytestmark = pytest.mark.slow

NEW = {"name": "Ada", "username": "ada", "password1": PASSWORD}


def link(table: Table, role: str = "player", uses: int = 1) -> str:
    return f"/join/{invite(actor=table.gm, role=role, days=1, uses=uses)[1]}/"


def test_link_is_shown_once_with_its_code(table: Table, signed_in: SignIn) -> None:
    client, path = signed_in(table.gm), f"/campaigns/{table.campaign.pk}/invitations/"

    made = client.post(path, {"role": "observer", "days": "7", "uses": "2", "key": "one"}).content.decode()
    later = client.get(path).content.decode()

    assert "/join/" in made
    assert "<svg" in made
    assert "style=" not in made
    assert "/join/" not in later
    assert "Revoke" in later
    assert 'data-local="full"' in later, "until when, in the reader's own zone"
    assert "js/times" in later


@pytest.mark.parametrize("bind", ["127.0.0.1", "0.0.0.0"])  # as the settings say it
def test_an_address_that_others_cannot_reach_says_so_and_how_to_change_it(
    table: Table, signed_in: SignIn, settings: Settings, monkeypatch: pytest.MonkeyPatch, bind: str
) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.0.7")
    settings.BIND = bind
    client, path = signed_in(table.gm), f"/campaigns/{table.campaign.pk}/invitations/"
    asked = {"role": "observer", "days": "7", "uses": "2", "key": "one"}

    made = client.post(path, asked, headers={"host": "localhost:8000"}).content.decode()
    can_reach = client.get("/reach/", headers={"host": "localhost:8000"}).content.decode()

    for shown in (made, can_reach):
        assert ("the server listens on 127.0.0.1 only" in shown) is (bind == "127.0.0.1")
        assert ("make play BIND=0.0.0.0" in shown) is (bind == "127.0.0.1")
        assert ("192.168.0.7" in shown) is (bind != "127.0.0.1")


def test_only_the_digest_of_a_token_is_kept(table: Table) -> None:
    invitation, token = invite(actor=table.gm, role="player", days=1, uses=1)

    assert len(token) >= 22
    assert token not in str(Invitation.objects.filter(pk=invitation.pk).values())


def test_invitation_tells_campaign_and_role(table: Table) -> None:
    page = Client().get(link(table, "observer")).content.decode()

    assert "The Tallow House" in page
    assert "as an observer" in page
    assert "Gesa invites you" in page


def test_newcomer_makes_an_account_and_joins(table: Table) -> None:
    client = Client()

    response = client.post(link(table), NEW)

    member = Membership.objects.get(campaign=table.campaign, user__username="ada")
    assert response.status_code == 302
    assert (member.name, member.role) == ("Ada", "player")
    assert client.get(f"/campaigns/{table.campaign.pk}/people/").status_code == 200


def test_whoever_has_an_account_joins_with_it(table: Table, signed_in: SignIn) -> None:
    response = signed_in(table.outsider).post(link(table), {"name": "Otto"})

    assert response.status_code == 302
    assert Membership.objects.get(user=table.outsider).name == "Otto"


def test_joining_is_an_entry_of_the_newcomer(table: Table, signed_in: SignIn) -> None:
    path = link(table)
    table.campaign.refresh_from_db()
    before = table.campaign.head_seq

    signed_in(table.outsider).post(path, {"name": "Otto"})

    table.campaign.refresh_from_db()
    member = Membership.objects.get(user=table.outsider)
    entry = table.campaign.entries.get(seq=table.campaign.head_seq)
    assert table.campaign.head_seq == before + 1
    assert entry.tags.filter(kind="actor", value=str(member.pk)).exists()


def test_joining_works_where_players_may_rule_nothing(table: Table, signed_in: SignIn) -> None:
    from campaigns.services.play.action_inputs import Request
    from campaigns.services.play.playing import ActRequest, play

    change = Request(
        "table.change_policy",
        {"values": {"player_rulings": False}},
        known={"campaign": {"id": str(table.campaign.pk)}},
    )
    play(table.gm, ActRequest(key="strict", steps=(change,)))

    assert signed_in(table.outsider).post(link(table), {"name": "Otto"}).status_code == 302


def test_used_up_link_lets_nobody_in(table: Table, signed_in: SignIn) -> None:
    path = link(table)
    signed_in(table.outsider).post(path, {"name": "Otto"})

    response = signed_in(make_user("late")).post(path, {"name": "Late"})

    assert response.status_code == 410
    assert "as many times" in response.content.decode()
    assert not Membership.objects.filter(user__username="late").exists()


def test_closed_link_makes_no_account(table: Table) -> None:
    path = link(table)
    Invitation.objects.update(revoked=True)

    response = Client().post(path, NEW)

    assert response.status_code == 410
    assert not User.objects.filter(username="ada").exists()


def test_expired_link_says_so(table: Table) -> None:
    path = link(table)
    Invitation.objects.update(expires=timezone.now() - timedelta(seconds=1))

    response = Client().get(path)

    assert response.status_code == 410
    assert "It has expired" in response.content.decode()


@pytest.mark.parametrize("token", ["x", "%00", "’", "%E2%80%AE", "a" * 5000])
def test_unknown_link_is_not_there(table: Table, token: str) -> None:
    assert Client().get(f"/join/{token}/").status_code == 404


def test_member_is_told_that_they_belong(table: Table, signed_in: SignIn) -> None:
    path = link(table)

    response = signed_in(table.player).get(path, follow=True)

    assert "You are already a member, as Player" in response.content.decode()
    assert Invitation.objects.latest("pk").uses_left == 1


def test_former_member_takes_their_place_again(table: Table, signed_in: SignIn) -> None:
    response = signed_in(table.former_member).post(link(table, "observer"), {"name": "Back Again"})

    member = Membership.objects.get(pk=table.former_member.pk)
    assert response.status_code == 302
    assert (member.is_active, member.role, member.name) == (True, "observer", "Back Again")


def test_gm_closes_an_invitation(table: Table, signed_in: SignIn) -> None:
    path = link(table)
    number = Invitation.objects.latest("pk").pk

    response = signed_in(table.gm).post(f"/campaigns/{table.campaign.pk}/invitations/{number}/revoke/")

    assert response.status_code == 302
    assert Client().get(path).status_code == 410


@pytest.mark.parametrize("number", ["999999", "9" * 30])
def test_forged_invitation_is_not_there(table: Table, signed_in: SignIn, number: str) -> None:
    response = signed_in(table.gm).post(f"/campaigns/{table.campaign.pk}/invitations/{number}/revoke/")

    assert response.status_code == 404


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 101),
        ("name", "a\x00b"),
        ("name", "\u202eevil"),
        ("name", "\u200b"),
        ("username", "ada\x00"),
        ("username", "a b"),
        ("username", "GM"),
        ("username", "x" * 151),
        ("password1", "short"),
    ],
)
def test_faulty_newcomer_is_refused_with_words_kept(table: Table, field: str, value: str) -> None:
    response = Client().post(link(table), {**NEW, field: value})

    assert response.status_code == 422
    assert not User.objects.filter(username__startswith="ada").exists()
    assert 'value="ada"' in response.content.decode() or field == "username"
    assert "type the password again" in response.content.decode()


def test_nobody_types_a_password_again_who_typed_none(table: Table) -> None:
    refused = Client().post(link(table), {"name": ""}).content.decode()

    assert "Your input is kept" in refused
    assert "type the password again" not in refused


@pytest.mark.parametrize(
    ("field", "value"), [("role", "owner"), ("days", "4000"), ("uses", "0"), ("uses", "x")]
)
def test_faulty_invitation_is_refused(table: Table, signed_in: SignIn, field: str, value: str) -> None:
    form = {"role": "player", "days": "7", "uses": "1", "key": "one", field: value}

    response = signed_in(table.gm).post(f"/campaigns/{table.campaign.pk}/invitations/", form)

    assert response.status_code == 422


def test_too_many_tries_at_one_link_have_to_wait(table: Table) -> None:
    client, path = Client(), link(table)

    answers = [client.post(path, {"name": ""}).status_code for _try in range(21)]

    assert answers[:20] == [422] * 20
    assert answers[20] == 429


def test_a_form_sent_twice_makes_one_link(table: Table, signed_in: SignIn) -> None:
    client, path = signed_in(table.gm), f"/campaigns/{table.campaign.pk}/invitations/"
    sent = {"role": "player", "days": "7", "uses": "1", "key": "once"}
    before = Invitation.objects.count()

    first, second = (client.post(path, sent) for _time in range(2))

    assert (first.status_code, second.status_code) == (200, 409)
    assert Invitation.objects.count() == before + 1
    assert "/join/" not in second.content.decode()
    assert "already created" in second.content.decode()


def guest(table: Table, name: str = "Ada") -> tuple[Client, Membership]:
    """Somebody who joined by a name alone, and their browser."""
    client = Client()
    assert client.post(link(table), {"name": name}).status_code == 302
    return client, Membership.objects.select_related("user").get(campaign=table.campaign, name=name)


def test_a_name_is_enough_to_be_at_the_table(table: Table) -> None:
    client, member = guest(table)

    assert (member.role, member.made_account, member.user.has_usable_password()) == ("player", True, False)
    home = client.get(f"/campaigns/{table.campaign.pk}/").content.decode()
    assert "This browser keeps your place." in home
    assert "/accounts/password/change/" in home
    assert client.session.get_expiry_age() > 100 * 24 * 3600
    assert "only your GM can let you in again" in client.get("/accounts/logout/").content.decode()


def test_nobody_logs_in_by_a_guests_name(table: Table) -> None:
    _client, member = guest(table)

    for password in ("", "!", member.user.password, PASSWORD):
        elsewhere = Client()
        elsewhere.post("/accounts/login/", {"login": member.user.username, "password": password})
        assert elsewhere.get(f"/campaigns/{table.campaign.pk}/").status_code == 302


def test_a_guest_sets_a_name_and_a_password_and_keeps_their_place(table: Table) -> None:
    client, member = guest(table)
    chosen = {"username": "ada", "password1": PASSWORD}

    refused = client.post("/accounts/password/change/", {**chosen, "password1": "ada"})
    assert (refused.status_code, User.objects.filter(username="ada").exists()) == (422, False)
    assert client.post("/accounts/password/change/", {**chosen, "username": "gm"}).status_code == 422
    assert client.post("/accounts/password/change/", chosen).status_code == 302

    assert Membership.objects.get(user__username="ada") == member
    assert client.get(f"/campaigns/{table.campaign.pk}/").status_code == 200
    assert client.session.get_expiry_age() < 100 * 24 * 3600
    assert len(client.get("/account/").context["sessions"]) == 1
    elsewhere = Client()
    elsewhere.post("/accounts/login/", {"login": "ada", "password": PASSWORD})
    assert elsewhere.get(f"/campaigns/{table.campaign.pk}/").status_code == 200


def test_a_gm_needs_a_name_and_a_password_to_join(table: Table) -> None:
    response = Client().post(link(table, "gm"), {"name": "Ada"})

    assert response.status_code == 422
    assert not Membership.objects.filter(name="Ada").exists()
    with pytest.raises(NotAllowed):
        join_by_name(token=invite(actor=table.gm, role="gm", days=1, uses=1)[1], name="Ada")


def test_a_guest_founds_no_campaign_until_they_can_log_in_again(table: Table) -> None:
    client, _member = guest(table)

    for address in ("/campaigns/new/", "/campaigns/import/"):
        response = client.get(address)
        assert (response.status_code, "Set a password" in response.content.decode()) == (403, True), address


def test_a_gm_helps_a_guest_whose_browser_forgot_them_but_not_one_who_is_a_gm_elsewhere(table: Table) -> None:
    _client, member = guest(table)

    token = make_reset_link(actor=table.gm, member=member)
    page = Client().post(f"/new-password/{token}/", {"password1": PASSWORD})
    assert page.status_code == 302

    _client, other = guest(table, "Otto")
    found_campaign(owner=other.user, name="Elsewhere", gm_name="Otto")
    with pytest.raises(NotAllowed):
        make_reset_link(actor=table.gm, member=other)


def test_an_invitation_is_for_several_by_default(table: Table, signed_in: SignIn) -> None:
    page = signed_in(table.gm).get(f"/campaigns/{table.campaign.pk}/invitations/").content.decode()

    assert 'name="uses" value="8"' in page


def test_who_joins_appears_on_the_page_of_invitations_while_it_is_open(
    table: Table, signed_in: SignIn
) -> None:
    path = link(table, uses=3)
    page = OpenPage(signed_in(table.gm), f"/campaigns/{table.campaign.pk}/invitations/")
    assert "Ada" not in page.text

    Client().post(path, {"name": "Ada"})
    page.ask()

    assert "Ada <span" in page.text.partition('id="people-list"')[2].partition("</ul>")[0]
    assert '<td class="number" data-label="Uses left">2</td>' in page.text
