"""What Fallen brings to `play()`: what of an act the state of the fight says, and who may roll whose initiative."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from msgspec import Struct

from campaigns.game import Playing, Preparing
from campaigns.games.fallen.fights.settings import settings_of
from campaigns.models import Campaign, Pending, Record
from campaigns.models.prepared import prepared
from campaigns.policy import NotAllowed, Rights
from campaigns.state.rows import read_sheets
from campaigns.state.unit_of_work import Sheet
from rules.fallen.allowed import ATTACKS, HOLD_BACK, INITIATIVE, NEW_TURN, STRIKE, has_a_place
from rules.fallen.initiative import InitiativeInput
from rules.fallen.movement import GAIT_CLAUSES, speed_of
from rules.fallen.procedures.fights import whose_place
from rules.fallen.progress import ORDER
from rules.fallen.turn_order import has_rolled
from rules.fallen.types import Settings
from rules.kernel.procedure import RecordState, State
from rules.kernel.values import Value, Values

FIGHTER = "fallen.character"


def _known(preparing: Preparing) -> Values:
    found: dict[str, Value] = {}
    for tell in TELLS.get(preparing.action, ()):
        found |= tell(preparing)
    return found


def _rolled_this_turn(preparing: Preparing) -> Values:
    return {"rolled_this_turn": _settings(preparing).initiative_rolled == "turn"}  # FAL-INIT-07


def _order(preparing: Preparing) -> Values:
    """The order that stands: all who have a place in it, whether whoever acts sees them or not, and who waits."""
    state = _fighting(preparing.campaign)
    sheets = {who: one.fields for who, one in state.records.items()}
    placed = [who for who, fields in sheets.items() if fields["in_order"] and has_a_place(state, who)]
    return {"fighters": [{"id": who} for who in placed], "delays": _delays(sheets, placed)}


def _waiting(preparing: Preparing) -> Values:
    """Who of those in an order that is made anew holds back: somebody who joins changes nothing of that."""
    sheets = {who: one.fields for who, one in _fighting(preparing.campaign).records.items()}
    return {"delays": _delays(sheets, [who for who in _named(preparing) if who in sheets])}


def _delays(sheets: Mapping[str, Mapping[str, Any]], placed: Sequence[str]) -> list[Values]:
    """Who of these waits, and for whom (FAL-YIELD-02)."""
    waiting = [who for who in placed if sheets[who]["holds_back"] and not sheets[who]["turn_done"]]
    before = {who: sheets[who]["ahead_of"] for who in waiting}
    # Whoever has lost their place since leaves those who waited for them the end of the turn.
    return [{"id": who, "before": before[who] if before[who] in placed else None} for who in waiting]


def _everybody(preparing: Preparing) -> Values:
    """A turn is over for all in the fight, nobody left out (FAL-TIME-02)."""
    fighters = _fighting(preparing.campaign).records
    return {"fighters": [{"id": who} for who in fighters]} if fighters else {}


def _standing(preparing: Preparing) -> Values:
    """Those who rolled before, with whom whoever rolls now may be level (FAL-INIT-06)."""
    each_turn = _settings(preparing).initiative_rolled == "turn"
    state = _fighting(preparing.campaign)
    rolling = _named(preparing)
    before = (
        who for who in state.records if who not in rolling and has_rolled(state, who, each_turn=each_turn)
    )
    return {"standing": [{"id": who} for who in before]}


def _moved(preparing: Preparing) -> Values:
    """Whether the fighter who moves has acted in this turn, defences aside (FAL-MOVE-08); else how fast she has to."""
    sheet = _sheet(preparing, "fighter")
    gait = {} if sheet is None or "gait" in preparing.request.given else _gait(sheet, preparing.request.given)
    return {**gait, "act": sheet is not None and bool(sheet["acted"])}


def _gait(sheet: Sheet, given: Values) -> Values:
    """The slowest gait that covers so many yards (FAL-MOVE-01 to FAL-MOVE-03); a run where nobody says how many."""
    yards, dexterity = given.get("yards"), sheet["dexterity"]
    if not isinstance(yards, int) or dexterity is None:
        return {"gait": "run"}
    far = int(sheet["moved"] or 0) + yards
    return {"gait": next((gait for gait in GAIT_CLAUSES if far <= speed_of(gait, dexterity)), "run")}


def _in_turn(preparing: Preparing) -> Values:
    """A roll is an action of the turn where it is the roller's turn (FAL-TIME-03)."""
    sheet = _sheet(preparing, "roller")
    if sheet is None or not sheet["in_order"]:
        return {"in_turn": False}
    state = _fighting(preparing.campaign)
    return {"in_turn": whose_place(tuple(state.records), state) == sheet.id}


