"""A rest: asked for by the player, judged by the GM."""

from uuid import UUID

from django import forms
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.access import MemberRequest, get_record_to_play, get_record_to_see, gms_only, players_only
from campaigns.forms.people import ActForm
from campaigns.games.sorcerer.sheet import recovery
from campaigns.state.unit_of_work import Sheet
from campaigns.views.refusals import answering_refusals

KINDS = {"character", "demon"}


class RestForm(ActForm):
    """How somebody is after a rest."""

    how = forms.ChoiceField(choices=[(one, one) for one in ("rested", "healed", "no")])


@players_only
@require_POST
@answering_refusals
def ask_for_rest(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """A player asks whether their character has rested."""
    who = get_record_to_play(request.member, record_id, KINDS)
    recovery.ask_for_rest(actor=request.member, who=who, key=_checked(ActForm(request.POST))["key"])
    return _back(campaign_id, who)


@gms_only
@require_POST
@answering_refusals
def judge_rest(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """The GM says that it was a rest, that they are healed, or neither."""
    who = get_record_to_see(request.member, record_id, KINDS)
    given = _checked(RestForm(request.POST))
    recovery.judge_rest(actor=request.member, who=who, how=given["how"], key=given["key"])
    return _back(campaign_id, who)


def _checked(form: ActForm) -> dict[str, str]:
    if not form.is_valid():
        raise BadRequest(_("This form has expired. Reload the page."))
    return form.cleaned_data


def _back(campaign_id: UUID, who: Sheet) -> HttpResponse:
    return redirect(who.kind.name, campaign_id, who.id)
