"""Sessions and scenes begin and end, the clock goes on, seats are taken, notes are written."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.access import MemberRequest, gms_only, members_only, players_only
from campaigns.forms.people import ActForm, new_key
from campaigns.forms.sessions import AdvanceForm, ClockForm, NamedForm, NoteForm, SeatForm
from campaigns.queries.clock import coming
from campaigns.services import clock, seats, sessions
from campaigns.services.playing import ActRequest, play
from campaigns.services.subjects import Request
from campaigns.templatetags.look import game_time
from campaigns.views.campaign import render_home
from campaigns.views.framing import frame
from campaigns.views.refusals import answering_refusals


@gms_only
@require_POST
@answering_refusals
def begin_session(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    form = NamedForm(request.POST, auto_id="session-%s")
    if not form.is_valid():
        return render_home(request, {"session_form": form}, status=422)
    sessions.begin_session(actor=request.member, **form.cleaned_data)
    messages.success(request, _("The session has begun. Everybody may give a word to the draws."))
    return _back(request, campaign_id)


@gms_only
@require_POST
@answering_refusals
def end_session(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    form = ActForm(request.POST)
    if not form.is_valid():
        return render_home(request, status=422)
    sessions.end_session(actor=request.member, key=form.cleaned_data["key"])
    messages.success(request, _("The session has ended. The secret of its draws stands in the log."))
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
    messages.success(request, _("The scene has ended, and with it what lasted until its end."))
    return _back(request, campaign_id)


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def advance_clock(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """What the clock will say, and the button that agrees to it."""
    if request.method == "POST":
        agreed = AdvanceForm(request.POST, auto_id="clock-%s")
        if agreed.is_valid():
            done = clock.advance(actor=request.member, seconds=agreed.seconds, key=agreed.cleaned_data["key"])
            messages.success(request, _time_passed(done))
            return _back(request, campaign_id)
        form: ClockForm = agreed
    else:
        form = ClockForm(request.GET or None, auto_id="clock-%s")
    context = frame(request, here="home")
    if form.is_bound and form.is_valid():
        now = context["state"].now
        context["after"] = game_time(now + form.seconds)
        context["coming"] = coming(request.member.campaign, now, now + form.seconds, clock.MOST_DUE)
    status = 422 if form.is_bound and not form.is_valid() else 200
    return render(request, "campaign/clock.html", context | {"form": form, "key": new_key()}, status=status)


def _time_passed(done: clock.Advanced) -> str:
    if done.finished:
        return _("Time has passed.")
    text = _("Time has passed until %(now)s: more than %(n)s things fell due. Let it go on from there.")
    return text % {"now": game_time(done.now), "n": clock.MOST_DUE}


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
    messages.success(request, _("Your word is in the draws."))
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
    messages.success(request, _("Your note stands in the log."))
    return _back(request, campaign_id)


def _back(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """To the page that the act was made from."""
    return redirect("table" if request.POST.get("back") == "table" else "campaign_home", campaign_id)
