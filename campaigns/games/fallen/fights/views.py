"""A fight of Fallen on one page: whose turn it is, what comes next with the acts from there, what this turn brought."""

from urllib.parse import quote
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, members_only
from campaigns.forms.people import DrawForm
from campaigns.games.fallen.fights.declaring import declaring
from campaigns.games.fallen.fights.forms import AttackForm
from campaigns.games.fallen.fights.links import FightLinks
from campaigns.games.fallen.fights.options import Chosen, FightOptions
from campaigns.games.fallen.fights.reading import fight_of
from campaigns.games.fallen.fights.settings import rolls_each_turn, settings_of
from campaigns.games.fallen.fights.shown import ShownAnswer
from campaigns.games.fallen.fights.waiting import stepping_in
from campaigns.viewing import Viewer
from campaigns.views.live_page import live_page, render_page
from campaigns.views.own_acts import own_last_act
from campaigns.views.page_context import page_context
from campaigns.views.waiting import pendings_of

CHOICES = ("do", "with", "foe", "at", "declare", "act")
"""What was tapped so far and is not sent yet: it stays while the page follows the log."""


@members_only
@require_safe
@live_page
def fight(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The fight as this viewer sees it."""
    return fight_page(request)


def fight_page(request: MemberRequest, attack: AttackForm | None = None) -> HttpResponse:
    """The page, with an attack as it was typed where something of it is wrong.

    The head of the log is read first, so that no entry is missed.
    """
    url = reverse("fight", args=[request.member.campaign_id])
    frame = page_context(request, here="table")
    viewer, questions = Viewer.of(request.viewer), frame["questions"]
    chosen = frame["state"].settings
    found = fight_of(request.member.campaign, viewer, questions, each_turn=rolls_each_turn(chosen))
    ways = FightLinks(request, frame["rights"], found, settings_of(chosen), questions)
    hands = FightOptions(ways)
    waits = list(zip(questions, pendings_of(request, questions), strict=True))
    said = request.POST or request.GET
    picked = Chosen(said.get("do", ""), said.get("with", ""), said.get("foe", ""), said.getlist("at"))
    own_turn = hands.own_turn(picked)
    foes = hands.foe_urls(own_turn)
    who = hands.may_declare(said["declare"]) if "declare" in said else None
    now = hands.steps(waits)
    offered = {step.declare_url for step in now if isinstance(step, ShownAnswer)}
    tapped = [(name, value) for name in CHOICES for value in said.getlist(name)]
    query = "".join(f"{name}={quote(value)}&" for name, value in tapped)
    context = frame | {
        "fight": found,
        "page_url": url,
        "page_address": f"{url}?{query}",
        "act_form": DrawForm(auto_id="fight-%s"),
        "join": hands.joining(),
        "rolling": hands.rolling(),
        "now": now,
        "own_turn": own_turn,
        "tapped": tapped,
        "attack_form": attack or AttackForm(takes_hand=frame["rights"].agreed("hand_dice")),
        "order": [(one, foes.get(one.id, "")) for one in found.fighters],
        "declaring": declaring(ways, who, said.getlist("act")) if who is not None else None,
        "waiting": [*hands.holding_back(), *stepping_in(ways)],
        "declare_urls": [one for one in hands.declare_urls() if one[1] not in offered],
        "letting_go": hands.letting_go(),
        "ambushes": hands.ambushes(),
        "may_set": ways.leads,
        "undo_back": "fight",
        "undo_seq": last if (last := own_last_act(request)) and last >= found.after else None,
    }
    return render_page(request, "games/fallen/fights/fight.html", context, status=422 if attack else 200)
