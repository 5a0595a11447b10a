"""Which of the games a campaign plays: no campaign is bound to one."""

from campaigns.models import Membership, Record
from campaigns.state.kinds import named
from rules.catalogue import SETTINGS

CHARACTERS = {system: named("character", system) for system in SETTINGS}
"""The kind of a character, and the purpose of its draft, by system."""


def games_here(member: Membership) -> frozenset[str]:
    """The systems of which somebody whom the member knows is in play; all of them where that is nobody yet."""
    known = Record.objects.filter(campaign=member.campaign_id, kind__in=CHARACTERS.values())
    if not member.is_gm:
        known = known.filter(visibility="table")
    kinds = set(known.values_list("kind", flat=True).distinct())
    return frozenset(system for system, kind in CHARACTERS.items() if kind in kinds or not kinds)
