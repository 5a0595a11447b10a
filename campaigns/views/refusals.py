"""From what the layers below refuse to an answer that says which rule it is and what would be right."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import singledispatch, wraps
from typing import Concatenate, Final, ParamSpec, TypeVar, cast
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.access import MemberRequest
from campaigns.accounts import network_of
from campaigns.forms.action.errors import ID, known_remedy, told_lacking, why, with_names
from campaigns.forms.action.overriding import OverrideControls, controls, override_of
from campaigns.forms.own_words import plainly
from campaigns.forms.people import ActForm, new_key
from campaigns.log.record import EntryTooLarge
from campaigns.log.undo_graph import NotUndoable
from campaigns.models import Membership, Record
from campaigns.policy import NotAllowed
from campaigns.services.limits import OPEN_PAGE, OPEN_PAGES, TooMany
from campaigns.services.play.overriding import by_page
from campaigns.services.play.playing import AlreadyAnswered, KeyReused
from campaigns.state.errors import Lacking, StateRefusal, UnknownRecord
from campaigns.state.kinds import system_of
from campaigns.views.absolute_urls import own_address
from campaigns.views.htmx import is_htmx
from campaigns.views.page_context import page_context
from rules.kernel.errors import RulesError, RuleViolation
from rules.reference import Clause, UnknownClause, find_clause

REFUSED = (
    RulesError,
    NotAllowed,
    StateRefusal,
    UnknownRecord,
    KeyReused,
    AlreadyAnswered,
    EntryTooLarge,
    NotUndoable,
    TooMany,
)
SECRET_FIELDS = frozenset({"password", "password1", "password2", "oldpassword", "code"})
BESIDE: Final = "X-Refused"
P = ParamSpec("P")
R = TypeVar("R", bound=HttpRequest)


class TooFull(Exception):
    """Too many wait to sign in. `wait` is the number of seconds after which it is worth another try."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"try again in {wait} s")
        self.wait = wait


@dataclass(frozen=True)
class Refusal:
    """What `_refusal.html` shows. `field` is the path of the control that it belongs to."""

    status: int
    headline: str
    text: str
    remedy: str = ""
    clause: str | None = None
    title: str = ""
    field: str | None = None
    may_override: bool = False
    why: str = ""
    """What is wrong in this very case."""
    way: str = ""
    """The page where it is put right, and what leads there."""
    way_words: str = ""

    @property
    def url(self) -> str:
        """Where the clause stands in the reference."""
        return reverse("clause", args=[self.clause]) if self.clause else ""


