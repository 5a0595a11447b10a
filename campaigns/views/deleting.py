"""A whole campaign deleted, by whoever owns it."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.access import MemberRequest, gms_only
from campaigns.forms.deleting import DeleteForm
from campaigns.services import deleting
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def delete_campaign(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Everything of a campaign gone, after its owner typed its name."""
    campaign, user = request.member.campaign, request.user
    deleting.refuse_all_but_owner(user, campaign)
    form = DeleteForm(request.POST if request.method == "POST" else None, called=campaign.name)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "people/delete.html", page_context(request) | {"form": form}, status=status)
    deleting.delete_campaign(owner=user, campaign=campaign)
    messages.success(request, _("%(campaign)s was deleted.") % {"campaign": campaign.name})
    return redirect("campaigns_list")
