"""The cards of a round that lie face down, as they are shown on whatever page somebody is, until their flip."""

from uuid import UUID

from django.db.models import Q, QuerySet

from campaigns.game import FaceDown, Gathering
from campaigns.games.demon_city.rounds import counts
from campaigns.games.demon_city.rounds.clashes import CHASE, CLASH
from campaigns.games.demon_city.rounds.reading import FIGHTER, under_way
from campaigns.models import Campaign, Record
from campaigns.models.kept_reads import kept_read
from campaigns.models.prepared import prepared
from campaigns.queries import cast
from campaigns.queries.cast import Member
from campaigns.viewing import Viewer


def gathering(campaign: Campaign, viewer: Viewer) -> Gathering | None:
    """Whose cards lie face down in the round under way, of those whom this viewer sees (one query where none do)."""
    people = _people(campaign, viewer)
    if not people:
        return None
    players = [one for one in people if _is_of_player(one)]
    claims = counts.said_in(campaign).claims
    hands = tuple(FaceDown(one.name, "players" if _is_of_player(one) else "horror") for one in people)
    ready = sum(one.id in claims for one in players)
    return Gathering(hands, ready, len(players), "action_round")


def not_ready(campaign: Campaign, viewer: Viewer) -> set[str]:
    """Those of players whose cards lie face down, and who have not been said to be ready."""
    players = {one.id for one in _people(campaign, viewer) if _is_of_player(one)}
    return players - counts.said_in(campaign).claims.keys() if players else set()


def _people(campaign: Campaign, viewer: Viewer) -> list[Member]:
    lying = _lying(campaign.pk)
    found = under_way(campaign) if lying else None
    if found is None or not found.is_sorted:
        return []
    seen = {one.id: one for one in cast.of_kind(campaign, viewer, FIGHTER, CLASH, CHASE)}
    meetings = [seen[str(pk)] for pk, born in lying if born >= found.row.born and str(pk) in seen]
    return [seen[who] for meeting in meetings for who in meeting["people"] if who in seen]


def _is_of_player(one: Member) -> bool:
    return bool(one["control"] == "player")


@kept_read
@prepared
def _lying(campaign: UUID) -> QuerySet[Record, tuple[UUID, int]]:
    is_open = Q(demon_city_clash__state="open", demon_city_clash__waiting__isnull=True) | Q(
        demon_city_chase__state="open", demon_city_chase__waiting__isnull=True
    )
    found = Record.objects.filter(is_open, campaign=campaign, kind__in=(CLASH, CHASE))
    return found.order_by("born", "pk").values_list("pk", "born")
