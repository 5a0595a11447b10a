"""What is done on the page of a fight by a tap or two: begin it, attack, hold back, let go, reload, not defend."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns.access import (
    ANSWERED,
    MemberRequest,
    NotThere,
    get_question_to_answer,
    get_record_to_play,
    get_record_to_see,
    gms_only,
    players_only,
    rights_of,
)
from campaigns.forms.action.errors import told_by_hand
from campaigns.forms.fields import EXPIRED
from campaigns.forms.people import ActForm, sent_key
from campaigns.games.fallen.fights import acts as fights
from campaigns.games.fallen.fights.forms import AttackForm, BeginForm, HoldBackForm, ReloadForm, SoakForm
from campaigns.games.fallen.fights.hold_back_options import moments_of
from campaigns.games.fallen.fights.links import is_blow_of
from campaigns.games.fallen.fights.reading import FIGHTER, WEAPON, fight_of
from campaigns.games.fallen.fights.settings import rolls_each_turn
from campaigns.games.fallen.fights.tries import STRAFING
from campaigns.games.fallen.fights.views import fight_page
from campaigns.models import Membership
from campaigns.queries.bonuses import BONUS
from campaigns.queries.cast import Member, campaign_sheet, of_kind
from campaigns.queries.waiting import open_questions
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, AlreadyAnswered, play
from campaigns.viewing import Viewer
from campaigns.views.refusals import answering_refusals
from rules.fallen.allowed import DEFEND
from rules.kernel.errors import BadDraw, DrawsExhausted, DrawsLeftOver
from rules.kernel.values import Value, Values


@gms_only
@require_POST
@answering_refusals
def begin_fight(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The GM says who fights: their own roll at once, the others are asked for their own die."""
    people = of_kind(request.member.campaign, Viewer.of(request.member), FIGHTER)
    ready = {one.id: one for one in people if one["state"] == "active"}
    form = BeginForm([*ready], request.POST)
    if not form.is_valid():
        return back(request, form)
    chosen = form.cleaned_data["fighters"]
    asked = [who for who in chosen if _is_a_players(request.member, ready[who])]
    own = [who for who in chosen if who not in asked]
    fights.begin_fight(actor=request.member, own=own, asked=asked, **form.sent)
    return to_the_fight(request)


