"""What came of what somebody did: the entries that settled the questions which their act had opened."""

from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from campaigns.models import Change, Pending, Record, Tag, Undone
from campaigns.models.log import CHANGED
from campaigns.models.prepared import prepared
from campaigns.policy import ASKED_BY_GM

MOST = 2
"""So many answers are shown at once, the newest."""


def settled(campaign: UUID) -> QuerySet[Change]:
    """The changes that settled questions: an answer that was undone opened its question again."""
    return Change.objects.filter(CHANGED, campaign=campaign, field="state").exclude(after=["open"])


def is_of_theirs(campaign: UUID, actor: str) -> Q:
    """Of changes that settle questions, those of what this member's acts opened, or what was answered to them did.

    What the GM asks players for is left out: the table shows how each of them stands.
    """
    theirs = Tag.objects.filter(
        campaign=campaign, kind__in=("actor", "for"), value=actor, seq=OuterRef("record__born")
    )
    opened = _questions().filter(Exists(theirs))
    between = settled(campaign).filter(seq=OuterRef("record__born")).filter(Exists(opened))
    return Q(Exists(opened)) | Q(Exists(_questions().filter(Exists(between))))


def _questions() -> QuerySet[Pending]:
    return Pending.objects.filter(pk=OuterRef("record")).exclude(clause=ASKED_BY_GM)


def came_of(campaign: UUID, seq: int) -> list[int]:
    """The newest standing entries that settled what an entry, or an answer to it, asked for; oldest first."""
    return sorted({*_came_of(campaign, seq)})[-MOST:]


@prepared
def _came_of(campaign: UUID, seq: int) -> QuerySet[Change, int]:
    """Unsorted: asked to sort them, SQLite reads all changes of the campaign in their order."""
    asked = Record.objects.filter(campaign=campaign, kind="pending")
    first = Subquery(asked.filter(born=seq).values("pk"))
    # What made a question is a change of it, too, so that these are the entry itself and what answered it.
    told = Change.objects.filter(campaign=campaign, record__in=first, field__in=("record", "state"))
    either = Subquery(asked.filter(born__in=Subquery(told.values("seq"))).values("pk"))
    stands = ~Exists(Undone.objects.filter(campaign=campaign, seq=OuterRef("seq")))
    return settled(campaign).filter(stands, record__in=either).values_list("seq", flat=True)
