"""Taking somebody's own words out of the log: the one thing that can be taken out, and the log says so."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns.access import MemberRequest, get_entry_to_see, players_only
from campaigns.forms.redacting import RedactForm
from campaigns.queries.review.own_words import words_to_take_out
from campaigns.services.redaction import NotRedactable, redact
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals


@players_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def redact_entry(request: MemberRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    """The words of one entry that this member may take out, and taking some of them out."""
    shown = get_entry_to_see(request.viewer, seq)
    texts = words_to_take_out(request.viewer, seq)
    if not texts:
        raise Http404
    refusal, status = "", 200
    form = RedactForm(request.POST if request.method == "POST" else None, texts=texts)
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                played = redact(actor=request.member, entry=seq, **form.cleaned_data)
            except NotRedactable as error:
                refusal, status = str(error), 409
            else:
                return redirect("log_entry", campaign_id, played.entry.seq)
    context = {"shown": shown, "form": form, "refusal_words": refusal}
    return render(request, "log/redact.html", page_context(request, "log") | context, status=status)