def _from_where(preparing: Preparing) -> Values:
    """In a fight the Storyteller says from which side a fighter attacks in this turn (FAL-FLANK-03)."""
    sheet = _sheet(preparing, "attacker")
    return {"position": sheet["position"]} if sheet is not None and sheet["in_combat"] else {}


def _free_attack(preparing: Preparing) -> Values:
    """What the ambush left to the free attack that is open (FAL-AMBUSH-03 to -05)."""
    attacker, target = (_id(preparing.request.given.get(name)) for name in ("attacker", "target"))
    rows = [
        row
        for row in _open_strikes(preparing.campaign.pk)
        if str(row.who_id) == attacker and row.data.get("target") == target
    ]
    return {"ambush": rows[0].data["ambush"]} if rows else {}


@prepared
def _open_strikes(campaign: UUID) -> QuerySet[Pending]:
    return Pending.objects.filter(record__campaign=campaign, state="open", question=STRIKE)


def _soak(preparing: Preparing) -> Values:
    target = _sheet(preparing, "target")
    said = preparing.request.given.get("soak")
    if target is None or said or target["soaks_with"] == "stamina":
        return {}
    return {"soak": {"with": target["soaks_with"]}}


TELLS: Mapping[str, tuple[Callable[[Preparing], Values], ...]] = {
    ORDER: (_rolled_this_turn, _waiting),
    HOLD_BACK: (_rolled_this_turn, _order),
    NEW_TURN: (_everybody,),
    INITIATIVE: (_standing,),
    "fallen.movement": (_moved,),
    "fallen.roll": (_in_turn,),
    "fallen.attack": (_from_where, _free_attack),
    STRIKE: (_from_where, _free_attack, _soak),
    "fallen.maintain": (_soak,),
}
"""What the state of a fight tells of an act, by action."""

TOLD: Mapping[str, tuple[str, ...]] = {
    NEW_TURN: ("fighters",),
    "fallen.movement": ("act", "gait"),
    "fallen.roll": ("in_turn",),
    **dict.fromkeys(ATTACKS, ("position", "ambush")),
}
"""What no form asks for therefore."""


def _check(preparing: Preparing, given: Struct, rights: Rights) -> None:
    """Players roll for their own, once the GM has called them into a fight (FAL-INIT-01)."""
    if not isinstance(given, InitiativeInput) or rights.member.is_gm:
        return
    if given.asked or not all(_is_called(preparing, one.id, rights) for one in given.fighters):
        raise NotAllowed("Roll initiative for your own characters, once the GM has started a fight.")


def _is_called(preparing: Preparing, who: str, rights: Rights) -> bool:
    sheet = preparing.working.get(who)
    return rights.plays(sheet) and bool(sheet["in_combat"])


def _fighting(campaign: Campaign) -> State:
    """Everybody in the fight, seen or not."""
    found = Record.objects.filter(campaign=campaign, kind=FIGHTER, fallen_turn__in_combat=True)
    sheets = read_sheets(found.order_by("born", "pk"))
    return State({sheet.id: RecordState(FIGHTER, sheet.fields) for sheet in sheets})


def _settings(preparing: Preparing) -> Settings:
    table = preparing.working.find(str(preparing.campaign.pk))
    return settings_of(table.under("settings") if table else {})


def _sheet(preparing: Preparing, name: str) -> Sheet | None:
    sheet = preparing.working.find(_id(preparing.request.given.get(name)))
    return sheet if sheet is not None and sheet.kind.name == FIGHTER else None


def _named(preparing: Preparing) -> list[str]:
    """The fighters that an act names."""
    given = preparing.request.given.get("fighters")
    return [_id(one) for one in given] if isinstance(given, list | tuple) else []


def _id(named: object) -> str:
    return str(named.get("id") if isinstance(named, Mapping) else named)


PLAYING = Playing(known=_known, check=_check)
