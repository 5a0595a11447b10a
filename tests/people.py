"""The four people of every view test, and two more who come and go. Built through services, as real rows."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from campaigns.models import Campaign, Membership
from campaigns.services.accounts.invitations import invite, join_with_new_account
from campaigns.services.founding import found_campaign
from campaigns.services.people import leave
from tests.factories import Account
from tests.kept_rows import played_once

BY_HAND: dict[str, bool | str] = {"hand_dice": True, "gm_may_consent": True, "player_rulings": "players"}
"""What the tables of the tests agree on: they type in their dice, and the GM confirms for players."""

PASSWORD = "a candle by the window"


@dataclass(frozen=True)
class Table:
    """A campaign with everybody who can stand in some relation to it."""

    campaign: Campaign
    gm: Membership
    player: Membership
    other_player: Membership
    observer: Membership
    former_member: Membership
    outsider: User

    def users(self) -> dict[str, User | None]:
        """Everybody by the name of their place; None is somebody who is not signed in."""
        names = ("former_member", "observer", "other_player", "player", "gm")
        members = {name: getattr(self, name).user for name in names}
        return {"anonymous": None, "outsider": self.outsider, **members}


def make_user(name: str) -> User:
    user: User = Account(username=name, password=PASSWORD)
    return user


@played_once
def make_table(name: str = "The Tallow House") -> Table:
    """A campaign of a GM, two players, an observer, somebody who left, and an outsider."""
    owner = make_user("gm")
    campaign = found_campaign(owner=owner, name=name, gm_name="Gesa", agreed=BY_HAND)
    gm = campaign.memberships.get(user=owner)
    former = join_as(gm, "former_member", "player")
    leave(actor=former, key="leaving")
    former.refresh_from_db()
    return Table(
        campaign=campaign,
        gm=gm,
        player=join_as(gm, "player", "player"),
        other_player=join_as(gm, "other_player", "player"),
        observer=join_as(gm, "observer", "observer"),
        former_member=former,
        outsider=make_user("outsider"),
    )


def join_as(gm: Membership, username: str, role: str) -> Membership:
    """A new account that joins the GM's campaign by an invitation of its own."""
    _invitation, token = invite(actor=gm, role=role, days=1, uses=1)
    name = username.replace("_", " ").title()
    member = join_with_new_account(username=username, password=PASSWORD, token=token, name=name)
    return Membership.objects.select_related("campaign", "user").get(pk=member.pk)
