"""The campaigns that somebody belongs to, and founding one."""

from typing import TypedDict

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import UserRequest, signed_in
from campaigns.forms.games import EveningForm, only_game
from campaigns.forms.people import FoundCampaignForm
from campaigns.models import Campaign, Membership
from campaigns.queries.demos import own_demo
from campaigns.services.accounts.new_accounts import is_guest
from campaigns.services.demo import with_demo
from campaigns.services.founding import found_campaign as found
from campaigns.services.hosting import nightly
from campaigns.views.absolute_urls import home_of


@signed_in
@require_safe
def campaigns_list(request: UserRequest) -> HttpResponse:
    memberships = Membership.objects.select_related("campaign").filter(
        user=request.user, left=None, campaign__demo_of=None
    )
    places = [
        (membership, home_of(membership.campaign))
        for membership in memberships.order_by("-joined", "campaign__name")
    ]
    keeps = request.user.is_staff or any(one.is_gm for one, _url in places)
    missed = nightly.missed(timezone.now()) if keeps else None
    founds = may_found(request.user)
    shown = {"places": places, "may_found": founds, "missed_backup": missed}
    return render(request, "campaigns/list.html", {**shown, **(offer(request.user) if founds else {})})


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def found_campaign(request: UserRequest) -> HttpResponse:
    if not may_found(request.user):
        raise PermissionDenied(why_not_found(request.user))
    begun = {"gm_name": request.user.get_username(), "games": only_game()}
    form = FoundCampaignForm(request.POST or None, initial=begun)
    if request.method != "POST" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return render(request, "campaigns/found.html", {"form": form, **offer(request.user)}, status=status)
    campaign = found(owner=request.user, **form.cleaned_data)
    messages.success(request, _("Campaign created. Next, invite the others."))
    return redirect(home_of(campaign))


class DemoOffer(TypedDict):
    """What `campaigns/_demo.html` takes: somebody's copy of the demo, and the form that leads into it."""

    demo: Campaign | None
    evening_form: EveningForm | None


def offer(user: User) -> DemoOffer:
    """A look around in a demo, for whoever may found campaigns here; no form where no game has an evening."""
    evenings = with_demo()
    form = EveningForm(initial={"game": evenings[0]}, auto_id="demo-%s") if evenings else None
    return {"demo": own_demo(user), "evening_form": form}


def may_found(user: User) -> bool:
    """Whether somebody may found campaigns here, or bring them in."""
    return (bool(settings.EVERYBODY_FOUNDS) or user.is_staff) and not is_guest(user)


def why_not_found(user: User) -> str:
    """Why somebody may not, and what they can do about it."""
    if is_guest(user):
        return _("Set a password on your account page first: a campaign needs a GM who can log in again.")
    return _(
        "On this server, only the person who created the first account can create or import campaigns. Ask them."
    )
