"""A round of Action on one page: who announces, which Clashes there are, and the flip of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.access import MemberRequest, gms_only, members_only, players_only, rights_of
from campaigns.forms.fields import Posted
from campaigns.forms.people import ActForm, DrawForm
from campaigns.games.demon_city.decks import reading as decks
from campaigns.games.demon_city.rounds import acts as rounds
from campaigns.games.demon_city.rounds import flips
from campaigns.games.demon_city.rounds.announcing import AnnounceForm
from campaigns.games.demon_city.rounds.asked import in_words
from campaigns.games.demon_city.rounds.clashes import CHASE, CLASH
from campaigns.games.demon_city.rounds.counts import so_far
from campaigns.games.demon_city.rounds.flip_forms import FlipForm, HandField, ReadyForm
from campaigns.games.demon_city.rounds.flips import Ready
from campaigns.games.demon_city.rounds.forms import BeginRoundForm, SortForm
from campaigns.games.demon_city.rounds.reading import ANNOUNCE, GET_UP, ActionRound, Place, number_of_next
from campaigns.games.demon_city.rounds.reading import action_round as found_round
from campaigns.models import Campaign
from campaigns.policy import Rights
from campaigns.queries.at_hand import speaks_for
from campaigns.queries.cast import Member, campaign_sheet
from campaigns.queries.waiting import Waiting
from campaigns.services.asking import ask_gm
from campaigns.viewing import TABLE, Viewer
from campaigns.views.live_page import live_page, render_page
from campaigns.views.page_context import PageContext, page_context
from campaigns.views.refusals import Refusal, answering_refusals
from campaigns.views.waiting import Pending, pendings_of
from rules import words
from rules.demon_city.progress import STATIC, THROWN_FOR
from rules.kernel.values import Values

CALM = "demon_city.calm"
TIE = "DEC-TIE-02"
"""By which a tie asks the GM what changes for everyone in it."""


@members_only
@require_safe
@live_page
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
    rounds.begin_round(
        actor=request.member,
        name=_("Round %(n)d") % {"n": number_of_next(request.member.campaign)},
        who=form.cleaned_data["who"],
        previous=[place.member.id for place in found.places],
        anew=form.cleaned_data.get("anew", False),
        key=form.cleaned_data["key"],
    )
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


@players_only
@require_POST
@answering_refusals
def ask_for_throw(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Ask the GM for the throw of what somebody in nobody's way does: they rate it (DEC-INTENS-01)."""
    form, frame, found = ActForm(request.POST), page_context(request, here="table"), _found(request)
    who = next((one.member for one in found.places if one.member.id == request.POST.get("who")), None)
    if who is None or not form.is_valid() or not _alone(request, frame, found, who).asks_gm:
        messages.info(request, _("There is nothing to throw for now. The page shows the round as it is."))
    else:
        given: Values = {"thrower": {"id": who.id}}
        ask_gm(actor=request.member, action=STATIC, who=who.id, given=given, key=form.cleaned_data["key"])
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
    rounds.sort_round(
        actor=request.member,
        actions=form.actions(),
        links=form.links,
        names=names,
        key=form.cleaned_data["key"],
    )
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
    ready_form: ReadyForm | None = None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    """The page of the round, with the forms that were sent and did not do."""
    frame = page_context(request, here="table")
    campaign, found = request.member.campaign, _found(request)
    counted = _so_far(request, found)
    waits = [
        asked
        for asked in frame["questions"]
        if asked.question.startswith("demon_city.") or asked.clause == TIE
    ]
    context = frame | {
        "page_address": reverse("action_round", args=[campaign.pk]),
        "action": found,
        "both_stand": len(decks.standing(campaign)) == len(decks.BOTH),
        "form": DrawForm(auto_id="decks-%s"),
        "act_form": ActForm(auto_id="end-%s"),
        "begin_form": begin_form or BeginRoundForm(found),
        "sort_form": sort_form or SortForm(found),
        "refusal": refusal,
        "announce_form": announce_form or _announcing(request, found),
        "places": [_place(request, frame, found, place, counted) for place in found.places],
        "uncontested": [_alone(request, frame, found, who) for who in found.uncontested],
        "waits": [
            _waiting(request, found, asked, shown)
            for asked, shown in zip(waits, pendings_of(request, waits), strict=True)
        ],
        "unruled": {asked.who for asked in frame["questions"] if asked.clause == TIE},
    }
    if found.next_up and found.record:  # distances and free placement are asked for there
        about = {"character": found.next_up.member.id, "round": found.record.id}
        context["announce_url"] = _form_url(request, ANNOUNCE, **about)
    face_down = flips.ready(campaign, found)
    context |= _own_hands(request, face_down, ready_form)
    context["is_by_hand"] = by_hand = bool(face_down) and _throw_their_own(frame["rights"], campaign)
    if request.viewer.is_gm and not request.is_viewing_as and face_down:
        flip_form = flip_form or FlipForm(face_down)
        to_flip = _to_flip(request, flip_form, by_hand=by_hand)
        context |= {"flip_form": flip_form, "to_flip": to_flip}
        context["hands_told"] = ",".join(f"#{part}:outerHTML" for flip in to_flip for part in flip.told)
    return render_page(request, "games/demon_city/rounds/round.html", context, status=status)


