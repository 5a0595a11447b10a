"""Whom the rules look at in a round of conflict besides those named: all who are in it, seen by whoever acts or not."""

from django.db.models import Q
from msgspec import structs

from campaigns.models import Campaign, Record, SorcererTurn
from campaigns.queries.at_hand import IN_PLAY
from campaigns.state import rows
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from rules.kernel.procedure import RecordState, State
from rules.sorcerer.procedures.conflict import order_of

PEOPLE = ("character", "demon")
IN_ROUND = Q(sorcerer_turn__isnull=False) & ~Q(sorcerer_turn__turn="none")
HURTS = ("incoming_temporary", "incoming_lasting", "temporary")
"""What comes into force as a round ends, or is over with it (SOR-CONFLICT-22)."""
HIT = Q(sorcerer_turn__hits_read__gt=0) | ~Q(sorcerer_turn__hits_taken={})
GUNS = Q(kind="gun")


def with_the_whole_round(campaign: Campaign, state: State) -> State:
    """Whose turn it is, and which hits are left to read off the chart, goes by what everybody did."""
    turns = SorcererTurn.objects.filter(record__campaign=campaign).exclude(turn="none")
    aimed_at = Q(pk__in=turns.values("round_target")) | Q(pk__in=turns.values("round_stray"))
    return _with(campaign, state, IN_ROUND | HIT | GUNS | aimed_at)


def round_of(campaign: Campaign, working: UnitOfWork) -> State:
    """Where the round stands before an act, with what earlier steps of the act have changed."""
    looked_at = {one.id: _state_of(one) for one in working.loaded() if one.kind.name in PEOPLE}
    return with_the_whole_round(campaign, State(looked_at))


def for_whom_it_ends(campaign: Campaign) -> list[str]:
    """Everybody in the round in their order, then those in play whom something hurts; nobody where there is none."""
    sheets = rows.of_kinds(campaign, *PEOPLE)
    rolled = order_of(State({sheet.id: _state_of(sheet) for sheet in sheets}))
    hurt = [sheet.id for sheet in sheets if sheet["state"] in IN_PLAY and any(sheet[one] for one in HURTS)]
    hurt += [sheet.id for sheet in sheets if sheet.under("hits_taken")]
    return list(dict.fromkeys((*rolled, *hurt))) if rolled else []


def _with(campaign: Campaign, state: State, wanted: Q) -> State:
    found = Record.objects.filter(wanted, campaign=campaign).order_by("born", "pk")
    around = {sheet.id: _state_of(sheet) for sheet in rows.read_sheets(found)}
    # What the act looked at comes last: it has what earlier steps of the act changed.
    return structs.replace(state, records={**around, **state.records})


def _state_of(sheet: Sheet) -> RecordState:
    return RecordState(sheet.kind.name, dict(sheet.fields))
