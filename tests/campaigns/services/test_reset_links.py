"""Whose account a link for a new password may open, as it is made and as it is used; and what the person is told."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connections
from django.utils import timezone

from campaigns.models import Membership, Notice, OneTimeCode
from campaigns.policy import NotAllowed
from campaigns.services import people
from campaigns.services.accounts import notices, reset_links
from campaigns.services.accounts.invitations import invite, join
from campaigns.services.accounts.reset_links import LinkClosed, find_person, make_owners_link, make_reset_link
from campaigns.services.deleting import delete_campaign
from campaigns.services.founding import found_campaign
from campaigns.services.hosting import first_run
from tests.people import PASSWORD, Table, join_as, make_table

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow]
NEW = "four words in a row"


@pytest.fixture
def table() -> Table:
    return make_table()


def reload(member: Membership) -> Membership:
    return Membership.objects.select_related("campaign", "user").get(pk=member.pk)


def link_for(member: Membership, by: Membership) -> str:
    return make_reset_link(actor=reload(by), member=reload(member))


def found_and_invite(founder: User, guest: User) -> tuple[Membership, Membership]:
    """A campaign of the founder's, and the place that the guest takes there with the account they have."""
    campaign = found_campaign(owner=founder, name="Elsewhere", gm_name="Mal")
    gm = campaign.memberships.get()
    token = invite(actor=gm, role="observer", days=1, uses=1)[1]
    return gm, join(user=guest, token=token, name="Guest")


def is_open(token: str) -> bool:
    try:
        find_person(token)
    except LinkClosed:
        return False
    return True


def test_campaign_opens_the_accounts_that_it_made(table: Table) -> None:
    token = link_for(table.player, by=table.gm)

    assert find_person(token) == table.player.user


def test_stranger_whose_game_one_joins_opens_nothing(table: Table) -> None:
    mallory, guest = found_and_invite(table.outsider, table.player.user)

    with pytest.raises(NotAllowed, match="invitation to this campaign"):
        link_for(guest, by=mallory)


def test_refusal_is_the_same_for_every_reason(table: Table) -> None:
    """A GM is not told in which other games somebody plays which part."""
    mallory, guest = found_and_invite(table.outsider, table.player.user)
    found_campaign(owner=table.other_player.user, name="Their own", gm_name="Olga")
    said = set()

    for member, gm in ((guest, mallory), (table.other_player, table.gm)):
        with pytest.raises(NotAllowed) as refused:
            link_for(member, by=gm)
        told = reload(member)
        said.add(str(refused.value).replace(told.name, "N").replace(told.user.get_username(), "U"))

    assert len(said) == 1


@pytest.mark.parametrize("role", ["player", "observer"])
def test_nobody_but_a_gm_makes_a_link(table: Table, role: str) -> None:
    actor = {"player": table.other_player, "observer": table.observer}[role]

    with pytest.raises(NotAllowed):
        link_for(table.player, by=actor)


Change = Callable[[Table], object]
CHANGES: dict[str, Change] = {
    "the target becomes a GM elsewhere": lambda table: found_campaign(
        owner=table.player.user, name="Mine", gm_name="Pia"
    ),
    "the target becomes a GM here": lambda table: people.change_role(
        actor=table.gm, member=table.player, role="gm", key="a"
    ),
    "the target watches from now on": lambda table: people.change_role(
        actor=table.gm, member=table.player, role="observer", key="a"
    ),
    "the target is taken out": lambda table: people.remove_member(
        actor=table.gm, member=table.player, key="a"
    ),
    "the target leaves": lambda table: people.leave(actor=table.player, key="a"),
    "the target joins another game": lambda table: found_and_invite(table.outsider, table.player.user),
    "the campaign is gone": lambda table: delete_campaign(owner=table.gm.user, campaign=table.campaign),
}


@pytest.mark.parametrize("name", CHANGES)
def test_link_dies_with_what_it_rested_on(table: Table, name: str) -> None:
    token = link_for(table.player, by=table.gm)

    CHANGES[name](table)

    assert not is_open(token)
    with pytest.raises(LinkClosed):
        reset_links.set_new_password(token=token, password=NEW)
    table.player.user.refresh_from_db()
    assert table.player.user.check_password(PASSWORD)


def test_link_does_not_come_back_with_the_role(table: Table) -> None:
    token = link_for(table.player, by=table.gm)
    for key, role in (("a", "observer"), ("b", "player")):
        people.change_role(actor=table.gm, member=reload(table.player), role=role, key=key)

    assert not is_open(token)


@pytest.mark.parametrize("how", ["demoted", "taken out"])
def test_link_dies_with_the_part_of_whoever_made_it(table: Table, how: str) -> None:
    second = join_as(table.gm, "second", "gm")
    token = link_for(table.player, by=second)

    if how == "demoted":
        people.change_role(actor=table.gm, member=second, role="player", key="a")
    else:
        people.remove_member(actor=table.gm, member=second, key="a")

    assert not is_open(token)


def test_right_is_asked_again_when_the_link_is_used(table: Table) -> None:
    """Also where something else than these services changed it."""
    token = link_for(table.player, by=table.gm)
    Membership.objects.filter(pk=table.gm.pk).update(role="player")

    assert not is_open(token)


def test_link_lasts_half_an_hour(table: Table) -> None:
    link_for(table.player, by=table.gm)

    lasts = OneTimeCode.objects.get(purpose="reset").expires

    assert lasts is not None
    assert timedelta(minutes=29) < lasts - timezone.now() <= timedelta(minutes=30)


