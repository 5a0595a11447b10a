"""How far a fight of Fallen has come, as the log tells it: its turn, who has acted in it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Max

from campaigns.log import record, standing
from campaigns.log.projector import Viewer
from campaigns.models import Campaign, Part, Tag, Undone

ENDS: Final = ("table.end_fight", "table.end_scene")
AMBUSH, INITIATIVE, ORDER, NEW_TURN, TAKE_TURN = (
    f"fallen.{verb}" for verb in ("ambush", "initiative", "order_actions", "new_turn", "take_turn")
)
ACTS: Final = {
    "fallen.attack": "attacker",
    "fallen.strike": "attacker",
    "fallen.strafe": "attacker",
    "fallen.maintain": "holder",
    "fallen.escape": "prisoner",
    "fallen.roll": "roller",
    TAKE_TURN: "fighter",
}
"""Actions of a turn, defences aside, and where whoever acts stands in them."""


@dataclass(frozen=True)
class Turn:
    """How far a fight has come, told from the log: its turn, and what was settled in it."""

    number: int
    after: int
    """The entries of this turn come after that number."""
    is_ordered: bool
    rolled: frozenset[str]
    """Who rolled initiative in this turn."""
    taken: frozenset[str]
    """Who has taken her turn."""


def turn_of(campaign: Campaign, viewer: Viewer) -> Turn:
    """What the log tells of the fight since the last one ended (three queries)."""
    undone = Undone.objects.filter(campaign=campaign).values("seq")
    tags = Tag.objects.filter(campaign=campaign, audience__in=viewer.audiences).exclude(seq__in=undone)
    acts = tags.filter(kind="action")
    ended = acts.filter(value__in=ENDS).aggregate(last=Max("seq"))["last"] or 0
    wanted = (AMBUSH, INITIATIVE, ORDER, NEW_TURN, TAKE_TURN)
    found = sorted(set(acts.filter(value__in=wanted, seq__gt=ended).values_list("seq", "value")))
    begun = [seq for seq, action in found if action == NEW_TURN]
    after = begun[-1] if begun else found[0][0] - 1 if found else ended
    now = {seq: action for seq, action in found if seq > after}
    about = tags.filter(kind="record", seq__in=now).values_list("seq", "value")
    by_action: dict[str, set[str]] = {}
    for seq, named in about:
        by_action.setdefault(now[seq], set()).add(named)
    return Turn(
        number=len(begun) + 1,
        after=after,
        is_ordered=_last(now, ORDER) > _last(now, INITIATIVE),
        rolled=frozenset(by_action.get(INITIATIVE, ())),
        taken=frozenset(by_action.get(TAKE_TURN, ())),
    )


def has_acted(campaign: Campaign, who: str) -> bool:
    """Whether somebody has acted in the turn that runs, defences and free attacks aside (FAL-MOVE-08)."""
    tags = Tag.objects.filter(campaign=campaign)
    acts = tags.filter(kind="action")
    begun = acts.filter(value__in=(*ENDS, NEW_TURN)).exclude(seq__in=standing.undone(campaign, 0))
    after = begun.aggregate(last=Max("seq"))["last"] or 0
    about = tags.filter(kind="record", value=who, seq__gt=after).values("seq")
    found = set(acts.filter(value__in=ACTS, seq__in=about).values_list("seq", flat=True))
    return any(
        who
        in acting_in(
            record.read_document(Part.objects.filter(entry__campaign=campaign, entry__seq=seq))["steps"]
        )
        for seq in found - standing.neutral(campaign, after)
    )


def acting_in(steps: Iterable[Mapping[str, Any]]) -> set[str]:
    """Who acts in these steps: an action that counts for her turn, and no defence."""
    return {
        str(step["input"][ACTS[step["action"]]]["id"])
        for step in steps
        if step["action"] in ACTS and _counts(step["action"], step["input"], step["outcome"])
    }


def _counts(action: str, given: Mapping[str, Any], outcome: Mapping[str, Any]) -> bool:
    if action == TAKE_TURN:
        return bool(outcome.get("stands_up"))  # FAL-KNOCK-03
    if action == "fallen.roll":
        return bool(given.get("in_turn"))
    return given.get("ambush") is None  # FAL-AMBUSH-09


def _last(now: Mapping[int, str], action: str) -> int:
    return max((seq for seq, one in now.items() if one == action), default=0)
