"""The guns that somebody holds, and a new one in one tap: a round goes by what its record says (SOR-GUN)."""

from typing import get_args
from uuid import UUID

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from campaigns.access import MemberRequest, get_record_to_play, players_only
from campaigns.forms.people import ActForm, refuse_expired
from campaigns.models import Membership
from campaigns.services.play.action_inputs import Request, new_record_id
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.unit_of_work import Sheet
from campaigns.views.refusals import answering_refusals
from rules import words
from rules.kernel.values import Values
from rules.sorcerer.guns import GunRow

ROWS = [(row, words.choice_words("sorcerer", row)) for row in get_args(GunRow)]
"""The rows of the chart of damage that are guns, in words."""


class GunForm(ActForm):
    """Which gun."""

    weapon = forms.ChoiceField(choices=ROWS)


@players_only
@require_POST
@answering_refusals
def give_gun(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Somebody has a gun: the holder's player says so, or the GM."""
    holder = get_record_to_play(request.member, record_id, {"character"})
    form = GunForm(request.POST)
    refuse_expired(form)
    hand_gun(
        actor=request.member, holder=holder, weapon=form.cleaned_data["weapon"], key=form.cleaned_data["key"]
    )
    return redirect("character", campaign_id, holder.id)


def hand_gun(*, actor: Membership, holder: Sheet, weapon: str, key: str) -> Played:
    """Put a gun into somebody's hands, as hidden as they are."""
    about: Values = {
        "kind": "gun",
        "name": dict(ROWS)[weapon],
        "owner": holder.about["owner"],
        "visibility": holder.about["visibility"],
    }
    fields = [{"field": "holder", "set": holder.id}, {"field": "weapon", "set": weapon}]
    record = new_record_id(actor.campaign_id, f"{actor.pk}/{key}", 0, "input.id")
    step = Request("table.create", {"about": about, "fields": fields}, known={"id": record})
    return play(actor, ActRequest(key, (step,)))
