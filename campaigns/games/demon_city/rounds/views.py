"""A round of Action on one page: who announces, which Clashes there are, and the flip of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from campaigns.access import MemberRequest, gms_only, members_only, players_only, rights_of
from campaigns.forms.fields import Posted
from campaigns.forms.people import ActForm
from campaigns.games.demon_city.decks import reading as decks
from campaigns.games.demon_city.rounds import acts as rounds
from campaigns.games.demon_city.rounds import flips
from campaigns.games.demon_city.rounds.announcing import AnnounceForm
from campaigns.games.demon_city.rounds.clashes import CHASE, CLASH
from campaigns.games.demon_city.rounds.flip_forms import FlipForm, HandField
from campaigns.games.demon_city.rounds.flips import FlipHand, Ready
from campaigns.games.demon_city.rounds.forms import BeginRoundForm, SortForm
from campaigns.games.demon_city.rounds.reading import ANNOUNCE, COUNT, GET_UP, ROUND, ActionRound, Place
from campaigns.games.demon_city.rounds.reading import action_round as found_round
from campaigns.models import Record
from campaigns.policy import Rights
from campaigns.queries.at_hand import speaks_for
from campaigns.queries.waiting import Waiting
from campaigns.viewing import TABLE, Viewer
from campaigns.views.page_context import page_context
from campaigns.views.refusals import Refusal, answering_refusals
from campaigns.views.waiting import Pending, pendings_of
from rules import words
from rules.kernel.errors import RuleViolation
from rules.kernel.values import as_list

BEFORE_THE_NEXT = {
    "DEC-CLASH-21": gettext_lazy("This round’s damage has to be thrown first. It is waiting here."),
    "DEC-CLASH-28": gettext_lazy("This round’s cards have to be flipped first. Or end the Action."),
}
"""What has to be done before the next round begins, by clause."""
CALM = "demon_city.calm"
DAMAGE, STATIC = "demon_city.damage", "demon_city.static_throw"


@members_only
@require_safe
def action_round(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The round as this viewer sees it. The head of the log is read first, so that no entry is missed."""
    return page(request)


