"""A link with which somebody who forgot their password sets a new one. Their GM makes it and hands it over."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models import Membership, OneTimeCode
from campaigns.policy import NotAllowed
from campaigns.services import tokens

LASTS = timedelta(hours=24)


class LinkClosed(Exception):
    """A link that was used, has run out, or never was."""


def make_reset_link(*, actor: Membership, member: Membership) -> str:
    """The token of a new link for a player or observer of the actor's campaign. It replaces the one before."""
    if not actor.is_gm or member.campaign_id != actor.campaign_id or not member.is_active:
        raise NotAllowed(_("A GM makes this link, for somebody who plays in their campaign."))
    is_gm = Membership.objects.filter(user=member.user_id, role="gm", left=None).exists()
    if is_gm or member.user.is_staff:
        raise NotAllowed(
            # Whoever holds the link holds the account: with a GM's the secrets of their campaign, with the first one
            # the right to found campaigns.
            _(
                "%(name)s is a GM or made the first account here, and nobody resets such a password for them. On "
                "the computer that runs the table: python manage.py changepassword %(user)s"
            )
            % {"name": member.name, "user": member.user.get_username()}
        )
    token = tokens.new_token()
    with transaction.atomic():
        OneTimeCode.objects.filter(purpose="reset", user=member.user_id, used=None).delete()
        OneTimeCode.objects.create(
            purpose="reset",
            code_hash=tokens.digest(token),
            user_id=member.user_id,
            expires=timezone.now() + LASTS,
        )
    return token


def find_person(token: str) -> User:
    """Whose password an open link sets; `LinkClosed` otherwise."""
    found = OneTimeCode.objects.select_related("user").filter(
        purpose="reset", code_hash=tokens.digest(token), used=None, expires__gt=timezone.now()
    )
    code = found.first()
    if code is None or code.user is None:
        raise LinkClosed
    return code.user


def set_new_password(*, token: str, password: str) -> User:
    """Use the link: a new password, and every session under the old one ends."""
    with transaction.atomic():
        user = find_person(token)
        codes = OneTimeCode.objects.filter(purpose="reset", code_hash=tokens.digest(token), used=None)
        if codes.update(used=timezone.now()) != 1:
            raise LinkClosed
        user.set_password(password)
        user.save(update_fields=["password"])
    return user
