"""A rest: asked for by the player, judged by the GM."""

from uuid import UUID

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from campaigns.access import MemberRequest, get_record_to_play, get_record_to_see, gms_only, players_only
from campaigns.forms.people import ActForm, refuse_expired, sent_key
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
    recovery.ask_for_rest(actor=request.member, who=who, key=sent_key(request.POST))
    return _back(campaign_id, who)


@gms_only
@require_POST
@answering_refusals
def judge_rest(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """The GM says that it was a rest, that they are healed, or neither."""
    who = get_record_to_see(request.member, record_id, KINDS)
    form = RestForm(request.POST)
    refuse_expired(form)
    given = form.cleaned_data
    recovery.judge_rest(actor=request.member, who=who, how=given["how"], key=given["key"])
    return _back(campaign_id, who)


def _back(campaign_id: UUID, who: Sheet) -> HttpResponse:
    return redirect(who.kind.name, campaign_id, who.id)