def _throw_their_own(rights: Rights, campaign: Campaign) -> bool:
    """Whether cards are those of a real table: its players may, and no deck is kept here."""
    return rights.agreed("hand_dice") and not decks.are_kept_here(campaign)


def _waiting(request: MemberRequest, found: ActionRound, asked: Waiting, shown: Pending) -> Pending:
    """A question that came up in the round, answered from here and come back from to here."""
    here = reverse("action_round", args=[request.member.campaign_id])  # also where a form was refused
    url = shown["url"] and f"{shown['url']}?{urlencode({'next': here})}"
    people = {member.id: member.name for member in (*found.here, *(place.member for place in found.places))}
    if asked.question in (CLASH, CHASE):
        shown = {**shown, "action": _("Choose who goes first")}
    return {**shown, "url": url, "question": in_words(asked, people) or shown["question"]}


def _announcing(
    request: MemberRequest, found: ActionRound, data: Posted | None = None
) -> AnnounceForm | None:
    """The announcement of whoever is next, where it is this viewer's to say."""
    up, rights = found.next_up, rights_of(request.viewer)
    if up is None or request.is_viewing_as or not speaks_for(up.member, rights.member):
        return None
    return AnnounceForm(found, up, rights, data)


@dataclass(frozen=True)
class ShownAlone:
    """Somebody who is in nobody's way, and the way to the throw of what they do, or to asking for it."""

    who: Member
    throw_url: str = ""
    ask_url: str = ""
    came: str = ""
    """What their throw came to, once they have made one."""
    asks_gm: bool = False
    """Whether its player asks the GM for it, who rates it (DEC-INTENS-01)."""
    again_is_gms: bool = False
    """Whether the GM says if it may be tried again (DEC-THROW-09)."""


def _alone(request: MemberRequest, frame: PageContext, found: ActionRound, who: Member) -> ShownAlone:
    """Without a way where nothing is thrown, where it is not this viewer's, or where somebody is asked already."""
    member, came = rights_of(request.viewer).member, who["deed_came"] or ""
    is_asked = any(asked.question == STATIC and asked.who == who.id for asked in frame["questions"])
    if is_asked or request.is_viewing_as or who["deed"] not in THROWN_FOR or not speaks_for(who, member):
        return ShownAlone(who, came=came)
    if not member.is_gm:
        return ShownAlone(who, came=came, asks_gm=not came, again_is_gms=bool(came))
    if who.owner not in (None, str(member.pk)):
        campaign = request.member.campaign_id
        back = reverse("action_round", args=[campaign])
        asked = urlencode({"act": STATIC, "who": who.id, "next": back})
        return ShownAlone(who, ask_url=f"{reverse('ask', args=[campaign])}?{asked}", came=came)
    return ShownAlone(who, throw_url=_form_url(request, STATIC, thrower=who.id), came=came)


@dataclass(frozen=True)
class ShownPlace:
    """A place in the order, the ways to what they do next, and in words what they announced."""

    place: Place
    urls: Mapping[str, str]
    deed: str
    alone: ShownAlone | None
    """The way to the throw of what they do, where it is aimed at nobody and the round is not sorted yet."""
    so_far: int | None
    """How many cards that is, of one's own, until somebody announces something that changes it."""
    asks_gm: bool = False
    """Whether getting up waits for the GM: nobody is known to have hit them, so it is theirs to say how hard it is."""


