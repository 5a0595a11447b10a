"""What the group has agreed on: the settings of the rules, each with its clause, and the policies of the table."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.access import MemberRequest, gms_only, members_only
from campaigns.forms.settings import PolicyForm, SettingsForm
from campaigns.models import CampaignState
from campaigns.services.playing import ActRequest, play
from campaigns.services.subjects import Request
from campaigns.views.framing import frame
from campaigns.views.refusals import answering_refusals

SYSTEMS = ("sorcerer",)


@members_only
@require_safe
def campaign_settings(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Readable by everybody; the GMs find controls."""
    return _page(request, {})


@gms_only
@require_POST
@answering_refusals
def change_settings(request: MemberRequest, campaign_id: UUID, system: str) -> HttpResponse:
    if system not in SYSTEMS:
        raise Http404
    form = SettingsForm(system, _chosen(request, system), request.POST)
    if not form.is_valid():
        return _page(request, {"form": form}, status=422)
    given = {"system": system, "values": form.wanted()}
    return _play(request, "table.change_settings", given, form.cleaned_data["key"])


@gms_only
@require_POST
@answering_refusals
def change_policy(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    form = PolicyForm(_state(request).policy, request.POST)
    if not form.is_valid():
        return _page(request, {"policy_form": form}, status=422)
    return _play(request, "table.change_policy", {"values": form.wanted()}, form.cleaned_data["key"])


def _page(request: MemberRequest, forms: dict[str, Any], status: int = 200) -> HttpResponse:
    context = frame(request, here="settings")
    context |= {
        "form": SettingsForm("sorcerer", _of(context["state"], "sorcerer")),
        "policy_form": PolicyForm(context["state"].policy),
        **forms,
    }
    return render(request, "campaign/settings.html", context, status=status)


def _play(request: MemberRequest, action: str, given: dict[str, Any], key: str) -> HttpResponse:
    if given["values"]:
        play(request.member, ActRequest(key, (Request(action, given),)))
        messages.success(request, _("Changed, for everybody to see in the log."))
    else:
        messages.info(request, _("Nothing was different, so nothing was written."))
    return redirect("campaign_settings", request.member.campaign_id)


def _chosen(request: MemberRequest, system: str) -> dict[str, Any]:
    return _of(_state(request), system)


def _state(request: MemberRequest) -> CampaignState:
    return CampaignState.objects.get(pk=request.member.campaign_id)


def _of(state: CampaignState, system: str) -> dict[str, Any]:
    start = f"{system}."
    return {
        name.removeprefix(start): value for name, value in state.settings.items() if name.startswith(start)
    }
