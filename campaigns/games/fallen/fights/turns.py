"""How far a fight of Fallen has come, as the log tells it: its turn, who has acted in it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Max

from campaigns.log import record, undo_graph
from campaigns.models import Campaign, Part, Tag, Undone
from rules.fallen.types import Settings

ENDS: Final = ("table.end_fight", "table.end_scene")
AMBUSH, INITIATIVE, ORDER, NEW_TURN, TAKE_TURN = (
    f"fallen.{verb}" for verb in ("ambush", "initiative", "order_actions", "new_turn", "take_turn")
)
MARKS: Final = (AMBUSH, INITIATIVE, ORDER, NEW_TURN, TAKE_TURN)
"""What begins a fight, or a turn of it."""
DECLARE: Final = "fallen.multiple_actions"
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
    """How far a fight has come for some of its fighters, told from the log: its turn, and what was settled in it."""

    number: int
    after: int
    """The entries of this turn come after that number."""
    is_ordered: bool
    """Whether the order was made since any of them rolled initiative last."""
    rolled: frozenset[str]
    """Who rolled initiative in this turn."""
    taken: frozenset[str]
    """Who has taken her turn."""
    order: frozenset[str]
    """Who stands in the turn's order."""
    delays: tuple[Mapping[str, Any], ...]
    """Who holds back in it, and ahead of whom she steps in (FAL-YIELD-02)."""
    acted: frozenset[str]
    """Who has acted, defences and free attacks aside."""
    declared: tuple[int, ...]
    """The entries in which several actions were declared."""


def turn_of(campaign: Campaign, fighters: Collection[str]) -> Turn:
    """What the log tells of a fight since the last one ended, as far as it is about any of these (four queries).

    It reads the whole log, whoever asks: what a viewer may not know of is left out by naming those whom they see.
    """
    undone = Undone.objects.filter(campaign=campaign).values("seq")
    standing_tags = Tag.objects.filter(campaign=campaign).exclude(seq__in=undone)
    acts = standing_tags.filter(kind="action")
    ended = acts.filter(value__in=ENDS).aggregate(last=Max("seq"))["last"] or 0
    wanted = acts.filter(value__in=(*MARKS, *ACTS, DECLARE), seq__gt=ended)
    about = standing_tags.filter(kind="record", value__in=list(fighters), seq__gt=ended).values("seq")
    found = sorted(set(wanted.filter(seq__in=about).values_list("seq", "value")))
    begun = [seq for seq, action in found if action == NEW_TURN]
    marks = [seq for seq, action in found if action in MARKS]
    after = begun[-1] if begun else marks[0] - 1 if marks else ended
    return _turn(campaign, len(begun) + 1, after, [seq for seq, _action in found if seq > after])


def _turn(campaign: Campaign, number: int, after: int, seqs: Collection[int]) -> Turn:
    told = list(record.documents_of(campaign, seqs)) if seqs else []
    steps = [(seq, step) for seq, document in told for step in document["steps"]]
    by_action: dict[str, list[tuple[int, Any]]] = {}
    for seq, step in steps:
        by_action.setdefault(step["action"], []).append((seq, step["input"]))
    ordered, rolled = by_action.get(ORDER, []), by_action.get(INITIATIVE, [])
    latest: Mapping[str, Any] = ordered[-1][1] if ordered else {}
    return Turn(
        number=number,
        after=after,
        is_ordered=bool(ordered) and ordered[-1][0] > max((seq for seq, _given in rolled), default=0),
        rolled=frozenset(fighter["id"] for _seq, given in rolled for fighter in given["fighters"]),
        taken=frozenset(given["fighter"]["id"] for _seq, given in by_action.get(TAKE_TURN, [])),
        order=frozenset(fighter["id"] for fighter in latest.get("fighters", ())),
        delays=tuple(latest.get("delays", ())),
        acted=frozenset(acting_in(step for _seq, step in steps)),
        declared=tuple(dict.fromkeys(seq for seq, _given in by_action.get(DECLARE, []))),
    )


def has_acted(campaign: Campaign, who: str) -> bool:
    """Whether somebody has acted in the turn that runs, defences and free attacks aside (FAL-MOVE-08)."""
    tags = Tag.objects.filter(campaign=campaign)
    acts = tags.filter(kind="action")
    begun = acts.filter(value__in=(*ENDS, NEW_TURN)).exclude(seq__in=undo_graph.undone(campaign, 0))
    after = begun.aggregate(last=Max("seq"))["last"] or 0
    about = tags.filter(kind="record", value=who, seq__gt=after).values("seq")
    found = set(acts.filter(value__in=ACTS, seq__in=about).values_list("seq", flat=True))
    return any(
        who
        in acting_in(
            record.read_document(Part.objects.filter(entry__campaign=campaign, entry__seq=seq))["steps"]
        )
        for seq in found - undo_graph.ineffective_seqs(campaign, after)
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


def rolls_each_turn(settings: Mapping[str, Any]) -> bool:
    """Whether initiative is rolled every turn, by a campaign's settings (FAL-INIT-01)."""
    return bool(settings.get("fallen.initiative_rolled", Settings().initiative_rolled) == "turn")
