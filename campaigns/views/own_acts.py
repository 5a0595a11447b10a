"""What a member did last, and may take back by themselves."""

import time
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from campaigns.access import MemberRequest, rights_of
from campaigns.log import undo_graph
from campaigns.models import Act, Campaign, Entry, Undone
from campaigns.models.prepared import prepared
from campaigns.policy import NotAllowed, Rights
from campaigns.services.play import undo_step

JUST_NOW = 120
"""For so many seconds an act is offered to be undone on every page."""


def own_last_act(
    request: MemberRequest, rights: Rights | None = None, newest: int | None = None
) -> int | None:
    """This member's own last act, where they may take it back by themselves.

    `rights` are theirs and `newest` is their newest entry, where these are known and it stands.
    """
    campaign, member = request.member.campaign, request.member
    seq = None if request.is_viewing_as else newest or undo_step.last_own(campaign, member)
    if seq is None:
        return None
    try:
        (rights or rights_of(member)).check_undo(own_last=True)
    except NotAllowed:
        return None
    # It stands, so that no more can be in the way.
    return seq if undo_graph.never_undone(campaign, {seq}) is None else None


def may_undo(request: MemberRequest, campaign: Campaign, seq: int) -> bool:
    """Whether the button is shown: the same question that the act itself is asked."""
    if request.viewer.role == "observer":
        return False
    try:
        undo_step.check(rights_of(request.viewer), campaign, (seq,))
    except NotAllowed:
        return False
    return True


@dataclass(frozen=True)
class JustDone:
    """What a member did a moment ago: an act that they may undo, or an undo that they may take back."""

    seq: int
    """The act; of an undo the first entry that it took back."""
    until: int
    """Until when it is offered, in seconds since 1970."""
    undone_by: int | None = None
    may_redo: bool = False
    action: str = ""
    """What the act is, where it can be undone."""


@prepared
def _newest_act(campaign: UUID, member: UUID) -> QuerySet[Act, tuple[int, int, str | None, bool]]:
    """The last entry of a member's newest act: its number and time, the action it is about, and if it is undone."""
    entry = Entry.objects.filter(campaign=campaign, seq=OuterRef("last_seq"))
    acts = Act.objects.filter(campaign=campaign, member=member).order_by("-last_seq")
    told = acts.annotate(
        time=Subquery(entry.values("time")),
        about=undo_graph.action_about(campaign, OuterRef("last_seq")),
        is_undone=Exists(Undone.objects.filter(campaign=campaign, seq=OuterRef("last_seq"))),
    )
    return told.values_list("last_seq", "time", "about", "is_undone")[:1]


def just_done(request: MemberRequest, rights: Rights) -> JustDone | None:
    """What this member did last, where that was a moment ago. After an undo no earlier act takes its place."""
    campaign = request.member.campaign
    acts = _newest_act(campaign.pk, request.member.pk)
    if not acts:
        return None
    ((newest, at, about, is_undone),) = acts
    action = about or ""
    until = at // 1_000_000 + JUST_NOW
    if time.time() >= until:
        return None
    turned = undo_graph.turned_by(campaign, newest) if action == undo_graph.UNDO else []
    if turned and not is_undone and not undo_graph.is_undo(campaign, min(turned)):
        return JustDone(min(turned), until, newest, may_undo(request, campaign, newest))
    stands = action != undo_graph.UNDO and not is_undone
    seq = own_last_act(request, rights, newest if stands else None)
    if seq is None:
        return None
    return JustDone(
        seq, until, action=action if seq == newest else undo_graph.when_and_what(campaign, seq)[1]
    )
