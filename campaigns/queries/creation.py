"""What the page needs that asks for which rules somebody is made: what is played here, and what was begun."""

from dataclasses import dataclass
from uuid import UUID

from campaigns.game import games
from campaigns.models import Draft, Membership, Record
from campaigns.queries.clauses import systems
from campaigns.queries.games import CHARACTERS, KnownGames


@dataclass(frozen=True)
class Playable:
    """A system that a character may be made for."""

    code: str
    title: str
    is_played: bool
    """Whether somebody known to the table is in play in it."""
    has_draft: bool


def playable_systems(member: Membership, known: KnownGames) -> list[Playable]:
    """The systems of which somebody is made here, those first in which somebody known to the table is in play."""
    campaign = member.campaign_id
    seen = Record.objects.filter(campaign=campaign, visibility="table", kind__in=CHARACTERS.values())
    kinds = set(seen.values_list("kind", flat=True).distinct())
    begun = set(Draft.objects.filter(member=member).values_list("purpose", flat=True))
    found = [
        Playable(code, systems()[code], kind in kinds, kind in begun)
        for code, kind in CHARACTERS.items()
        if known.may_begin(code)
    ]
    return sorted(found, key=lambda one: not one.is_played)


def names_known(member: Membership) -> frozenset[str]:
    """What everybody and everything is called that a member knows (one query)."""
    known = Record.objects.filter(campaign=member.campaign_id)
    if not member.is_gm:
        known = known.filter(visibility="table")
    return frozenset(known.values_list("name", flat=True))


def characters_made(campaign: UUID, seq: int) -> list[str]:
    """The names of those whom an entry brought into play, without what belongs to them (one query)."""
    beside = {kind for game in games().values() for kind in game.records.in_cast}
    made = Record.objects.filter(campaign=campaign, born=seq, kind__in={*CHARACTERS.values(), *beside})
    return list(made.order_by("name").values_list("name", flat=True))
