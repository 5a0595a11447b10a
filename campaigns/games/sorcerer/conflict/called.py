"""Whom a round that was rolled waits for: whose turn it is, and who has to say how they meet an attack."""

from collections.abc import Iterator
from typing import Final, Literal

from django.utils.translation import gettext_lazy

from campaigns.games.sorcerer.conflict.announcements import is_rolled
from campaigns.games.sorcerer.conflict.around import with_the_whole_round
from campaigns.models import Campaign, Record
from campaigns.policy import Rights
from campaigns.queries.calls import Call
from campaigns.state import rows
from campaigns.viewing import Viewer
from rules.kernel.procedure import State
from rules.sorcerer.procedures.conflict import answered, course, met_by

Waits = Literal["act", "meet", "decide"]
WAITING: Final = "wait"
ACT = gettext_lazy("It is %(name)s's turn in the round")
MEET = gettext_lazy("%(name)s is attacked: give up their action, or keep it?")
DECIDE = gettext_lazy("%(name)s waits for an opening: does it earn a roll?")


def to_act(campaign: Campaign, viewer: Viewer, rights: Rights) -> Iterator[Call]:
    """The one for whom the round waits, if this viewer speaks for them; of nobody's own the GM is called.

    The GM hears of a player's, too.
    """
    if not is_rolled(campaign):
        return
    found = waits_for(with_the_whole_round(campaign, State({})))
    record = (
        Record.objects.filter(campaign=campaign, pk=found[1]).select_related("owner").first()
        if found
        else None
    )
    if found is None or record is None or not viewer.sees(record.visibility):
        return
    sheet = rows.read_sheet(record)
    is_a_players = sheet.in_hand and record.owner is not None and record.owner.role == "player"
    is_gms = found[0] == "decide" or not is_a_players
    if (viewer.is_gm or not is_gms) and rights.plays(sheet):
        text = {"act": ACT, "meet": MEET, "decide": DECIDE}[found[0]]
        owner = "" if is_gms else str(record.owner_id)
        yield Call(found[0], sheet.id, sheet.name, text, "conflict", owner=owner)


def waits_for(state: State) -> tuple[Waits, str] | None:
    """What a round waits for now, and whose that is."""
    now = course(state)
    acting, act = now.acting, now.place_of(now.acting)
    if acting is None or act is None:
        return None
    if act.target is not None and len(met_by(state, acting)) > 1 and answered(state, acting) is None:
        return "meet", act.target
    return ("decide" if act.action == WAITING else "act"), acting
