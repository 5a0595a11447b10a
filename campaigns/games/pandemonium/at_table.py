"""What Pandemonium has at the table: the GM's way to the spells at work and to the books of the mages."""

from collections.abc import Sequence

from campaigns.access import MemberRequest
from campaigns.game import AtTable
from campaigns.games.pandemonium.values import CHARACTER
from campaigns.policy import Rights
from campaigns.queries.home import Glance


def at_table(request: MemberRequest, _rights: Rights, seen: Sequence[Glance]) -> AtTable:
    """For the GM, once somebody is in play; a player finds the way beside whoever they play."""
    in_play = any(one.member.kind == CHARACTER and one.member["state"] == "active" for one in seen)
    if not request.viewer.is_gm or request.is_viewing_as or not in_play:
        return AtTable()
    return AtTable(above="games/pandemonium/_at_table.html")