def _so_far(request: MemberRequest, found: ActionRound) -> dict[str, int]:
    """The numbers of the viewer's own people who have announced, while others have not."""
    member = rights_of(request.viewer).member
    mine = {one.member.id for one in found.places if one.has_announced and speaks_for(one.member, member)}
    if found.is_sorted or request.is_viewing_as or not mine:
        return {}
    campaign = request.member.campaign
    chosen = campaign_sheet(campaign).under("settings.demon_city")
    counted = so_far(campaign, [one.member.id for one in found.places], chosen)
    return {who: number for who, number in counted.items() if who in mine}


def _place(
    request: MemberRequest, frame: PageContext, found: ActionRound, one: Place, counted: Mapping[str, int]
) -> ShownPlace:
    """Somebody in the order, with the way to what they do next where that is this viewer's."""
    rights = frame["rights"]
    is_mine = speaks_for(one.member, rights.member) and not request.is_viewing_as
    urls: dict[str, str] = {}
    is_down = is_mine and one.is_trying and one.member["out"]
    hit_by = {person.id for person in found.here} & {one.member["hit_by"]}
    asked = {ask.question for ask in frame["questions"] if ask.who == one.member.id}
    asks_gm = is_down and GET_UP not in asked and not (hit_by or rights.gives_rulings)
    if is_down and GET_UP not in asked:
        urls["get_up"] = _form_url(request, GET_UP, character=one.member.id)
    if is_mine and one.is_trying and not is_down and CALM not in asked:
        urls["calm"] = _form_url(request, CALM, character=one.member.id)
    deed = words.choice_words("demon_city", one.kind) if one.kind else ""
    if one.kind == "attack" and one.member["attacks_by"]:
        deed = _("%(deed)s (%(how)s)") % {
            "deed": deed,
            "how": words.choice_words("demon_city", one.member["attacks_by"]),
        }
    is_unopposed = one.is_unopposed and not found.is_sorted
    alone = _alone(request, frame, found, one.member) if is_unopposed else None
    return ShownPlace(one, urls, deed, alone, counted.get(one.member.id), asks_gm)


def _own_hands(
    request: MemberRequest, face_down: Sequence[Ready], sent: ReadyForm | None
) -> dict[str, object]:
    """The viewer's own hands, and how many of the players' are ready, of those that they see."""
    member = rights_of(request.viewer).member
    mine = [] if member.is_gm or request.is_viewing_as else flips.hands_of(face_down, member)
    asked = [sent if sent and sent.hand.who.id == one.who.id else ReadyForm(one) for one in mine]
    of_players = [hand for one in face_down for hand in one.hands if hand.who["control"] == "player"]
    are_ready = sum(hand.is_ready for hand in of_players)
    return {"own_hands": asked, "of_players": len(of_players), "are_ready": are_ready}


@dataclass(frozen=True)
class ShownFlip:
    """A Clash that lies face down with its controls, and the ways to its aims and to cards of one's own."""

    ready: Ready
    hands: Sequence[HandField]
    settle_url: str
    hand_url: str

    @property
    def ways_id(self) -> str:
        return f"ways-{self.ready.id}"

    @property
    def told(self) -> list[str]:
        """The parts that are another after a count: each hand, and the ways to forms that take the counts along."""
        return [*(hand.told_id for hand in self.hands), self.ways_id]


def _to_flip(request: MemberRequest, form: FlipForm, *, by_hand: bool) -> list[ShownFlip]:
    return [
        ShownFlip(
            ready=one,
            hands=form.asked(one),
            settle_url=reverse("settle_clash", args=[request.member.campaign_id, one.id]),
            hand_url=_form_url(request, one.meeting.action, **one.values) if by_hand else "",
        )
        for one in form.ready
    ]


def _form_url(request: MemberRequest, action: str, **given: str | Sequence[str]) -> str:
    campaign = request.member.campaign_id
    query = urlencode({**given, "next": reverse("action_round", args=[campaign])}, doseq=True)
    return f"{reverse('play_action', args=[campaign, action])}?{query}"
