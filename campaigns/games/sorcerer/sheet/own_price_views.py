"""A Price of a player's own: agreed to by the GM or not; then the player chooses another."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from campaigns.access import MemberRequest, get_record_to_play, get_record_to_see, gms_only, players_only
from campaigns.forms.fields import WordsField
from campaigns.forms.people import ActForm, refuse_expired
from campaigns.games.sorcerer.sheet import own_price
from campaigns.views.refusals import answering_refusals
from rules.sorcerer.characters import PRICES


class JudgeForm(ActForm):
    """Whether it is valid."""

    valid = forms.ChoiceField(choices=(("yes", "yes"), ("no", "no")))


class PriceForm(ActForm):
    """One of the seven, or one of their own."""

    name = forms.ChoiceField(
        label=gettext_lazy("Price"),
        choices=[("", gettext_lazy("your own")), *((one, one) for one in PRICES)],
        required=False,
    )
    own = WordsField(label=gettext_lazy("Your own Price"), max_length=500, lines=False, required=False)


@gms_only
@require_POST
@answering_refusals
def judge_price(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """The GM agrees to a Price, or does not."""
    who = get_record_to_see(request.member, record_id, {"character"})
    form = JudgeForm(request.POST)
    refuse_expired(form)
    agrees = form.cleaned_data["valid"] == "yes"
    own_price.judge(actor=request.member, who=who, agrees=agrees, key=form.cleaned_data["key"])
    return redirect("character", campaign_id, who.id)


@players_only
@require_POST
@answering_refusals
def choose_price(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """A player takes another Price than the one that the GM did not agree to."""
    who = get_record_to_play(request.member, record_id, {"character"})
    form = PriceForm(request.POST)
    given = form.cleaned_data if form.is_valid() else {}
    name = given.get("name") or given.get("own")
    if name:
        own_price.choose(actor=request.member, who=who, name=name, key=given["key"])
    else:
        messages.error(request, _("Choose a Price, or write one of your own."))
    return redirect("character", campaign_id, who.id)