@players_only
@require_POST
@answering_refusals
def attack_in_fight(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """A fighter attacks whom the page was tapped for; a sweep of fire is shared among several."""
    who = get_record_to_play(request.member, record_id, (FIGHTER,))
    form = AttackForm(request.POST, takes_hand=rights_of(request.member).agreed("hand_dice"))
    if form.is_valid():
        try:
            return _attack(request, who.id, form)
        except (DrawsExhausted, DrawsLeftOver, BadDraw) as error:
            if not form.cleaned_data.get("hand"):
                raise
            form.add_error("hand", told_by_hand("fallen", error))
    return _as_typed(request, form)


def _attack(request: MemberRequest, who: str, form: AttackForm) -> HttpResponse:
    said = form.cleaned_data
    maneuver, weapon, ability, *off_hand = said["pick"].split("|")
    given: dict[str, Value] = {"attacker": who, "willpower": said["willpower"]}
    given |= {"weapon": weapon} if weapon else {}
    taken = request.POST.getlist("modifiers.bonus")
    given |= {"modifiers": [{BONUS: one} for one in taken]} if taken else {}
    if maneuver == STRAFING:
        given["targets"] = form.targets
        return _play(request, "fallen.strafe", given, **form.sent, hand=said.get("hand"))
    given |= {"maneuver": maneuver, "target": str(said["target"] or ""), "off_hand": bool(off_hand)}
    given |= {name: value for name, value in (("ability", ability), ("location", said["location"])) if value}
    return _play(request, "fallen.attack", given, **form.sent, hand=said.get("hand"))


def _as_typed(request: MemberRequest, form: AttackForm) -> HttpResponse:
    """The page with the attack as it was typed; what is wrong with the dice stands beside them."""
    if "key" in form.errors:
        raise BadRequest(EXPIRED)
    for name, faults in form.errors.items():
        if name != "hand":
            messages.error(request, str(faults[0]))
    return fight_page(request, form)


@players_only
@require_POST
@answering_refusals
def hold_back(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Somebody waits for a later moment of the turn, or steps in at one."""
    who = get_record_to_play(request.member, record_id, (FIGHTER,))
    campaign = request.member.campaign
    each_turn = rolls_each_turn(campaign_sheet(campaign).under("settings"))
    found = fight_of(campaign, Viewer.of(request.member), (), each_turn=each_turn)
    fighter = next((one for one in found.fighters if one.id == who.id), None)
    moments = moments_of(found, fighter) if fighter is not None else []
    form = HoldBackForm([(moment.id, moment.name) for moment in moments], request.POST)
    if not form.is_valid():
        return back(request, form)
    said = form.cleaned_data
    waits = {"fighter": who.id, "before": said["before"] or None}
    return _play(request, "fallen.hold_back", waits, key=said["key"])


@players_only
@require_POST
@answering_refusals
def let_go_of_grip(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Whoever holds somebody lets go; a grip by nobody of the campaign is the GM's to end."""
    prisoner = get_record_to_see(request.member, record_id, (FIGHTER,))
    holder = prisoner["held_by"]
    _refuse_unless_held(request.member, holder)
    key = sent_key(request.POST)
    if prisoner["restraint"] != "held":
        messages.info(request, _("Nobody holds %(name)s any more.") % {"name": prisoner.name})
        return to_the_fight(request)
    return _play(request, "fallen.let_go", {"holder": holder, "prisoner": prisoner.id}, key=key)


@players_only
@require_POST
@answering_refusals
def reload_weapon(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Whoever holds a weapon fills its magazine."""
    weapon = get_record_to_see(request.member, record_id, (WEAPON,))
    _refuse_unless_held(request.member, weapon["holder"] or weapon.id)
    form = ReloadForm(request.POST)
    if not form.is_valid():
        return back(request, form)
    said = form.cleaned_data
    filled = {"holder": weapon["holder"], "weapon": weapon.id, "rounds": said["rounds"]}
    return _play(request, "fallen.reload", filled, key=said["key"])


@players_only
@require_POST
@answering_refusals
def let_through(request: MemberRequest, campaign_id: UUID, pending_id: UUID) -> HttpResponse:
    """Whoever is attacked does not defend."""
    asked = get_question_to_answer(request.member, pending_id, even_closed=True)
    if asked.question != DEFEND:
        raise NotThere(ANSWERED)
    if asked.is_closed:
        raise AlreadyAnswered(asked.closed_by)
    form = SoakForm(request.POST)
    if not form.is_valid():
        return back(request, form)
    questions = open_questions(request.member.campaign, Viewer.of(request.member))
    blow = next((one for one in questions if is_blow_of(one, asked)), None)
    soak = form.cleaned_data["soak"] or "stamina"
    fights.let_through(actor=request.member, asked=asked, blow=blow, soak=soak, **form.sent)
    return to_the_fight(request)


def _is_a_players(gm: Membership, one: Member) -> bool:
    """Whether somebody else has a fighter in hand, who rolls their own die then."""
    return one.owner not in (None, str(gm.pk)) and one.in_hand


def _play(
    request: MemberRequest,
    action: str,
    given: Values,
    *,
    key: str,
    nonce: str = "",
    hand: Sequence[str | int] | None = None,
) -> HttpResponse:
    thrown = tuple(hand) if hand else None
    play(request.member, ActRequest(key, (Request(action, given),), nonce=nonce, hand=thrown))
    return to_the_fight(request)


def _refuse_unless_held(member: Membership, holder: str | None) -> None:
    """403 in the same words, whether somebody else holds it, somebody unseen, or nobody."""
    if holder is None and member.is_gm:
        return
    try:
        get_record_to_play(member, holder or "")
    except (Http404, PermissionDenied):
        raise PermissionDenied(_("Ask the GM: none of your characters holds them.")) from None


def back(request: MemberRequest, form: ActForm) -> HttpResponse:
    """To the page with what was wrong; a form without its key is none of ours."""
    if "key" in form.errors:
        raise BadRequest(EXPIRED)
    for faults in form.errors.values():
        messages.error(request, str(faults[0]))
    return to_the_fight(request)


def to_the_fight(request: MemberRequest) -> HttpResponse:
    return redirect("fight", request.member.campaign_id)
