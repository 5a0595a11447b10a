"""What a member did last, and may take back by themselves."""

import time

from campaigns.access import MemberRequest, rights_of
from campaigns.log import standing
from campaigns.log.standing import NotUndoable
from campaigns.models import Act, Entry
from campaigns.policy import NotAllowed
from campaigns.services import turning_round

JUST_NOW = 120
"""For so many seconds an act is offered to be undone on every page."""


def own_last_act(request: MemberRequest) -> int | None:
    """This member's own last act, where they may take it back by themselves."""
    campaign, member = request.member.campaign, request.member
    seq = None if request.is_viewing_as else turning_round.last_own(campaign, member)
    if seq is None:
        return None
    try:
        rights_of(member).check_undo(own_last=True)
        standing.refuse(campaign, seq)
    except (NotAllowed, NotUndoable):
        return None
    return seq


def just_done(request: MemberRequest) -> tuple[int, int] | None:
    """This member's own last act where it was made a moment ago: its entry, and for how many seconds it is offered."""
    campaign = request.member.campaign
    acts = Act.objects.filter(campaign=campaign, member=request.member)
    newest = acts.order_by("-last_seq").values_list("last_seq", flat=True).first()
    if newest is None:
        return None
    at = Entry.objects.values_list("time", flat=True).get(campaign=campaign, seq=newest)
    left = JUST_NOW - int(time.time() - at / 1_000_000)
    if left <= 0:
        return None
    seq = own_last_act(request)
    return None if seq is None else (seq, left)
