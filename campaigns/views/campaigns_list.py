"""The campaigns that somebody belongs to, and founding one."""

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
from campaigns.forms.games import only_game
from campaigns.forms.people import FoundCampaignForm
from campaigns.models import Membership
from campaigns.services.accounts.new_accounts import is_guest
from campaigns.services.founding import found_campaign as found
from campaigns.services.hosting import nightly
from campaigns.views.absolute_urls import home_of


@signed_in
@require_safe
def campaigns_list(request: UserRequest) -> HttpResponse:
    memberships = Membership.objects.select_related("campaign").filter(user=request.user, left=None)
    places = [
        (membership, home_of(membership.campaign))
        for membership in memberships.order_by("-joined", "campaign__name")
    ]
    keeps = request.user.is_staff or any(one.is_gm for one, _url in places)
    missed = nightly.missed(timezone.now()) if keeps else None
    shown = {"places": places, "may_found": may_found(request.user), "missed_backup": missed}
    return render(request, "campaigns/list.html", shown)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def found_campaign(request: UserRequest) -> HttpResponse:
    if not may_found(request.user):
        raise PermissionDenied(why_not_found(request.user))
    begun = {"gm_name": request.user.get_username(), "games": only_game()}
    form = FoundCampaignForm(request.POST or None, initial=begun)
    if request.method != "POST" or not form.is_valid():
        status = 422 if request.method == "POST" else 200
        return render(request, "campaigns/found.html", {"form": form}, status=status)
    campaign = found(owner=request.user, **form.cleaned_data)
    messages.success(request, _("Campaign created. Next, invite the others."))
    return redirect(home_of(campaign))


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
