"""What Sorcerer's kinds of records are to the table."""

from dataclasses import replace

from msgspec import structs

from campaigns.game import Records
from campaigns.games.sorcerer import glimpses
from campaigns.games.sorcerer.carried_over import carried_over
from campaigns.games.sorcerer.conflict import order
from campaigns.models import Campaign, Record
from campaigns.queries.layouts.plain import plain_layout
from campaigns.state import rows
from rules.kernel.procedure import RecordState, State


def _turn(campaign: Campaign, state: State) -> State:
    """Who acts in a round waits for everybody whose turn comes first, named or not (SOR-CONFLICT-15).

    Everybody has their place in the order, and what they do.
    """
    waiting = Record.objects.filter(campaign=campaign, sorcerer_turn__turn="pending").order_by("born", "pk")
    around = {
        sheet.id: RecordState(sheet.kind.name, dict(sheet.fields)) for sheet in rows.read_sheets(waiting)
    }
    known = order.places(campaign)
    found = {
        one: RecordState(stored.kind, {**stored.fields, **known.get(one, {})})
        for one, stored in {**around, **state.records}.items()
    }
    return structs.replace(state, records=found)


RECORDS = Records(
    living=("character", "demon"),
    clocked=("demon", "contact"),
    state_for={"sorcerer.resolve_attack": _turn},
    in_cast=("demon",),
    ends=tuple((tie, end) for tie in ("binding", "contact") for end in ("sorcerer", "demon")),
    layouts={
        "character": replace(plain_layout("character"), glimpse=glimpses.sorcerer),
        "demon": replace(plain_layout("demon"), glimpse=glimpses.demon),
    },
    pages={"demon": "demon"},
    carried_over=carried_over,
)
