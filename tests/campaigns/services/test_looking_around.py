"""A demo of one's own: played like any campaign, taken place by place, closed to all others, and gone when removed."""

import pytest
from django.contrib.auth.models import User
from django.db import connection

from campaigns.access import active_membership
from campaigns.log.verify import verify
from campaigns.models import Campaign, Invitation, Membership, OneTimeCode
from campaigns.policy import NotAllowed
from campaigns.queries.demos import own_demo, places
from campaigns.services import demo, looking_around
from campaigns.services.accounts.invitations import invite
from campaigns.services.accounts.reset_links import make_reset_link
from campaigns.services.people import remove_member
from tests.people import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.slow, pytest.mark.timeout(300)]

GAME = "pandemonium"


@pytest.fixture
def user() -> User:
    """Whoever made the first account, who may make links for all others."""
    user = make_user("gesa")
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    return user


def place(user: User, campaign: Campaign) -> Membership:
    """The place that whoever asks for a page has."""
    found = active_membership(user, campaign.pk)
    assert found is not None
    return found


def faults(campaign: Campaign) -> list[object]:
    campaign.refresh_from_db()
    return [*verify(campaign).faults]


@pytest.mark.parametrize("game", demo.with_demo())
def test_each_game_has_an_evening_to_look_around_in_as_gm_and_as_player(user: User, game: str) -> None:
    campaign = looking_around.look_around(user=user, game=game, role="player")

    assert (place(user, campaign).name, place(user, campaign).role) == ("Iris", "player")
    assert faults(campaign) == []
    assert looking_around.look_around(user=user, game=game, role="gm") == campaign
    assert (place(user, campaign).name, place(user, campaign).is_gm) == ("Mo", True)
    assert faults(campaign) == []


def test_whoever_changes_places_has_one_at_a_time_and_the_rest_are_nobodys(user: User) -> None:
    campaign = looking_around.look_around(user=user, game=GAME, role="gm")
    taken: list[str] = []

    for _number in range(2 * len(demo.PEOPLE)):
        others = places(campaign, place(user, campaign))
        looking_around.change_places(user=user, member=others[len(taken) % len(others)])
        taken.append(place(user, campaign).name)

    members = campaign.memberships.select_related("user")
    assert set(taken) == set(demo.PEOPLE.values())
    assert [one.name for one in members if one.user.has_usable_password()] == [place(user, campaign).name]
    assert User.objects.count() == len(members), "of a place that was left nothing stays behind"
    assert faults(campaign) == []


def test_the_first_place_to_go_to_is_the_gms_or_a_players(user: User) -> None:
    campaign = looking_around.look_around(user=user, game=GAME, role="gm")

    assert places(campaign, place(user, campaign))[0].role == "player"
    looking_around.look_around(user=user, game=GAME, role="player")
    assert places(campaign, place(user, campaign))[0].role == "gm"


def test_nobody_else_takes_a_place_and_none_is_taken_elsewhere(user: User) -> None:
    campaign = looking_around.look_around(user=user, game=GAME, role="gm")
    stranger = make_user("otto")
    theirs = looking_around.look_around(user=stranger, game=GAME, role="gm")

    for who, where in ((user, theirs), (stranger, campaign)):
        with pytest.raises((NotAllowed, Membership.DoesNotExist)):
            looking_around.change_places(user=who, member=where.memberships.get(name="Kit"))

    assert place(user, campaign).is_gm and place(stranger, theirs).is_gm


def test_a_place_whose_member_was_removed_is_told_as_such(user: User) -> None:
    campaign = looking_around.look_around(user=user, game=GAME, role="gm")
    kit = campaign.memberships.get(name="Kit")
    remove_member(actor=place(user, campaign), member=kit, key="out")

    with pytest.raises(NotAllowed, match="Kit"):
        looking_around.change_places(user=user, member=kit)

    assert "Kit" not in [one.name for one in places(campaign, place(user, campaign))]


def test_no_link_lets_anybody_in(user: User) -> None:
    campaign = looking_around.look_around(user=user, game=GAME, role="gm")
    gm = place(user, campaign)

    with pytest.raises(NotAllowed, match="Nobody else"):
        invite(actor=gm, role="player", days=1, uses=1)
    with pytest.raises(NotAllowed, match="Nobody else"):
        make_reset_link(actor=gm, member=campaign.memberships.get(name="Iris"))

    assert not Invitation.objects.exists()
    assert not OneTimeCode.objects.filter(purpose="reset").exists()


def test_started_over_it_is_another_evening_in_a_place_of_the_same_role(user: User) -> None:
    first = looking_around.look_around(user=user, game=GAME, role="player")
    accounts = User.objects.count()

    anew = looking_around.start_over(user=user, copy=str(first.pk), game="fallen")

    assert anew is not None and anew.pk != first.pk
    assert place(user, anew).role == "player"
    assert [*Campaign.objects.all()] == [anew]
    assert User.objects.count() == accounts
    assert looking_around.start_over(user=user, copy=str(first.pk), game="fallen") == anew, "sent twice"


def test_removed_it_leaves_nothing_behind_and_nobody(user: User) -> None:
    campaign = looking_around.look_around(user=user, game=GAME, role="player")

    looking_around.remove(user=user)
    looking_around.remove(user=user)

    connection.check_constraints()
    assert own_demo(user) is None
    assert not Campaign.objects.exists()
    assert [*User.objects.all()] == [user]
    assert active_membership(user, campaign.pk) is None
