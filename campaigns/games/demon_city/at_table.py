"""What Demon City has at the table: whether the decks stand, and who announces next."""

from collections.abc import Sequence

from campaigns.access import MemberRequest
from campaigns.forms.people import DrawForm
from campaigns.game import AtTable
from campaigns.games.demon_city.decks import reading as decks
from campaigns.games.demon_city.rounds import reading as rounds
from campaigns.policy import Rights
from campaigns.queries import at_hand
from campaigns.queries.home import Glance
from campaigns.viewing import Viewer


def at_table(request: MemberRequest, rights: Rights, seen: Sequence[Glance]) -> AtTable:
    """Where somebody throws with cards: whether the decks for it stand (DEC-DECK-01), and who of these announces."""
    if request.viewer.role == "observer" or request.is_viewing_as:
        return AtTable()
    own = [
        glance.member
        for glance in seen
        if glance.member.kind == rounds.FIGHTER and glance.member["state"] == "active"
    ]
    own = [member for member in own if at_hand.speaks_for(member, rights.member)]
    if not own:
        return AtTable()
    campaign = request.member.campaign
    both_stand = len(decks.standing(campaign)) == len(decks.BOTH)
    on = rounds.announces_next(campaign, Viewer.of(request.viewer))
    announces = next((member.name for member in own if member.id == on), "")
    shown = {"both_stand": both_stand, "form": DrawForm(auto_id="decks-%s"), "announces": announces}
    return AtTable(above="games/demon_city/decks/_at_table.html", takes={"decks": shown})
