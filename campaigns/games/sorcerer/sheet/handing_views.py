"""Victories are handed to a comrade, from the sheet of whoever won them."""

from uuid import UUID

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from campaigns.access import MemberRequest, get_record_to_play, get_record_to_see, players_only
from campaigns.forms.people import ActForm, refuse_expired
from campaigns.games.sorcerer.sheet import handing
from campaigns.views.refusals import answering_refusals

KINDS = {"character", "demon"}


class HandForm(ActForm):
    """Whose next roll they are for."""

    to = forms.UUIDField()


@players_only
@require_POST
@answering_refusals
def hand_victories(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """What somebody won is put beside a comrade's next roll."""
    winner = get_record_to_play(request.member, record_id, KINDS)
    form = HandForm(request.POST)
    refuse_expired(form)
    to = get_record_to_see(request.member, form.cleaned_data["to"], KINDS)
    handing.hand_over(actor=request.member, winner=winner, to=to, key=form.cleaned_data["key"])
    return redirect(winner.kind.name, campaign_id, winner.id)