@gms_only
@require_POST
@answering_refusals
def begin_round(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Open Action, or go on to its next round."""
    found = _found(request)
    form = BeginRoundForm(found, request.POST)
    if not form.is_valid():
        return page(request, begin_form=form, status=422)
    number = Record.objects.filter(campaign=campaign_id, kind=ROUND).count() + 1
    try:
        rounds.begin_round(
            actor=request.member,
            name=_("Round %(n)d") % {"n": number},
            who=form.cleaned_data["who"],
            previous=[place.member.id for place in found.places],
            anew=form.cleaned_data.get("anew", False),
            key=form.cleaned_data["key"],
        )
    except RuleViolation as error:
        told = BEFORE_THE_NEXT.get(error.clause or "")
        if told is None:
            raise
        messages.error(request, told)
    return redirect("action_round", campaign_id)


@players_only
@require_POST
@answering_refusals
def announce_deed(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """What whoever is next does this round."""
    found = _found(request)
    form = _announcing(request, found, request.POST)
    if form is None or found.record is None:
        messages.info(request, _("None of your characters announces now. The page shows the round as it is."))
        if said := request.POST.get("words"):
            messages.info(request, _("You sent: %(words)s") % {"words": said})
        return redirect("action_round", campaign_id)
    if not form.is_valid():
        return page(request, announce_form=form, status=422)
    rounds.announce(
        actor=request.member,
        given=form.given(found.record.id),
        words=form.cleaned_data.get("words", ""),
        owner=form.up.member.owner,
        key=form.cleaned_data["key"],
    )
    return redirect("action_round", campaign_id)


@gms_only
@require_POST
@answering_refusals
def sort_round(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Find who is in whose way, and make ready what is to be flipped."""
    found = _found(request)
    if not found.places or found.is_sorted or found.on is not None:
        messages.info(request, _("There is nothing to sort now. The page shows the round as it is."))
        return redirect("action_round", campaign_id)
    form = SortForm(found, request.POST)
    if not form.is_valid():
        return page(request, sort_form=form, status=422)
    # A Clash is named for its people, and everybody sees its name.
    names = {
        place.member.id: place.member.name if place.member.visibility == TABLE else _("someone hidden")
        for place in found.places
    }
    rounds.sort_round(actor=request.member, actions=form.actions(), names=names, key=form.cleaned_data["key"])
    return redirect("action_round", campaign_id)


def _found(request: MemberRequest) -> ActionRound:
    return found_round(request.member.campaign, Viewer.of(request.viewer))


def page(
    request: MemberRequest,
    status: int = 200,
    *,
    begin_form: BeginRoundForm | None = None,
    announce_form: AnnounceForm | None = None,
    sort_form: SortForm | None = None,
    flip_form: FlipForm | None = None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    """The page of the round, with the forms that were sent and did not do."""
    frame = page_context(request, here="table")
    campaign, found = request.member.campaign, _found(request)
    waits = zip(frame["questions"], pendings_of(request, frame["questions"]), strict=True)
    context = frame | {
        "page_address": reverse("action_round", args=[campaign.pk]),
        "action": found,
        "both_stand": len(decks.standing(campaign)) == len(decks.BOTH),
        "form": ActForm(auto_id="decks-%s"),
        "act_form": ActForm(auto_id="end-%s"),
        "begin_form": begin_form or BeginRoundForm(found),
        "sort_form": sort_form or SortForm(found),
        "refusal": refusal,
        "announce_form": announce_form or _announcing(request, found),
        "places": [_place(request, frame["rights"], found, place) for place in found.places],
        "waits": [
            _waiting(request, found, asked, shown)
            for asked, shown in waits
            if asked.question.startswith("demon_city.")
        ],
    }
    if found.next_up and found.record:  # distances and free placement are asked for there
        about = {"character": found.next_up.member.id, "round": found.record.id}
        context["announce_url"] = _form_url(request, ANNOUNCE, **about)
    if flip_form := flip_form or _flipping(request, found):
        by_hand = frame["rights"].agreed("hand_dice") and not decks.are_kept_here(campaign)
        context |= {"flip_form": flip_form, "to_flip": _to_flip(request, flip_form, by_hand=by_hand)}
    return render(request, "games/demon_city/rounds/round.html", context, status=status)


def _waiting(request: MemberRequest, found: ActionRound, asked: Waiting, shown: Pending) -> Pending:
    """A question that came up in the round, answered from here and come back from to here."""
    url = shown["url"] and f"{shown['url']}?{urlencode({'next': request.path})}"
    people = {member.id: member.name for member in (*found.here, *(place.member for place in found.places))}
    attacker = people.get(str(asked.data.get("attacker")), "")
    told = shown["question"]
    if asked.question == DAMAGE and attacker:
        told = _("%(who)s has hit %(target)s.") % {"who": attacker, "target": asked.who_name}
    elif asked.question == STATIC and "target" in asked.data:
        target = people.get(str(asked.data["target"]), _("someone hidden"))
        told = _(
            "%(who)s attacks %(target)s, who takes no action: a throw against the stat that resists it."
        ) % {
            "who": asked.who_name,
            "target": target,
        }
    elif asked.question in (CLASH, CHASE):
        allies = map(str, as_list(asked.data.get("from", ())))
        tied = [people.get(one, _("someone hidden")) for one in allies]
        told = _("A tie among allies: %(who)s. Who goes first?") % {"who": ", ".join(tied)}
        shown = {**shown, "action": _("Choose who goes first")}
    return {**shown, "url": url, "question": told}


def _announcing(
    request: MemberRequest, found: ActionRound, data: Posted | None = None
) -> AnnounceForm | None:
    """The announcement of whoever is next, where it is this viewer's to say."""
    up, rights = found.next_up, rights_of(request.viewer)
    if up is None or request.is_viewing_as or not speaks_for(up.member, rights):
        return None
    return AnnounceForm(found, up, rights, data)


@dataclass(frozen=True)
class ShownPlace:
    """A place in the order, the ways to what they do next, and in words what they announced."""

    place: Place
    urls: Mapping[str, str]
    deed: str


def _place(request: MemberRequest, rights: Rights, found: ActionRound, one: Place) -> ShownPlace:
    """Somebody in the order, with the way to what they do next where that is this viewer's."""
    is_mine = speaks_for(one.member, rights) and not request.is_viewing_as
    urls: dict[str, str] = {}
    if is_mine and not one.has_announced and one.member["out"]:
        urls["get_up"] = _form_url(request, GET_UP, character=one.member.id)
    if is_mine and not one.has_announced and one.member["panicked"]:
        urls["calm"] = _form_url(request, CALM, character=one.member.id)
    deed = words.choice_words("demon_city", one.kind) if one.kind else ""
    return ShownPlace(one, urls, deed)


def _flipping(request: MemberRequest, found: ActionRound) -> FlipForm | None:
    """What the GM settles before the flip: the one form that flips everything."""
    if not request.viewer.is_gm or request.is_viewing_as:
        return None
    ready = flips.ready(request.member.campaign, found)
    return FlipForm(ready) if ready else None


@dataclass(frozen=True)
class ShownFlip:
    """A Clash that lies face down with its controls, and the ways to its aims and to cards of one's own."""

    ready: Ready
    hands: Sequence[tuple[HandField, str]]
    settle_url: str
    hand_url: str


def _to_flip(request: MemberRequest, form: FlipForm, *, by_hand: bool) -> list[ShownFlip]:
    return [
        ShownFlip(
            ready=one,
            hands=[(asked, _count_url(request, asked.hand)) for asked in form.asked(one)],
            settle_url=reverse("settle_clash", args=[request.member.campaign_id, one.id]),
            hand_url=_form_url(request, one.meeting.action, **one.values) if by_hand else "",
        )
        for one in form.ready
    ]


def _count_url(request: MemberRequest, hand: FlipHand) -> str:
    """The count of throws of one hand, as it begins; nothing is counted for who drives."""
    if not hand.kind:
        return ""
    given = {"thrower": hand.who.id, "context": "action", "kind": hand.kind, **hand.stats}
    asked = {"form.fields": "context thrower versus kind previous from_opponent", "form.hide": "context kind"}
    return _form_url(request, COUNT, **given, **asked)


def _form_url(request: MemberRequest, action: str, **given: str | Sequence[str]) -> str:
    campaign = request.member.campaign_id
    query = urlencode({**given, "next": reverse("action_round", args=[campaign])}, doseq=True)
    return f"{reverse('play_action', args=[campaign, action])}?{query}"