def answering_refusals(
    view: Callable[Concatenate[R, P], HttpResponse],
) -> Callable[Concatenate[R, P], HttpResponse]:
    """A view whose refusals become 4xx answers. Put it under the access decorator."""

    @wraps(view)
    def answering(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            with by_page(override_of(request.POST)):
                return view(request, *args, **kwargs)
        except REFUSED as error:
            return answer(request, error)

    return answering


def counting_strangers(
    view: Callable[Concatenate[R, P], HttpResponse],
) -> Callable[Concatenate[R, P], HttpResponse]:
    """A costly page that is open to all: strangers get it only so often. Put it under the access decorator."""

    @wraps(view)
    def counting(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            try:
                # By address first, so that a single one cannot use up what all strangers have together.
                OPEN_PAGE.take(network_of(request))
                OPEN_PAGES.take("strangers")
            except TooMany as error:
                return answer(request, error)
        return view(request, *args, **kwargs)

    return counting


def answer(request: HttpRequest, error: Exception) -> HttpResponse:
    """A refusal as a part of the page for HTMX, as a page with the typed words otherwise."""
    refusal = told_refusal(request, error)
    typed = typed_words(request)
    if isinstance(error, KeyReused):  # sent again, it is another act
        typed = [(name, uuid4().hex if name == "key" else value) for name, value in typed]
    context = {"refusal": refusal, "typed": typed}
    if refusal.may_override:
        context["override"] = controls(is_asked=True)
    if is_htmx(request):
        response = in_place(render(request, "errors/_refused.html", context, status=refusal.status))
    else:
        whole = framed(request) | context
        response = in_place(render(request, "errors/refused.html", whole, status=refusal.status))
    if isinstance(error, TooMany | TooFull):
        response["Retry-After"] = str(error.wait)
    return response


def framed(request: HttpRequest) -> dict[str, object]:
    """What stands around a page that tells what went wrong: for a member their campaign's frame, and the way back."""
    if not hasattr(request, "is_viewing_as"):
        return {"frame": "base.html"}
    frame = page_context(cast("MemberRequest", request))
    back = own_address(request, request.POST.get("next", "") or request.META.get("HTTP_REFERER", ""))
    around = {"frame": "campaign_base.html", "back": back or frame["campaign_url"]}
    # What was refused may be no page that can be asked for again: what its frame shows is asked of the home.
    return {**frame, "page_address": frame["campaign_url"], **around}


@dataclass(frozen=True)
class RefusedForm:
    """What a form says of its refusal, in which all that was chosen stands as it was sent."""

    refusal: Refusal
    override: OverrideControls | None
    """The GM's way round, where there is one."""


def in_form(request: HttpRequest, form: ActForm, error: Exception, places: Mapping[str, str]) -> RefusedForm:
    """A refusal for the form itself, and in short at its control; `places` has those that no path ends in."""
    refusal = told_refusal(request, error)
    if isinstance(error, KeyReused):  # sent again, it is another act
        form.data = request.POST.copy()
        form.data["key"] = new_key()
    control = _control_of(form, refusal.field or "", places)
    if control is not None:
        form.add_error(control, refusal.why or refusal.title or refusal.text)
    override = override_of(request.POST)
    shown = controls(*((override.reason, override.words) if override else ()), is_asked=refusal.may_override)
    return RefusedForm(refusal, shown if refusal.may_override or override else None)


def _control_of(form: ActForm, path: str, places: Mapping[str, str]) -> str | None:
    """The control that a path of the contract, or the field of a record, leads to, or the nearest on the way up."""
    steps = path.removeprefix("input.").split(".")
    while steps:
        name = places.get(".".join(steps), steps[-1])
        if name in form.fields:
            return name
        steps.pop()
    return None


def told_refusal(request: HttpRequest, error: Exception) -> Refusal:
    """What is refused, with the names of those whom the reader knows, and what is wrong in this very case."""
    refusal = refusal_of(error)
    member: Membership | None = getattr(request, "member", None)
    if member is None or not isinstance(error, RulesError):
        return refusal
    if isinstance(error, Lacking) and error.record:
        return _to_be_filled_in(member, error, refusal)
    ids = ID.findall(error.message)
    known = Record.objects.filter(campaign=member.campaign_id, pk__in=ids) if ids else Record.objects.none()
    seen = known if member.is_gm else known.filter(visibility="table")
    names = {str(pk): name for pk, name in seen.values_list("pk", "name")}
    return replace(
        refusal,
        text=with_names(names, refusal.text),
        remedy=with_names(names, refusal.remedy),
        why=why(error, names, is_gm=member.is_gm) if isinstance(error, RuleViolation) else "",
    )


def _to_be_filled_in(member: Membership, error: Lacking, refusal: Refusal) -> Refusal:
    """Whose sheet has nothing of what an act reads of it, with the way there."""
    one = Record.objects.get(campaign=member.campaign_id, pk=error.record)
    page, way_words = ("edit_record", _("Edit %(name)s")) if member.is_gm else ("character", "%(name)s")
    return replace(
        refusal,
        headline=_("Something is missing on a sheet"),
        text=told_lacking(system_of(one.kind), error),
        remedy=_("Fill it in there, then do this again.")
        if member.is_gm
        else _("Ask the GM to fill it in, then do this again."),
        way=reverse(page, args=[member.campaign_id, one.pk]),
        way_words=way_words % {"name": one.name},
    )


def in_place(response: HttpResponse) -> HttpResponse:
    """Mark what holds words alone: in a page of HTMX unsent.js puts it beside what was pressed, which stays."""
    response[BESIDE] = "1"
    return response


@singledispatch
def refusal_of(error: Exception) -> Refusal:
    """What to say about a refusal, whichever layer it came from."""
    # What is no refusal is a fault of the program, and is told as one.
    raise error


def typed_words(request: HttpRequest) -> list[tuple[str, str]]:
    """What was sent, to be sent again: every field but the token and what is secret."""
    left_out = SECRET_FIELDS | {"csrfmiddlewaretoken"}
    return [
        (name, value) for name, values in request.POST.lists() if name not in left_out for value in values
    ]


@refusal_of.register
def _invalid(error: RulesError) -> Refusal:
    return Refusal(
        422,
        _("Something is not valid"),
        plainly(error.message),
        _("Correct the marked field and send it again."),
        field=error.field,
    )


@refusal_of.register
def _by_clause(error: RuleViolation) -> Refusal:
    clause = _clause(error.clause)
    return Refusal(
        422,
        _("The rules forbid this"),
        clause.summary if clause else error.message,
        _remedy(error),
        error.clause,
        clause.title if clause else "",
        error.field,
        error.may_set_aside,
    )


def _clause(clause_id: str | None) -> Clause | None:
    try:
        return find_clause(clause_id or "")
    except UnknownClause:
        return None


def _remedy(error: RuleViolation) -> str:
    """What is known to make it legal. Else the engine's one line names what stands in the way."""
    if remedy := known_remedy(error.clause):
        return remedy
    if error.field == "action":  # what the order of play forbids now
        return _("Go back and reload the page: it shows what can be done now.")
    return _("To continue, change this: %(what)s.") % {"what": error.message.rstrip(".")}


@refusal_of.register
def _not_allowed(error: NotAllowed) -> Refusal:
    return Refusal(
        403, _("You can't do this"), str(error), error.remedy or _("Ask the person it belongs to.")
    )


@refusal_of.register
def _out_of_range(error: StateRefusal) -> Refusal:
    text = _("%(field)s cannot become %(value)s.") % {"field": error.field, "value": error.value}
    told = f"{text} {plainly(error.reason)}"
    return Refusal(422, _("That value is out of range for this sheet"), told, field=error.field)


@refusal_of.register
def _unknown(_error: UnknownRecord) -> Refusal:
    return Refusal(
        404,
        _("Not found"),
        _("That record is not in the campaign, or no longer in it. Reload the page and choose again."),
    )


@refusal_of.register
def _already_answered(error: AlreadyAnswered) -> Refusal:
    told = (
        _("It was answered or settled by no. %(n)d. Nothing was done.") % {"n": error.by} if error.by else ""
    )
    return Refusal(
        409,
        _("Already answered"),
        told or _("Someone else just answered this. Nothing was done."),
        _("See the answer in the log. Undo it there if it needs to be answered again."),
    )


@refusal_of.register
def _key_reused(_error: KeyReused) -> Refusal:
    text = _("This form was already sent with different content, and that action still stands.")
    return Refusal(
        409, _("Already done"), text, _("Check the log first. Sending this makes a second action.")
    )


@refusal_of.register
def _too_large(error: EntryTooLarge) -> Refusal:
    return Refusal(
        422, _("Too much for one entry"), str(error), _("Shorten it, or split it into two actions.")
    )


@refusal_of.register
def _not_undoable(error: NotUndoable) -> Refusal:
    return Refusal(409, _("This can't be undone as it is"), str(error))


@refusal_of.register
def _too_many(error: TooMany) -> Refusal:
    text = _("Too many attempts. Try again in %(seconds)s seconds.") % {"seconds": error.wait}
    return Refusal(429, _("Please wait"), text)


@refusal_of.register
def _too_full(error: TooFull) -> Refusal:
    text = _("Many people are logging in right now, so your form was not processed.")
    remedy = _("Wait %(seconds)s seconds and send it again.") % {"seconds": error.wait}
    return Refusal(503, _("Server busy"), text, remedy)
