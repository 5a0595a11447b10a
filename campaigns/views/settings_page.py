"""What the group has agreed on: the settings of the rules, each with its clause, and the policies of the table."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.access import MemberRequest, gms_only, members_only
from campaigns.forms.settings import GamesForm, PolicyForm, SettingsForm
from campaigns.models import CampaignState
from campaigns.queries.games import games_of
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals
from rules.catalogue import SETTINGS
from rules.kernel.values import Values


@members_only
@require_safe
def campaign_settings(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Readable by everybody; the GMs find controls."""
    return _page(request)


@gms_only
@require_POST
@answering_refusals
def change_settings(request: MemberRequest, campaign_id: UUID, system: str) -> HttpResponse:
    if system not in SETTINGS:
        raise Http404
    form = SettingsForm(system, _of(_state(request), system), request.POST)
    if not form.is_valid():
        return _page(request, sent=form, status=422)
    given: Values = {"system": system, "values": form.wanted()}
    return _play(request, "table.change_settings", given, form.cleaned_data["key"])


@gms_only
@require_POST
@answering_refusals
def change_policy(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    form = PolicyForm(_state(request).policy, request.POST, played=games_of(request.viewer).here)
    if not form.is_valid():
        return _page(request, policy_form=form, status=422)
    return _play(request, "table.change_policy", {"values": form.wanted()}, form.cleaned_data["key"])


@gms_only
@require_POST
@answering_refusals
def change_games(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Which games are played: what there are records of stays, whatever was sent."""
    form = GamesForm(campaign_id, games_of(request.viewer), request.POST)
    if not form.is_valid():
        return _page(request, games_form=form, status=422)
    return _play(request, "table.change_policy", {"values": form.wanted()}, form.cleaned_data["key"])


def _page(
    request: MemberRequest,
    *,
    sent: SettingsForm | None = None,
    policy_form: PolicyForm | None = None,
    games_form: GamesForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The whole page, of the games that concern the viewer.

    A form that was sent and refused stands in its system's place, as it was typed.
    """
    frame = page_context(request, here="settings")
    state = frame["state"]
    known = games_of(request.viewer)
    forms = [
        sent if sent is not None and sent.system == system else SettingsForm(system, _of(state, system))
        for system in SETTINGS
        if system in known.shown or (sent is not None and sent.system == system)
    ]
    context = frame | {
        "systems": forms,
        "sent": sent,
        "games_form": games_form or GamesForm(request.member.campaign_id, known),
        "policy_form": policy_form or PolicyForm(state.policy, played=known.here),
    }
    return render(request, "campaign/settings.html", context, status=status)


def _play(request: MemberRequest, action: str, given: Values, key: str) -> HttpResponse:
    if given["values"]:
        play(request.member, ActRequest(key, (Request(action, given),)))
        messages.success(request, _("Saved. Everyone can see the change in the log."))
    else:
        messages.info(request, _("No changes to save."))
    return redirect("campaign_settings", request.member.campaign_id)


def _state(request: MemberRequest) -> CampaignState:
    return CampaignState.objects.get(pk=request.member.campaign_id)


def _of(state: CampaignState, system: str) -> Values:
    start = f"{system}."
    return {
        name.removeprefix(start): value for name, value in state.settings.items() if name.startswith(start)
    }
