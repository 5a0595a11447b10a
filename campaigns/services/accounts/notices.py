"""People are told what others do to their account and their rights: on every page until they put it away."""

from datetime import datetime

import structlog
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from campaigns.models import Membership, Notice, OneTimeCode
from campaigns.models.prepared import prepared

KEPT_IN_SIGHT = 20
logger = structlog.get_logger("pactbook.accounts")


def tell_of_link(link: OneTimeCode, person: User, *, by: str, campaign: str) -> None:
    """A link for a new password of this person is open."""
    _tell(person.pk, "link_made", by=by, campaign=campaign, link=link, until=link.expires)


def tell_of_new_password(link: OneTimeCode) -> None:
    """A link was used: who made it, and when, as it was told before."""
    told = Notice.objects.get(link=link)
    # The link is used up, so what said that it is open is no longer true.
    put_away(Notice.objects.filter(pk=told.pk))
    _tell(told.user_id, "password_set", by=told.by, campaign=told.campaign, link_made=told.made)


def tell_of_role(member: Membership, *, by: Membership, role: str) -> None:
    """Somebody else took a GM's role away; the new one, or "" for none."""
    _tell(member.user_id, "role_taken", by=by.name, campaign=member.campaign.name, role=role)


def of(user: User) -> QuerySet[Notice]:
    """Everything that this person was ever told."""
    return Notice.objects.filter(user=user)


def open_for(user: User) -> list[Notice]:
    """What is told on the pages of this person now."""
    now = timezone.now()
    return [notice for notice in _open(user.pk) if notice.until is None or notice.until > now]


@prepared
def _open(user: int) -> QuerySet[Notice]:
    return Notice.objects.filter(user=user, put_away=None).order_by("made")


def history_of(user: User) -> list[Notice]:
    """The newest things that were ever told, put away or not: whoever holds the account cannot make them unsaid."""
    return list(of(user).order_by("-made")[:KEPT_IN_SIGHT])


def put_away(found: QuerySet[Notice]) -> int:
    """Tell these no more; how many there were."""
    return found.filter(put_away=None).update(put_away=timezone.now())


def awaits_word_of_role(user_id: int) -> bool:
    """Whether somebody was a GM until a change that they have not put away yet."""
    return Notice.objects.filter(user=user_id, kind="role_taken", put_away=None).exists()


def _tell(
    user_id: int,
    kind: str,
    *,
    by: str,
    campaign: str,
    role: str = "",
    link: OneTimeCode | None = None,
    link_made: datetime | None = None,
    until: datetime | None = None,
) -> None:
    Notice.objects.create(
        user_id=user_id,
        kind=kind,
        by=by,
        campaign=campaign,
        role=role,
        link=link,
        link_made=link_made,
        until=until,
    )
    logger.info("account", kind=kind, user=user_id)
