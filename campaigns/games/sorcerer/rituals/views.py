"""Calling a demon: from the description to the Binding, step by step, for the sorcerer and the GM at once."""

from collections.abc import Callable, Mapping
from functools import partial
from uuid import UUID

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import (
    MemberRequest,
    get_named_to_see,
    get_record_to_play,
    get_record_to_see,
    gms_only,
    members_only,
    players_only,
    rights_of,
)
from campaigns.forms.people import new_key, sent_key
from campaigns.games.sorcerer.rituals import acts, callings, helpers
from campaigns.games.sorcerer.rituals import reading as rituals
from campaigns.games.sorcerer.rituals.asking import ask_for_facts
from campaigns.games.sorcerer.rituals.forms import AnswerForm, DescribeForm, NeedForm, PowerForm, ResistsForm
from campaigns.games.sorcerer.rituals.reading import Ritual
from campaigns.games.sorcerer.rituals.steps import (
    FACTS_OF,
    HELPED,
    PRICES,
    TITLES,
    ShownStep,
    answer_form,
    asked_to_act,
    facts_form,
    ritual_url,
    step_form,
)
from campaigns.games.sorcerer.rituals.taken_time import busy, taken_time
from campaigns.games.sorcerer.sheet.own_price import own_price
from campaigns.models import Pending
from campaigns.policy import Rights
from campaigns.queries import timeline
from campaigns.queries.at_hand import speaks_for
from campaigns.queries.waiting import open_rows
from campaigns.services import asking
from campaigns.services.play.action_inputs import new_record_id
from campaigns.services.play.playing import Played
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer
from campaigns.views.absolute_urls import address_of_page
from campaigns.views.live_page import live_page, reading_page, render_page
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals
from rules.reference import find_clause
from rules.sorcerer.procedures.calling import CallingStep

LATEST = 12
AWAITED = ("now", "failed")


