"""What Fallen has at the table: a fight that is on."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from campaigns.access import MemberRequest
from campaigns.game import Aside, AtTable, Place
from campaigns.games.fallen.fights.reading import FIGHTER
from campaigns.policy import Rights
from campaigns.queries.home import Glance


def at_table(_request: MemberRequest, _rights: Rights, seen: Sequence[Glance]) -> AtTable:
    """The way to the fight, while one is on."""
    fighters = [glance.member for glance in seen if glance.member.kind == FIGHTER]
    if not any(fighter["in_combat"] for fighter in fighters):
        return AtTable()
    return AtTable(asides=[Aside(_("A fight is in progress"), "swords", Place("fight"), is_first=True)])
