"""Invitations: a link with a role, a date and a number of uses, and joining by it."""

from datetime import timedelta
from typing import Literal
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models import Invitation, Membership
from campaigns.policy import NotAllowed
from campaigns.services import colours
from campaigns.services.accounts import reset_links, tokens
from campaigns.services.accounts.in_demo import refuse_in_demo
from campaigns.services.accounts.new_accounts import new_account, new_guest
from campaigns.services.founding import placing
from campaigns.services.play.locking import locked
from campaigns.services.play.playing import ActRequest, play


class InvitationClosed(Exception):
    """A link that lets nobody in, and why."""

    def __init__(self, why: Literal["unknown", "revoked", "expired", "used_up"]) -> None:
        super().__init__(why)
        self.why = why


class AlreadyMade(Exception):
    """The same form came before. Its link was shown then, and is kept nowhere."""


class AlreadyMember(Exception):
    """The person belongs to the campaign. The invitation keeps its use."""

    def __init__(self, member: Membership) -> None:
        super().__init__(member.name)
        self.member = member


def invite(
    *, actor: Membership, role: str, days: int, uses: int, key: str | None = None
) -> tuple[Invitation, str]:
    """A new invitation and its token, which is kept nowhere: it is shown once.

    `AlreadyMade` for a key by which one was made.
    """
    refuse_in_demo(actor.campaign)
    token = tokens.new_token()
    with transaction.atomic():
        # So that of two forms with one key the second finds the first.
        locked(actor.campaign_id)
        if key and Invitation.objects.filter(made_by=actor, key=key).exists():
            raise AlreadyMade
        invitation = Invitation.objects.create(
            campaign_id=actor.campaign_id,
            token_hash=tokens.digest(token),
            role=role,
            made_by=actor,
            expires=timezone.now() + timedelta(days=days),
            uses_left=uses,
            key=key,
        )
    return invitation, token


def revoke(*, actor: Membership, invitation_id: int) -> bool:
    """Close an invitation of the actor's campaign; False where there is none of that number."""
    found = Invitation.objects.filter(campaign=actor.campaign_id, pk=invitation_id)
    return found.update(revoked=True) == 1


def find_open(token: str) -> Invitation:
    """The invitation of a link that still lets somebody in; `InvitationClosed` with the reason otherwise."""
    found = Invitation.objects.select_related("campaign", "made_by")
    invitation = found.filter(token_hash=tokens.digest(token)).first()
    if invitation is None:
        raise InvitationClosed("unknown")
    if invitation.revoked or not invitation.made_by.is_gm:
        raise InvitationClosed("revoked")
    if invitation.expires <= timezone.now():
        raise InvitationClosed("expired")
    if invitation.uses_left < 1:
        raise InvitationClosed("used_up")
    return invitation


def join_with_new_account(*, username: str, password: str, token: str, name: str) -> Membership:
    """Make an account and join with it: both or neither."""
    with transaction.atomic():
        user = new_account(username=username, password=password)
        return join(user=user, token=token, name=name, is_new_here=True)


def join_by_name(*, token: str, name: str) -> Membership:
    """Join without a password: the browser's session is the place. A GM's is not to be had so."""
    with transaction.atomic():
        if find_open(token).role == "gm":
            raise NotAllowed(_("A GM needs a username and a password. Set them to join."))
        return join(user=new_guest(), token=token, name=name, is_new_here=True)


def join(*, user: User, token: str, name: str, is_new_here: bool = False) -> Membership:
    """Take a place by invitation, or take an old one up again. The log says so."""
    with transaction.atomic():
        campaign_id = find_open(token).campaign_id
        locked(campaign_id)
        # Read again under the lock: its last use may have been taken a moment ago.
        invitation = find_open(token)
        member = Membership.objects.filter(campaign=campaign_id, user=user).first()
        if member is not None and member.is_active:
            raise AlreadyMember(member)
        member = member or Membership(campaign_id=campaign_id, user=user, made_account=is_new_here)
        member.name, member.role, member.left = name, invitation.role, None
        member.colour = colours.given(campaign_id, member.colour)
        member.save()
        invitation.uses_left -= 1
        invitation.save(update_fields=["uses_left"])
        reset_links.close(user.pk)
        play(member, ActRequest(key=f"join/{uuid4().hex}", steps=(placing(member, member.role),)))
    return member
