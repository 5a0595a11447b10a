"""The recap of a session: read, drafted from the log, put in the group's own words."""

from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import MemberRequest, get_record_to_see, members_only, players_only
from campaigns.forms.fields import EXPIRED
from campaigns.forms.recaps import RecapForm
from campaigns.models import Recap
from campaigns.services.recaps import ChangedMeanwhile, keep_recap
from campaigns.state.unit_of_work import Sheet
from campaigns.views.page_context import page_context
from campaigns.views.review.recap_draft import draft, pieces


@members_only
@require_safe
def recap(request: MemberRequest, campaign_id: UUID, evening_id: UUID) -> HttpResponse:
    """What was kept of a session; until something is, a draft from the log."""
    session = get_record_to_see(request.viewer, evening_id, ("session",))
    kept = Recap.objects.select_related("kept_by").filter(session=evening_id).first()
    text = kept.text if kept else draft(request.member.campaign, session.id)
    context = {
        "session": _told(session),
        "kept": kept,
        "pieces": pieces(text, request.member.campaign.head_seq),
        "may_edit": request.viewer.role != "observer" and not request.is_viewing_as,
    }
    return render(request, "recaps/recap.html", page_context(request, "log") | context)


@players_only
@require_http_methods(["GET", "HEAD", "POST"])
def edit_recap(request: MemberRequest, campaign_id: UUID, evening_id: UUID) -> HttpResponse:
    """The text of a recap to be changed. `?draft=1` begins with what the log tells, whatever was kept."""
    session = get_record_to_see(request.viewer, evening_id, ("session",))
    kept = Recap.objects.filter(session=evening_id).first()
    if request.method != "POST":
        anew = kept is None or "draft" in request.GET
        text = draft(request.member.campaign, session.id) if anew else kept.text if kept else ""
        form = RecapForm(initial={"text": text, "revision": kept.revision if kept else 0})
        return _edit(request, session, form, kept)
    form = RecapForm(request.POST)
    if not form.is_valid():
        if "revision" in form.errors:
            raise BadRequest(EXPIRED)
        return _edit(request, session, form, kept, status=422)
    try:
        keep_recap(author=request.member, session=evening_id, **form.cleaned_data)
    except ChangedMeanwhile:
        newer = Recap.objects.get(session=evening_id)
        again = RecapForm(initial={**form.cleaned_data, "revision": newer.revision})
        return _edit(request, session, again, newer, status=409)
    return redirect("recap", campaign_id, evening_id)


def _edit(
    request: MemberRequest, session: Sheet, form: RecapForm, kept: Recap | None, status: int = 200
) -> HttpResponse:
    newer = pieces(kept.text, request.member.campaign.head_seq) if kept and status == 409 else []
    context = {"session": _told(session), "form": form, "kept": kept, "newer": newer}
    return render(request, "recaps/edit.html", page_context(request, "log") | context, status=status)


@dataclass(frozen=True)
class ToldSession:
    """A session as its recap is headed."""

    id: str
    number: int | str
    name: str


def _told(session: Sheet) -> ToldSession:
    return ToldSession(session.id, session.fields.get("number", ""), session.name)
