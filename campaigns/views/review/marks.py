"""Reviewing the log: bookmarks, comments, the list of sessions, and what stands beside one entry."""

from typing import TypedDict
from uuid import UUID

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import MemberRequest, get_comment_to_see, get_entry_to_see, members_only
from campaigns.forms.people import refuse_expired
from campaigns.forms.review import BookmarkForm, CommentForm
from campaigns.models import Comment
from campaigns.queries import sessions
from campaigns.queries.review import reviewing
from campaigns.queries.review.own_words import words_to_take_out
from campaigns.queries.timeline import ShownEntry
from campaigns.services import reviewing as review
from campaigns.services import undoing
from campaigns.viewing import Viewer
from campaigns.views.htmx import is_htmx
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals


class Beside(TypedDict):
    """What the page of one entry tells besides the entry itself."""

    mark: reviewing.Marks
    comment_form: CommentForm
    rulings: list[reviewing.Ruling]
    came_after: list[tuple[int, str, str]]
    sealed: int
    has_draws_left: bool
    has_own_words: bool


def beside(request: MemberRequest, shown: ShownEntry) -> Beside:
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    marks = reviewing.marks(campaign, viewer, request.member, [shown])
    return {
        "mark": marks[shown.seq],
        "comment_form": CommentForm(auto_id="comment-%s"),
        "rulings": reviewing.rulings(campaign, viewer, shown.clauses, besides=shown.seq),
        "came_after": reviewing.came_after(campaign, viewer, shown),
        "sealed": reviewing.sealed_parts(campaign, shown.seq) if viewer.is_gm else 0,
        "has_draws_left": viewer.is_gm
        and shown.undone_by is not None
        and undoing.has_draws_left(campaign, shown.seq),
        "has_own_words": request.viewer.role != "observer"
        and bool(words_to_take_out(request.viewer, shown.seq)),
    }


@members_only
@require_safe
def log_sessions(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The evenings of play, each with the way into its part of the log."""
    before = request.GET.get("before", "")
    if before and not (before.isascii() and before.isdecimal() and len(before) <= 9):
        raise BadRequest(_("before must be the number of a session."))
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    page = sessions.evenings(campaign, viewer, int(before) if before else None)
    return render(
        request, "log/sessions.html", page_context(request, "log") | {"page": page, "is_gm": viewer.is_gm}
    )


@members_only
@require_POST
@answering_refusals
def bookmark_entry(request: MemberRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    """Keep an entry in mind, or no longer."""
    shown = get_entry_to_see(request.viewer, seq)
    form = BookmarkForm(request.POST)
    refuse_expired(form)
    try:
        review.set_bookmark(member=request.member, seq=seq, wanted=form.cleaned_data["wanted"])
    except review.TooMuch as error:
        raise BadRequest(str(error)) from None
    if is_htmx(request):
        campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
        mark = reviewing.marks(campaign, viewer, request.member, [shown])[seq]
        return render(request, "log/_bookmark.html", {"mark": mark, "campaign_id": campaign.pk})
    return _back(campaign_id, seq, form.cleaned_data["back"])


@members_only
@require_POST
@answering_refusals
def entry_comments(request: MemberRequest, campaign_id: UUID, seq: int) -> HttpResponse:
    """What somebody says about an entry."""
    shown = get_entry_to_see(request.viewer, seq)
    if shown.document is None:
        raise Http404
    form = CommentForm(request.POST, auto_id="comment-%s")
    status = 200 if _write(request, seq, form) else 422
    if status == 200 and not is_htmx(request):
        return redirect(f"{reverse('log_entry', args=[campaign_id, seq])}#comments")
    form = form if status == 422 else CommentForm(auto_id="comment-%s")
    context = {"shown": shown, "campaign": request.member.campaign, **beside(request, shown)}
    context |= {"comment_form": form, "with_form": True, "swapped": "true"}
    if not is_htmx(request):
        return render(request, "log/comment.html", page_context(request, "log") | context, status=status)
    return render(request, "log/_comments.html", context, status=status)


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def edit_comment(request: MemberRequest, campaign_id: UUID, seq: int, comment_id: int) -> HttpResponse:
    """A comment in other words, by who wrote it."""
    comment = _comment(request, seq, comment_id)
    is_mine = comment.author_id == request.viewer.pk
    if not (is_mine or (request.viewer.is_gm and request.method != "POST")):
        raise PermissionDenied(_("Only the author can change a comment."))
    is_sent = request.method == "POST"
    form = CommentForm(
        request.POST if is_sent else None, initial={"words": comment.words}, auto_id="comment-%s"
    )
    if is_sent and form.is_valid():
        review.change_comment(author=request.member, comment=comment, words=form.cleaned_data["words"])
        return redirect(f"{reverse('log_entry', args=[campaign_id, seq])}#comments")
    shown = get_entry_to_see(request.viewer, seq)
    context = {"shown": shown, "comment_form": form, "comment": comment, "is_mine": is_mine}
    status = 422 if is_sent else 200
    return render(request, "log/comment.html", page_context(request, "log") | context, status=status)


@members_only
@require_POST
@answering_refusals
def remove_comment(request: MemberRequest, campaign_id: UUID, seq: int, comment_id: int) -> HttpResponse:
    """A comment goes; the log stays as it is."""
    review.remove_comment(member=request.member, comment=_comment(request, seq, comment_id))
    return redirect(f"{reverse('log_entry', args=[campaign_id, seq])}#comments")


def _write(request: MemberRequest, seq: int, form: CommentForm) -> bool:
    if not form.is_valid():
        return False
    try:
        review.write_comment(author=request.member, seq=seq, **form.cleaned_data)
    except review.TooMuch as error:
        form.add_error("words", str(error))
        return False
    return True


def _comment(request: MemberRequest, seq: int, comment_id: int) -> Comment:
    comment = get_comment_to_see(request.viewer, seq, comment_id)
    if get_entry_to_see(request.viewer, seq).document is None:
        raise Http404
    return comment


def _back(campaign_id: UUID, seq: int, page: str) -> HttpResponse:
    if page == "log":
        return redirect(f"{reverse('log', args=[campaign_id])}?to={seq}")
    return redirect("log_entry", campaign_id, seq)
