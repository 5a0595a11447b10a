"""What Sorcerer has at the table: the quick roll, the demons that are being called, the round of conflict."""

from collections.abc import Iterable, Sequence
from functools import partial
from uuid import UUID

from django.http import QueryDict
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.access import MemberRequest
from campaigns.game import Aside, AtTable, Place, Way
from campaigns.games.sorcerer.conflict import announcements
from campaigns.games.sorcerer.quick_roll import rollers
from campaigns.games.sorcerer.quick_roll.forms import QuickRoll, quick_roll
from campaigns.games.sorcerer.rituals import callings, taken_time
from campaigns.policy import Rights
from campaigns.queries import at_hand as doing
from campaigns.queries.cast import Member
from campaigns.queries.home import Glance
from campaigns.viewing import Viewer

ACT = "games/sorcerer/quick_roll/_act.html"
AT_HAND = {
    "player": ("sorcerer.use_ability", "sorcerer.spot_telltale", "sorcerer.perceive_humanity"),
    "gm": ("sorcerer.damage", "sorcerer.rebel", "sorcerer.use_ability", "sorcerer.first_sight"),
}
OF_DEMONS = ("sorcerer.use_ability", "sorcerer.rebel", "sorcerer.first_sight")
"""What takes a demon that is here and in one's own hands."""
WAYS = (
    Way("rituals", gettext_lazy("Call a demon"), "flame"),
    Way("conflict", gettext_lazy("Round of conflict"), "swords"),
)
ROUND = Aside(gettext_lazy("A round of conflict is in progress"), "swords", Place("conflict"), is_first=True)


def at_table(request: MemberRequest, rights: Rights, seen: Sequence[Glance]) -> AtTable:
    """The usual roll of those who are here, and what of calling and of conflict is under way."""
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    around = [glance.member for glance in seen]
    played = {
        UUID(one.id): one.name
        for one in around
        if one.kind == "character" and one["state"] == "active" and doing.speaks_for(one, rights.member)
    }
    is_acting = request.viewer.role != "observer" and not request.is_viewing_as
    may_roll = is_acting and any(one.mine and one.scores for one in rollers.rollers(around, rights))
    calling = [_aside(one) for one in callings.callings(campaign, viewer, played)]
    calling += _taken_time(request, around)
    on = [ROUND] if announcements.is_round_on(campaign, viewer) else []
    return AtTable(
        act=ACT if may_roll or "rolled" in request.GET else "",
        takes={"roll": SimpleLazyObject(partial(roll_of, request, rights, around))},
        asides=[*on, *calling],
        ways=WAYS if played and is_acting else (),
        at_hand=_at_hand(around, rights),
    )


def _aside(one: callings.OngoingRitual) -> Aside:
    text = _("%(sorcerer)s calls %(demon)s") % {"sorcerer": one.sorcerer_name, "demon": one.demon_name}
    return Aside(text, "flame", Place("ritual", (one.sorcerer, one.demon)), told=_("go to the ritual"))


def _taken_time(request: MemberRequest, around: Sequence[Member]) -> list[Aside]:
    """Whose rituals still take time, for the GM: they let it pass in one tap (SOR-RITUAL-04)."""
    people = [(one.id, one.name, one.fields) for one in around if one.kind == "character"]
    found = taken_time.busy(request, people)
    text = _("A ritual of %(name)s takes time: let it pass")
    return [Aside(text % {"name": name}, "hourglass", Place("rituals")) for _id, name, _left in found]


def roll_of(
    request: MemberRequest, rights: Rights, seen: Iterable[Member], sent: QueryDict | None = None
) -> QuickRoll | None:
    """The quick roll for or against one of those that this viewer sees."""
    if request.viewer.role == "observer" or request.is_viewing_as:
        return None
    found = rollers.rollers(seen, rights)
    return quick_roll(rights, found, request.GET, sent)


def _at_hand(seen: Sequence[Member], rights: Rights) -> Sequence[str]:
    """What is reached for most often where somebody of the game is in play."""
    if not rollers.rollers(seen, rights):
        return ()
    ours = [member for member in seen if member.kind == "demon" and doing.speaks_for(member, rights.member)]
    has_demons = any(our["state"] in doing.IN_PLAY for our in ours)
    offered = AT_HAND["gm" if rights.member.is_gm else "player"]
    return [one for one in offered if has_demons or one not in OF_DEMONS]
