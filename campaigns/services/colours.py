"""The colours of a campaign's people: one is given at joining, and each may take another that is free."""

from collections import Counter
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.live import hub
from campaigns.models import Membership
from campaigns.models.people import COLOURS
from campaigns.policy import NotAllowed
from campaigns.services.play.locking import locked


def given(campaign: UUID, kept: str = "") -> str:
    """The colour for whoever joins: the one they had before if it is free, else the first of those that fewest have."""
    counted = _counted(campaign)
    if kept and not counted[kept]:
        return kept
    return min(COLOURS, key=lambda colour: (counted[colour], COLOURS.index(colour)))


def free(member: Membership) -> list[str]:
    """What a member may choose: their own and what nobody has; all where there are more people than colours."""
    counted = _counted(member.campaign_id)
    found = [colour for colour in COLOURS if not counted[colour]]
    return [colour for colour in COLOURS if colour == member.colour or colour in (found or COLOURS)]


def choose(*, member: Membership, colour: str) -> None:
    """Take another colour. `NotAllowed` where somebody else has it while there is a free one."""
    with transaction.atomic():
        locked(member.campaign_id)
        now = Membership.objects.get(pk=member.pk)
        if colour not in free(now):
            raise NotAllowed(_("Someone else has that colour. Choose one that is free."))
        Membership.objects.filter(pk=member.pk).update(colour=colour)
        hub.stir(member.campaign_id)


def _counted(campaign: UUID) -> Counter[str]:
    here = Membership.objects.filter(campaign=campaign, left=None)
    return Counter(here.values_list("colour", flat=True))
