"""The quick roll by itself: with somebody else chosen, or played."""

from dataclasses import replace
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from campaigns.access import (
    ANSWERED,
    MemberRequest,
    NotThere,
    get_question_to_answer,
    get_record_to_play,
    gms_only,
    players_only,
    rights_of,
)
from campaigns.forms.action.errors import run_or_show_refusal
from campaigns.forms.people import new_key
from campaigns.games.sorcerer.at_table import roll_of
from campaigns.games.sorcerer.quick_roll import asking, rollers
from campaigns.games.sorcerer.quick_roll.forms import QuickRoll, quick_roll
from campaigns.queries import cast, timeline
from campaigns.queries.cast import Member
from campaigns.services.play.playing import ActRequest, AlreadyAnswered, Played, play
from campaigns.viewing import Viewer
from campaigns.views.bonuses import propose_by_form
from campaigns.views.htmx import is_htmx
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals
from campaigns.views.table import render_table
from rules import words


@players_only
@require_http_methods(["GET", "HEAD", "POST"])
def roll_at_table(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The quick roll by itself: with somebody else chosen, or played."""
    rights, seen = rights_of(request.viewer), _in_play(request)
    if request.method != "POST":
        return _answer(request, roll_of(request, rights, seen))
    found = roll_of(request, rights, seen, request.POST)
    if found is None:
        return redirect("table", campaign_id)
    if found.asks and request.POST.get("form.command") == asking.ASK:
        return _ask(request, found)
    if found.form.is_draft:
        propose_by_form(request, found.form)
        return _answer(request, found)
    if not found.form.is_valid():
        return _answer(request, found, status=422)
    done, status = run_or_show_refusal(found.form, lambda: play(request.member, _act(found)))
    return _rolled(request, found, done) if done else _answer(request, found, status=status)


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def oppose_roll(request: MemberRequest, campaign_id: UUID, pending_id: UUID) -> HttpResponse:
    """What stands against a roll that a player asked for, one tap; then it is theirs to roll."""
    asked = get_question_to_answer(request.viewer, pending_id, even_closed=request.method == "POST")
    if (asked.question, asked.clause, asked.for_role) != (asking.ROLL, asking.CLAUSE, "gm"):
        raise NotThere(ANSWERED)
    if asked.is_closed:
        raise AlreadyAnswered(asked.closed_by)
    people = {one.id: one for one in rollers.rollers(_in_play(request), rights_of(request.viewer))}
    who, against = people.get(asked.who or ""), people.get(str(asked.data.get("against", "")))
    scores = [(one.name, f"{one.label} {one.dice}") for one in against.scores] if against else []
    form = asking.OpposeForm(request.POST if request.method == "POST" else None, scores=scores)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        asking.oppose(actor=request.member, asked=asked, against=said["against"], key=said["key"])
        return redirect(f"{reverse('table', args=[campaign_id])}#waits")
    label = words.field_words("sorcerer", str(asked.data["score"]))[0]
    context = {
        "who": who,
        "score": label,
        "against": against,
        "scores": scores,
        "dice": asking.DICE,
        "key": new_key(),
    }
    frame = page_context(request, here="table")
    return render(request, "games/sorcerer/quick_roll/oppose.html", frame | context | {"asked": asked})


def _ask(request: MemberRequest, found: QuickRoll) -> HttpResponse:
    form = asking.AskForm(request.POST, mine=found.rollers, others=found.others_here)
    table = redirect(f"{reverse('table', args=[request.member.campaign_id])}#act")
    if not form.is_valid():
        return _answer(request, found, status=422)
    given = form.cleaned_data
    who = get_record_to_play(request.member, given["acting.id"], set(rollers.SCORES))
    done, status = run_or_show_refusal(
        found.form, lambda: asking.ask_for_roll(actor=request.member, who=who, given=given, key=given["key"])
    )
    if done is None:
        return _answer(request, found, status=status)
    if not is_htmx(request):
        return table
    # The table is in sight already: the form begins anew in its place, with a key of its own.
    anew = quick_roll(rights_of(request.viewer), found.others_here, request.POST.dict())
    return _answer(request, replace(anew, is_asked=True) if anew else None)


def _answer(request: MemberRequest, found: QuickRoll | None, status: int = 200) -> HttpResponse:
    if not is_htmx(request):
        return render_table(request, {"roll": found}, status=status)
    context = {"roll": found, "campaign": request.member.campaign}
    return render(request, "games/sorcerer/quick_roll/_roll.html", context, status=status)


def _rolled(request: MemberRequest, found: QuickRoll, done: Played) -> HttpResponse:
    """What came of it, in the place of the form; without script on the table itself."""
    campaign, seq = request.member.campaign, done.entry.seq
    if not is_htmx(request):
        query = f"{found.again}&{urlencode({'rolled': seq})}"
        return redirect(f"{reverse('table', args=[campaign.pk])}?{query}#act")
    shown = timeline.one_entry(campaign, Viewer.of(request.viewer), seq)
    context = {"rolled": shown, "again": found.again, "campaign": campaign, "fresh": True}
    return render(request, "games/sorcerer/quick_roll/_rolled.html", context)


def _act(found: QuickRoll) -> ActRequest:
    form = found.form
    return ActRequest(
        key=form.key,
        steps=(form.request(),),
        nonce=form.nonce,
        hand=form.hand,
        on_behalf_of=form.on_behalf_of,
        override=form.overriding.override,
    )


def _in_play(request: MemberRequest) -> list[Member]:
    return cast.of_kind(request.member.campaign, Viewer.of(request.viewer), *rollers.SCORES)
