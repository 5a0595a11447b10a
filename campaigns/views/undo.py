"""Undo and redo: everything that goes along, told before it is agreed to; then the act."""

from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns.access import MemberRequest, players_only, rights_of
from campaigns.forms.undoing import UndoForm
from campaigns.log.projector import Viewer
from campaigns.log.standing import NotUndoable
from campaigns.models import Campaign
from campaigns.policy import NotAllowed
from campaigns.queries import timeline
from campaigns.services import turning_round, undoing
from campaigns.views.framing import frame
from campaigns.views.refusals import answering_refusals


@players_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def undo_entry(request: MemberRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    """What an undo (of an undo: a redo) takes along, told before it is agreed to; then the act."""
    campaign = request.member.campaign
    shown = _entry(request, campaign, seq)
    if request.method == "POST":
        form = UndoForm(request.POST)
        if not form.is_valid():
            raise BadRequest(_("This form is damaged. Open the page anew."))
        try:
            played = undoing.undo(actor=request.member, **form.cleaned_data)
        except NotUndoable as error:
            return _confirm(request, shown, str(error), status=409)
        return redirect("log_entry", campaign_id, played.entry.seq)
    if not may_undo(request, campaign, seq):
        turning_round.check(rights_of(request.member), campaign, (seq,))
    return _confirm(request, shown)


def may_undo(request: MemberRequest, campaign: Campaign, seq: int) -> bool:
    """Whether the button is shown: the same question that the act itself is asked."""
    if request.viewer.role == "observer":
        return False
    try:
        turning_round.check(rights_of(request.viewer), campaign, (seq,))
    except NotAllowed:
        return False
    return True


def _confirm(
    request: MemberRequest, shown: timeline.Shown, refusal: str = "", status: int = 200
) -> HttpResponse:
    """The page on which an undo is agreed to; `refusal` says why what was agreed to before no longer holds."""
    campaign = request.member.campaign
    try:
        entries = undoing.what_goes_along(campaign, shown.seq)
        reason = ""
    except NotUndoable as error:
        entries, reason, status = (), str(error), 409
    along = [seq for seq in entries if seq != shown.seq]
    context: dict[str, Any] = {
        "shown": shown,
        "rows": timeline.some_entries(campaign, Viewer.of(request.viewer), along) if along else [],
        "entries": ",".join(map(str, entries)),
        "reason": reason,
        "refusal_words": refusal,
        "is_redo": bool(shown.main and shown.main["action"] == "table.undo"),
        "key": uuid4().hex,
    }
    page = frame(request, "log") | context
    return render(request, "log/undo.html", page, status=status)


def _entry(request: MemberRequest, campaign: Campaign, seq: int) -> timeline.Shown:
    shown = timeline.one_entry(campaign, Viewer.of(request.viewer), seq)
    if shown is None:
        raise Http404
    return shown
