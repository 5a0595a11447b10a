"""What Fallen brings to `play()`: when initiative was rolled, and whether a move is an action of its own."""

from typing import Any

from campaigns.game import Playing, Preparing
from campaigns.games.fallen.fights.turns import has_acted, rolls_each_turn


def _known(preparing: Preparing) -> dict[str, Any]:
    if preparing.action == "fallen.order_actions":  # FAL-INIT-07
        table = preparing.working.find(str(preparing.campaign.pk))
        return {"rolled_this_turn": rolls_each_turn(table.under("settings") if table else {})}
    if preparing.action == "fallen.movement" and _has_acted(preparing):  # FAL-MOVE-08
        return {"act": True}
    return {}


def _has_acted(preparing: Preparing) -> bool:
    """Whether the fighter who moves has acted in this turn, defences aside."""
    named = preparing.request.given.get("fighter")
    who = str(named.get("id") if isinstance(named, dict) else named)
    sheet = preparing.working.find(who)
    if sheet is None or sheet.kind.name != "fallen.character":
        return False
    return bool(sheet["actions_taken"]) and has_acted(preparing.campaign, who)


PLAYING = Playing(known=_known)
