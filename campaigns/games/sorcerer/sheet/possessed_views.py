"""A possessed host's attempt to act: asked for by the player, allowed or not by the GM."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from campaigns.access import MemberRequest, get_record_of_ones_own, get_record_to_see, gms_only, players_only
from campaigns.forms.fields import WordsField
from campaigns.forms.people import ActForm, refuse_expired
from campaigns.games.sorcerer.sheet import possessed
from campaigns.views.refusals import answering_refusals


class AttemptForm(ActForm):
    """The one thing that the host tries to do."""

    what = WordsField(label=gettext_lazy("What do you try to do?"), max_length=500, lines=False)


class AllowForm(ActForm):
    """Whether the host may try."""

    allow = forms.ChoiceField(choices=(("yes", "yes"), ("no", "no")))


@players_only
@require_POST
@answering_refusals
def try_to_act(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """The player of a possessed host asks the GM. The body is the demon's, the spark in it is the player's."""
    host = get_record_of_ones_own(request.member, record_id, {"character"})
    form = AttemptForm(request.POST)
    if form.is_valid():
        given = form.cleaned_data
        possessed.ask_to_act(actor=request.member, host=host, what=given["what"], key=given["key"])
    else:
        messages.error(request, _("Say in a few words what you try to do."))
    return redirect("character", campaign_id, host.id)


@gms_only
@require_POST
@answering_refusals
def allow_attempt(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """The GM lets the host try, or does not."""
    host = get_record_to_see(request.member, record_id, {"character"})
    form = AllowForm(request.POST)
    refuse_expired(form)
    answer = possessed.let_them_try if form.cleaned_data["allow"] == "yes" else possessed.refuse_attempt
    answer(actor=request.member, host=host, key=form.cleaned_data["key"])
    return redirect("character", campaign_id, host.id)