@members_only
@require_safe
@reading_page
def ritual_list(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The demons that are being called, and the form that begins a call."""
    return _render_list(request, None)


@players_only
@require_POST
@answering_refusals
def describe_demon(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Say which demon is looked for; its page is where the Contact is made."""
    rights = rights_of(request.viewer)
    mine = callings.played_by(callings.active(request.member.campaign), rights)
    form = _describe_form(rights, mine, request.POST)
    if not form.is_valid():
        return _render_list(request, form)
    given = form.cleaned_data
    demon = new_record_id(campaign_id, f"{request.member.pk}/{given['key']}", 0, "demon")
    acts.describe_demon(
        actor=request.member,
        sorcerer=given["sorcerer"],
        demon=demon,
        name=given["name"],
        kind=given["type"],
        abilities=given["abilities"],
        desire=given["desire"],
        power=given["power"],
        purpose=given["purpose"],
        key=given["key"],
    )
    return redirect("ritual", campaign_id, given["sorcerer"], demon)


@members_only
@require_safe
@live_page
def ritual(request: MemberRequest, campaign_id: UUID, sorcerer_id: UUID, demon_id: UUID) -> HttpResponse:
    """One sorcerer's calling of one demon."""
    return _render_ritual(request, sorcerer_id, demon_id)


@gms_only
@require_http_methods(["POST"])
@answering_refusals
def name_power(request: MemberRequest, campaign_id: UUID, sorcerer_id: UUID, demon_id: UUID) -> HttpResponse:
    """The GM names the Power that the described demon is assumed to have."""
    found = _find(request, sorcerer_id, demon_id)
    form = PowerForm(request.POST)
    if not form.is_valid():
        return _render_ritual(request, sorcerer_id, demon_id, form)
    acts.name_power(
        actor=request.member,
        demon=found.demon.id,
        power=form.cleaned_data["power"],
        reason=_("The GM names the assumed Power"),
        key=form.cleaned_data["key"],
    )
    return redirect("ritual", campaign_id, sorcerer_id, demon_id)


@gms_only
@require_POST
@answering_refusals
def answer_contact(
    request: MemberRequest, campaign_id: UUID, sorcerer_id: UUID, demon_id: UUID
) -> HttpResponse:
    """The GM's answer, made from the demon's own details."""
    found = _find(request, sorcerer_id, demon_id)
    if found.contact is None:
        raise Http404
    form = answer_form(found, request.POST)
    if not form.is_valid():
        return _render_ritual(request, sorcerer_id, demon_id, answer=form)
    acts.answer_contact(
        actor=request.member,
        contact=found.contact.id,
        demon=found.demon.id,
        changes=form.changes(),
        power_raise=form.raised(),
        answers=rituals.what_is_answered(request.member.campaign, found.contact),
        key=form.cleaned_data["key"],
    )
    return redirect("ritual", campaign_id, sorcerer_id, demon_id)


@gms_only
@require_POST
@answering_refusals
def say_facts(
    request: MemberRequest, campaign_id: UUID, sorcerer_id: UUID, demon_id: UUID, what: str
) -> HttpResponse:
    """The GM says what only the GM knows of a Binding or a Banishing, and asks the player for the rest."""
    form = facts_form(request, _of_facts(what), request.POST)
    if not form.is_valid():
        return _render_ritual(request, sorcerer_id, demon_id, said=form)
    found = _find(request, sorcerer_id, demon_id)
    pair = {"sorcerer": {"id": found.sorcerer.id}, "demon": {"id": found.demon.id}}
    asking.ask_player(
        actor=request.member,
        action=FACTS_OF[what],
        who=found.sorcerer.id,
        settled={**pair, **form.settled()},
        key=form.cleaned_data["key"],
    )
    return redirect("ritual", campaign_id, sorcerer_id, demon_id)


@players_only
@require_POST
@answering_refusals
def ask_facts(
    request: MemberRequest, campaign_id: UUID, sorcerer_id: UUID, demon_id: UUID, what: str
) -> HttpResponse:
    """The player asks the GM for them."""
    return _press(request, partial(ask_for_facts, action=FACTS_OF[_of_facts(what)]), sorcerer_id, demon_id)


@players_only
@require_POST
@answering_refusals
def end_contact(request: MemberRequest, campaign_id: UUID, sorcerer_id: UUID, demon_id: UUID) -> HttpResponse:
    """The sorcerer lets it go."""
    return _press(request, acts.end_contact, sorcerer_id, demon_id)


def _of_facts(what: str) -> str:
    if what not in FACTS_OF:
        raise Http404
    return what


def _press(
    request: MemberRequest, act: Callable[..., Played], sorcerer_id: UUID, demon_id: UUID
) -> HttpResponse:
    """An act of the sorcerer's about the demon that needs no more than a press."""
    get_record_to_play(request.member, sorcerer_id, ("character",))
    get_record_to_see(request.member, demon_id, ("demon",))
    key = sent_key(request.POST)
    act(actor=request.member, sorcerer=str(sorcerer_id), demon=str(demon_id), key=key)
    return redirect("ritual", request.member.campaign_id, sorcerer_id, demon_id)


def _render_list(request: MemberRequest, faulty: DescribeForm | None) -> HttpResponse:
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    rights, everybody = rights_of(request.viewer), callings.active(campaign)
    mine, seen = callings.played_by(everybody, rights), [one for one in everybody if rights.sees(one)]
    context = page_context(request, here="table") | {
        "form": faulty or _describe_form(rights, mine),
        "may_call": bool(mine),
        "callings": callings.callings(campaign, viewer, {UUID(one.id): one.name for one in seen}),
        "here": callings.demons_here(campaign, viewer, mine),
        "key": new_key(),
        "taking_time": busy(request, ((one.id, one.name, one.fields) for one in everybody)),
        "containers": [(one.id, one.name) for one in mine or seen],
    }
    return render(request, "games/sorcerer/rituals/ritual_list.html", context, status=422 if faulty else 200)


def _describe_form(rights: Rights, mine: list[Sheet], data: QueryDict | None = None) -> DescribeForm:
    return DescribeForm(data, sorcerers=mine, gives_rulings=rights.gives_rulings)


def _render_ritual(
    request: MemberRequest,
    sorcerer_id: UUID,
    demon_id: UUID,
    power_form: PowerForm | None = None,
    answer: AnswerForm | None = None,
    said: NeedForm | ResistsForm | None = None,
) -> HttpResponse:
    asked = open_rows(request.member.campaign.pk)
    frame = page_context(request, here="table", open_rows=asked)
    found = _find(request, sorcerer_id, demon_id, asked)
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    steps = [*found.course.steps, *found.course.rites]
    groups = {name: _group(request, found, name) for name in dict.fromkeys(HELPED.values())}
    shown = [_shown_step(request, found, step, groups) for step in steps]
    mine = helpers.asked_of_me(request, found.sorcerer.id, found.demon.id, asked)
    current = None if mine else _current(request, found, shown)
    rows = timeline.some_entries(campaign, viewer, found.entries[-LATEST:])
    context = frame | {
        "page_address": address_of_page(request, ritual_url(request, found)),
        "ritual": found,
        "steps": [one for one in shown if one.step not in found.course.rites],
        "current": current,
        "described": found.contact is None and found.demon["state"] == "beyond",
        "power_form": power_form or PowerForm(initial={"power": found.demon["power"]}),
        "rows": rows,
        "latest": next((entry for entry in rows[-1:] if _is_a_deed(entry)), None),
        "options": [one for one in shown if one.can_act and one.step.optional and one != current],
        "awaited": next((one for one in shown if _is_awaited(one)), None),
        "groups": [group for group in groups.values() if group.lines or group.is_waiting],
        "is_over": found.binding is not None and all(one.status == "done" for one in found.course.steps),
        "definition": frame["state"].settings.get("sorcerer.humanity_definition", ""),
        "may_end": _may_end(request, found),
        "key": new_key(),
        **(step_form(request, found, current, answer, said) if current else {}),
        **(helpers.help_form(request, mine, ritual_url(request, found)) if mine else {}),
        **_gathering(request, found, current),
        "own_price": own_price(found.sorcerer.id) if found.sorcerer["state"] == "draft" else None,
        **taken_time(request, found.sorcerer.fields, frame["state"].now),
    }
    return render_page(
        request,
        "games/sorcerer/rituals/ritual.html",
        context,
        status=422 if power_form or answer or said else 200,
    )


def _is_a_deed(shown: timeline.ShownEntry) -> bool:
    """Whether an entry is an act of the ritual that stands, rather than a record made or a word noted."""
    return shown.undone_by is None and any(step["action"].startswith("sorcerer.") for step in shown.steps)


def _is_awaited(shown: ShownStep) -> bool:
    """Whether somebody else is needed for a step now: its own actor, or those who help first (SOR-GROUP-05)."""
    is_held = shown.forbidden is not None and shown.forbidden.id == "SOR-GROUP-05"
    is_open = shown.step.status in AWAITED and not shown.can_act
    return is_held or (is_open and not shown.step.optional)


def _group(request: MemberRequest, found: Ritual, ritual: str) -> helpers.Group:
    about = helpers.About(found.sorcerer.id, ritual, found.demon.id, found.state)
    return helpers.group_of(request.member.campaign, Viewer.of(request.viewer), about)


def _gathering(request: MemberRequest, found: Ritual, current: ShownStep | None) -> helpers.Gathering:
    """Whom the Primary asks to help, where a ritual is at hand or somebody is still to roll."""
    plays = speaks_for(found.sorcerer, request.viewer) and not request.is_viewing_as
    name = HELPED.get(current.step.name if current else "", "")
    held = next((one for one in HELPED.values() if _group(request, found, one).is_waiting), "")
    ritual = held or name
    if not plays or not ritual:
        return {}
    about = helpers.About(found.sorcerer.id, ritual, found.demon.id, found.state)
    campaign = request.member.campaign
    url = reverse("gather_helpers", args=[campaign.pk, found.sorcerer.id, found.demon.id, ritual])
    return helpers.gathering(campaign, Viewer.of(request.viewer), about, url, is_held=bool(held))


def _may_end(request: MemberRequest, found: Ritual) -> bool:
    """Whether this viewer may end the Contact: it is open, answered, and the sorcerer is in their hands."""
    is_open = found.contact is not None and found.contact["state"] == "open"
    is_answered = all(step.status != "now" for step in found.course.steps if step.name == "answer")
    is_theirs = found.contact is not None and found.contact["sorcerer"] == found.sorcerer.id
    plays = speaks_for(found.sorcerer, request.viewer)
    return is_open and is_answered and is_theirs and plays


def _shown_step(
    request: MemberRequest, found: Ritual, step: CallingStep, groups: Mapping[str, helpers.Group]
) -> ShownStep:
    possible = step.actions[0] if step.actions else None
    closed = possible.forbidden if possible else None
    # The clause of a check says why it is due: what it waits for is told by whom.
    forbidden = find_clause(closed) if closed and closed not in PRICES.values() else None
    name = f"{step.name}-{step.of}" if step.of else step.name
    plays = speaks_for(found.sorcerer, request.viewer)
    waits_for_me = request.viewer.is_gm or (step.waits_for == "player" and plays)
    is_open = possible and not closed and step.status in ("now", "failed")
    return ShownStep(
        name=name,
        step=step,
        title=TITLES[name](),
        forbidden=forbidden,
        retry=bool(possible and possible.retry),
        waits_for=_awaited_name(found, step, groups),
        can_act=bool(is_open and waits_for_me and not request.is_viewing_as),
    )


def _awaited_name(found: Ritual, step: CallingStep, groups: Mapping[str, helpers.Group]) -> str:
    """Who is waited for: the GM, those who help with it, or the sorcerer."""
    if step.actions and step.actions[0].forbidden == "SOR-GROUP-05":
        return groups[HELPED[step.name]].awaited or _("those who help")
    return found.sorcerer.name if step.waits_for == "player" else _("the GM")


def _current(request: MemberRequest, found: Ritual, shown: list[ShownStep]) -> ShownStep | None:
    """The step whose form is open: the one asked for, else the first that this viewer can take and that is needed."""
    possible = [one for one in shown if one.can_act]
    wanted = request.GET.get("step", "")
    chosen = next((one for one in possible if one.name == wanted), None)
    role = "gm" if request.viewer.is_gm else "player"
    needed = [one for one in possible if not one.step.optional]
    own = next((one for one in needed if one.step.waits_for == role), None)
    under_way = next((one for one in shown if _is_under_way(request, found, one)), None)
    if chosen is None and under_way is not None:
        return under_way if under_way.can_act else None
    return chosen or own or next(iter(needed), None)


def _is_under_way(request: MemberRequest, found: Ritual, shown: ShownStep) -> bool:
    """Whether a rite has begun: others help with it, or the GM has said what there is to say and the player rolls."""
    if shown.step not in found.course.rites or shown.step.name not in HELPED:
        return False
    group = _group(request, found, HELPED[shown.step.name])
    if group.is_waiting or group.lines or not shown.step.optional:
        return True
    return not request.viewer.is_gm and asked_to_act(request, found, FACTS_OF[shown.step.name]) is not None


def _find(
    request: MemberRequest, sorcerer_id: UUID, demon_id: UUID, asked: list[Pending] | None = None
) -> Ritual:
    named = (str(sorcerer_id), str(demon_id))
    seen, _rights = get_named_to_see(request.viewer, named, likely=("character", "demon"))
    sorcerer, demon = (seen.get(one) for one in named)
    if sorcerer is None or demon is None or (sorcerer.kind.name, demon.kind.name) != ("character", "demon"):
        raise Http404
    campaign = request.member.campaign
    asked = open_rows(campaign.pk) if asked is None else asked
    return rituals.find_ritual(campaign, Viewer.of(request.viewer), sorcerer, demon, asked)
