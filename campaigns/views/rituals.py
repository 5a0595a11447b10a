"""Calling a demon: from the description to the Binding, step by step, for the sorcerer and the GM at once."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import MemberRequest, get_record_to_see, gms_only, members_only, players_only, rights_of
from campaigns.forms.actions import ActionForm
from campaigns.forms.rituals import DescribeForm, PowerForm
from campaigns.log.projector import Viewer
from campaigns.models import Record
from campaigns.queries import doing, palette, rituals, timeline, waiting
from campaigns.queries.rituals import Ritual
from campaigns.services import rituals as acts
from campaigns.services.subjects import new_record_id
from campaigns.views.framing import address, frame
from campaigns.views.refusals import answering_refusals
from rules import words
from rules.reference import find_clause
from rules.sorcerer.procedures.calling import Step

ROLL = ("snapshot", "modifiers", "opposing_modifiers")
CHECK = "sorcerer.humanity_check"
LATEST = 12


@members_only
@require_safe
def ritual_list(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The demons that are being called, and the form that begins a call."""
    return _render_list(request, None)


@players_only
@require_POST
@answering_refusals
def describe_demon(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Say which demon is looked for; its page is where the Contact is made."""
    form = DescribeForm(request.POST, sorcerers=_sorcerers(request))
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
def ritual(request: MemberRequest, campaign_id: UUID, sorcerer_id: UUID, demon_id: UUID) -> HttpResponse:
    """One sorcerer's calling of one demon."""
    return _render_ritual(request, sorcerer_id, demon_id)


@gms_only
@require_http_methods(["POST"])
@answering_refusals
def name_power(request: MemberRequest, campaign_id: UUID, sorcerer_id: UUID, demon_id: UUID) -> HttpResponse:
    """The GM names the Power that the described demon is assumed to have."""
    form = PowerForm(request.POST)
    if not form.is_valid():
        return _render_ritual(request, sorcerer_id, demon_id, form)
    acts.name_power(
        actor=request.member,
        demon=str(demon_id),
        power=form.cleaned_data["power"],
        reason=_("The GM names the assumed Power"),
        key=form.cleaned_data["key"],
    )
    return redirect("ritual", campaign_id, sorcerer_id, demon_id)


def _render_list(request: MemberRequest, faulty: DescribeForm | None) -> HttpResponse:
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    mine = _sorcerers(request)
    everybody = list(Record.objects.filter(campaign=campaign, kind="character", character__state="active"))
    context = frame(request, here="table") | {
        "form": faulty or DescribeForm(sorcerers=mine),
        "may_call": bool(mine),
        "callings": doing.callings(campaign, viewer, everybody),
    }
    return render(request, "rituals/ritual_list.html", context, status=422 if faulty else 200)


def _render_ritual(
    request: MemberRequest, sorcerer_id: UUID, demon_id: UUID, power_form: PowerForm | None = None
) -> HttpResponse:
    context = frame(request, here="table")
    found = _find(request, sorcerer_id, demon_id)
    shown = [_shown_step(request, found, step) for step in found.course.steps]
    current = _current(request, shown)
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    context |= {
        "ritual": found,
        "steps": shown,
        "current": current,
        "described": found.contact is None and found.demon["state"] == "beyond",
        "power_form": power_form or PowerForm(initial={"power": found.demon["power"]}),
        "rows": timeline.some_entries(campaign, viewer, found.entries[-LATEST:]),
        "purpose": _url(request, found),
        **(_form_of(request, found, current) if current else {}),
    }
    return render(request, "rituals/ritual.html", context, status=422 if power_form else 200)


def _shown_step(request: MemberRequest, found: Ritual, step: Step) -> dict[str, Any]:
    """A step as the page tells it: what it is, where it stands, what forbids it, who is waited for."""
    possible = step.actions[0] if step.actions else None
    forbidden = find_clause(possible.forbidden) if possible and possible.forbidden else None
    name = f"{step.name}-{step.of}" if step.of else step.name
    plays = rights_of(request.viewer).member.is_gm or _plays_sorcerer(request, found)
    waits_for_me = request.viewer.is_gm or (step.waits_for == "player" and plays)
    return {
        "name": name,
        "step": step,
        "title": TITLES[name](),
        "forbidden": forbidden,
        "retry": bool(possible and possible.retry),
        "waits_for": found.sorcerer.name if step.waits_for == "player" else _("the GM"),
        "can_act": bool(possible and not forbidden and waits_for_me and step.status in ("now", "failed")),
    }


def _current(request: MemberRequest, shown: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The step whose form is open: the one asked for, else the first that this viewer can take."""
    possible = [one for one in shown if one["can_act"]]
    wanted = request.GET.get("step", "")
    chosen = next((one for one in possible if one["name"] == wanted), None)
    needed = next((one for one in possible if not one["step"].optional), None)
    return chosen or needed or (possible[0] if possible else None)


def _form_of(request: MemberRequest, found: Ritual, current: dict[str, Any]) -> dict[str, Any]:
    """The form of the step that is open, and where it is sent."""
    name, campaign = current["step"].name, request.member.campaign_id
    if name == "complete_sheet":
        return {"page_url": address("complete_demon", campaign, found.demon.id)}
    if name == "check":
        return _check_form(request, found)
    action, fields, hidden = FORMS[name]
    preset = {"sorcerer": found.sorcerer.id, "demon": found.demon.id}
    if found.contact is not None:
        preset["contact"] = found.contact.id
    if name == "contact" or "contact" not in hidden:
        preset.pop("contact", None)
    if "sorcerer" not in hidden:
        preset.pop("sorcerer")
    form = ActionForm(
        action,
        member=request.viewer,
        only=(*hidden, *fields),
        hide=hidden,
        preset=preset,
        next_url=_url(request, found),
    )
    return {"form": form}


def _check_form(request: MemberRequest, found: Ritual) -> dict[str, Any]:
    asked = next(
        (
            one
            for one in waiting.open_questions(request.member.campaign, Viewer.of(request.viewer))
            if one.question == CHECK
            and one.who == found.sorcerer.id
            and one.data.get("demon") == found.demon.id
        ),
        None,
    )
    if asked is None:
        return {}
    known = palette.known_of(asked)
    form = ActionForm(CHECK, member=request.viewer, known=known, next_url=_url(request, found))
    return {"form": form, "post_url": reverse("pending_answer", args=[request.member.campaign_id, asked.id])}


def _find(request: MemberRequest, sorcerer_id: UUID, demon_id: UUID) -> Ritual:
    for record_id, kind in ((sorcerer_id, "character"), (demon_id, "demon")):
        get_record_to_see(request.viewer, record_id, kinds=(kind,))
    rows = Record.objects.in_bulk((sorcerer_id, demon_id))
    viewer = Viewer.of(request.viewer)
    found = rituals.find_ritual(request.member.campaign, viewer, rows[sorcerer_id], rows[demon_id])
    if found is None:
        raise Http404
    return found


def _sorcerers(request: MemberRequest) -> list[Record]:
    return doing.played_by(request.member.campaign, rights_of(request.viewer))


def _plays_sorcerer(request: MemberRequest, found: Ritual) -> bool:
    return found.sorcerer.owner == str(request.viewer.pk) and request.viewer.role == "player"


def _url(request: MemberRequest, found: Ritual) -> str:
    return reverse("ritual", args=[request.member.campaign_id, found.sorcerer.id, found.demon.id])


FORMS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "contact": ("sorcerer.contact", ("by_name", *ROLL), ("sorcerer", "demon")),
    "prolong": ("sorcerer.contact", ROLL, ("sorcerer", "demon", "contact")),
    "answer": ("sorcerer.alter_contact", ("changes", "power_raise"), ("contact", "demon")),
    "summon": ("sorcerer.summon", ("contained", *ROLL), ("sorcerer", "demon", "contact")),
    "bind": (
        "sorcerer.bind",
        ("scores", "need_met", "desire_met", "willing", *ROLL),
        ("sorcerer", "demon"),
    ),
}
"""For each step that is an action: the action, what is asked, and the records that are fixed."""

TITLES = {
    "describe": lambda: _("Describe the demon"),
    "contact": lambda: words.action_words("sorcerer.contact")[0],
    "answer": lambda: words.action_words("sorcerer.alter_contact")[0],
    "check-contact": lambda: _("Humanity check for the Contact"),
    "prolong": lambda: _("Prolong the Contact"),
    "complete_sheet": lambda: _("Complete its sheet"),
    "summon": lambda: words.action_words("sorcerer.summon")[0],
    "check-summon": lambda: _("Humanity check for the Summoning"),
    "bind": lambda: words.action_words("sorcerer.bind")[0],
    "check-bind": lambda: _("Humanity check for the Binding"),
}
