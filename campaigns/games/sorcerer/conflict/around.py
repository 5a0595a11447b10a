"""Whom the rules look at in a round of conflict besides those named: all who are in it, seen by whoever acts or not."""

from django.db.models import Q
from msgspec import structs

from campaigns.models import Campaign, Record
from campaigns.queries.at_hand import IN_PLAY
from campaigns.state import rows
from campaigns.state.unit_of_work import Sheet
from rules.kernel.procedure import RecordState, State
from rules.sorcerer.procedures.conflict import order_of

WAITING = Q(sorcerer_turn__turn="pending")
IN_ROUND = Q(sorcerer_turn__isnull=False) & ~Q(sorcerer_turn__turn="none")
HURTS = ("incoming_temporary", "incoming_lasting", "temporary")
"""What comes into force as a round ends, or is over with it (SOR-CONFLICT-22)."""
HIT = Q(sorcerer_turn__hits_read__gt=0)


def with_those_waiting(campaign: Campaign, state: State) -> State:
    """Who acts waits for everybody whose turn comes first (SOR-CONFLICT-16)."""
    return _with(campaign, state, WAITING)


def with_the_whole_round(campaign: Campaign, state: State) -> State:
    """Which hits are left to read off the chart goes by what everybody did (SOR-DAMAGE-01)."""
    return _with(campaign, state, IN_ROUND | HIT)


def for_whom_it_ends(campaign: Campaign) -> list[str]:
    """Everybody in the round in their order, then those in play whom something hurts; nobody where there is none."""
    sheets = rows.of_kinds(campaign, "character", "demon")
    rolled = order_of(State({sheet.id: _state_of(sheet) for sheet in sheets}))
    hurt = [sheet.id for sheet in sheets if sheet["state"] in IN_PLAY and any(sheet[one] for one in HURTS)]
    return list(dict.fromkeys((*rolled, *hurt))) if rolled else []


def _with(campaign: Campaign, state: State, wanted: Q) -> State:
    found = Record.objects.filter(wanted, campaign=campaign).order_by("born", "pk")
    around = {sheet.id: _state_of(sheet) for sheet in rows.read_sheets(found)}
    # What the act looked at comes last: it has what earlier steps of the act changed.
    return structs.replace(state, records={**around, **state.records})


def _state_of(sheet: Sheet) -> RecordState:
    return RecordState(sheet.kind.name, dict(sheet.fields))
