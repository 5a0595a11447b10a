"""A character is read; any record is corrected."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import (
    MemberRequest,
    get_record_to_see,
    gms_only,
    members_only,
    rights_of,
)
from campaigns.forms.creation_layouts.parts import CreationLayout
from campaigns.forms.fields import EXPIRED
from campaigns.forms.people import sent_key
from campaigns.forms.values.edit_sections import sections_of
from campaigns.forms.values.edits import EditForm
from campaigns.game import OF_TABLE, games, of_all
from campaigns.models import Campaign
from campaigns.queries.layouts.plain import CHARACTERS, page_of
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.state import kinds
from campaigns.state.errors import StateRefusal
from campaigns.state.rows import Rows
from campaigns.state.unit_of_work import Sheet
from campaigns.views.live_page import live_page
from campaigns.views.page_context import page_context
from campaigns.views.records import render_record
from campaigns.views.refusals import answering_refusals
from rules import words

EDITED = tuple(name for name in kinds.KINDS if name not in OF_TABLE)
"""What a GM may correct by hand: everything but what the table itself keeps, which has acts of its own."""


@members_only
@require_safe
@live_page
def character(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """A character's sheet, as far as this viewer may read it."""
    sheet = get_record_to_see(request.viewer, record_id, CHARACTERS)
    own = of_all(lambda game: game.pages.sheets).get(sheet.kind.name)
    return own(request, sheet) if own is not None else render_record(request, sheet.id)


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def edit_record(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """A GM's correction of any field, with its reason; `?corrects=` names the entry whose outcome it overrides."""
    corrects = _overridden(request)
    sheet = get_record_to_see(request.member, record_id, EDITED)
    data = request.POST if request.method == "POST" else None
    verb, _blank, more = request.POST.get("command", "").partition(" ")
    form = EditForm(sheet, request.member.campaign, data, more=more)
    if verb == "more":
        form.put_judgement_off()
    elif data is not None and form.is_valid():
        try:
            edit = Request("table.edit", form.given() | corrects)
            play(request.member, ActRequest(form.cleaned_data["key"], (edit,)))
        except StateRefusal as error:
            form.refuse(error)
        else:
            messages.success(request, _("Saved. Your reason is in the log."))
            if meanwhile := form.left_as_it_is:
                told = _("Changed meanwhile by others, and left as it is now: %(what)s.")
                messages.info(request, told % {"what": ", ".join(meanwhile)})
            return _back_to(sheet, campaign_id)
    called = sheet.name or words.spelled_out(sheet.kind.noun)
    context = page_context(request, here="cast") | {"form": form, "called": called, **corrects}
    context |= {"sections": sections_of(form), "back_url": _page_of(sheet, campaign_id)}
    context["is_hidden"] = sheet.about["visibility"] != "table"
    return render(request, "characters/edit.html", context, status=422 if form.errors else 200)


@gms_only
@require_POST
@answering_refusals
def show_or_hide(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Whether a record exists for the table at all, and with it what somebody carries."""
    sheet = get_record_to_see(request.member, record_id, EDITED)
    key = sent_key(request.POST)
    wanted = request.POST.get("visibility")
    if wanted not in ("table", "gm"):
        raise BadRequest(EXPIRED)
    shows = wanted == "table"
    carried = [one for one in _carried(sheet, request.member.campaign) if one.about["visibility"] != wanted]
    steps = tuple(
        Request(
            "table.edit",
            {
                "record": {"id": one.id},
                "reason": _("Shown to the table") if shows else _("Hidden from the table"),
                "about": one.about_with(visibility=wanted),
            },
        )
        for one in (sheet, *carried)
    )
    play(request.member, ActRequest(key, steps))
    return _back_to(sheet, campaign_id)


def _carried(sheet: Sheet, campaign: Campaign) -> list[Sheet]:
    """The weapons and such of a character: seen alone, they would tell of whoever is hidden."""
    rows = Rows(campaign)
    layouts = [game.pages.creation for game in games().values()]
    kinds_of = [
        one
        for layout in layouts
        if isinstance(layout, CreationLayout) and layout.kind == sheet.kind.name
        for one in layout.carried
    ]
    ids = [found for kind in kinds_of for found in rows.linked(kind.kind, kind.ref, sheet.id)]
    return [found for one in ids if (found := rows.load(one)) is not None]


def _overridden(request: MemberRequest) -> dict[str, int]:
    """The entry whose outcome a correction overrides, where the address names one and the table allows it."""
    text = request.GET.get("corrects", "")
    if not text:
        return {}
    if (
        not (text.isascii() and text.isdecimal())
        or not 1 <= int(text[:10]) <= request.member.campaign.head_seq
    ):
        raise BadRequest(_("%(name)s must be the number of an entry.") % {"name": "corrects"})
    rights_of(request.member).check_override()
    return {"corrects": int(text)}


def _back_to(sheet: Sheet, campaign_id: UUID) -> HttpResponse:
    return redirect(_page_of(sheet, campaign_id))


def _page_of(sheet: Sheet, campaign_id: UUID) -> str:
    """Where a record is read: its own page, or the campaign's where it has none."""
    name = page_of(sheet.kind.name)
    return (
        reverse(name, args=[campaign_id, sheet.id]) if name else reverse("campaign_home", args=[campaign_id])
    )
