"""A fight of Fallen on one page: whose turn it is, what comes next with the acts from there, what this turn brought."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, members_only
from campaigns.forms.people import ActForm
from campaigns.games.fallen.fights.links import FightLinks
from campaigns.games.fallen.fights.options import FightOptions
from campaigns.games.fallen.fights.reading import fight_of
from campaigns.games.fallen.fights.settings import rolls_each_turn, settings_of
from campaigns.games.fallen.fights.waiting import stepping_in
from campaigns.viewing import Viewer
from campaigns.views.own_acts import own_last_act
from campaigns.views.page_context import page_context
from campaigns.views.waiting import pendings_of

WAYS = {"one": "fallen.strike", "rolls": "fallen.attack"}
"""A blow in one, or roll by roll, so that whoever defends answers at their own screen."""


@members_only
@require_safe
def fight(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The fight as this viewer sees it. The head of the log is read first, so that no entry is missed."""
    frame = page_context(request, here="table")
    viewer, questions = Viewer.of(request.viewer), frame["questions"]
    chosen = frame["state"].settings
    found = fight_of(request.member.campaign, viewer, questions, each_turn=rolls_each_turn(chosen))
    said = request.GET.get("way", "")
    page_url = f"{request.path}?way={said}" if said in WAYS else request.path
    ways = FightLinks(request, frame["rights"], found, settings_of(chosen), page_url)
    hands = FightOptions(ways)
    asks_others = hands.meets_others()
    if asks_others and not ways.leads:
        said = "rolls"  # whoever is attacked answers for themselves (FAL-DEFEND-03)
    way = said if said in WAYS else "rolls" if asks_others else "one"
    waits = list(zip(questions, pendings_of(request, questions), strict=True))
    context = frame | {
        "fight": found,
        "way": way,
        "page_url": page_url,
        "parts_url": f"{page_url}{'&' if '?' in page_url else '?'}parts",
        "act_form": ActForm(auto_id="fight-%s"),
        "join": hands.joining(),
        "now": hands.steps(waits),
        "own_turn": hands.own_turn(WAYS[way]),
        "waiting": stepping_in(ways),
        "declaring": hands.declaring(),
        "letting_go": hands.letting_go(),
        "ambush_url": hands.ambush_url(),
        "may_set": ways.leads,
        "undo_back": "fight",
        "undo_seq": last if (last := own_last_act(request)) and last >= found.after else None,
    }
    name = "_parts" if "parts" in request.GET else "fight"
    return render(request, f"games/fallen/fights/{name}.html", context)
