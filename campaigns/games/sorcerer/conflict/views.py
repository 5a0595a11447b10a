"""A round of conflict on one page: all announce, all roll, each acts in turn, and what was dealt is written down."""

from collections.abc import Callable
from dataclasses import replace
from uuid import UUID

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, reselect, retarget

from campaigns.access import (
    MemberRequest,
    get_record_to_play,
    gms_only,
    members_only,
    players_only,
    rights_of,
)
from campaigns.forms.action.bonuses import CARRIED, SEEN, BonusControls
from campaigns.forms.action.controls import offered_by
from campaigns.forms.action.errors import run_or_show_refusal
from campaigns.forms.action.form import ActionForm
from campaigns.forms.action.overriding import controls
from campaigns.forms.fields import choice_field
from campaigns.forms.people import ActForm, sent_key
from campaigns.game import OfferedDice
from campaigns.games.sorcerer.conflict import acts
from campaigns.games.sorcerer.conflict import reading as rounds
from campaigns.games.sorcerer.conflict.announcements import Announcement
from campaigns.games.sorcerer.conflict.around import PEOPLE
from campaigns.games.sorcerer.conflict.forms import ABILITY, AnnounceForm, RollForm, is_held
from campaigns.games.sorcerer.conflict.reading import Fighter, Round
from campaigns.games.sorcerer.conflict.shown import shown_round, told_of
from campaigns.games.sorcerer.conflict.turn import turn_form
from campaigns.games.sorcerer.prices import price_of
from campaigns.models import Membership
from campaigns.queries import timeline
from campaigns.queries.at_hand import IN_PLAY
from campaigns.queries.bonuses import Bonuses
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.viewing import TABLE, Viewer
from campaigns.views.absolute_urls import address_of_page
from campaigns.views.bonuses import propose, propose_by_form
from campaigns.views.htmx import is_htmx
from campaigns.views.live_page import live_page, render_page
from campaigns.views.page_context import page_context
from campaigns.views.refusals import REFUSED, Refusal, answering_refusals, typed_words
from rules import words
from rules.kernel.errors import RuleViolation
from rules.kernel.values import Value
from rules.sorcerer.progress import DAMAGE, ROUND
from rules.sorcerer.turns import ANSWER_ATTACK, GO_ASTRAY

DICE = "modifiers"
"""The list of somebody's dice in a round."""
UNAIMED = ("1", "2", "3")
"""Dice that a shot without aim is offered to lose."""


