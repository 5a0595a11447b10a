"""A demo of one's own: taking a place in it, starting it over, removing it."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.access import MemberRequest, UserRequest, get_member_to_see, members_only, signed_in
from campaigns.forms.games import LookAroundForm, StartOverForm
from campaigns.forms.people import refuse_expired
from campaigns.models import CampaignState
from campaigns.queries.demos import own_demo
from campaigns.queries.games import games_chosen
from campaigns.services import looking_around as services
from campaigns.views.campaigns_list import may_found, why_not_found
from campaigns.views.refusals import answering_refusals


@signed_in
@require_POST
@answering_refusals
def look_around(request: UserRequest) -> HttpResponse:
    """To the table of one's demo, which is made the first time, as its GM or as a player."""
    if not may_found(request.user):
        raise PermissionDenied(why_not_found(request.user))
    form = LookAroundForm(request.POST)
    refuse_expired(form)
    return redirect("table", services.look_around(user=request.user, **form.cleaned_data).pk)


@members_only
@require_POST
@answering_refusals
def change_places(request: MemberRequest, campaign_id: UUID, member_id: UUID) -> HttpResponse:
    """To the table of one's demo in another place."""
    if request.member.campaign.demo_of_id != request.user.pk:
        raise Http404
    services.change_places(user=request.user, member=get_member_to_see(request.member, member_id))
    return redirect("table", campaign_id)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def start_demo_over(request: UserRequest) -> HttpResponse:
    """Asked once: the demo as it was at first, or an evening of another game instead."""
    demo = own_demo(request.user)
    if demo is None:
        return _without_demo(request)
    if request.method != "POST":
        chosen = games_chosen(CampaignState.objects.get(pk=demo.pk).policy)
        form = StartOverForm(initial={"game": chosen[0], "copy": str(demo.pk)})
        return render(request, "campaigns/demo_over.html", {"demo": demo, "form": form})
    form = StartOverForm(request.POST)
    refuse_expired(form)
    anew = services.start_over(user=request.user, **form.cleaned_data)
    return redirect("table", anew.pk) if anew else _without_demo(request)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def remove_demo(request: UserRequest) -> HttpResponse:
    """Asked once: the demo goes, with all that was played there."""
    demo = own_demo(request.user)
    if demo is None:
        return _without_demo(request)
    if request.method != "POST":
        return render(request, "campaigns/demo_remove.html", {"demo": demo})
    services.remove(user=request.user)
    messages.success(request, _("The demo was removed."))
    return redirect("campaigns_list")


def _without_demo(request: UserRequest) -> HttpResponse:
    messages.info(request, _("You have no demo any more."))
    return redirect("campaigns_list")
