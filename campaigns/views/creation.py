"""Guided creation: for which rules, then one page on which somebody is made."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import MemberRequest, get_template_of_ones_own, players_only
from campaigns.forms import creation_controls
from campaigns.forms.action.posted import Typed
from campaigns.forms.creation_layouts.parts import CreationLayout
from campaigns.forms.creation_steps import LEFT, NOW, Steps
from campaigns.forms.make_one import written
from campaigns.forms.meanwhile import Seen
from campaigns.forms.people import new_key
from campaigns.forms.plain_creation import PlainCreationForm
from campaigns.forms.templates import left_out, typed_by
from campaigns.game import Creation, CreationForm, ReadyMade, games
from campaigns.models import SheetTemplate
from campaigns.queries.creation import playable_systems
from campaigns.queries.games import CHARACTERS, games_of
from campaigns.queries.layouts.plain import page_of
from campaigns.services import drafts
from campaigns.services.characters import make_character as make
from campaigns.state.errors import StateRefusal
from campaigns.views.make_one import FILLED, filled_in, filling, make_one, query_of, would_replace
from campaigns.views.page_context import page_context
from campaigns.views.refusals import answering_refusals

MAKE_ONE, REPLACE = "one", "replace"
"""Buttons that fill the form in: once more, and in the place of what was typed."""
SHOWN = "draft"
"""The control that says which draft there was when the page was shown."""
KEEP, PAGE = "keep", "page"
"""What a page sends by itself while somebody types; and in a draft the key of the page that put it away."""
TEMPLATE = "template"
"""What the address names whose template fills the form in."""
STEP, MORE = "step", "more"
"""What begins the commands that lead to a step, and to another row."""


@dataclass(frozen=True)
class KeptDraft:
    """What is told of somebody's draft."""

    is_there: bool = False
    is_other: bool = False
    """Whether it is of another character than the one shown."""
    is_new: bool = False
    """Whether it was put away just now."""
    is_page_alone: bool = False
    """Whether what was typed was not put away: it is too long, or the draft was changed elsewhere meanwhile."""


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
    verb, _blank, which = command.partition(" ")
    form = _form(request, system, request.POST)
    steps = Steps(form, request.POST)
    ready = games()[system].pages.ready_made
    if command == KEEP:
        return _keep_while_typing(request, system, steps)
    if verb == STEP:
        return _step(request, system, steps, which)
    if verb == MORE:
        return _step(request, system, steps, steps.now, more=which or "abilities")
    if verb in (MAKE_ONE, REPLACE) and ready is not None:
        return _make_one(request, system, ready, steps, is_agreed=verb == REPLACE)
    return _put_away(request, system, steps) if command == "save" else _make(request, system, steps)


def _open(request: MemberRequest, system: str) -> HttpResponse:
    """Blank, or with what was put away where it was left, or as the address has somebody made, to be checked."""
    draft = _draft(request, system)
    typed = None if draft is None else MultiValueDict(draft)
    made = _filled_in(request, system)
    at = MultiValueDict({**(draft or {}), **dict(request.GET.lists())})
    begun = made or typed
    if begun is None:  # what nobody has touched counts as well
        begun = _untouched(_form(request, system, None))
    steps = Steps(_form(request, system, begun, more=request.GET.get(MORE, "")), at)
    if made is not None and NOW not in request.GET:
        steps.finish()
    steps.judge()
    kept = KeptDraft(draft is not None, is_other=draft is not None and made is not None)
    return _page(request, system, steps, kept=kept)


def _untouched(form: CreationForm) -> Typed:
    """What a browser sends of a blank form."""
    values = {name: form[name].value() for name in form.fields}
    return MultiValueDict(
        {name: [str(value)] for name, value in values.items() if value not in (None, "", False)}
    )


