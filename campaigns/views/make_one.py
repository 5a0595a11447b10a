"""“Make one for me” on the page of a creation form: filled in by a concept, with nothing stored."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import Http404, QueryDict
from django.utils.datastructures import MultiValueDict

from campaigns.access import MemberRequest
from campaigns.forms.action.posted import Typed
from campaigns.forms.fields import EXPIRED
from campaigns.forms.make_one import MakeOneForm, written
from campaigns.game import Concept, CreationForm, ReadyMade
from campaigns.queries.creation import names_known

PREFIX = "one"
FILLED = "filled"
"""The control that says which query filled the form in that is sent."""
KEPT = ("owner", "hidden")
"""What stays as it was chosen, whoever is made."""


@dataclass(frozen=True)
class MakeOne:
    """What `characters/_make_one.html` takes."""

    form: MakeOneForm
    made: Concept | None
    """Who the form below was filled in with."""
    filled: str
    replaces: bool
    """Whether something was typed that would be replaced."""


def make_one(request: MemberRequest, ready: ReadyMade, *, replaces: bool = False) -> MakeOne:
    """The control for this viewer."""
    asked = _asked(request, ready)
    form = MakeOneForm(_offered(request, ready), request.POST if replaces else None, prefix=PREFIX)
    # A page that comes back is the one that was sent: nobody was made by its seed yet.
    form.initial["seed"] = request.POST.get(form.add_prefix("seed"), form.initial["seed"])
    if asked is None:
        return MakeOne(form, None, "", replaces)
    form.initial["concept"] = asked.cleaned_data["concept"]
    return MakeOne(form, asked.chosen()[0], urlencode(asked.cleaned_data), replaces)


def filled_in(request: MemberRequest, ready: ReadyMade) -> Typed | None:
    """What is typed into the creation form by the address, or was by what is sent; None where that names no concept."""
    asked = _asked(request, ready)
    if asked is None:
        return None
    concept, chance = asked.chosen()
    kept = {name: request.GET.getlist(name) for name in KEPT if name in request.GET}
    return MultiValueDict({**ready.make(chance, concept.code, names_known(request.viewer)), **kept})


def would_replace(request: MemberRequest, form: CreationForm, filled: Typed | None) -> bool:
    """Whether what is sent holds more than the form was filled in with."""
    now = written(form, request.POST)
    return bool(now) and now != written(form, filled or MultiValueDict())


def query_of(request: MemberRequest, ready: ReadyMade) -> str:
    """The query that fills the form in as was chosen; `BadRequest` where no page of ours offered that."""
    form = MakeOneForm(_offered(request, ready), request.POST, prefix=PREFIX)
    if not form.is_valid():
        raise BadRequest(EXPIRED)
    kept = {name: request.POST[name] for name in KEPT if request.POST.get(name)}
    return urlencode({**form.cleaned_data, **kept})


def filling(request: MemberRequest) -> QueryDict:
    """The query that fills the form in, or that filled in the one that is sent."""
    return QueryDict(request.POST.get(FILLED, "")) if request.method == "POST" else request.GET


def _asked(request: MemberRequest, ready: ReadyMade) -> MakeOneForm | None:
    """By what the form was filled in. An address that cannot fill it in is none of ours."""
    query = filling(request)
    if "concept" not in query:
        return None
    form = MakeOneForm(_offered(request, ready), query)
    if form.is_valid():
        return form
    if request.method == "POST":
        return None
    raise Http404


def _offered(request: MemberRequest, ready: ReadyMade) -> tuple[Concept, ...]:
    return tuple(one for one in ready.concepts if request.viewer.is_gm or not one.is_gms)
