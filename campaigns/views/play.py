"""The action palette, and the one page that plays any action."""

from collections.abc import Collection, Mapping
from typing import TypedDict, Unpack
from uuid import UUID

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from campaigns import access
from campaigns.access import ANSWERED, MemberRequest, NotThere, members_only
from campaigns.forms.action import errors, odds
from campaigns.forms.action.choices import ENDING, KIND, MAKE
from campaigns.forms.action.errors import run_or_show_refusal, told_faults, told_lacking
from campaigns.forms.action.form import ActionForm
from campaigns.forms.action.hiding import kept_back
from campaigns.forms.action.settled import OfGM
from campaigns.forms.asking import for_player
from campaigns.forms.fields import Posted
from campaigns.game import game_of
from campaigns.models import Membership
from campaigns.policy import ASKED_BY_GM, ASKED_OF_GM, Rights, who_answers
from campaigns.queries import palette, timeline, waiting
from campaigns.queries.games import games_of
from campaigns.queries.obstacles import missing_of
from campaigns.services import sessions
from campaigns.services.asking import ask_gm, ask_player, lacking
from campaigns.services.face_to_face import READY, WITH, answer, laid_down
from campaigns.services.play.playing import ActRequest, Played
from campaigns.state.unit_of_work import Sheet
from campaigns.templatetags.games import turned_by
from campaigns.templatetags.records import kind_words
from campaigns.viewing import Viewer
from campaigns.views import answered, clock_instead
from campaigns.views.absolute_urls import own_address
from campaigns.views.bonuses import propose_by_form
from campaigns.views.endings import called, told_of_end
from campaigns.views.htmx import is_htmx
from campaigns.views.page_context import page_context
from campaigns.views.waiting import pendings_of
from rules import catalogue, reference, words
from rules.kernel.values import Values, as_list, as_values

ASKED = "play/_asked.html"
FORM, PAGE, PLAYED = "play/_action_form.html", "play/action.html", "play/_played.html"

AROUND_WRITING = ("record", "reason", "corrects", "about")
"""What an edit says besides the field that a question asks to write."""


class Around(TypedDict, total=False):
    """What stands around a form, as `play/_action_form.html` takes it."""

    post_url: str
    missing: list[str]
    """Words for the fields that nobody can fill in here."""
    asks_gm: str
    asked: waiting.Waiting
    question: str
    """What is asked, in words."""
    settling: ActionForm | None
    settle_url: str
    is_flip: bool
    told: list[str]
    """What the question already holds of its answer."""
    lacking: str
    """What is missing of whoever was asked, without which nobody can answer."""


