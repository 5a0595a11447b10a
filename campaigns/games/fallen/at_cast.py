"""What Fallen has beside the cast: the way to the fight."""

from collections.abc import Mapping, Sequence
from typing import Any

from campaigns.games.fallen.fights.reading import FIGHTER
from campaigns.queries.home import Glance


def at_cast(seen: Sequence[Glance]) -> Mapping[str, Any]:
    """Whether somebody can fight, and whether a fight is on."""
    fighters = [glance.member for glance in seen if glance.member.kind == FIGHTER]
    return {"may_fight": bool(fighters), "is_fight_on": any(fighter["in_combat"] for fighter in fighters)}
