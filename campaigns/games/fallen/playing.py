"""What Fallen brings to `play()`: the order of a turn, and whether a move is an action of its own."""

from collections.abc import Mapping

from campaigns.game import Playing, Preparing
from campaigns.games.fallen.fights.settings import rolls_each_turn
from campaigns.models import Campaign, Record
from campaigns.state.rows import read_sheets
from campaigns.state.unit_of_work import Sheet
from rules.fallen.allowed import HOLD_BACK, has_a_place
from rules.fallen.progress import ORDER
from rules.kernel.procedure import RecordState, State
from rules.kernel.values import Values

FIGHTER = "fallen.character"


def _known(preparing: Preparing) -> Values:
    if preparing.action in (ORDER, HOLD_BACK):  # FAL-INIT-07
        table = preparing.working.find(str(preparing.campaign.pk))
        known = {"rolled_this_turn": rolls_each_turn(table.under("settings") if table else {})}
        return known if preparing.action == ORDER else {**known, **_order(preparing.campaign)}
    if preparing.action == "fallen.movement" and _has_acted(preparing):  # FAL-MOVE-08
        return {"act": True}
    return {}


def _order(campaign: Campaign) -> Values:
    """The order that stands: all who have a place in it, whether whoever acts sees them or not, and who waits."""
    found = Record.objects.filter(campaign=campaign, kind=FIGHTER, fallen_turn__in_order=True)
    sheets = {sheet.id: sheet for sheet in read_sheets(found.order_by("born", "pk"))}
    state = State({sheet.id: RecordState(FIGHTER, sheet.fields) for sheet in sheets.values()})
    placed = [sheet for sheet in sheets.values() if has_a_place(state, sheet.id)]
    return {
        "fighters": [{"id": sheet.id} for sheet in placed],
        "delays": [
            _waits(sheet, placed) for sheet in placed if sheet["holds_back"] and not sheet["turn_done"]
        ],
    }


def _waits(sheet: Sheet, placed: list[Sheet]) -> Values:
    """For whom she waits; whoever has lost their place since leaves her the end of the turn."""
    is_there = sheet["ahead_of"] in {other.id for other in placed}
    return {"id": sheet.id, "before": sheet["ahead_of"] if is_there else None}


def _has_acted(preparing: Preparing) -> bool:
    """Whether the fighter who moves has acted in this turn, defences aside."""
    named = preparing.request.given.get("fighter")
    sheet = preparing.working.find(str(named.get("id") if isinstance(named, Mapping) else named))
    return sheet is not None and sheet.kind.name == FIGHTER and bool(sheet["acted"])


PLAYING = Playing(known=_known)
