"""A sorcerer is made, read, corrected."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import (
    MemberRequest,
    get_record_to_see,
    gms_only,
    members_only,
    players_only,
    rights_of,
)
from campaigns.forms.characters import CreationForm
from campaigns.forms.demons import rows_in
from campaigns.forms.edits import EditForm
from campaigns.forms.faults import tell
from campaigns.forms.people import ActForm, new_key
from campaigns.log.projector import Viewer
from campaigns.queries import sheets
from campaigns.queries.layouts.plain import CHARACTERS
from campaigns.services import creating
from campaigns.services.playing import ActRequest, play
from campaigns.services.subjects import Request
from campaigns.state.errors import StateRefusal
from campaigns.state.working import Sheet
from campaigns.views.framing import frame
from campaigns.views.records import render_record
from campaigns.views.refusals import answering_refusals
from rules.reference import find_clause

PURPOSE = "character"
MARGINS = {
    "scores": (
        "SOR-CREATE-01",
        "SOR-CREATE-02",
        "SOR-CREATE-03",
        "SOR-DESC-01",
        "SOR-DESC-03",
        "SOR-DESC-04",
    ),
    "cover": ("SOR-CREATE-04", "SOR-CREATE-06", "SOR-CREATE-07", "SOR-PRICE-01", "SOR-PRICE-03"),
    "story": ("SOR-CREATE-08", "SOR-CREATE-09", "SOR-CREATE-10"),
    "demon": ("SOR-CREATE-05", "SOR-DEMON-02", "SOR-DEMON-04", "SOR-DEMON-05", "SOR-DEMON-06", "SOR-ABIL-01"),
    "types": ("SOR-DEMON-13", "SOR-DEMON-14", "SOR-DEMON-15", "SOR-DEMON-16", "SOR-DEMON-17"),
}
"""The rules that stand beside each part of the page."""

EDITED = ("character", "demon", "binding", "contact", "contain", "gun")


@members_only
@require_safe
def character(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """A character's sheet, as far as this viewer may read it."""
    sheet = get_record_to_see(request.viewer, record_id, CHARACTERS)
    if sheet.kind.name != "character":
        return render_record(request, sheet.id)
    context = frame(request, here="cast")
    viewer = Viewer.of(request.viewer)
    page = sheets.character_page(request.member.campaign, viewer, context["rights"], str(record_id))
    return render(request, "characters/character.html", context | {"page": page, "key": new_key()})


@players_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def new_character(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Guided creation. The button pressed says whether to make it, put it away, or give another row."""
    command = request.POST.get("command", "") if request.method == "POST" else "open"
    if command == "open":
        draft = None if request.is_viewing_as else creating.kept_draft(request.member, PURPOSE)
        form = _form(request, draft, more=False)
        return _creation(request, form, has_draft=draft is not None)
    if command == "discard":
        creating.drop_draft(request.member, PURPOSE)
        messages.success(request, _("The draft is gone."))
        return redirect("campaign_home", campaign_id)
    form = _form(request, request.POST, more=command == "more")
    if command == "more":
        form.put_judgement_off()
        return _creation(request, form)
    return _put_away(request, form) if command == "save" else _make(request, form)


@gms_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def edit_record(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """A GM's correction of any field, with its reason."""
    sheet = get_record_to_see(request.member, record_id, EDITED)
    form = EditForm(sheet, request.member.campaign, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            play(request.member, ActRequest(form.cleaned_data["key"], (Request("table.edit", form.given()),)))
        except StateRefusal as error:
            form.refuse(error)
        else:
            messages.success(request, _("Corrected, with your reason in the log."))
            return _back_to(sheet, campaign_id)
    context = frame(request, here="cast") | {"form": form, "sheet": sheet}
    return render(request, "characters/edit.html", context, status=422 if form.is_bound else 200)


@gms_only
@require_POST
@answering_refusals
def show_or_hide(request: MemberRequest, campaign_id: UUID, record_id: UUID) -> HttpResponse:
    """Whether a record exists for the table at all."""
    sheet = get_record_to_see(request.member, record_id, EDITED)
    form = ActForm(request.POST)
    shows = request.POST.get("visibility") == "table"
    if not form.is_valid() or request.POST.get("visibility") not in ("table", "gm"):
        raise BadRequest(_("This form is damaged. Open the page anew."))
    given = {
        "record": {"id": sheet.id},
        "reason": _("Shown to the table") if shows else _("Hidden from the table"),
        "about": {**sheet.about, "visibility": "table" if shows else "gm"},
    }
    play(request.member, ActRequest(form.cleaned_data["key"], (Request("table.edit", given),)))
    return _back_to(sheet, campaign_id)


def margins() -> dict[str, list[Any]]:
    """The clauses that stand beside each part."""
    return {part: [find_clause(one) for one in ids] for part, ids in MARGINS.items()}


def _form(request: MemberRequest, typed: Any, *, more: bool) -> CreationForm:
    may_approve = rights_of(request.viewer).agreed("player_rulings") or request.viewer.is_gm
    data = None
    if typed is not None:
        lists = typed.lists() if hasattr(typed, "lists") else typed.items()
        data = MultiValueDict({name: list(values) for name, values in lists})
        data.setdefault("key", new_key())
    rows = rows_in(data or {}, more)
    form = CreationForm(request.member.campaign, request.viewer, data, rows=rows, may_approve=may_approve)
    if data is not None and request.method != "POST":
        form.put_judgement_off()
    return form


def _creation(
    request: MemberRequest, form: CreationForm, status: int = 200, *, has_draft: bool = False
) -> HttpResponse:
    context = frame(request, here="cast") | {"form": form, "margins": margins(), "has_draft": has_draft}
    return render(request, "characters/new.html", context, status=status)


def _put_away(request: MemberRequest, form: CreationForm) -> HttpResponse:
    typed = {
        name: request.POST.getlist(name) for name in form.fields if name in request.POST and name != "key"
    }
    try:
        creating.keep_draft(request.member, PURPOSE, typed)
    except creating.DraftTooLong:
        form.put_judgement_off()
        messages.error(request, _("That is more than a draft keeps. Shorten it, or copy it elsewhere first."))
        return _creation(request, form, status=422)
    messages.success(request, _("Put away. You find it again on the campaign's home, and nobody else does."))
    return redirect("new_character", request.member.campaign_id)


def _make(request: MemberRequest, form: CreationForm) -> HttpResponse:
    if not form.is_valid():
        return _creation(request, form, status=422)
    key = form.cleaned_data["key"]
    try:
        _played, made = creating.make_sorcerer(actor=request.member, sorcerer=form.sorcerer(), key=key)
    except creating.Unsound as error:
        form.faults += tell(form, error.problems)
        return _creation(request, form, status=422)
    creating.drop_draft(request.member, PURPOSE)
    if form.demon().get("need"):
        messages.success(request, _("The sorcerer and the demon are made."))
    else:
        messages.success(request, _("The sorcerer is made. The GM completes the demon next."))
    return redirect("character", request.member.campaign_id, made)


def _back_to(sheet: Sheet, campaign_id: UUID) -> HttpResponse:
    if sheet.kind.name in ("character", "demon"):
        return redirect(sheet.kind.name, campaign_id, sheet.id)
    return redirect("campaign_home", campaign_id)
