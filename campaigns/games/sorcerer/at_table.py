"""What Sorcerer has at the table: the quick roll, the demons that are being called, the round of conflict."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from campaigns.access import MemberRequest, rights_of
from campaigns.games.sorcerer.conflict import announcements
from campaigns.games.sorcerer.quick_roll import rollers
from campaigns.games.sorcerer.quick_roll.forms import QuickRoll, quick_roll
from campaigns.games.sorcerer.rituals import callings
from campaigns.log.projector import Viewer
from campaigns.models import Record
from campaigns.queries import at_hand as doing
from campaigns.queries.cast import Member
from campaigns.queries.home import Glance

AT_HAND = {
    "player": ("sorcerer.use_ability", "sorcerer.spot_telltale", "sorcerer.perceive_humanity"),
    "gm": ("sorcerer.damage", "sorcerer.rebel", "sorcerer.use_ability", "sorcerer.first_sight"),
}
OF_DEMONS = ("sorcerer.use_ability", "sorcerer.rebel", "sorcerer.first_sight")
"""What takes a demon that is here and in one's own hands."""


def at_table(request: MemberRequest, seen: Sequence[Glance]) -> Mapping[str, Any]:
    """The usual roll of those who are here, and what of calling and of conflict is under way."""
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    played = callings.played_by(campaign, rights_of(request.viewer))
    callers = played
    if viewer.is_gm:
        callers = list(Record.objects.filter(campaign=campaign, kind="character", character__state="active"))
    is_acting = request.viewer.role != "observer" and not request.is_viewing_as
    return {
        "roll": roll_of(request, [glance.member for glance in seen]),
        "played": played,
        "callings": callings.callings(campaign, viewer, callers),
        "may_call": bool(played) and is_acting,
        "is_round_on": announcements.is_round_on(campaign, viewer),
    }


def roll_of(request: MemberRequest, seen: Iterable[Member], sent: Any = None) -> QuickRoll | None:
    """The quick roll for or against one of those that this viewer sees."""
    if request.viewer.role == "observer" or request.is_viewing_as:
        return None
    found = rollers.rollers(seen, rights_of(request.viewer))
    return quick_roll(request.viewer, found, request.GET, sent)


def at_hand(request: MemberRequest, seen: Sequence[Glance]) -> Sequence[str]:
    """What is reached for most often where somebody of the game is in play."""
    rights, around = rights_of(request.viewer), [glance.member for glance in seen]
    if not rollers.rollers(around, rights):
        return ()
    ours = [member for member in around if member.kind == "demon" and doing.speaks_for(member, rights)]
    has_demons = any(our["state"] in doing.IN_PLAY for our in ours)
    offered = AT_HAND["gm" if request.viewer.is_gm else "player"]
    return [one for one in offered if has_demons or one not in OF_DEMONS]
