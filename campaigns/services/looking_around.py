"""A demo of one's own: a copy for one account alone, which takes one of its places after the other.

Accounts by which nobody logs in hold the other places. Whoever changes places changes which account holds which, so
rights, pages and the log, which know places alone, need to know of no demo.
"""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.models import Campaign, Membership
from campaigns.policy import NotAllowed
from campaigns.queries.demos import own_demo
from campaigns.services import deleting
from campaigns.services.accounts.new_accounts import new_guest
from campaigns.services.demo import PEOPLE, play_evening
from campaigns.services.play.locking import locked


def look_around(*, user: User, game: str, role: str) -> Campaign:
    """Take a place of this role in one's copy, which is made of an evening of this game where there is none."""
    with transaction.atomic():
        _lock(user)
        campaign = own_demo(user) or _made(user, game)
        _take_first(user, campaign, role)
    return campaign


def change_places(*, user: User, member: Membership) -> None:
    """Take this place of one's copy, and leave one's own to an account by which nobody logs in."""
    with transaction.atomic():
        campaign = locked(member.campaign_id)
        seats = Membership.objects.select_related("user").filter(campaign=campaign)
        mine, theirs = seats.get(user=user), seats.get(pk=member.pk)
        if campaign.demo_of_id != user.pk or not theirs.is_active:
            raise NotAllowed(
                _("%(name)s's place can't be taken any more.") % {"name": theirs.name},
                _("Start the demo over, or take another place."),
            )
        if mine.pk == theirs.pk:
            return
        stays, goes = new_guest(), theirs.user
        for seat, account in ((mine, stays), (theirs, user)):
            Membership.objects.filter(pk=seat.pk).update(user=account)
        # The first GM's place is the one that owns the campaign, whoever sits there.
        owners = {user.pk: stays, goes.pk: user}
        if campaign.owner_id in owners:
            Campaign.objects.filter(pk=campaign.pk).update(owner=owners[campaign.owner_id])
        goes.delete()


def start_over(*, user: User, copy: str, game: str) -> Campaign | None:
    """An evening anew instead of this copy, in a place of the same role; None where there is no copy.

    Of a copy that was started over already it is the newer one.
    """
    with transaction.atomic():
        _lock(user)
        campaign = own_demo(user)
        if campaign is None or str(campaign.pk) != copy:
            return campaign
        role = Membership.objects.get(campaign=campaign, user=user).role
        deleting.delete_locked(locked(campaign.pk))
        campaign = _made(user, game)
        _take_first(user, campaign, role)
    return campaign


def remove(*, user: User) -> None:
    """Take one's copy away, with all that was played there; nothing where there is none."""
    with transaction.atomic():
        _lock(user)
        campaign = own_demo(user)
        if campaign is not None:
            deleting.delete_locked(locked(campaign.pk))


def _lock(user: User) -> None:
    """Whoever presses twice, or in two windows, waits here, so that the second time finds the copy of the first."""
    User.objects.select_for_update().get(pk=user.pk)


def _made(user: User, game: str) -> Campaign:
    others = {name: new_guest() for name in PEOPLE if name != "gm"}
    return play_evening(game, {"gm": user, **others}, demo_of=user)


def _take_first(user: User, campaign: Campaign, role: str) -> None:
    seat = Membership.objects.filter(campaign=campaign, role=role, left=None).order_by("joined").first()
    if seat is None:
        raise NotAllowed(_("The demo has no place of that kind any more."), _("Start the demo over."))
    change_places(user=user, member=seat)