@require_GET
@members_only
def action_palette(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Every action of their games that this member may do, found by typing."""
    rights = access.rights_of(request.viewer)
    text = request.GET.get("q", "")[:100]
    games = games_of(request.viewer)
    entries = palette.palette(request.member.campaign, rights, games.listed(), text)
    found = {system: palette.grouped(ones, errors.known_remedy) for system, ones in entries.items()}
    context = page_context(request, here="table") | {"groups": found, "text": text, "games": games}
    context["may_override"] = rights.may_override
    return render(request, "play/palette.html", context)


@require_http_methods(["GET", "POST"])
@members_only
def play_action(request: MemberRequest, campaign_id: UUID, action: str) -> HttpResponse:
    """One action's form, and playing it."""
    rights = access.rights_of(request.viewer)
    if not palette.is_offered(action, rights):
        raise Http404
    game = game_of(action)
    begins = game.inputs.begun.get(action)
    form = _form(
        request, action, begun=dict(begins(request.member.campaign)) if begins else {}, rights=rights
    )
    if (action, "game") in ENDING and "game" in form.fields:
        form.label = called(action, str(form["game"].value() or ""))
    form.help = told_of_end(request, action) or form.help
    if action == MAKE and KIND in form.hide & {*form.fields}:
        form.label, form.help = _("Create a %(kind)s") % {"kind": kind_words(str(form[KIND].value()))}, ""
    errors.tell_before(form, request.GET.get("form.against", ""))
    post_url = reverse("play_action", args=[campaign_id, action])
    missing = missing_of(catalogue.find(action).input_type, is_gm=request.viewer.is_gm)
    named = [words.field_words(form.system, one)[0] for one in missing]
    asks_gm = game.waiting.asked_of_gm.get(action, "") if missing else ""
    came = _serve(request, form, post_url=post_url, missing=named, asks_gm=asks_gm)
    return clock_instead.where_refused(request, form) or came


@require_http_methods(["GET", "POST"])
@members_only
def pending_answer(request: MemberRequest, campaign_id: UUID, pending_id: UUID) -> HttpResponse:
    """An open question's own action, with what the question knows."""
    asked = _question(request, pending_id, even_closed=True)
    if asked.is_closed and answered.is_choice(asked):
        return answered.chosen(request, asked)
    if request.method == "GET" and asked.is_closed and (other := laid_down(request.member.campaign, asked)):
        return answered.face_down(request, asked, other)
    # Sent or asked for by an open page, it keeps what was typed: whoever comes anew finds what it came to.
    if asked.is_closed and request.method == "GET" and not is_htmx(request):
        if asked.closed_by is None:
            raise NotThere(ANSWERED)
        return redirect("log_entry", campaign_id, asked.closed_by)
    if request.method == "GET" and is_htmx(request):
        told = {"asked": asked, "campaign": request.member.campaign}
        return render(request, ASKED, told) if asked.is_closed else HttpResponse(status=204)
    waits = game_of(asked.system).waiting
    again = dict(waits.known_of(request.member.campaign, asked))
    form = _answering(request, asked, again)
    if again:
        form.choose_among(answered.CHOICE, [str(one) for one in as_list(asked.data.get("from", []))])
        form.label, form.help = answered.choice_label(), ""
    post_url = reverse("pending_answer", args=[campaign_id, pending_id])
    may_settle = not asked.is_closed and _may_settle(request, asked)
    settling = _settling(request, asked, None) if may_settle else None
    return _serve(
        request,
        form,
        post_url=post_url,
        asked=asked,
        settling=settling,
        settle_url=f"{post_url}settle/",
        is_flip=bool(again),
        question=_question_of(request, asked),
        told=list(waits.tells(request.member.campaign, Viewer.of(request.viewer), asked)),
        lacking=_lacking(request, asked),
    )


@require_POST
@members_only
def answers_odds(request: MemberRequest, campaign_id: UUID, pending_id: UUID) -> HttpResponse:
    """The odds of a half-filled answer to an open question; none once it is answered."""
    asked = _question(request, pending_id, even_closed=True)
    if asked.is_closed:
        return HttpResponse()
    form = _answering(request, asked, None)
    if not form.has_odds:
        return HttpResponse()
    return _told_odds(form, _preview(form))


@require_POST
@members_only
def settle_question(request: MemberRequest, campaign_id: UUID, pending_id: UUID) -> HttpResponse:
    """Waive or strike an open question, with the reason."""
    asked = _question(request, pending_id, even_closed=True)
    form = _settling(request, asked, request.POST)
    return _serve(request, form, post_url=request.path, asked=asked, question=_question_of(request, asked))


@require_POST
@members_only
def preview_odds(request: MemberRequest, campaign_id: UUID, action: str) -> HttpResponse:
    """The odds of a half-filled form; a refusal shows its clause, an unfinished form nothing yet."""
    if action not in catalogue.ACTIONS:
        raise Http404
    sheets, rights = odds.named_in(request.member, action, request.POST)
    if not palette.is_offered(action, rights):
        raise Http404
    records = palette.named_of(sheets.values(), rights)
    form = ActionForm(action, member=request.member, data=request.POST, rights=rights, records=records)
    return _told_odds(form, _preview(form, sheets))


def _told_odds(form: ActionForm, preview: odds.Preview | None) -> HttpResponse:
    # Asked at every typed number: nothing around it.
    why = [] if preview or form.refusal else told_faults(form)
    context = {"form": form, "preview": preview, "why": why}
    return HttpResponse(render_to_string("play/_odds_preview.html", context))


def _question_of(request: MemberRequest, asked: waiting.Waiting) -> str:
    """What is asked, in words."""
    told = game_of(asked.system).waiting.asks(request.member.campaign, Viewer.of(request.viewer), asked)
    return told or pendings_of(request, [asked])[0]["question"]


def _answering(request: MemberRequest, asked: waiting.Waiting, again: Values | None) -> ActionForm:
    """The form of an open question, with what it knows. The odds of cards that lie in view already are none."""
    known = again or palette.known_of(asked)
    of_gm = _of_gm(asked) if asked.clause == ASKED_BY_GM else OfGM(is_asked_for=asked.clause == ASKED_OF_GM)
    waits, writes = game_of(asked.system).waiting, waiting.field_to_write(asked)
    begun = waits.begins(request.member.campaign, Viewer.of(request.viewer), asked)
    form = _form(
        request,
        asked.question,
        known=known,
        begun={**palette.begun_by(asked), **begun},
        of_gm=of_gm,
        hide=() if writes is None else AROUND_WRITING,
    )
    if writes is not None:
        form.label, form.help = words.field_words(asked.system, writes)
    elif answered_as := waits.answered_as(asked):
        form.label, form.help = answered_as, ""
    elif asked.question == palette.RULING:
        form.help = reference.find_clause(asked.clause).summary
    form.answered_by = str(asked.data.get("answered_by") or "")
    if not again:
        form.odds_asked_at = reverse("answers_odds", args=[request.member.campaign_id, asked.id])
    return form


def _of_gm(asked: waiting.Waiting) -> OfGM:
    """What the GM settled; what of it is kept back is theirs alone to read."""
    settled = {**as_values(asked.data.get("given", {})), **asked.hidden}
    names = {kept: [*map(str, as_list(asked.data.get(kept, ())))] for kept in ("kept_back", "left_out")}
    ready = asked.data.get(READY)
    both = game_of(asked.question).waiting.asks_both.get(asked.question) if ready else None
    return OfGM(
        settled,
        asked.who or "",
        [name for name in names["kept_back"] if name not in asked.hidden],
        names["left_out"],
        awaits_other=WITH in asked.data and not ready,
        face_down=[one for one in both.sides if as_values(settled.get(one, {})).get("id") == ready]
        if both
        else (),
    )


def _form(
    request: MemberRequest,
    action: str,
    known: Values | None = None,
    begun: Values | None = None,
    of_gm: OfGM | None = None,
    rights: Rights | None = None,
    hide: Collection[str] = (),
) -> ActionForm:
    source = request.POST if request.method == "POST" else request.GET
    fields, hidden = (source.get(f"form.{name}", "").split() for name in ("fields", "hide"))
    preset = {} if request.method == "POST" else {**(begun or {}), **_asked_for(request)}
    return ActionForm(
        action,
        member=request.viewer,
        data=request.POST if request.method == "POST" else None,
        fields=fields or None,
        hide={*hidden, *hide},
        preset=preset,
        known=known,
        of_gm=of_gm,
        next_url=own_address(request, source.get("next", "")),
        rights=rights,
    )


def _asked_for(request: MemberRequest) -> dict[str, str | list[str]]:
    """What an address begins a form with; a name that stands there several times is a list."""
    return {
        name: values if len(values) > 1 else values[-1]
        for name, values in request.GET.lists()
        if name != "next" and values
    }


def _serve(request: MemberRequest, form: ActionForm, **around: Unpack[Around]) -> HttpResponse:
    """The form, or what came of sending it."""
    status, context = 200, {"form": form, **around}
    propose_by_form(request, form)
    form.is_over = (asked := around.get("asked")) is not None and asked.is_closed
    if form.wants_odds:
        context |= {"preview": _preview(form), "has_preview": True}
    elif request.method == "POST" and not form.is_draft:
        done, status = _attempt(request.member, form, asked.id if asked else None)
        if done is not None:
            return _answer(request, form, done, asked)
    if is_htmx(request):
        return render(request, FORM, context, status=status)
    return render(request, PAGE, page_context(request, here="table") | context, status=status)


def _attempt(member: Membership, form: ActionForm, answers: str | None) -> tuple[Played | None, int]:
    if not form.is_valid():
        return None, 422
    if form.asks_player:
        return run_or_show_refusal(form, lambda: _ask(member, form))
    if form.asks_gm:
        return run_or_show_refusal(form, lambda: _ask_gm(member, form, answers))
    act = ActRequest(
        key=form.key,
        steps=(form.request(),),
        nonce=form.nonce,
        hand=form.hand,
        sealed=form.sealed,
        on_behalf_of=form.on_behalf_of,
        answers=answers,
        override=form.overriding.override,
    )
    if form.action == "table.end_session":  # its draws end with it
        return run_or_show_refusal(form, lambda: sessions.end_session(actor=member, key=act.key))
    return run_or_show_refusal(form, lambda: answer(member, act))


def _ask(member: Membership, form: ActionForm) -> Played:
    who, settled = form.asked_of, for_player(form)
    hidden = kept_back(form.action, member, form.cleaned_data)
    return ask_player(actor=member, action=form.action, who=who, settled=settled, key=form.key, hidden=hidden)


def _ask_gm(member: Membership, form: ActionForm, answers: str | None) -> Played:
    act, who, said = form.action, form.acts, form.given
    return ask_gm(actor=member, action=act, who=who, given=said, key=form.key, answers=answers)


def _answer(
    request: MemberRequest, form: ActionForm, done: Played, asked: waiting.Waiting | None
) -> HttpResponse:
    campaign, seq = request.member.campaign, done.entry.seq
    other = laid_down(campaign, asked) if asked is not None and not form.next_url else None
    if asked is not None and other is not None:
        if is_htmx(request):
            return answered.face_down(request, asked, other)
        return redirect(reverse("pending_answer", args=[campaign.pk, asked.id]))
    if not is_htmx(request):
        return redirect(form.next_url or reverse("log_entry", args=[campaign.pk, seq]))
    turns = asked is not None and not answered.is_choice(asked) and bool(turned_by(form))
    if form.next_url and not turns:
        return HttpResponseClientRedirect(form.next_url)
    viewer = Viewer.of(request.viewer)
    # A repetition has no parts at hand; of a new entry those that were just stored save a read.
    if done.at_hand is None:
        shown = timeline.one_entry(campaign, viewer, seq)
    else:
        shown = timeline.just_played(campaign, viewer, done.entry, done.at_hand)
    # Put away with a reason that was missing at first, it has a page that offered nothing else.
    is_answer = asked is not None and form.action == asked.question
    may_settle = asked is not None and is_answer and _may_settle(request, asked)
    context = {"shown": shown, "form": form, "asked": asked, "may_settle": may_settle}
    return render(request, PLAYED, context)


def _preview(form: ActionForm, sheets: Mapping[str, Sheet] | None = None) -> odds.Preview | None:
    form.wants_odds = True
    if not form.is_valid():
        return None
    return run_or_show_refusal(form, lambda: odds.preview(form, sheets))[0]


def _question(request: MemberRequest, pending_id: UUID, *, even_closed: bool = False) -> waiting.Waiting:
    """A question that is this member's to answer, or was and is `even_closed`; else `NotThere`."""
    asked = access.get_question_to_answer(request.viewer, pending_id, even_closed=even_closed)
    if asked.question not in catalogue.ACTIONS:
        raise NotThere(ANSWERED)
    return asked


def _lacking(request: MemberRequest, asked: waiting.Waiting) -> str:
    """What of an act the GM asked for is not there, though it was when they did, or nobody looked."""
    if asked.clause != ASKED_BY_GM or not asked.who:
        return ""
    settled = {asked.who: as_values(asked.data.get("given", {}))}
    found = lacking(request.member.campaign, asked.question, settled)
    return told_lacking(catalogue.find(asked.question).system, found) if found is not None else ""


def _may_settle(request: MemberRequest, asked: waiting.Waiting) -> bool:
    """Whether this member may put it away without its act: as `policy.check_settle` has it."""
    is_asked_of_them = asked.for_role == "player" and who_answers(asked.who, asked.data) == asked.who
    return request.viewer.is_gm or (asked.optional and is_asked_of_them)  # TAB-ASK-03


def _settling(request: MemberRequest, asked: waiting.Waiting, data: Posted | None) -> ActionForm:
    back = own_address(request, str((request.GET if data is None else data).get("next", "")))
    known: Values = {"pending": asked.id}
    form = ActionForm("table.settle", member=request.viewer, data=data, known=known, next_url=back)
    if not request.viewer.is_gm:
        form.label, form.help = _("Pass"), ""
        form.fields["how"].widget = forms.HiddenInput()
        form.initial["how"] = "waived"
    return form
