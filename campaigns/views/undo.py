"""Undo and redo: everything that goes along, told before it is agreed to; then the act."""

from dataclasses import dataclass
from typing import TypedDict
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from campaigns.access import MemberRequest, get_entry_to_see, players_only, rights_of
from campaigns.forms.people import sent_key
from campaigns.forms.undoing import UndoForm
from campaigns.log import undo_graph
from campaigns.log.undo_graph import NotUndoable
from campaigns.policy import NotAllowed
from campaigns.queries import timeline
from campaigns.queries.review.past import CAST
from campaigns.queries.review.undo_preview import corrected_by, taking_back
from campaigns.services import undoing
from campaigns.services.play import undo_step
from campaigns.viewing import Viewer
from campaigns.views.absolute_urls import own_address
from campaigns.views.htmx import is_htmx
from campaigns.views.own_acts import may_undo
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals

BUILT_ON = gettext_lazy(
    "Later entries depend on this one and would be undone with it. Ask the GM to undo it."
)
"""Why a player does not undo their own last act alone."""
BACK = ("fight",)
"""Pages of play that an undo leads back to."""


@dataclass(frozen=True)
class Offer:
    """The entry whose undo an entry's page offers: its own, or of one that was undone the undo's, which is a redo."""

    seq: int
    is_redo: bool


@players_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def undo_entry(request: MemberRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    """What an undo (of an undo: a redo) takes along, told before it is agreed to; then the act."""
    shown = get_entry_to_see(request.viewer, seq)
    form = UndoForm(request.POST)
    if request.method != "POST":
        return _confirm(request, shown)
    if not form.is_valid() or seq not in form.cleaned_data["entries"]:
        damaged = _("Your confirmation did not arrive complete. Read it again and press the button.")
        return _confirm(request, shown, damaged, status=422)
    try:
        played = undoing.undo(actor=request.member, **form.cleaned_data)
    except NotUndoable as error:
        return _confirm(request, shown, str(error), status=409)
    if back := _back(request):
        return redirect(back, campaign_id)
    return redirect("log_entry", campaign_id, played.entry.seq)


@players_only
@require_POST
@answering_refusals
def undo_now(request: MemberRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    """One tap: an act goes back at once where nothing depends on it, and the page stays; else the list comes first."""
    get_entry_to_see(request.viewer, seq)
    key = sent_key(request.POST)
    try:
        by = undoing.undo_act(actor=request.member, seq=seq, key=key)
    except undoing.StandsAgain as error:
        return _stands_again(request, error)
    except NotUndoable:
        by = None
    if by is None:
        return _to_the_list(request, seq)
    if is_htmx(request):
        campaign = request.member.campaign
        context = {"seq": seq, "by": by, "may_redo": may_undo(request, campaign, by), "campaign": campaign}
        return render(request, "components/_undone.html", context)
    messages.success(request, _("No. %(n)d is undone by no. %(by)d.") % {"n": seq, "by": by})
    return _back_to_the_page(request)


def _stands_again(request: MemberRequest, found: undoing.StandsAgain) -> HttpResponse:
    """What is the case by now, for whoever pressed a button that was older than that."""
    if is_htmx(request):
        context = {"seq": found.seq, "by": found.by, "campaign": request.member.campaign}
        return render(request, "components/_stands_again.html", context)
    said = _("No. %(n)d was already redone by no. %(by)d and is in effect. Nothing was changed.")
    messages.warning(request, said % {"n": found.seq, "by": found.by})
    return _back_to_the_page(request)


def _back_to_the_page(request: MemberRequest) -> HttpResponse:
    page = own_address(request, request.META.get("HTTP_REFERER", ""))
    return redirect(page or reverse("table", args=[request.member.campaign_id]))


def _to_the_list(request: MemberRequest, seq: int) -> HttpResponse:
    """The page that says what goes along, or why it cannot be."""
    url = reverse("undo_entry", args=[request.member.campaign_id, seq])
    url = f"{url}?back={back}" if (back := _back(request)) else url
    return HttpResponseClientRedirect(url) if is_htmx(request) else redirect(url)


class Corrections(TypedDict):
    corrected_by: list[int]
    correctable: list[tuple[str, str]]


def corrections(request: MemberRequest, shown: timeline.ShownEntry) -> Corrections:
    """What stands of an entry's outcome: who overrode it, and for the GM the sheets on which it can be."""
    campaign = request.member.campaign
    stands = shown.undone_by is None and shown.document is not None and not _is_undo(shown)
    may = request.viewer.is_gm and rights_of(request.viewer).agreed("overrides")
    sheets = _sheets_changed(shown) if stands and may else []
    return {
        "corrected_by": corrected_by(campaign, Viewer.of(request.viewer), shown.seq),
        "correctable": sheets,
    }


def _sheets_changed(shown: timeline.ShownEntry) -> list[tuple[str, str]]:
    """Id and name of everybody and everything in play that an entry changed."""
    changed = dict.fromkeys(change[0] for change in shown.document["changes"]) if shown.document else {}
    return [
        (one, shown.things[one].name)
        for one in changed
        if one in shown.things and shown.things[one].kind in CAST
    ]


def offer(request: MemberRequest, shown: timeline.ShownEntry) -> Offer | None:
    """What an entry's page offers to whoever may: to undo it, or to do it again where it was undone."""
    seq = shown.undone_by or shown.seq
    if not may_undo(request, request.member.campaign, seq):
        return None
    if undo_graph.is_stuck(request.member.campaign, seq):
        return None
    return Offer(seq, is_redo=shown.undone_by is not None or _is_undo(shown))


def _confirm(
    request: MemberRequest, shown: timeline.ShownEntry, refusal: str = "", status: int = 200
) -> HttpResponse:
    """The page on which an undo is agreed to; `refusal` says why what was sent before was not done."""
    campaign, because_of = request.member.campaign, None
    undo_step.check(rights_of(request.viewer), campaign, (shown.seq,))
    try:
        entries = undoing.what_goes_along(campaign, shown.seq)
        undo_step.check(rights_of(request.viewer), campaign, entries)
        reason = ""
    except NotUndoable as error:
        entries, reason, status = (), str(error), 409
        because_of = error.because_of
    except NotAllowed:
        entries, reason, status = (), str(BUILT_ON), 409
    told = taking_back(campaign, Viewer.of(request.viewer), shown.seq, entries) if entries else None
    context = {
        "shown": shown,
        "told": told,
        "entries": ",".join(map(str, entries)),
        "reason": reason,
        "because_of": because_of if because_of != shown.seq else None,
        "refusal_words": refusal,
        "is_damaged": status == 422,
        "is_redo": _is_undo(shown),
        "redo": shown.undone_by,
        "key": uuid4().hex,
        "back": _back(request),
    }
    return render(request, "log/undo.html", page_context(request, "log") | context, status=status)


def _back(request: MemberRequest) -> str:
    """The page of play that somebody came from and goes back to; empty where it is the entry's own."""
    named = (request.POST if request.method == "POST" else request.GET).get("back", "")
    return named if named in BACK else ""


def _is_undo(shown: timeline.ShownEntry) -> bool:
    return bool(shown.main and shown.main["action"] == "table.undo")
