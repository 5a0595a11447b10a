"""Making a Contain, and what becomes of those that stand: taken down by their maker, tested by a demon."""

from collections.abc import Mapping
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.access import (
    MemberRequest,
    get_record_to_play,
    get_record_to_see,
    members_only,
    players_only,
    rights_of,
)
from campaigns.forms.action.form import ActionForm
from campaigns.forms.people import new_key, sent_key
from campaigns.games.sorcerer.rituals import acts, helpers
from campaigns.games.sorcerer.rituals.taken_time import taken_time
from campaigns.models import Campaign, Contain, Record
from campaigns.policy import Rights
from campaigns.queries.cast import as_seen
from campaigns.queries.stored_state import questions_of
from campaigns.queries.waiting import open_rows
from campaigns.state.rows import read_sheets
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer
from campaigns.views.live_page import live_page, render_page
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals
from rules import words
from rules.kernel.procedure import RecordState, State
from rules.kernel.values import Values, as_list, as_text
from rules.reference import find_clause
from rules.sorcerer.allowed import allowed

CONTAIN = "sorcerer.contain"


@members_only
@require_safe
@live_page
def contain(request: MemberRequest, campaign_id: UUID, sorcerer_id: UUID) -> HttpResponse:
    """One sorcerer's Contain: its form, who helps, and those that stand."""
    sorcerer = get_record_to_see(request.viewer, sorcerer_id, ("character",))
    rows = open_rows(request.member.campaign_id)
    frame = page_context(request, here="table", open_rows=rows)
    rights = rights_of(request.viewer)
    plays = rights.plays(sorcerer) and not request.is_viewing_as
    asked = helpers.asked_of_me(request, sorcerer.id, None, rows)
    context = frame | {
        "sorcerer": sorcerer,
        "key": new_key(),
        "standing": _standing(request, rights),
        **_group(request, sorcerer, plays=plays),
        **(_form(request, sorcerer) if plays and not asked else {}),
        **(helpers.help_form(request, asked, request.path) if asked else {}),
        **taken_time(request, sorcerer.fields, frame["state"].now),
    }
    return render_page(request, "games/sorcerer/rituals/contain.html", context)


@players_only
@require_POST
@answering_refusals
def lift_contain(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Whoever made a Contain takes it down."""
    found = get_record_to_see(request.member, record_id, ("contain",))
    maker = get_record_to_play(request.member, str(found["sorcerer"]), ("character",))
    key = sent_key(request.POST)
    acts.lift_contain(actor=request.member, contain=found.id, sorcerer=maker.id, key=key)
    return redirect("contain", campaign_id, maker.id)


def _form(request: MemberRequest, sorcerer: Sheet) -> dict[str, object]:
    clause = allowed(_state(request, sorcerer), CONTAIN, (sorcerer.id,))
    if clause is not None:
        return {"forbidden": find_clause(clause)}
    fields = (
        "sorcerer",
        "focus",
        "boundary",
        "scope",
        "concentrate",
        "snapshot",
        "sacrifice",
        "modifiers",
        "opposing_modifiers",
    )
    preset = {"sorcerer": sorcerer.id}
    form = ActionForm(
        CONTAIN,
        member=request.viewer,
        fields=fields,
        hide=("sorcerer",),
        preset=preset,
        next_url=request.path,
    )
    return {"form": form}


def _group(request: MemberRequest, sorcerer: Sheet, *, plays: bool) -> dict[str, object]:
    about = helpers.About(sorcerer.id, "contain", None, _state(request, sorcerer))
    viewer = Viewer.of(request.viewer)
    group = helpers.group_of(request.member.campaign, viewer, about)
    shown: dict[str, object] = {"groups": [group] if group.lines or group.is_waiting else []}
    if not plays:
        return shown
    campaign = request.member.campaign
    url = reverse("gather_for_contain", args=[campaign.pk, sorcerer.id])
    return {**shown, **helpers.gathering(campaign, viewer, about, url, is_held=group.is_waiting)}


def _state(request: MemberRequest, sorcerer: Sheet) -> State:
    records = {sorcerer.id: RecordState(sorcerer.kind.name, sorcerer.fields)}
    asked = (
        one for one in questions_of(request.member.campaign) if sorcerer.id in (one.who, *one.data.values())
    )
    return State(records, tuple(asked))


def _standing(request: MemberRequest, rights: Rights) -> list[dict[str, object]]:
    """The Contains that stand, with what this viewer may do about each."""
    campaign, viewer, may_act = request.member.campaign, Viewer.of(request.viewer), not request.is_viewing_as
    standing = Contain.objects.filter(record__campaign=campaign, state="standing").values("pk")
    sheets = list(read_sheets(Record.objects.filter(pk__in=standing).order_by("born", "pk")))
    rows = Record.objects.filter(pk__in=[sheet["sorcerer"] for sheet in sheets if sheet["sorcerer"]])
    makers = {sheet.id: sheet for sheet in read_sheets(rows) if rights.sees(sheet)}
    seen = _demons_seen(campaign, viewer)
    test = reverse("play_action", args=[campaign.pk, "sorcerer.test_contain"])
    return [
        {
            "contain": one,
            "maker": makers[one["sorcerer"]].name if one["sorcerer"] in makers else "",
            "holds": _holds(one["scope"], seen),
            "may_lift": one["sorcerer"] in makers and may_act and rights.plays(makers[one["sorcerer"]]),
            "test_url": f"{test}?contain={one.id}&form.hide=contain&next={request.path}"
            if request.viewer.is_gm
            else "",
        }
        for one in as_seen(campaign, viewer, sheets)
    ]


def _demons_seen(campaign: Campaign, viewer: Viewer) -> dict[str, str]:
    demons = Record.objects.filter(campaign=campaign, kind="demon")
    return {str(row.pk): row.name for row in demons if viewer.sees(row.visibility)}


def _holds(scope: Values, names: Mapping[str, str]) -> str:
    """Whom a Contain holds, in words; of certain demons those that this viewer sees (SOR-CONTAIN-05)."""
    if scope.get("kind") == "type":
        types = [words.choice_words("sorcerer", as_text(one)) for one in as_list(scope["types"])]
        return _("holds %(types)s") % {"types": ", ".join(types)}
    if scope.get("kind") == "demon":
        found = [names[as_text(one)] for one in as_list(scope["demons"]) if one in names]
        return _("holds %(names)s") % {"names": ", ".join(found) or _("a certain demon")}
    return _("holds any demon")
