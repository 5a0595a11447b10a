"""A log taken away: as lines for machines, as a book or a report for people; and a campaign brought in."""

from collections.abc import Callable, Iterable
from typing import BinaryIO
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import MemberRequest, UserRequest, get_record_to_see, members_only, signed_in
from campaigns.forms.importing import ImportForm
from campaigns.log.export.cuts import CUTS, Cut, CutName, Span, cut_for, session_span, whole
from campaigns.log.export.reading import WHILE_WAITING, Refused
from campaigns.log.export.writing import packed, written
from campaigns.models import Campaign
from campaigns.queries.timeline import sessions
from campaigns.services import limits
from campaigns.services.images import archive
from campaigns.services.import_progress import Watched, progress_of
from campaigns.services.importing import import_campaign as bring_in
from campaigns.views.absolute_urls import home_of
from campaigns.views.campaigns_list import may_found, why_not_found
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals
from campaigns.views.review.session_book import MOST as LONGEST_BOOK
from campaigns.views.review.session_book import make_book
from campaigns.views.review.session_report import make_report

Made = Iterable[bytes] | Iterable[str] | str
AT_ONCE = WHILE_WAITING.entries
ENTRIES_A_SECOND = 250
"""So many are brought in on a small computer, verified and written: measured with rolls and notes."""


def _lines(campaign: Campaign, cut: Cut, span: Span) -> Made:
    return written(campaign, cut, span)


def _packed(campaign: Campaign, cut: Cut, span: Span) -> Made:
    return packed(written(campaign, cut, span))


def _with_images(campaign: Campaign, cut: Cut, span: Span) -> Made:
    return archive.written(campaign, written(campaign, cut, span))


FORMS: dict[str, tuple[str, str, int, Callable[[Campaign, Cut, Span], Made]]] = {
    "book": ("html", "text/html; charset=utf-8", LONGEST_BOOK, make_book),
    "report": ("md", "text/markdown; charset=utf-8", AT_ONCE, make_report),
    "lines": ("jsonl", "application/x-ndjson; charset=utf-8", AT_ONCE, _lines),
    "packed": ("jsonl.gz", "application/gzip", AT_ONCE, _packed),
    "whole": ("zip", "application/zip", AT_ONCE, _with_images),
}
"""By name: the file's ending, its type, how many entries it holds at most while somebody waits, and what makes it."""


@members_only
@require_safe
def exports(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """What can be taken away, by whom, and what each file holds."""
    return _page(request)


@members_only
@require_safe
@answering_refusals
def take_export(request: MemberRequest, campaign_id: UUID, cut: str) -> HttpResponse:
    """One file: a cut, as a whole or one session of it, in one of the forms."""
    campaign = request.member.campaign
    wanted = _cut(request, cut)
    form = FORMS.get(request.GET.get("form", "lines"))
    is_whole = form is FORMS["whole"]
    if form is None or (is_whole and wanted.name != "gm"):
        raise Http404
    span = whole(campaign) if is_whole else _span(request, campaign)
    limits.EXPORT.take(str(request.user.pk))
    ending, kind, most, make = form
    if span.last - span.first + 1 > most:
        return _page(request, most=most, refused=span.last - span.first + 1)
    answer = HttpResponse(make(campaign, wanted, span), content_type=kind)
    name = f"{slugify(campaign.name) or 'pactbook'}-{wanted.name}-{span.first}-{span.last}.{ending}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def import_campaign(request: UserRequest) -> HttpResponse:
    """A whole campaign out of a file, verified before anything is written."""
    if not may_found(request.user):
        raise PermissionDenied(why_not_found(request.user))
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        limits.EXPORT.take(str(request.user.pk))
        try:
            campaign = _brought_in(request.user, form.cleaned_data["file"].file)
        except Refused as error:
            form.add_error("file", _("Nothing was imported. %(why)s.") % {"why": _sentence(str(error))})
        else:
            messages.success(
                request,
                _("Campaign imported, every entry verified. Next, give the others a link to set a password."),
            )
            return redirect(home_of(campaign))
    status = 422 if request.method == "POST" else 200
    told = {"form": form, "most": AT_ONCE, "longest": AT_ONCE // ENTRIES_A_SECOND}
    return render(request, "exports/import.html", told, status=status)


@signed_in
@require_safe
def import_progress(request: UserRequest) -> HttpResponse:
    """How far one's own import is, for the page that waits for it."""
    return render(request, "exports/_import_progress.html", {"progress": progress_of(request.user.pk)})


def _brought_in(owner: User, stream: BinaryIO) -> Campaign:
    watched = Watched(owner.pk)
    try:
        return bring_in(owner=owner, stream=stream, limits=WHILE_WAITING, watch=watched)
    finally:
        watched.over()


def _cut(request: MemberRequest, name: str) -> Cut:
    known: dict[str, CutName] = {cut: cut for cut in CUTS}
    if name not in known:
        raise Http404
    if name == "gm" and not request.viewer.is_gm:
        raise PermissionDenied(
            _(
                "The whole log contains every secret, so only a GM can export it. Export what you can read instead."
            )
        )
    return cut_for(known[name], request.viewer)


def _span(request: MemberRequest, campaign: Campaign) -> Span:
    wanted = request.GET.get("session", "")
    if not wanted:
        return whole(campaign)
    sheet = get_record_to_see(request.viewer, wanted, ("session",))
    found = session_span(campaign, sheet.id)
    if found is None:
        raise Http404
    return found


def _page(request: MemberRequest, *, most: int = AT_ONCE, refused: int = 0) -> HttpResponse:
    """What can be taken away; `refused` is how many entries were asked for where that is too many."""
    campaign = request.member.campaign
    context = {
        "sessions": sessions(campaign),
        "most": most,
        "refused": refused,
        "longest_book": LONGEST_BOOK,
        "is_long": campaign.head_seq > LONGEST_BOOK,
    }
    status = 422 if refused else 200
    return render(request, "exports/exports.html", page_context(request, "log") | context, status=status)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".")
