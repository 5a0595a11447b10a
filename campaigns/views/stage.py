"""The stage: a television's page, its code, and what the GM has it show."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from campaigns.access import MemberRequest, UserRequest, anyone, gms_only, signed_in, stage_in
from campaigns.models import Campaign, CampaignState, Membership, Stage
from campaigns.models.stages import LASTS, MODES, STAGE_COOKIE
from campaigns.queries import stage as queries
from campaigns.queries.home import Glance
from campaigns.queries.timeline import ShownEntry
from campaigns.services import stages
from campaigns.templatetags.live import patches
from campaigns.templatetags.look import game_time
from campaigns.views.absolute_urls import address_for_others
from campaigns.views.page_context import whereabouts
from campaigns.views.qr import qr_code
from campaigns.views.refusals import answering_refusals, counting_strangers

PAGE = "stage/stage.html"


@dataclass(frozen=True)
class Screen:
    """What a stage shows now."""

    mode: str
    scene: str
    clock: str
    moment: ShownEntry | None
    cast: list[Glance]


@anyone
@require_safe
def stage(request: HttpRequest) -> HttpResponse:
    """What everybody at the table may see; a code, until a GM has let this browser in."""
    found = stage_in(request)
    return _wait(request) if found is None else render(request, PAGE, _context(found))


@anyone
@require_safe
def stage_since(request: HttpRequest) -> HttpResponse:
    """What of an open stage is another than it was; 205 for a browser that is none (any more) and begins anew."""
    found = stage_in(request)
    if found is None:
        return HttpResponse(status=205)
    return HttpResponse(patches(PAGE, _context(found), request, {"stage": request.GET.get("mark", "")}))


@counting_strangers
def _wait(request: HttpRequest) -> HttpResponse:
    """The code for the GM. The page asks by itself whether it was typed."""
    held = request.COOKIES.get(STAGE_COOKIE, "")
    ticket = held if stages.is_waiting(held) else stages.new_ticket()
    code = stages.code_of(ticket)
    address = address_for_others(request, f"{reverse('let_stage_in')}?{urlencode({'code': code})}")
    answer = render(request, "stage/code.html", {"code": code, "qr": qr_code(address)})
    answer.set_cookie(
        STAGE_COOKIE,
        ticket,
        max_age=LASTS,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return answer


@signed_in
@require_safe
def let_stage_in(request: UserRequest) -> HttpResponse:
    """Where a scanned code leads: which campaign the television is to show."""
    found = Membership.objects.filter(user=request.user.pk, role="gm", left=None)
    context = {
        "code": request.GET.get("code", "")[:20],
        "campaigns": [one.campaign for one in found.select_related("campaign").order_by("joined")],
    }
    return render(request, "stage/let_in.html", context)


@gms_only
@require_POST
@answering_refusals
def open_stage(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The television that shows this code is let in."""
    try:
        stages.open_stage(actor=request.member, code=request.POST.get("code", "")[:40])
    except stages.UnknownCode as error:
        messages.error(request, str(error))
    return redirect(f"{reverse('table', args=[campaign_id])}#stage-controls")


@gms_only
@require_POST
@answering_refusals
def direct_stage(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Blank, hold, follow; or the end."""
    mode = request.POST.get("mode", "")
    if mode == "end":
        stages.end_stages(request.member.campaign)
    elif mode in MODES:
        stages.direct(actor=request.member, mode=mode)
    else:
        raise BadRequest
    return redirect(f"{reverse('table', args=[campaign_id])}#stage-controls")


def on_stage(campaign: Campaign, state: CampaignState) -> Screen | None:
    """What the stages of a campaign show now; None where there is none. All of them show the same."""
    found = stages.stages_of(campaign)
    return _screen(found[0], campaign, state) if found else None


def _context(found: Stage) -> dict[str, Any]:
    state = CampaignState.objects.select_related("session", "scene").get(pk=found.campaign_id)
    told: Mapping[str, Any] = {"campaign": found.campaign, "screen": _screen(found, found.campaign, state)}
    return dict(told)


def _screen(found: Stage, campaign: Campaign, state: CampaignState) -> Screen:
    if found.mode == "blank":
        return Screen(found.mode, "", "", None, [])
    return Screen(
        found.mode,
        whereabouts(state),
        game_time(state.now),
        queries.moment(campaign, found.held),
        queries.cast(campaign, state.settings),
    )
