"""Guided creation: for which rules, then one page on which somebody is made."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import MemberRequest, players_only, rights_of
from campaigns.forms import creation_controls
from campaigns.forms.creation_layouts.systems import LAYOUTS
from campaigns.forms.faults import tell
from campaigns.forms.people import new_key
from campaigns.forms.plain_creation import PlainCreationForm
from campaigns.games.sorcerer.sheet import acts as creating
from campaigns.games.sorcerer.sheet.creation_form import CreationForm
from campaigns.games.sorcerer.sheet.demon_form import rows_in
from campaigns.queries.creation import playable_systems
from campaigns.queries.games import CHARACTERS
from campaigns.queries.layouts.plain import page_of
from campaigns.services.characters import make_character as make
from campaigns.state.errors import StateRefusal
from campaigns.views.framing import frame
from campaigns.views.refusals import answering_refusals
from rules.reference import find_clause

Form = CreationForm | PlainCreationForm

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
"""The rules that stand beside each part of a sorcerer's page."""


@players_only
@require_safe
def new_character(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Which rules somebody is made for."""
    context = frame(request, here="cast") | {"systems": playable_systems(request.viewer)}
    return render(request, "characters/choose.html", context)


@players_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def make_character(request: MemberRequest, campaign_id: UUID, system: str) -> HttpResponse:
    """Guided creation. The button pressed says whether to make it, put it away, or give another row."""
    if system not in CHARACTERS:
        raise Http404
    command = request.POST.get("command", "") if request.method == "POST" else "open"
    if command == "open":
        draft = None if request.is_viewing_as else creating.kept_draft(request.member, CHARACTERS[system])
        return _page(request, system, _form(request, system, draft), has_draft=draft is not None)
    if command == "discard":
        creating.drop_draft(request.member, CHARACTERS[system])
        messages.success(request, _("The draft is gone."))
        return redirect("campaign_home", campaign_id)
    verb, _blank, more = command.partition(" ")
    form = _form(request, system, request.POST, more=(more or "abilities") if verb == "more" else "")
    if verb == "more":
        form.put_judgement_off()
        return _page(request, system, form)
    return _put_away(request, system, form) if command == "save" else _make(request, system, form)


def margins() -> dict[str, list[Any]]:
    """The clauses that stand beside each part."""
    return {part: [find_clause(one) for one in ids] for part, ids in MARGINS.items()}


def _form(request: MemberRequest, system: str, typed: Any, *, more: str = "") -> Form:
    data = None
    if typed is not None:
        lists = typed.lists() if hasattr(typed, "lists") else typed.items()
        data = MultiValueDict({name: list(values) for name, values in lists})
        data.setdefault("key", new_key())
    form = _blank_form(request, system, data, more)
    if data is not None and request.method != "POST":
        form.put_judgement_off()
    return form


def _blank_form(request: MemberRequest, system: str, data: Any, more: str) -> Form:
    campaign, viewer = request.member.campaign, request.viewer
    if system in LAYOUTS:
        rows = creation_controls.rows_in(LAYOUTS[system], data or {}, more)
        return PlainCreationForm(LAYOUTS[system], campaign, viewer, data, rows=rows)
    may_approve = rights_of(viewer).agreed("player_rulings") or viewer.is_gm
    count = rows_in(data or {}, bool(more))
    return CreationForm(campaign, viewer, data, rows=count, may_approve=may_approve)


def _page(
    request: MemberRequest, system: str, form: Form, status: int = 200, *, has_draft: bool = False
) -> HttpResponse:
    context = frame(request, here="cast") | {"form": form, "system": system, "has_draft": has_draft}
    if system in LAYOUTS:
        return render(request, "characters/make.html", context, status=status)
    return render(request, "games/sorcerer/sheet/new.html", context | {"margins": margins()}, status=status)


def _put_away(request: MemberRequest, system: str, form: Form) -> HttpResponse:
    typed = {
        name: request.POST.getlist(name) for name in form.fields if name in request.POST and name != "key"
    }
    try:
        creating.keep_draft(request.member, CHARACTERS[system], typed)
    except creating.DraftTooLong:
        form.put_judgement_off()
        messages.error(request, _("That is more than a draft keeps. Shorten it, or copy it elsewhere first."))
        return _page(request, system, form, status=422)
    messages.success(request, _("Put away. You find it again on the campaign's home, and nobody else does."))
    return redirect("make_character", request.member.campaign_id, system)


def _make(request: MemberRequest, system: str, form: Form) -> HttpResponse:
    if not form.is_valid():
        return _page(request, system, form, status=422)
    made = _makers[type(form)](request, form)
    if made is None:
        return _page(request, system, form, status=422)
    creating.drop_draft(request.member, CHARACTERS[system])
    return redirect(page_of(CHARACTERS[system]), request.member.campaign_id, made)


def _make_sorcerer(request: MemberRequest, form: CreationForm) -> str | None:
    """The sorcerer's id; None where the rules found a fault after all, which then stands in the form."""
    key = form.cleaned_data["key"]
    try:
        _played, made = creating.make_sorcerer(actor=request.member, sorcerer=form.sorcerer(), key=key)
    except creating.Unsound as error:
        form.faults += tell(form, error.problems)
        return None
    if form.demon().get("need"):
        messages.success(request, _("The sorcerer and the demon are made."))
    else:
        messages.success(request, _("The sorcerer is made. The GM completes the demon next."))
    return made


def _make_plainly(request: MemberRequest, form: PlainCreationForm) -> str | None:
    """The character's id; None where the state would not hold it."""
    character = form.character()
    try:
        _played, made = make(actor=request.member, character=character, key=form.cleaned_data["key"])
    except StateRefusal as error:
        form.refuse(error)
        return None
    messages.success(request, _("%(name)s is made.") % {"name": character.name})
    return made


_makers: dict[type[Form], Callable[[MemberRequest, Any], str | None]] = {
    CreationForm: _make_sorcerer,
    PlainCreationForm: _make_plainly,
}