def _step(request: MemberRequest, system: str, steps: Steps, to: str, more: str = "") -> HttpResponse:
    """On to another step, or to another row. It is put away by itself, to be gone on with elsewhere.

    The step is a page of its own, so that the browser's way back leads to the one before.
    """
    if to != steps.now:
        steps.go(to)
    kept = _keep_by_itself(request, system, steps)
    if request.is_viewing_as or kept.is_page_alone:  # it stands on this page alone
        steps.judge()
        return _page(request, system, steps, kept=kept)
    where = QueryDict("" if kept.is_new else request.POST.get(FILLED, ""), mutable=True)
    for name, value in ((NOW, steps.now), (LEFT, steps.left_words), (MORE, more)):
        if value:
            where[name] = value
    address = reverse("make_character", args=[request.member.campaign_id, system])
    return redirect(f"{address}?{where.urlencode()}")


def _keep_by_itself(request: MemberRequest, system: str, steps: Steps) -> KeptDraft:
    """Put away what somebody typed, without being told to; over nothing that they typed elsewhere meanwhile."""
    draft = _draft(request, system)
    if _was_changed_elsewhere(request, draft):
        messages.error(
            request,
            _(
                "Your draft was changed elsewhere meanwhile. Go on here to replace it, or open it from the home page."
            ),
        )
        return KeptDraft(draft is not None, is_other=draft is not None, is_page_alone=True)
    is_worth = not request.is_viewing_as and _is_worth_keeping(request, system, steps.form, draft)
    is_kept = is_worth and _keep(request, system, steps)
    is_there = is_kept or draft is not None
    return KeptDraft(
        is_there, is_other=is_there and not is_kept, is_new=is_kept, is_page_alone=is_worth and not is_kept
    )


def _was_changed_elsewhere(request: MemberRequest, draft: Mapping[str, list[str]] | None) -> bool:
    """Whether a draft is another than this page was shown with, and not what the page put away itself since."""
    if request.POST.get(SHOWN, _mark(draft)) == _mark(draft):
        return False
    return draft is None or not draft.get(PAGE) or draft[PAGE] != request.POST.getlist("key")


def _keep_while_typing(request: MemberRequest, system: str, steps: Steps) -> HttpResponse:
    """Put away what somebody typed so far. Nobody waits for an answer: what is wrong is told at the next step."""
    with drafts.alone(request.member):  # a step that is left meanwhile sends newer words
        draft = _draft(request, system)
        is_theirs = not _was_changed_elsewhere(request, draft)
        if is_theirs and _is_worth_keeping(request, system, steps.form, draft):
            with suppress(drafts.DraftTooLong):
                _put(request, system, steps, by=request.POST.getlist("key"))
    return HttpResponse(status=204)


def _is_worth_keeping(
    request: MemberRequest, system: str, form: CreationForm, draft: Mapping[str, list[str]] | None
) -> bool:
    """Whether somebody typed something; what was filled in for them takes the place of no draft of theirs."""
    if draft is not None and draft.get(FILLED, [""]) == [request.POST.get(FILLED, "")]:
        return True
    if draft is None:
        return bool(written(form, request.POST))
    return would_replace(request, form, _filled_in(request, system))


def _filled_in(request: MemberRequest, system: str) -> Typed | None:
    """What the address fills the form in with, or filled in the one that is sent: a template, or by a concept."""
    template, ready = _template(request, system), games()[system].pages.ready_made
    if template is not None:
        return MultiValueDict(dict(_creation(system).typed(template)))
    return None if ready is None else filled_in(request, ready)


def _template(request: MemberRequest, system: str) -> SheetTemplate | None:
    """Whose template fills the form in, or did; an address that names none of theirs is none of ours."""
    query = filling(request)
    if TEMPLATE not in query:
        return None
    try:
        found = get_template_of_ones_own(request.user, query.get(TEMPLATE, ""))
    except Http404:
        if request.method == "POST":
            return None
        raise
    if found.kind != CHARACTERS[system]:
        raise Http404
    return found


