"""The GM asks players to act: whom, for what, with what is known; and strikes what nobody needs to answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict
from urllib.parse import urlencode
from uuid import UUID

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.access import MemberRequest, gms_only
from campaigns.forms.action.errors import run_or_show_refusal
from campaigns.forms.action.hiding import kept_back
from campaigns.forms.action.lacking import ASK
from campaigns.forms.asking import Askable, AskableAct, AskableGame, AskingForm, askable, may_act
from campaigns.forms.fields import EXPIRED
from campaigns.forms.people import new_key, sent_key
from campaigns.queries.askings import Asked, Asking, askings
from campaigns.queries.calls import Standing
from campaigns.services.asking import ask_players, strike
from campaigns.viewing import Viewer
from campaigns.views.absolute_urls import own_address
from campaigns.views.page_context import PageContext, page_context
from campaigns.views.refusals import answering_refusals
from campaigns.views.review.recap_draft import sentence
from rules import words

EVERYBODY = "all"


@dataclass(frozen=True)
class Wanted:
    """Whom and what an address asks for, in one game; `fault` is what is wrong with it."""

    game: AskableGame | None
    people: list[Askable]
    act: AskableAct | None
    fault: str = ""


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Whom and for what; then the form of that act, which the address names together with those who are asked."""
    frame = page_context(request, here="table")
    viewer = Viewer.of(request.viewer)
    offered = askable(request.member.campaign, viewer, frame["rights"])
    wanted = _wanted(request, offered)
    if wanted.act is None or wanted.fault:
        return _choosing(request, frame, offered, wanted)
    form = AskingForm(
        wanted.act.action,
        [one.id for one in wanted.people],
        member=request.viewer,
        data=request.POST if request.method == "POST" else None,
    )
    form.next_url = own_address(request, request.GET.get("next", ""))
    status = 200
    if request.method == "POST" and not form.is_draft:
        done, status = _attempt(request, form, wanted)
        if done:
            return redirect(form.next_url or f"{reverse('table', args=[campaign_id])}#waits")
    back = {"next": form.next_url} if form.next_url else {}
    query = urlencode(
        {"act": wanted.act.action, "who": [one.id for one in wanted.people], **back}, doseq=True
    )
    around = {"form": form, "wanted": wanted, "query": query, "ask": ASK}
    return render(request, "asking/form.html", frame | around, status=status)


def _attempt(request: MemberRequest, form: AskingForm, wanted: Wanted) -> tuple[bool, int]:
    if not form.is_valid():
        return False, 422
    settled = {one.id: form.settled_of(one.id) for one in wanted.people}
    done, status = run_or_show_refusal(
        form,
        lambda: ask_players(
            actor=request.member,
            action=form.action,
            settled=settled,
            key=form.key,
            hidden=kept_back(form.action, request.viewer, form.cleaned_data),
        ),
    )
    return done is not None, status


def _choosing(
    request: MemberRequest, frame: PageContext, offered: list[AskableGame], wanted: Wanted
) -> HttpResponse:
    text = request.GET.get("q", "")[:100]
    sought, chosen = text.casefold().split(), {*request.GET.getlist("who")}
    # The game of whoever was tapped, or of the act that is sent or that a link is for, comes first.
    meant = (request.GET.get("act") or request.GET.get("for", "")).partition(".")[0]
    first = sorted(
        offered, key=lambda game: (chosen.isdisjoint(one.id for one in game.people), game.system != meant)
    )
    context = {
        "offered": [(game, [act for act in game.acts if _fits(act, sought)]) for game in first],
        "text": text,
        "chosen": chosen,
        "everybody": EVERYBODY,
        "fault": wanted.fault,
        "faulty": wanted.game,
    }
    status = 422 if wanted.fault else 200
    return render(request, "asking/ask.html", frame | context, status=status)


def _fits(act: AskableAct, sought: list[str]) -> bool:
    told = f"{act.label} {act.help}".casefold()
    return all(word in told for word in sought)


def _wanted(request: MemberRequest, offered: list[AskableGame]) -> Wanted:
    """What the address says: people of one game, and an act of it that each of them can do."""
    action, who = request.GET.get("act", ""), request.GET.getlist("who")
    known = ((game, act) for game in offered for act in (*game.usual, *game.acts))
    game, act = next((pair for pair in known if pair[1].action == action), (None, None))
    if game is None or act is None:
        is_begun = action or request.method == "POST"
        return Wanted(None, [], None, _("Choose one of the actions.") if is_begun else "")
    everybody = [one for one in game.people if may_act(one, action)] if EVERYBODY in who else []
    people = everybody or [one for one in game.people if one.id in who]
    strangers = [one for other in offered if other is not game for one in other.people if one.id in who]
    unfit = [one for one in people if not may_act(one, action)]
    fault = ""
    if strangers:
        told = {"name": strangers[0].name, "what": act.label}
        fault = (
            _("%(name)s belongs to another game than “%(what)s”. Ask the players of each game apart.") % told
        )
    elif not people:
        fault = _("Choose whom to ask.")
    elif unfit:
        fault = _("%(name)s can't do “%(what)s”. Choose someone else.") % {
            "name": unfit[0].name,
            "what": act.label,
        }
    return Wanted(game, people, act, fault)


@gms_only
@require_POST
@answering_refusals
def strike_questions(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """What was asked and nobody has answered is put away: one question, or all that are named."""
    key = sent_key(request.POST)
    named = [one for one in request.POST.getlist("question") if _is_id(one)]
    if not named:
        raise BadRequest(EXPIRED)
    strike(actor=request.member, questions=named, key=key)
    return redirect(f"{reverse('table', args=[campaign_id])}#waits")


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


class AskedLine(TypedDict):
    question: str
    name: str
    state: str
    told: str
    seq: int | None
    standing: Standing | None


class AskingCard(TypedDict):
    """What `table/_askings.html` takes of one asking."""

    title: str
    lines: list[AskedLine]
    waiting: list[str]
    done: int
    key: str


def asking_cards(
    request: MemberRequest, frame: PageContext, standings: Mapping[str, Standing]
) -> list[AskingCard]:
    """What the GM asked, for their table: who has answered and what it came to, and who waits."""
    if not request.viewer.is_gm:
        return []
    found = askings(request.member.campaign, Viewer.of(request.viewer), frame["state"])
    return [_card(one, standings) for one in found]


def _card(one: Asking, standings: Mapping[str, Standing]) -> AskingCard:
    waiting = [asked.question for asked in one.waits]
    return {
        "title": words.action_words(one.action)[0],
        "lines": [_line(asked, standings.get(asked.question)) for asked in one.asked],
        "waiting": waiting,
        "done": len(one.asked) - len(waiting),
        "key": new_key(),
    }


def _line(one: Asked, standing: Standing | None) -> AskedLine:
    told = sentence(one.entry) if one.entry is not None and one.entry.document else ""
    seq = one.entry.seq if one.entry is not None else None
    return {
        "question": one.question,
        "name": one.name,
        "state": one.state,
        "told": told,
        "seq": seq,
        "standing": standing,
    }
