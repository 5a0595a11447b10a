"""The filters of the log's page: read from the address, told as chips that can be taken away, kept in every link."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.forms import ChoiceField, Field
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.access import MemberRequest, get_member_to_see, get_record_to_see
from campaigns.forms.action.controls import offered_by
from campaigns.forms.review import Choices, Groups, LogForm, actions_of
from campaigns.game import TABLE
from campaigns.queries.clauses import systems
from campaigns.queries.games import KnownGames, games_of
from campaigns.queries.review import filters
from campaigns.templatetags.telling_words import label_of
from campaigns.viewing import Viewer
from rules.reference import all_clauses

RECORDS = {"record": None, "changes": None, "session": ("session",), "scene": ("scene",)}
YES = ("mine", "bookmarked", "commented", "sealed")


@dataclass(frozen=True)
class Chip:
    """One filter that is set: what it is, what it is set to, and the page without it."""

    label: str
    value: str
    without: str


@dataclass(frozen=True)
class LogAddress:
    """The log's address as it was asked for."""

    form: LogForm
    given: dict[str, str]
    page: str

    @property
    def order(self) -> str:
        return self.given.get("order", "")

    @property
    def is_narrowed(self) -> bool:
        return bool(set(self.given) - {"order"})

    @property
    def of(self) -> str:
        """What the log is of, where it is that of one session or about one record."""
        if set(self.given) - {"order"} not in ({"session"}, {"record"}):
            return ""
        name = next(name for name in self.given if name != "order")
        called = _choice(self.form.fields[name], self.given[name])
        return _("session %(n)s") % {"n": called} if name == "session" else called

    @property
    def query(self) -> str:
        """The filters as they follow a `?` or `&`."""
        return urlencode(self.given)

    @property
    def chips(self) -> list[Chip]:
        return [self._chip(name) for name in self.given if name != "order"]

    def _chip(self, name: str) -> Chip:
        left_out = {name, "field"} if name == "changes" else {name}
        left = {key: value for key, value in self.given.items() if key not in left_out}
        without = f"{self.page}?{urlencode(left)}" if left else self.page
        field = self.form.fields[name]
        if name in YES:
            return Chip(str(field.label), "", without)
        if name == "session":
            return Chip(f"{field.label} {_choice(field, self.given[name])}", "", without)
        return Chip(str(field.label), _choice(field, self.given[name]), without)


def read(request: MemberRequest) -> LogAddress:
    """The filters of a request. What is named and does not exist for the viewer is not there (404)."""
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    given = {name: request.GET[name] for name in LogForm.base_fields if request.GET.get(name)}
    extra = {name: _named(request, name, given[name]) for name in (*RECORDS, "person") if name in given}
    given |= {name: choice[0] for name, choice in extra.items()}
    lists = filters.lists(campaign, viewer, given.get("changes", ""))
    lists["field"] = [(name, label_of(name)) for name, _same in lists["field"]]
    for name, choice in extra.items():
        if choice[0] not in [one for one, _called in lists[name]]:
            lists[name] = [*lists[name], choice]
    if given.get("field") and "changes" in given:
        lists["field"] += [(given["field"], label_of(given["field"]))]
    of = dict(lists.pop(filters.OF_GAMES))
    known = games_of(request.viewer)
    grouped = {name: _by_game(lists[name], of, known) for name in ("record", "changes")}
    form = LogForm(given, lists={**lists, **grouped, **_offered(given, known)}, member=str(request.member.pk))
    form.fields["clause"].widget.attrs["placeholder"] = _a_clause(known)
    form.is_valid()
    return LogAddress(form, given, reverse("log", args=[campaign.pk]))


def _offered(given: dict[str, str], known: KnownGames) -> dict[str, Choices | Groups]:
    """The games that concern a reader with their actions, and whatever else a link names."""
    offered = [*known.in_order(), TABLE]
    asked = (given.get("system", ""), given.get("action", "").partition(".")[0])
    offered += [one for one in dict.fromkeys(asked) if one in systems() and one not in offered]
    return {
        "system": [(one, systems()[one]) for one in offered],
        "action": [actions_of(one) for one in offered],
    }


def _a_clause(known: KnownGames) -> str:
    """How the number of a rule looks in a game that the reader plays."""
    played = [*known.in_order(), TABLE]
    return next(one.id for one in all_clauses() if one.system == played[0])


def _by_game(records: Choices, of: dict[str, str], known: KnownGames) -> Choices | Groups:
    """Records in groups where they are of several games, those that concern the reader first."""
    found = sorted(
        {of.get(one, TABLE) for one, _name in records}, key=lambda one: (one == TABLE, known.place(one))
    )
    if len({*found} - {TABLE}) < 2:
        return records
    return [(systems()[game], [one for one in records if of.get(one[0], TABLE) == game]) for game in found]


def _named(request: MemberRequest, name: str, value: str) -> tuple[str, str]:
    """What a filter names by id, with what it is called; a link may name more than the form offers."""
    if name == "person":
        member = get_member_to_see(request.viewer, value)
        return str(member.pk), member.name
    sheet = get_record_to_see(request.viewer, value, RECORDS[name])
    called = filters.session_called(sheet.fields["number"], sheet.name) if name == "session" else sheet.name
    return sheet.id, called or _("without a name")


def _choice(field: Field, value: str) -> str:
    offered = dict(offered_by(field)) if isinstance(field, ChoiceField) else {}
    return str(offered.get(value, value))
