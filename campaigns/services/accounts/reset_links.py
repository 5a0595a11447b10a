"""A link with which somebody who forgot their password sets a new one: handed over by a GM whose campaign's invitation
made the account, or by whoever made the first account here. The right is asked again when the link is used.
"""

from datetime import timedelta
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models import Membership, Notice, OneTimeCode
from campaigns.policy import NotAllowed
from campaigns.services.accounts import notices, tokens
from campaigns.services.accounts.in_demo import refuse_in_demo

LASTS = timedelta(minutes=30)


class LinkClosed(Exception):
    """A link that was used, has run out, was made void, or never was."""


class NobodyOfThatName(Exception):
    """No account here has the name."""


def make_reset_link(*, actor: Membership, member: Membership) -> str:
    """The token of a new link for somebody of the actor's campaign. It replaces the one before."""
    if not actor.is_gm or member.campaign_id != actor.campaign_id:
        raise NotAllowed(_("Only a GM can create this link, for a member of their campaign."))
    refuse_in_demo(actor.campaign)
    if not _may(actor.user, member.user, actor.campaign_id):
        raise NotAllowed(
            _(
                "You can create this link only for someone whose account was created by an invitation "
                "to this campaign, who is not a GM anywhere, and whose GM role was not just taken "
                "away by a change they have not seen yet. The person who created the first account on "
                "this server can create it for %(name)s. Or, on the computer that runs the server: "
                "python manage.py changepassword %(user)s"
            )
            % {"name": member.name, "user": member.user.get_username()}
        )
    return _made(actor.user, member.user, actor.campaign_id, by=actor.name, campaign=actor.campaign.name)


def make_owners_link(*, owner: User, username: str) -> tuple[User, str]:
    """The same by whoever made the first account here, for anybody else's: the person and the token."""
    refuse_all_but_owner(owner)
    person = User.objects.filter(username__iexact=username).first()
    if person is None:
        raise NobodyOfThatName
    if not _may(owner, person, None):
        raise NotAllowed(_("Change your own password on your account page."))
    return person, _made(owner, person, None, by=owner.get_username(), campaign="")


def refuse_all_but_owner(user: User) -> None:
    """Raise `NotAllowed` for everybody but whoever made the first account here."""
    if not user.is_staff:
        raise NotAllowed(_("Only the person who created the first account on this server can do this."))


def find_person(token: str) -> User:
    """Whose password an open link sets; `LinkClosed` otherwise."""
    return _open(token)[1]


def set_new_password(*, token: str, password: str) -> User:
    """Use the link: a new password, and every session under the old one ends. The person is told."""
    with transaction.atomic():
        # The lock: of two who use a link at the same time the second finds it used.
        OneTimeCode.objects.select_for_update().filter(code_hash=tokens.digest(token)).first()
        link, user = _open(token)
        OneTimeCode.objects.filter(pk=link.pk).update(used=timezone.now())
        notices.tell_of_new_password(link)
        user.set_password(password)
        user.save(update_fields=["password"])
    return user


def make_void(person: User) -> bool:
    """Close the link that is open for this person; whether there was one."""
    return _closed(Q(user=person))


def close(user_id: int) -> None:
    """Close whatever is open for or by somebody whose part has changed."""
    _closed(Q(user=user_id) | Q(made_by=user_id))


def _closed(which: Q) -> bool:
    found = OneTimeCode.objects.filter(which, purpose="reset", used=None)
    notices.put_away(Notice.objects.filter(link__in=found))
    return found.delete()[0] > 0


def _made(maker: User, person: User, campaign_id: UUID | None, *, by: str, campaign: str) -> str:
    token = tokens.new_token()
    with transaction.atomic():
        make_void(person)
        link = OneTimeCode.objects.create(
            purpose="reset",
            code_hash=tokens.digest(token),
            user=person,
            made_by=maker,
            campaign=campaign_id,
            expires=timezone.now() + LASTS,
        )
        notices.tell_of_link(link, person, by=by, campaign=campaign)
    return token


def _open(token: str) -> tuple[OneTimeCode, User]:
    found = OneTimeCode.objects.select_related("user", "made_by").filter(
        purpose="reset", code_hash=tokens.digest(token), used=None, expires__gt=timezone.now()
    )
    link = found.first()
    if link is None or link.user is None or link.made_by is None:
        raise LinkClosed
    # Asked again: either may have another role since the link was made.
    if not _may(link.made_by, link.user, link.campaign):
        raise LinkClosed
    return link, link.user


def _may(maker: User, person: User, campaign_id: UUID | None) -> bool:
    """Whether this one may open that one's account by a link, as things stand."""
    # The first account makes links for anybody else's, and nobody makes one for it.
    if maker.is_staff or person.is_staff:
        return maker.is_staff and not person.is_staff
    places = Membership.objects.filter(campaign=campaign_id, left=None)
    if not places.filter(user=maker, role="gm").exists():
        return False
    if not places.filter(user=person, made_account=True).exists():
        return False
    # An import's, and nobody's so far: its role there is not in use. A guest has no password either, but was here.
    if not person.has_usable_password() and person.last_login is None:
        return True
    # Whoever holds the link holds the account: with a GM's the secrets of their campaign.
    is_gm = Membership.objects.filter(user=person, role="gm", left=None).exists()
    return not is_gm and not notices.awaits_word_of_role(person.pk)
