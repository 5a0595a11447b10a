"""Who is shown the same as others: whoever has nothing in a campaign that is theirs alone."""

from collections.abc import Hashable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Now

from campaigns.log.audiences import TOLD_NOW
from campaigns.models import Act, Bookmark, Campaign, Comment, Delivery, Draft, Membership, Part, Record, Tag
from campaigns.models.prepared import prepared
from campaigns.queries.presence import GONE, state_of
from campaigns.viewing import MEMBER, OWN, Viewer

Own = tuple[bool, str | None, datetime | None, datetime]
Told = tuple[*Own, str | None, datetime | None, str, int, str, bool, int, str, int, int]


class Asking(NamedTuple):
    """Somebody who asks for a campaign's page, as one read tells them: the account, its session and the place."""

    member: Membership
    session: str
    """What is stored of the session, which says by itself whose it is."""
    alike: Hashable | None
    """As `seen_alike` has it."""


def seen_alike(member: Membership) -> Hashable | None:
    """Equal for members to whom the same may be shown; None for whom anything is shown that may be theirs alone.

    It is made of what was read: whose parts are for them besides their own, of which there are none, and that nobody
    of the cast, no act and nothing half done or written is theirs. What a role lets somebody do stands beside.
    """
    ((has_own, said, beat, now),) = _own(member.campaign_id, member.pk, *_own_audiences(member.pk), TOLD_NOW)
    return None if has_own else _alike(member, state_of(said, beat, now))


def asking(campaign: UUID, member: UUID, session: str) -> Asking | None:
    """A member with the session of this key, if there are both now (one query). Whose session it is, is not asked."""
    for told in _asking(campaign, member, *_own_audiences(member), TOLD_NOW, session):
        has_own, said, beat, now, data, until, role, user, password, is_active, seq, digest, stir, gm_stir = (
            told
        )
        if data is None or until is None or until <= now:
            return None
        place = Membership(pk=member, campaign_id=campaign, user_id=user, role=role)
        place.user = User(pk=user, password=password, is_active=is_active)
        place.campaign = Campaign(pk=campaign, head_seq=seq, head_hash=digest, stir=stir, gm_stir=gm_stir)
        alike = None if has_own else _alike(place, state_of(said, beat, now))
        return Asking(place, data, alike)
    return None


def _own_audiences(member: UUID) -> tuple[str, str]:
    return f"{MEMBER}{member}", f"{OWN}{member}"


def _alike(member: Membership, is_there: str) -> Hashable:
    own = _own_audiences(member.pk)
    # Of whom nobody has said yet that they are there, their own pages alone say it.
    there = member.pk if is_there == GONE else is_there
    return (member.role, there, tuple(one for one in Viewer.of(member).audiences if one not in own))


@prepared
def _own(
    campaign: UUID, member: UUID, theirs: str, alone: str, told_to_some: tuple[str, str, str]
) -> QuerySet[Membership, Own]:
    """Whether anything is theirs, and how their own presence stands."""
    found = _with_own(campaign, member, theirs, alone, told_to_some)
    return found.values_list("has_own", "presence__state", "presence__beat", Now())


@prepared
def _asking(
    campaign: UUID, member: UUID, theirs: str, alone: str, told_to_some: tuple[str, str, str], session: str
) -> QuerySet[Membership, Told]:
    of_key = Session.objects.filter(session_key=session)
    found = _with_own(campaign, member, theirs, alone, told_to_some).filter(campaign=campaign, left=None)
    return found.values_list(
        "has_own",
        "presence__state",
        "presence__beat",
        Now(),
        Subquery(of_key.values("session_data")),
        Subquery(of_key.values("expire_date")),
        "role",
        "user",
        "user__password",
        "user__is_active",
        "campaign__head_seq",
        "campaign__head_hash",
        "campaign__stir",
        "campaign__gm_stir",
    )


def _with_own(
    campaign: UUID, member: UUID, theirs: str, alone: str, told_to_some: tuple[str, str, str]
) -> QuerySet[Membership]:
    mine = {"member": OuterRef("pk")}
    told = Part.objects.filter(audience=theirs)
    # Sealed parts of others' acts that are for them, too: a whisper's tags name its readers.
    of_some = Tag.objects.filter(campaign=campaign, kind="action", value__in=told_to_some)
    tags = of_some.filter(audience__in=(theirs, alone))
    anything = (
        Exists(Record.objects.filter(campaign=campaign, owner=OuterRef("pk")))
        | Exists(Act.objects.filter(campaign=campaign, **mine))
        | Exists(told)
        | Exists(tags)
        | Exists(Delivery.objects.filter(put_away=None, **mine))
        | Exists(Draft.objects.filter(**mine))
        | Exists(Comment.objects.filter(author=OuterRef("pk")))
        | Exists(Bookmark.objects.filter(**mine))
    )
    return Membership.objects.filter(pk=member).annotate(has_own=anything)
