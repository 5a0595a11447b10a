"""A demon's page, and the form in which the GM completes what was asked for."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import MemberRequest, get_record_to_see, gms_only, members_only
from campaigns.forms.people import new_key, sent_key
from campaigns.games.sorcerer.asking import put_away
from campaigns.games.sorcerer.glimpses import need_days
from campaigns.games.sorcerer.ready_made import need_for
from campaigns.games.sorcerer.sheet import acts as creating
from campaigns.games.sorcerer.sheet import reading as sheets
from campaigns.games.sorcerer.sheet import seeing
from campaigns.games.sorcerer.sheet.creation_page import margins
from campaigns.games.sorcerer.sheet.demon_form import DemonForm, rows_in
from campaigns.games.sorcerer.sheet.faults import tell
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer
from campaigns.views.faces import shown_face
from campaigns.views.live_page import live_page, render_page
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals
from rules.kernel.values import Value, Values
from rules.sorcerer.unrest import REBEL, TURNS


@members_only
@require_safe
@live_page
def demon(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """A demon's sheet, as far as this viewer may read it."""
    frame = page_context(request, here="cast")
    get_record_to_see(request.viewer, record_id, {"demon"})
    viewer = Viewer.of(request.viewer)
    asked = frame["questions"]
    settings = frame["state"].settings
    page = sheets.demon_page(
        request.member.campaign, viewer, frame["rights"], str(record_id), asked, settings
    )
    context = frame | {
        "page": page,
        **shown_face(request, page.member),
        "key": new_key(),
        "limit": need_days(settings),
    }
    if request.viewer.is_gm and page.member["state"] == "present":
        campaign = request.member.campaign
        if page.member.visibility == "table":
            context |= {"onlookers": seeing.onlookers(campaign, viewer), "ways": seeing.ways()}
        else:
            context["rolls"] = seeing.rolled_by_gm(campaign, page.member.id)
    return render_page(request, "games/sorcerer/sheet/demon.html", context)


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def complete_demon(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Everything as it was asked for, to be changed where the GM wants, with Need and Power."""
    asked = get_record_to_see(request.member, record_id, {"demon"})
    command = request.POST.get("command", "") if request.method == "POST" else "open"
    more = command == "more"
    typed = _as_asked(asked) if command == "open" else request.POST
    form = DemonForm(request.member.campaign, typed, rows=rows_in(typed, more))
    if command in ("open", "more"):
        form.put_judgement_off(is_prefilled=command == "open")
        return _page(request, form, asked)
    if not form.is_valid():
        return _page(request, form, asked, status=422)
    sheet = form.sheet()
    key = form.cleaned_data["key"]
    try:
        creating.complete_demon(actor=request.member, demon=asked.id, sheet=sheet, key=key)
    except creating.Unsound as error:
        form.faults += tell(form, error.problems)
        return _page(request, form, asked, status=422)
    messages.success(request, _("%(name)s is complete.") % {"name": sheet["name"]})
    begins = creating.begins_with(request.member.campaign, asked.id)
    if begins is None:
        return redirect("demon", campaign_id, asked.id)
    return redirect("ritual", campaign_id, begins, asked.id)  # where it is Bound next


@gms_only
@require_POST
@answering_refusals
def need_was_met(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """The demon was fed: the days since then are counted anew."""
    asked = get_record_to_see(request.member, record_id, {"demon"})
    key = sent_key(request.POST)
    changes: list[Values] = [{"field": "need_unmet_days", "set": 0}]
    given: Values = {"record": {"id": asked.id}, "reason": _("Its Need was met"), "changes": changes}
    _let_pass(request, asked, _("Its Need was met"), key, [Request("table.edit", given)])
    messages.success(request, _("Fed."))
    return redirect("demon", campaign_id, asked.id)


@gms_only
@require_POST
@answering_refusals
def calm_demon(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """The demon is no longer angry with somebody whom it withstood (SOR-BANISH-04, SOR-PUNISH-05)."""
    demon = get_record_to_see(request.member, record_id, {"demon"})
    key = sent_key(request.POST)
    sorcerer = request.POST.get("sorcerer", "")
    if sorcerer in sheets.angry_with(demon.fields):  # else somebody has calmed it in the meantime
        changes: list[Values] = [{"field": f"{sheets.ANGRY}{sorcerer}", "set": 0}]
        given: Values = {"record": {"id": demon.id}, "reason": _("It has calmed down"), "changes": changes}
        play(request.member, ActRequest(key, (Request("table.edit", given),)))
    return redirect("demon", campaign_id, demon.id)


@gms_only
@require_POST
@answering_refusals
def demon_is_seen(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Those who see it are asked to roll for it (SOR-DCONF-04), or to spot its telltale (SOR-TELL-03)."""
    demon = get_record_to_see(request.member, record_id, {"demon"})
    people = seeing.onlookers(request.member.campaign, Viewer.of(request.member))
    form = seeing.SeenForm(request.POST, people=people)
    if form.is_valid():
        given = form.cleaned_data
        who = [one for one in people if one.id in given["who"]]
        done = {"who": who, "how": given["how"], "key": given["key"]}
        seeing.ask_who_sees(actor=request.member, demon=demon.id, **done)
        messages.success(request, _("Asked: %(who)s.") % {"who": ", ".join(one.name for one in who)})
    else:
        messages.error(request, _("Choose who sees it, then what it is to them."))
    return redirect("demon", campaign_id, demon.id)


@gms_only
@require_POST
@answering_refusals
def bears_it(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Kept in Need as it is, it does not turn on its master yet; its next die asks again (SOR-REBEL-03)."""
    asked = get_record_to_see(request.member, record_id, {"demon"})
    key = sent_key(request.POST)
    _let_pass(request, asked, _("It bides its time"), key)
    return redirect("demon", campaign_id, asked.id)


def _let_pass(
    request: MemberRequest, demon: Sheet, reason: str, key: str, steps: Sequence[Request] = ()
) -> None:
    """What was asked of a demon's turning on its masters asks nothing any more."""
    gm = request.member
    put_away(actor=gm, who=demon.id, action=REBEL, clause=TURNS, reason=reason, key=key, steps=steps)


def _page(request: MemberRequest, form: DemonForm, asked: Sheet, status: int = 200) -> HttpResponse:
    context = page_context(request, here="cast") | {
        "form": form,
        "demon": asked,
        "proposes": request.method != "POST" and not asked["need"] and bool(form["demon.need"].value()),
        **margins(),
    }
    return render(request, "games/sorcerer/sheet/complete.html", context, status=status)


def _as_asked(demon: Sheet) -> MultiValueDict[str, str]:
    """The demon's record as the form would have it typed."""
    typed: dict[str, Value] = {
        f"demon.{name}": demon[name] or None for name in ("type", "telltale", "stamina", "desire", "need")
    }
    typed["demon.need"] = typed["demon.need"] or need_for(str(demon["telltale"]), UUID(demon.id))
    typed |= {"key": new_key(), "demon.name": demon.name, "demon.power": demon["power"] or None}
    details = demon["ability_details"]
    for row, name in enumerate(demon["abilities"]):
        at = f"demon.abilities.{row}"
        typed[f"{at}.name"] = name
        for part in ("user", "target", "effect"):
            typed[f"{at}.{part}"] = details.get(name, {}).get(part)
    return MultiValueDict({name: [str(one)] for name, one in typed.items() if one is not None})
