from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import connections

from campaigns.models import Invitation, Membership
from campaigns.services.accounts.invitations import AlreadyMember, InvitationClosed, invite, join
from tests.people import make_table, make_user

pytestmark = pytest.mark.postgres


def try_to_join(user: User, token: str) -> str:
    try:
        join(user=user, token=token, name=user.get_username())
    except (InvitationClosed, AlreadyMember) as error:
        return type(error).__name__
    finally:
        connections.close_all()
    return "joined"


@pytest.mark.django_db(transaction=True)
def test_last_use_of_a_link_goes_to_one_of_many() -> None:
    table = make_table()
    token = invite(actor=table.gm, role="player", days=1, uses=1)[1]
    users = [make_user(f"newcomer{number}") for number in range(4)]

    with ThreadPoolExecutor(4) as pool:
        came = list(pool.map(lambda user: try_to_join(user, token), users))

    assert sorted(came) == ["InvitationClosed"] * 3 + ["joined"]
    assert Membership.objects.filter(user__in=users).count() == 1
    assert Invitation.objects.latest("pk").uses_left == 0


@pytest.mark.django_db(transaction=True)
def test_joining_twice_at_once_takes_one_place() -> None:
    table = make_table()
    token = invite(actor=table.gm, role="player", days=1, uses=5)[1]

    with ThreadPoolExecutor(2) as pool:
        came = list(pool.map(lambda user: try_to_join(user, token), [table.outsider] * 2))

    assert sorted(came) == ["AlreadyMember", "joined"]
    assert Invitation.objects.latest("pk").uses_left == 4


def test_link_of_somebody_who_is_gm_no_more_is_closed(db: None) -> None:
    table = make_table()
    token = invite(actor=table.gm, role="player", days=1, uses=5)[1]
    Membership.objects.filter(pk=table.gm.pk).update(role="player")

    with pytest.raises(InvitationClosed, match="revoked"):
        join(user=table.outsider, token=token, name="Otto")
