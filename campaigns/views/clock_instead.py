"""The clock's own page, for an advance of the palette that would pass over what falls due on the way."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django_htmx.http import HttpResponseClientRedirect

from campaigns.access import MemberRequest
from campaigns.forms.action.form import ActionForm
from campaigns.forms.sessions import in_parts
from campaigns.views.htmx import is_htmx
from rules.kernel.values import as_whole

ADVANCE, WAITS = "table.advance_clock", "TAB-TIME-06"


def where_refused(request: MemberRequest, form: ActionForm) -> HttpResponse | None:
    """What happens on the way, with the time that was typed, where it was refused because of that alone."""
    if form.action != ADVANCE or form.refusal is None or form.refusal.clause != WAITS:
        return None
    seconds = form.fields["seconds"].clean(
        form["seconds"].value()
    )  # of what is refused nothing is kept as given
    length = urlencode(in_parts(as_whole(seconds)))
    url = f"{reverse('advance_clock', args=[request.member.campaign_id])}?{length}"
    return HttpResponseClientRedirect(url) if is_htmx(request) else redirect(url)
