"""The round of conflict that was rolled last, as the log has it: who acts before whom, and what each does."""

from collections.abc import Mapping
from typing import Any, Final

from campaigns.log import record, undo_graph
from campaigns.models import Campaign, Part, Tag

ROUND: Final = "sorcerer.conflict_round"


def rolled_at(campaign: Campaign) -> int | None:
    """The number of the entry in which the newest round that stands was rolled."""
    neutral = undo_graph.ineffective_seqs(campaign, 0)
    tags = Tag.objects.filter(campaign=campaign, kind="action", value=ROUND)
    return next(
        (seq for seq in tags.order_by("-seq").values_list("seq", flat=True) if seq not in neutral), None
    )


def places(campaign: Campaign) -> Mapping[str, Mapping[str, Any]]:
    """By combatant the `place` in the order, from 0 on, and the `action` of that round (SOR-CONFLICT-15)."""
    seq = rolled_at(campaign)
    if seq is None:
        return {}
    parts = Part.objects.filter(entry__campaign=campaign, entry__seq=seq).order_by("position")
    rolled = next(step for step in record.read_document(list(parts))["steps"] if step["action"] == ROUND)
    does = {combatant["id"]: combatant["action"] for combatant in rolled["input"]["combatants"]}
    return {
        who: {"place": place, "action": does[who]} for place, who in enumerate(rolled["outcome"]["order"])
    }