def _make_one(
    request: MemberRequest, system: str, ready: ReadyMade, steps: Steps, *, is_agreed: bool
) -> HttpResponse:
    """The page again, filled in; but first it is said that what somebody typed will be replaced."""
    query = query_of(request, ready)
    if not is_agreed and would_replace(request, steps.form, _filled_in(request, system)):
        kept = _keep_by_itself(request, system, steps)
        steps.judge()
        return _page(request, system, steps, replaces=True, kept=kept)
    address = reverse("make_character", args=[request.member.campaign_id, system])
    return redirect(f"{address}?{query}")


def _form(request: MemberRequest, system: str, typed: Typed | None, *, more: str = "") -> CreationForm:
    data = None
    if typed is not None:
        data = MultiValueDict({name: list(values) for name, values in typed.lists()})
        data.setdefault("key", new_key())
    return _creation(system).form(request, data, more)


def _page(
    request: MemberRequest,
    system: str,
    steps: Steps,
    status: int = 200,
    *,
    kept: KeptDraft | None = None,
    replaces: bool = False,
) -> HttpResponse:
    page, ready = _creation(system), games()[system].pages.ready_made
    context = page_context(request, here="cast") | {"form": steps.form, "steps": steps, "system": system}
    kept = kept or KeptDraft()
    context |= {"has_draft": kept.is_there, "is_other_draft": kept.is_other}
    context["draft_mark"] = _mark(_draft(request, system))
    known = games_of(request.viewer)
    begun = sum(map(known.may_begin, CHARACTERS))
    context["has_choice"], context["plays_one"] = known.is_gm or begun > 1, begun == 1
    context["make_one"] = ready and make_one(request, ready, replaces=replaces)
    context["template"] = template = _template(request, system)
    context["left_out"] = left_out(template, page.typed(template)) if template else []
    context["filled"] = (
        urlencode({TEMPLATE: template.pk}) if template else getattr(context["make_one"], "filled", "")
    )
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

    return Creation("characters/make.html", form, _make_plainly, dict, partial(typed_by, layout))


def _draft(request: MemberRequest, system: str) -> dict[str, list[str]] | None:
    """Their own, and nobody's for whoever looks through another's eyes."""
    return None if request.is_viewing_as else drafts.kept_draft(request.member, CHARACTERS[system])


def _mark(draft: Mapping[str, list[str]] | None) -> str:
    """What tells one draft from another."""
    return str(Seen.of({SHOWN: draft})) if draft is not None else ""


def _keep(request: MemberRequest, system: str, steps: Steps) -> bool:
    """Put away what was typed, and where; False where that is too long, which is said."""
    try:
        _put(request, system, steps)
    except drafts.DraftTooLong:
        messages.error(request, _("That is too long for a draft. Shorten it, or copy it elsewhere first."))
        return False
    return True


def _put(request: MemberRequest, system: str, steps: Steps, *, by: Sequence[str] = ()) -> None:
    """Put it away, `by` a page that goes on; what such a page sent before it was left and comes late is nobody's."""
    names = [*steps.form.fields, FILLED]
    typed = {name: request.POST.getlist(name) for name in names if name in request.POST and name != "key"}
    typed[PAGE] = list(by)
    drafts.keep_draft(request.member, CHARACTERS[system], {**typed, **dict(steps.said.lists())})


def _put_away(request: MemberRequest, system: str, steps: Steps) -> HttpResponse:
    if not _keep(request, system, steps):
        steps.judge()
        return _page(request, system, steps, status=422)
    messages.success(
        request, _("Draft saved. You can find it on the campaign's home page. No one else can see it.")
    )
    return redirect("make_character", request.member.campaign_id, system)


def _make(request: MemberRequest, system: str, steps: Steps) -> HttpResponse:
    made = _creation(system).make(request, steps.form) if steps.form.is_valid() else None
    if made is None:
        steps.refuse()
        draft = _draft(request, system)
        is_other = draft is not None and not _is_worth_keeping(request, system, steps.form, draft)
        return _page(request, system, steps, status=422, kept=KeptDraft(draft is not None, is_other))
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
