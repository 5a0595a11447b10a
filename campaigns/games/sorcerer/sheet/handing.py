"""Victories that somebody has left to carry, and hands to a comrade for their next roll (SOR-BONUS-05)."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from campaigns.games.sorcerer.awards import roll_of_victories
from campaigns.models import Campaign, Membership, Record
from campaigns.queries.at_hand import IN_PLAY, speaks_for
from campaigns.queries.cast import Member
from campaigns.services.play import follow_ups
from campaigns.services.play.action_inputs import Request, new_record_id
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.rows import read_sheet
from campaigns.state.unit_of_work import Sheet
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.values import Values
from rules.sorcerer.rollover import CLAUSE

MOST: Final = 10
"""As many dice as a bonus may have; more are left where they are."""


@dataclass(frozen=True)
class ToHand:
    """Victories that somebody may carry or hand on: how many, of which roll, and to whom."""

    dice: int
    roll: str
    comrades: list[Member]


def to_hand(winner: Member, seen: list[Member], by: Membership) -> ToHand | None:
    """What somebody has to carry; None for whoever has nothing, or is not this member's to play."""
    if not winner["rollover"] or winner["state"] not in IN_PLAY or not speaks_for(winner, by):
        return None
    open_to_all = [one for one in seen if one.visibility == "table" and one["state"] in IN_PLAY]
    comrades = [one for one in open_to_all if one.id != winner.id] if winner in open_to_all else []
    return ToHand(int(winner["rollover"]), roll_of_victories(winner["rollover_score"]), comrades)


def hand_over(*, actor: Membership, winner: Sheet, to: Sheet, key: str) -> Played:
    """Put one's victories beside the next roll of a comrade, who may leave them; see `MOST`.

    `RuleViolation` where nothing is left to carry, or where players do not see both.
    """
    note = Request(
        "table.note", {"words": f"{winner.name} hands victories to {to.name}", "about": [winner.id, to.id]}
    )
    record = new_record_id(actor.campaign_id, f"{actor.pk}/{key}", 0, "bonus")

    def plan(_campaign: Campaign) -> tuple[Request, ...]:
        now = read_sheet(Record.objects.get(pk=winner.id))
        dice = min(int(now["rollover"]), MOST)
        hidden = any(one.about["visibility"] != "table" for one in (winner, to))
        if not dice or hidden:
            told = "show both to the players first" if hidden else "no victories are left to carry"
            raise RuleViolation(told, clause=CLAUSE)
        # Nobody is named: words stay as they are, also when whoever handed them over is hidden later.
        words = _("victories of %(roll)s, handed over") % {"roll": roll_of_victories(now["rollover_score"])}
        about: Values = {"kind": "bonus", "name": "", "owner": None, "visibility": "table"}
        left = int(now["rollover"]) - dice
        effects = (
            set_to(record, "record", about),
            set_to(record, "who", to.id),
            set_to(record, "dice", dice),
            set_to(record, "words", words),
            set_to(record, "source", CLAUSE),
            set_to(winner.id, "rollover", left),
            *(() if left else (set_to(winner.id, "rollover_score", None),)),
        )
        name, known = follow_ups.carry_out(CLAUSE, effects)
        return (Request(name, {}, known=known),)

    return play(actor, ActRequest(key, (note,), plan))