def test_demoted_gm_is_told_before_anybody_opens_their_account(table: Table) -> None:
    second = join_as(table.gm, "second", "gm")
    people.change_role(actor=table.gm, member=second, role="player", key="a")
    told = notices.open_for(second.user)
    assert [(notice.kind, notice.by, notice.campaign, notice.role) for notice in told] == [
        ("role_taken", "Gesa", "The Tallow House", "player")
    ]

    with pytest.raises(NotAllowed):
        link_for(second, by=table.gm)
    notices.put_away(notices.of(second.user))

    assert is_open(link_for(second, by=table.gm))


def test_demotion_is_told_once_and_to_nobody_else(table: Table) -> None:
    second = join_as(table.gm, "second", "gm")
    for _press in range(2):
        people.change_role(actor=table.gm, member=reload(second), role="player", key="a")
    people.change_role(actor=table.gm, member=table.player, role="observer", key="b")
    third = join_as(table.gm, "third", "gm")
    people.change_role(actor=third, member=third, role="player", key="c")
    fourth = join_as(table.gm, "fourth", "gm")
    people.remove_member(actor=table.gm, member=fourth, key="d")

    told = Notice.objects.order_by("pk").values_list("user__username", "role")

    assert list(told) == [("second", "player"), ("fourth", "")]


def test_person_is_told_before_and_after(table: Table) -> None:
    user = table.player.user
    token = link_for(table.player, by=table.gm)
    (before,) = notices.open_for(user)

    reset_links.set_new_password(token=token, password=NEW)

    (after,) = notices.open_for(user)
    assert (before.kind, before.by, before.campaign) == ("link_made", "Gesa", "The Tallow House")
    assert (after.kind, after.by, after.link_made) == ("password_set", "Gesa", before.made)
    notices.put_away(notices.of(user))
    assert notices.open_for(user) == []
    assert [notice.kind for notice in notices.history_of(user)] == ["password_set", "link_made"]


def test_notice_of_a_link_ends_with_it(table: Table) -> None:
    link_for(table.player, by=table.gm)
    Notice.objects.update(until=timezone.now() - timedelta(seconds=1))

    assert notices.open_for(table.player.user) == []


def test_person_makes_a_link_void(table: Table) -> None:
    token = link_for(table.player, by=table.gm)

    others = link_for(table.other_player, by=table.gm)

    assert reset_links.make_void(table.player.user)

    assert (is_open(token), is_open(others)) == (False, True)
    assert notices.open_for(table.player.user) == []
    assert not reset_links.make_void(table.player.user)
    assert not reset_links.make_void(table.gm.user)


def test_first_account_makes_links_for_all_but_itself(table: Table) -> None:
    owner = first_run.make_first_account(code=first_run.setup_code(), username="own", password=PASSWORD)

    for name in ("gm", "player", "OUTSIDER"):
        person, token = make_owners_link(owner=owner, username=name)
        assert find_person(token) == person
        assert [notice.by for notice in notices.open_for(person)] == ["own"]
    with pytest.raises(NotAllowed):
        make_owners_link(owner=owner, username="own")
    with pytest.raises(NotAllowed):
        make_owners_link(owner=table.gm.user, username="player")
    with pytest.raises(reset_links.NobodyOfThatName):
        make_owners_link(owner=owner, username="nobody")


def test_nobody_opens_the_first_account(table: Table) -> None:
    User.objects.filter(pk=table.player.user_id).update(is_staff=True)

    with pytest.raises(NotAllowed):
        link_for(table.player, by=table.gm)


def test_one_campaign_made_an_account(table: Table) -> None:
    _gm, guest = found_and_invite(table.outsider, table.player.user)

    made = Membership.objects.filter(user=table.player.user, made_account=True)

    assert [membership.campaign_id for membership in made] == [table.campaign.pk]
    assert not guest.made_account
    assert not Membership.objects.get(pk=table.gm.pk).made_account


def upgrade() -> set[str]:
    """What the migration makes of places of which nothing is said: whose accounts are known to be a campaign's own."""
    Membership.objects.update(made_account=False)
    migration = import_module("campaigns.migrations.0013_who_made_accounts")
    migration.mark_places_that_made_accounts(apps, None)
    migration.close_open_links(apps, None)
    return set(Membership.objects.filter(made_account=True).values_list("user__username", flat=True))


def test_upgrade_knows_who_came_with_an_invitation(table: Table) -> None:
    old, guest = join_as(table.gm, "old", "player"), join_as(table.gm, "guest", "player")
    User.objects.filter(pk__in=(old.user_id, table.outsider.pk)).update(
        date_joined=timezone.now() - timedelta(days=3)
    )
    _gm, place = found_and_invite(table.outsider, guest.user)
    token = link_for(table.player, by=table.gm)

    known = upgrade()

    assert known == {"player", "other_player", "observer", "former_member", "guest"}
    assert not Membership.objects.get(pk=place.pk).made_account
    assert not is_open(token)
    with pytest.raises(NotAllowed):
        link_for(old, by=table.gm)


def test_upgrade_knows_who_came_with_an_import(table: Table) -> None:
    before = timezone.now() - timedelta(days=300)
    Membership.objects.filter(campaign=table.campaign).update(joined=before)
    User.objects.filter(pk=table.player.user_id).update(password="!")

    known = upgrade()

    assert "player" in known
    assert "gm" not in known


@pytest.mark.django_db(transaction=True)
def test_link_opens_one_door_once(table: Table) -> None:
    token = link_for(table.player, by=table.gm)

    def use(number: int) -> str:
        try:
            reset_links.set_new_password(token=token, password=f"{NEW} {number}")
        except LinkClosed:
            return "closed"
        finally:
            connections.close_all()
        return "set"

    with ThreadPoolExecutor(4) as crowd:
        done = list(crowd.map(use, range(4)))

    assert sorted(done) == ["closed"] * 3 + ["set"]
    assert [notice.kind for notice in notices.open_for(table.player.user)] == ["password_set"]
