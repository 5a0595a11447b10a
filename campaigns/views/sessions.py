"""Sessions and scenes begin and end, the clock goes on, seats are taken, notes are written."""

from typing import TypedDict
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.access import MemberRequest, gms_only, members_only, players_only
from campaigns.forms.people import ActForm, new_key
from campaigns.forms.sessions import AdvanceForm, ExactClockForm, NamedForm, NoteForm, SeatForm, in_parts
from campaigns.queries.clock import Coming, coming
from campaigns.services import clock, seats, sessions
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.templatetags.look import game_time
from campaigns.views.campaign import render_home
from campaigns.views.page_context import PageContext, page_context
from campaigns.views.refusals import answering_refusals
from campaigns.views.waiting import Pending, pendings_of
from rules import words


@gms_only
@require_POST
@answering_refusals
def begin_session(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    form = NamedForm(request.POST, auto_id="session-%s")
    if not form.is_valid():
        return render_home(request, {"session_form": form}, status=422)
    sessions.begin_session(actor=request.member, **form.cleaned_data)
    messages.success(request, _("The session has begun. Everyone can add a word to the draws."))
    return _back(request, campaign_id)


@gms_only
@require_POST
@answering_refusals
def end_session(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    form = ActForm(request.POST)
    if not form.is_valid():
        return render_home(request, status=422)
    sessions.end_session(actor=request.member, key=form.cleaned_data["key"])
    messages.success(request, _("The session has ended. The secret of its draws is in the log."))
    return _back(request, campaign_id)


@gms_only
@require_POST
@answering_refusals
def begin_scene(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    form = NamedForm(request.POST, auto_id="scene-%s")
    if not form.is_valid():
        return render_home(request, {"scene_form": form}, status=422)
    sessions.begin_scene(actor=request.member, **form.cleaned_data)
    return _back(request, campaign_id)


@gms_only
@require_POST
@answering_refusals
def end_scene(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    form = ActForm(request.POST)
    if not form.is_valid():
        return render_home(request, status=422)
    sessions.end_scene(actor=request.member, key=form.cleaned_data["key"])
    messages.success(request, _("The scene has ended, and so has everything that lasted for it."))
    return _back(request, campaign_id)


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def advance_clock(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """What the clock will say and what falls due on the way, and the button that agrees to it."""
    if request.method == "POST":
        agreed = AdvanceForm(request.POST, auto_id="clock-%s")
        if agreed.is_valid():
            done = clock.advance(actor=request.member, seconds=agreed.seconds, key=agreed.cleaned_data["key"])
            return time_passed(request, done)
        form: ExactClockForm = agreed
    else:
        form = ExactClockForm(request.GET if _LENGTH & request.GET.keys() else None, auto_id="clock-%s")
    frame = page_context(request, here="home")
    context = frame | {"form": form, "key": new_key()}
    if form.is_bound and form.is_valid():
        context |= {**_preview(request, frame, form.seconds)}
    status = 422 if form.is_bound and not form.is_valid() else 200
    return render(request, "campaign/clock.html", context, status=status)


_LENGTH = {"days", "hours", "minutes", "exactly"}


class Ahead(TypedDict):
    """What the clock's page tells of an advance before it is agreed to."""

    after: str
    coming: list[Coming]
    most: int | None
    waits: list[Pending]
    may_pass: bool


def _preview(request: MemberRequest, frame: PageContext, seconds: int) -> Ahead:
    """What an advance brings, up to where it waits for an answer or has played as much as one advance plays."""
    now = frame["state"].now
    found = coming(request.member.campaign, now, now + seconds, clock.MOST_DUE + 1)
    waits = next((one for one in found if one.question), None)
    asked = [question for question in frame["questions"] if waits and question.id == waits.question]
    is_more = len(found) > clock.MOST_DUE
    return {
        "after": game_time(waits.moment if waits else now + seconds),
        "coming": found[: clock.MOST_DUE],
        "most": clock.MOST_DUE if is_more else None,
        "waits": pendings_of(request, asked),
        "may_pass": waits is None or waits.moment > now or len(found) > 1,
    }


def time_passed(request: MemberRequest, done: clock.Advanced) -> HttpResponse:
    """Back to where the GM came from, or to the clock with what is left of the advance and what it waits for."""
    campaign = request.member.campaign_id
    if done.finished:
        messages.success(request, _("Time has passed."))
        return _back(request, campaign)
    messages.warning(request, _why_it_stopped(done))
    left = urlencode(in_parts(done.left))
    if request.POST.get("back") == "table":
        left = f"{left}&back=table" if left else "back=table"
    return redirect(f"{reverse('advance_clock', args=[campaign])}{'?' if left else ''}{left}")


def _why_it_stopped(done: clock.Advanced) -> str:
    now = game_time(done.now)
    if done.question:
        return _("Time has passed until %(now)s. The clock is now waiting for an answer.") % {"now": now}
    if done.trouble:
        told = {"now": now, "what": words.due_words(done.trouble.step), "why": done.why}
        text = _("Time has passed until %(now)s. What comes next (%(what)s) can't happen: %(why)s.")
        return f"{text % told} {_('Fix that, then advance the clock again.')}"
    text = _("Time has passed until %(now)s: %(n)s things happened. Advance the clock again from there.")
    return text % {"now": now, "n": clock.MOST_DUE}


@players_only
@require_POST
@answering_refusals
def take_seat(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    form = SeatForm(request.POST, auto_id="seat-%s")
    if not form.is_valid():
        return render_home(request, {"seat_form": form}, status=422)
    try:
        seats.take_seat(actor=request.member, **form.cleaned_data)
    except seats.SeatTaken as error:
        messages.error(request, str(error))
        return render_home(request, {"seat_form": form}, status=409)
    messages.success(request, _("Your word was added to the draws."))
    return _back(request, campaign_id)


@members_only
@require_POST
@answering_refusals
def write_note(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    form = NoteForm(request.POST, auto_id="note-%s")
    if not form.is_valid():
        return render_home(request, {"note_form": form}, status=422)
    given = {name: form.cleaned_data[name] for name in ("words", "audience")}
    play(request.member, ActRequest(form.cleaned_data["key"], (Request("table.note", given),)))
    messages.success(request, _("Your note is in the log."))
    return _back(request, campaign_id)


def _back(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """To the page that the act was made from."""
    return redirect("table" if request.POST.get("back") == "table" else "campaign_home", campaign_id)
