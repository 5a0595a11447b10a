"""Other dice than those that an undone act has seen: a decision of the GM's, with a reason that all read."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns.access import MemberRequest, get_entry_to_see, gms_only
from campaigns.forms.undoing import FreshDrawsForm
from campaigns.services import undoing
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def fresh_draws(request: MemberRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    """What an undo left for the same act, and letting go of it (TAB-DRAWS-03)."""
    shown = get_entry_to_see(request.viewer, seq)
    if shown.undone_by is None:
        raise Http404
    form = FreshDrawsForm(request.POST if request.method == "POST" else None)
    refusal, status = "", 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                played = undoing.fresh_draws(actor=request.member, entry=seq, **form.cleaned_data)
            except undoing.NoDrawsLeft as error:
                refusal, status = str(error), 409
            else:
                return redirect("log_entry", campaign_id, played.entry.seq)
    elif not undoing.has_draws_left(request.member.campaign, seq):
        raise Http404
    context = {"shown": shown, "form": form, "refusal_words": refusal}
    return render(request, "log/fresh_draws.html", page_context(request, "log") | context, status=status)
