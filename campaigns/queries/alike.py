"""Who is shown the same as others: whoever has nothing in a campaign that is theirs alone."""

from collections.abc import Hashable
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from campaigns.log.audiences import SHOW, WHISPER
from campaigns.models import Act, Bookmark, Comment, Delivery, Draft, Membership, Part, Record, Tag
from campaigns.models.prepared import prepared
from campaigns.queries.presence import state_of
from campaigns.viewing import MEMBER, OWN, Viewer


def seen_alike(member: Membership) -> Hashable | None:
    """Equal for members to whom the same may be shown; None for whom anything is shown that may be theirs alone.

    It is made of what was read: whose parts are for them besides their own, of which there are none, and that nobody
    of the cast, no act and nothing half done or written is theirs. What a role lets somebody do stands beside.
    """
    own = (f"{MEMBER}{member.pk}", f"{OWN}{member.pk}")
    ((has_own, said, beat, now),) = _own(member.campaign_id, member.pk, *own, (WHISPER, SHOW))
    if has_own:
        return None
    is_there = state_of(said, beat, now)
    return (member.role, is_there, tuple(one for one in Viewer.of(member).audiences if one not in own))


@prepared
def _own(
    campaign: UUID, member: UUID, theirs: str, alone: str, told_to_some: tuple[str, str]
) -> QuerySet[Membership, tuple[bool, str | None, datetime | None, datetime]]:
    """Whether anything is theirs, and how their own presence stands."""
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
    found = Membership.objects.filter(pk=member).annotate(has_own=anything)
    return found.values_list("has_own", "presence__state", "presence__beat", Now())
