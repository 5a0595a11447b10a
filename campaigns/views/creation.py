"""Guided creation: for which rules, then one page on which somebody is made."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import MemberRequest, players_only
from campaigns.forms import creation_controls
from campaigns.forms.action.posted import Typed
from campaigns.forms.creation_layouts.parts import CreationLayout
from campaigns.forms.people import new_key
from campaigns.forms.plain_creation import PlainCreationForm
from campaigns.game import Creation, CreationForm, ReadyMade, games
from campaigns.queries.creation import playable_systems
from campaigns.queries.games import CHARACTERS, games_of
from campaigns.queries.layouts.plain import page_of
from campaigns.services import drafts
from campaigns.services.characters import make_character as make
from campaigns.state.errors import StateRefusal
from campaigns.views.make_one import filled_in, make_one, query_of, would_replace
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals

MAKE_ONE, REPLACE = "one", "replace"
"""Buttons that fill the form in: once more, and in the place of what was typed."""


@players_only
@require_safe
def new_character(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Which rules somebody is made for; where a player has no choice, on to the page of those."""
    systems = playable_systems(request.viewer, games_of(request.viewer))
    if len(systems) == 1 and not request.viewer.is_gm:
        return redirect("make_character", campaign_id, systems[0].code)
    context = page_context(request, here="cast") | {"systems": systems}
    return render(request, "characters/choose.html", context)


@players_only
@require_http_methods(["GET", "HEAD", "POST"])
@answering_refusals
def make_character(request: MemberRequest, campaign_id: UUID, system: str) -> HttpResponse:
    """Guided creation. The button pressed says whether to make it, put it away, fill it in, or give another row."""
    if not games_of(request.viewer).may_begin(system):
        raise Http404
    command = request.POST.get("command", "") if request.method == "POST" else "open"
    if command == "open":
        return _open(request, system)
    if command == "discard":
        drafts.drop_draft(request.member, CHARACTERS[system])
        messages.success(request, _("Draft deleted."))
        return redirect("campaign_home", campaign_id)
    verb, _blank, more = command.partition(" ")
    form = _form(request, system, request.POST, more=(more or "abilities") if verb == "more" else "")
    if verb == "more":
        form.put_judgement_off()
        return _page(request, system, form)
    ready = games()[system].pages.ready_made
    if verb in (MAKE_ONE, REPLACE) and ready is not None:
        return _make_one(request, system, ready, form, is_agreed=verb == REPLACE)
    return _put_away(request, system, form) if command == "save" else _make(request, system, form)


def _open(request: MemberRequest, system: str) -> HttpResponse:
    """Blank, or with what was put away, or as the address has somebody made."""
    ready = games()[system].pages.ready_made
    draft = None if request.is_viewing_as else drafts.kept_draft(request.member, CHARACTERS[system])
    typed = None if draft is None else MultiValueDict(draft)
    if ready is not None:
        typed = filled_in(request, ready) or typed
    return _page(request, system, _form(request, system, typed), has_draft=draft is not None)


def _make_one(
    request: MemberRequest, system: str, ready: ReadyMade, form: CreationForm, *, is_agreed: bool
) -> HttpResponse:
    """The page again, filled in; but first it is said that what somebody typed will be replaced."""
    form.put_judgement_off()
    query = query_of(request, ready)
    if not is_agreed and would_replace(request, ready, form):
        return _page(request, system, form, replaces=True)
    address = reverse("make_character", args=[request.member.campaign_id, system])
    return redirect(f"{address}?{query}")


def _form(request: MemberRequest, system: str, typed: Typed | None, *, more: str = "") -> CreationForm:
    data = None
    if typed is not None:
        data = MultiValueDict({name: list(values) for name, values in typed.lists()})
        data.setdefault("key", new_key())
    form = _creation(system).form(request, data, more)
    if data is not None and request.method != "POST":
        form.put_judgement_off()
    return form


def _page(
    request: MemberRequest,
    system: str,
    form: CreationForm,
    status: int = 200,
    *,
    has_draft: bool = False,
    replaces: bool = False,
) -> HttpResponse:
    page, ready = _creation(system), games()[system].pages.ready_made
    context = page_context(request, here="cast") | {"form": form, "system": system, "has_draft": has_draft}
    known = games_of(request.viewer)
    context["has_choice"] = known.is_gm or sum(map(known.may_begin, CHARACTERS)) > 1
    context["make_one"] = ready and make_one(request, ready, replaces=replaces)
    return render(request, page.template, {**context, **page.beside()}, status=status)


def _creation(system: str) -> Creation:
    """The page on which characters of a game are made: its own, or the usual one by its layout."""
    page = games()[system].pages.creation
    if page is None:
        raise Http404
    return page if isinstance(page, Creation) else _by_layout(page)


def _by_layout(layout: CreationLayout) -> Creation:
    def form(request: MemberRequest, data: Typed | None, more: str) -> CreationForm:
        rows = creation_controls.rows_in(layout, data or {}, more)
        return PlainCreationForm(layout, request.member.campaign, request.viewer, data, rows=rows)

    return Creation("characters/make.html", form, _make_plainly, dict)


def _put_away(request: MemberRequest, system: str, form: CreationForm) -> HttpResponse:
    typed = {
        name: request.POST.getlist(name) for name in form.fields if name in request.POST and name != "key"
    }
    try:
        drafts.keep_draft(request.member, CHARACTERS[system], typed)
    except drafts.DraftTooLong:
        form.put_judgement_off()
        messages.error(request, _("That is too long for a draft. Shorten it, or copy it elsewhere first."))
        return _page(request, system, form, status=422)
    messages.success(
        request, _("Draft saved. You can find it on the campaign's home page. No one else can see it.")
    )
    return redirect("make_character", request.member.campaign_id, system)


def _make(request: MemberRequest, system: str, form: CreationForm) -> HttpResponse:
    if not form.is_valid():
        return _page(request, system, form, status=422)
    made = _creation(system).make(request, form)
    if made is None:
        return _page(request, system, form, status=422)
    drafts.drop_draft(request.member, CHARACTERS[system])
    return redirect(page_of(CHARACTERS[system]), request.member.campaign_id, made)


def _make_plainly(request: MemberRequest, form: PlainCreationForm) -> str | None:
    """The character's id; None where the state would not hold it."""
    character = form.character()
    try:
        _played, made = make(actor=request.member, character=character, key=form.cleaned_data["key"])
    except StateRefusal as error:
        form.refuse(error)
        return None
    messages.success(request, _("%(name)s was created.") % {"name": character.name})
    return made
