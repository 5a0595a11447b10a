"""Reveal night: the GM shows what was sealed, an entry, a session or a period's secret at a time."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.access import MemberRequest, get_entry_to_see, get_record_to_see, gms_only
from campaigns.forms.people import new_key
from campaigns.forms.review import RevealForm
from campaigns.queries import sessions
from campaigns.queries.review.filters import session_called
from campaigns.queries.review.sealed import sealed_in_session, what_is_sealed
from campaigns.services import revealing
from campaigns.viewing import Viewer
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals

MOST_SHOWN = 30


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def reveal_night(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Sessions with something sealed in them, and secrets of closed draws; by POST, one of these secrets."""
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    refusal, status = "", 200
    if request.method == "POST":
        form = RevealForm(request.POST)
        if form.is_valid() and form.cleaned_data["period"]:
            try:
                number, key = form.cleaned_data["period"], form.cleaned_data["key"]
                played = revealing.reveal_draws(actor=request.member, number=number, key=key)
            except revealing.NothingSealed as error:
                refusal, status = str(error), 409
            else:
                return redirect("log_entry", campaign_id, played.entry.seq)
        else:
            refusal, status = _("Choose which secret to reveal."), 422
    context = {
        "refusal_words": refusal,
        "sessions": [evening for evening in sessions.evenings(campaign, viewer).rows if evening.sealed],
        "secrets": [(number, new_key()) for number in revealing.sealed_secrets(campaign)],
    }
    return render(request, "log/reveal_night.html", page_context(request, "log") | context, status=status)


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def reveal_entry(request: MemberRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    """One entry shown to all, after a look at what that is."""
    get_entry_to_see(request.viewer, seq)
    return _reveal(request, [seq], "")


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def reveal_session(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Everything that was sealed in a session shown to all."""
    session = get_record_to_see(request.viewer, record_id, ("session",))
    sealed = sealed_in_session(request.member, session.id)
    called = session_called(session.fields["number"], session.name)
    return _reveal(request, sealed, _("session %(n)s") % {"n": called})


def _reveal(request: MemberRequest, entries: list[int], of: str) -> HttpResponse:
    campaign, refusal, status = request.member.campaign, "", 200
    form = RevealForm(request.POST or None)
    if request.method == "POST":
        if not form.is_valid():
            status = 422
        else:
            try:
                key = form.cleaned_data["key"]
                played = revealing.reveal_entries(actor=request.member, entries=entries, key=key)
            except revealing.NothingSealed as error:
                refusal, status = str(error), 409
            else:
                messages.success(request, _("Everyone can read it now."))
                return redirect("log_entry", campaign.pk, played.entry.seq)
    sealed = revealing.sealed_among(campaign, entries)
    context = {
        "rows": what_is_sealed(campaign, Viewer.of(request.viewer), sealed[:MOST_SHOWN]),
        "more": max(0, len(sealed) - MOST_SHOWN),
        "of": of,
        "key": new_key(),
        "refusal_words": refusal,
    }
    return render(request, "log/reveal.html", page_context(request, "log") | context, status=status)