@members_only
@require_safe
@live_page
def conflict(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Where the round stands, and what this viewer can do in it."""
    return _render(request)


@players_only
@require_POST
def announce_action(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Announce or amend what somebody does, or withdraw it. Nothing is logged until the dice are rolled."""
    found = _round(request)
    if found.course.phase != "announce":
        return _late(request, found)
    form = _announce_form(request, found, request.POST)
    bonus = _bonus(request, found, form)
    if (
        form is not None
        and bonus is not None
        and (dice := bonus.wanted(request.POST.get("form.command", "")))
    ):
        propose(request, bonus, dice)
        form.errors.clear()  # nothing is announced yet, and what was typed stands
        return _render(request, form, found)
    if form is not None and bonus is not None and (fault := bonus.fault()):
        form.add_error(None, fault)
    if form is None or not form.is_valid():
        return _render(request, form, found, status=422)
    who = found.fighters[form.cleaned_data["who"]]
    acts.announce(request.member, form.announcement(who.said, bonus))
    return redirect("conflict", campaign_id)


@players_only
@require_POST
def be_content(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """What somebody announced may be rolled as it stands (SOR-CONFLICT-03)."""
    get_record_to_play(request.member, record_id, PEOPLE)
    return _amended(request, record_id, lambda said: replace(said, content=True))


@gms_only
@require_POST
def announce_earlier(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """The GM orders the list, in which equal rolls act."""
    return _before_the_roll(request, record_id, acts.announce_earlier)


@players_only
@require_POST
def withdraw_action(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Somebody takes no part in this round."""
    return _before_the_roll(request, record_id, acts.withdraw)


@gms_only
@require_POST
@answering_refusals
def roll_round(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """All roll."""
    found = _round(request)
    told = [
        (fighter.id, f"{fighter.name}: {fighter.said.words}")
        for fighter in found.announced
        if fighter.said and fighter.said.words and fighter.member.visibility == TABLE
    ]
    form = _roll_form(request, request.POST)
    key, nonce = sent_key(request.POST), request.POST.get("nonce", "")
    if not form.is_valid():
        return _render(request, found=found, roll=form, status=422)
    hand = tuple(form.cleaned_data.get("hand") or ()) or None
    said = found.as_rolled
    try:
        acts.roll_round(actor=request.member, said=said, told=told, key=key, nonce=nonce, hand=hand)
    except REFUSED as error:
        if isinstance(error, RuleViolation) and error.may_set_aside:
            raise
        return _render(request, found=found, refusal=told_of(found, error))
    return redirect("conflict", campaign_id)


@players_only
@require_POST
@answering_refusals
def answer_attack(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Whoever plays the target says how they meet what is aimed at them; the GM does for somebody who is away."""
    found = _round(request)
    target, chosen = found.target, request.POST.get("answer", "")
    if target is None or found.course.acting != request.POST.get("acting", "") or not found.is_asked:
        return _late(request, found)
    get_record_to_play(request.member, target.id)
    step = Request(ANSWER_ATTACK, {"target": target.id, "response": chosen})
    play(request.member, ActRequest(sent_key(request.POST), (step,)))
    return redirect("conflict", campaign_id)


@players_only
@require_POST
def resolve_turn(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Whoever's turn it is resolves their own action; the GM does for somebody who is away."""
    found = _round(request)
    if found.acting is not None:
        get_record_to_play(request.member, found.acting.id)
    form = turn_form(request, found, request.POST)
    if form is None or form.typed.get("attacker.id") != found.course.acting:
        return _late(request, found)
    if form.is_draft:
        propose_by_form(request, form)
        return _turn(request, found, form, 200)
    if not form.is_valid():
        return _turn(request, found, form, 422)
    act = ActRequest(
        form.key,
        (form.request(),),
        nonce=form.nonce,
        hand=form.hand,
        on_behalf_of=form.on_behalf_of,
        override=form.overriding.override,
    )
    done, status = run_or_show_refusal(form, lambda: play(request.member, act))
    if done is None:
        return _turn(request, found, form, status)
    url = reverse("conflict", args=[campaign_id])
    return HttpResponseClientRedirect(url) if is_htmx(request) else redirect(url)


@gms_only
@require_POST
@answering_refusals
def shot_goes_on(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The GM rules that a shot which missed endangers somebody else (SOR-CONFLICT-24)."""
    shooter, target = (request.POST.get(name, "") for name in ("attacker", "target"))
    step = Request(GO_ASTRAY, {"attacker": shooter, "target": target})
    play(request.member, ActRequest(sent_key(request.POST), (step,)))
    return redirect("conflict", campaign_id)


@gms_only
@require_POST
@answering_refusals
def read_off_hit(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The GM names the row of the chart; whose hit it is and its victories the round knows (SOR-DAMAGE-01)."""
    given: dict[str, Value] = {name: request.POST.get(name, "") for name in ("attacker", "target", "weapon")}
    given["stun"] = "stun" in request.POST
    play(request.member, ActRequest(sent_key(request.POST), (Request(DAMAGE, given),)))
    return redirect("conflict", campaign_id)


@gms_only
@require_POST
def penalise_unaimed(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """The GM sets the penalty of a shot without aim (SOR-GUN-03)."""
    get_record_to_play(request.member, record_id, PEOPLE)
    dice = request.POST.get("dice", "")
    if dice not in UNAIMED:
        return _late(request, _round(request))
    award: dict[str, Value] = {"source": "unaimed", "dice": -int(dice)}

    def penalised(said: Announcement) -> Announcement:
        # In the place of one that was set a moment ago.
        others = (one for one in said.awards if one["source"] != "unaimed")
        return replace(said, awards=(*others, award))

    return _amended(request, record_id, penalised)


@gms_only
@require_POST
@answering_refusals
def end_conflict_round(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """What was dealt comes into force; the rest of the round is forgotten."""
    found, key = _round(request), sent_key(request.POST)
    if found.course.phase == "announce":
        return _late(request, found)
    acts.end_round(actor=request.member, key=key)
    return redirect("conflict", campaign_id)


def _turn(request: MemberRequest, found: Round, form: ActionForm, status: int) -> HttpResponse:
    if not is_htmx(request):
        return _render(request, found=found, turn=form, status=status)
    context = {"form": form, "post_url": request.path}
    return render(request, "play/_action_form.html", context, status=status)


def _late(request: MemberRequest, found: Round) -> HttpResponse:
    """The round has moved on: the whole page as it is now, even where HTMX asked for a part of it."""
    answer = _render(request, found=found, status=409)
    return reselect(retarget(answer, "#main"), "#main") if is_htmx(request) else answer


def _render(
    request: MemberRequest,
    form: AnnounceForm | None = None,
    found: Round | None = None,
    turn: ActionForm | None = None,
    refusal: Refusal | None = None,
    roll: RollForm | None = None,
    status: int = 200,
) -> HttpResponse:
    status = refusal.status if refusal else status
    frame = page_context(request, here="table")
    found = found or _round(request)
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    may_act = request.viewer.role != "observer" and not request.is_viewing_as
    is_announced = found.course.phase == "announce"
    rows = timeline.some_entries(campaign, viewer, found.entries if not is_announced else ())
    announcing = (form or _announce_form(request, found)) if may_act and is_announced else None
    asks_me = may_act and found.asks_a_player_here
    is_a_players = found.target is not None and found.target.is_a_players
    context = frame | {
        **shown_round(found, frame["state"].settings),
        "is_late": status == 409 and not refusal,
        "typed": typed_words(request),
        "refusal": refusal,
        "announce_form": announcing,
        "bonus": _bonus(request, found, announcing),
        "form": (turn or turn_form(request, found)) if may_act else None,
        "unaimed": UNAIMED,
        "roll_form": roll or _roll_form(request),
        "round_override": controls(is_asked=True) if may_act and frame["rights"].may_override else None,
        "post_url": reverse("resolve_turn", args=[campaign.pk]),
        "page_address": address_of_page(request, reverse("conflict", args=[campaign.pk])),
        "may_act": may_act,
        "act_form": ActForm(auto_id="round-%s"),
        "rows": rows,
        "latest": rows[-1] if len(rows) > 1 else None,  # the roll itself stands in the order
        "asks_me": asks_me,
        "waits_for_player": is_a_players and (request.viewer.is_gm or not asks_me),  # the GM may choose too
    }
    return render_page(request, "games/sorcerer/conflict/conflict.html", context, status=status)


def _round(request: MemberRequest) -> Round:
    viewer = request.viewer
    return rounds.find_round(request.member.campaign, Viewer.of(viewer), rights_of(viewer))


def _announce_form(
    request: MemberRequest, found: Round, data: QueryDict | None = None
) -> AnnounceForm | None:
    """The form of whoever was chosen, else of the first who has announced nothing; None where nobody is left."""
    mine = [
        fighter for fighter in found.fighters.values() if fighter.mine and fighter.member["state"] in IN_PLAY
    ]
    around = [
        (fighter.id, fighter.name)
        for fighter in found.fighters.values()
        if fighter.member["state"] in IN_PLAY
    ]
    wanted = request.GET.get("who", "") if data is None else data.get("who", "")
    chosen = next((fighter for fighter in mine if fighter.id == wanted), None)
    silent = [fighter for fighter in mine if fighter.said is None and not fighter.out]
    # The GM begins with their own: what a player's own announces is asked of that player.
    chosen = chosen or next(iter(sorted(silent, key=lambda one: (bool(one.held_by), one.is_a_players))), None)
    if data is None and chosen is None:
        return None
    initial = AnnounceForm.filled(chosen.said) if chosen and chosen.said else {"action": "attack"}
    is_gm = request.viewer.is_gm
    return AnnounceForm(
        data,
        mine=[(fighter.id, fighter.name) for fighter in mine],
        others=around,
        scores=_scores(chosen) if chosen else (),
        lacking=found.unready(chosen.id) if chosen else (),
        rules=is_gm,
        gives_dice=rights_of(request.viewer).gives_rulings,
        price=_price(chosen),
        initial={"score": "stamina", **initial, "who": chosen.id if chosen else ""},
    )


def _bonus(request: MemberRequest, found: Round, form: AnnounceForm | None) -> BonusControls | None:
    """What whoever announces is granted and holds for the round, and chips to ask for more."""
    if form is None:
        return None
    own = [str(one) for one, _name in offered_by(choice_field(form, "who"))]
    who = str(form["who"].value() or "")
    if who not in own:  # nobody is told what somebody else has
        return None
    campaign, rights = request.member.campaign_id, rights_of(request.viewer)
    said = found.fighters[who].said
    sent = request.POST if form.is_bound else _as_said(said) if said else MultiValueDict()
    granted = Bonuses(campaign)
    return BonusControls(rights, str(campaign), ROUND, DICE, who, "", sent, granted, by_command=False)


def _as_said(said: Announcement) -> MultiValueDict[str, str]:
    """The boxes as somebody has announced with them."""
    by_source = {"rollover": f"rollover-{said.who}", "shock": "shock"}
    taken = [by_source[str(award["source"])] for award in said.awards if is_held(award)]
    return MultiValueDict({f"{DICE}.{CARRIED}": taken, f"{DICE}.{SEEN}": [*said.left, *by_source.values()]})


def _roll_form(request: MemberRequest, data: QueryDict | None = None) -> RollForm:
    return RollForm(data, takes_hand=rights_of(request.viewer).agreed("hand_dice"))


def _scores(chosen: Fighter) -> list[tuple[str, str]]:
    """What somebody may act with, each with its dice; of an Ability, its name."""
    found = []
    for name, ability, dice in chosen.scores:
        label = ability or words.choice_words("sorcerer", name)
        told = label if dice is None else f"{label} {dice}".replace("-", "\N{MINUS SIGN}")
        found.append((f"{ABILITY}{ability}" if ability else name, told))
    return found


def _price(chosen: Fighter | None) -> OfferedDice | None:
    if chosen is None or chosen.member.kind != "character":
        return None
    return price_of(int(chosen.member["price"] or 0), chosen.member["price_name"])


def _amended(
    request: MemberRequest, record_id: UUID, change: Callable[[Announcement], Announcement]
) -> HttpResponse:
    """What somebody announced, changed while all still announce."""
    found = _round(request)
    if found.course.phase != "announce" or not acts.amend(request.member, str(record_id), change):
        return _late(request, found)
    return redirect("conflict", request.member.campaign_id)


def _before_the_roll(
    request: MemberRequest, record_id: UUID, act: Callable[[Membership, str], None]
) -> HttpResponse:
    """What may be changed about somebody's action only while all still announce (SOR-CONFLICT-03)."""
    get_record_to_play(request.member, record_id, PEOPLE)
    found = _round(request)
    if found.course.phase != "announce":
        return _late(request, found)
    act(request.member, str(record_id))
    return redirect("conflict", request.member.campaign_id)
