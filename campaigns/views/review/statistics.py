"""What the dice did, who acted, how people fared."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, get_record_to_see, members_only
from campaigns.game import game_of
from campaigns.queries.games import games_of
from campaigns.queries.review import filters
from campaigns.queries.review.finding import Wanted
from campaigns.queries.review.statistics import MOST_ENTRIES
from campaigns.queries.review.statistics import statistics as count
from campaigns.viewing import Viewer
from campaigns.views.page_context import page_context


@members_only
@require_safe
def statistics(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Luck against the odds, faces against expectation, and who did what; of everything, a session or a person."""
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    choices = filters.lists(campaign, viewer)
    session, person = request.GET.get("session", ""), request.GET.get("person", "")
    if session:
        session = get_record_to_see(request.viewer, session, ("session",)).id
    if person not in dict(choices["person"]):
        person = ""
    found = count(campaign, viewer, Wanted(session=session, person=person))
    context = {
        "found": found,
        "has_dice": any(game_of(one).playing.draws != "cards" for one in games_of(request.viewer).here),
        "most": MOST_ENTRIES,
        "sessions": choices["session"],
        "people": choices["person"],
        "session": session,
        "person": person,
    }
    return render(request, "statistics/statistics.html", page_context(request, "log") | context)
