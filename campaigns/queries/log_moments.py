"""Where in the log a moment of the game lies, for pages that show what came after it. Nothing is decided by it."""

from collections.abc import Collection

from django.db.models import Max, Min

from campaigns.log import undo_graph
from campaigns.models import Campaign, Tag


def turn_began(campaign: Campaign, turn: str, ends: Collection[str], begins: Collection[str]) -> int:
    """The number after which the entries of the turn that runs come (two queries at most).

    `turn` is the action that begins one, `ends` are those that end what it belongs to, `begins` those of which the
    first one is the beginning where no turn has been counted yet.
    """
    acts = Tag.objects.filter(campaign=campaign, kind="action").exclude(
        seq__in=undo_graph.undone(campaign, 0)
    )
    last = {
        is_turn: acts.filter(value__in=(turn,) if is_turn else ends).aggregate(seq=Max("seq"))["seq"] or 0
        for is_turn in (True, False)
    }
    if last[True] > last[False]:
        return last[True]
    first = acts.filter(value__in=begins, seq__gt=last[False]).aggregate(seq=Min("seq"))["seq"]
    return first - 1 if first else last[False]
