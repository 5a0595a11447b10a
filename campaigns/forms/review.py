"""Looking for entries of the log, and what readers say about them."""

from collections.abc import Iterable

from django import forms
from django.core.exceptions import ValidationError
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from campaigns.forms.fields import WordsField
from campaigns.forms.people import ActForm
from campaigns.game import Text
from campaigns.log.words import words_of
from campaigns.queries.clauses import systems
from campaigns.queries.review.finding import MOST_WORDS, Wanted
from rules import catalogue, words
from rules.kernel.values import Value, Values
from rules.reference import UnknownClause, find_clause

Choices = list[tuple[str, str]]
Groups = list[tuple[str, Choices]]
ORDERS = (
    ("", _("Newest last")),
    ("down", _("Newest first")),
    ("up", _("From the start")),
)
BY_ID = ("person", "record", "action", "system", "session", "scene", "changes", "field")


class LongSelect(forms.Select):
    """A select as Django's, written in one go: the log offers some two hundred choices on every page."""

    def render(
        self,
        name: str,
        value: Value,
        attrs: dict[str, Value] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        widget = self.get_context(name, value, attrs)["widget"]
        groups = ((_group(title, options),) for title, options, _place in widget["optgroups"])
        attributes = flatatt({"name": widget["name"], **widget["attrs"]})
        return format_html("<select{}>{}</select>", attributes, format_html_join("", "{}", groups))


def _group(title: str | None, options: Iterable[Values]) -> SafeString:
    choices = _options(options)
    return format_html('<optgroup label="{}">{}</optgroup>', title, choices) if title else choices


def _options(options: Iterable[Values]) -> SafeString:
    rows = (
        (option["value"], SafeString(" selected" if option["selected"] else ""), option["label"])
        for option in options
    )
    return format_html_join("", '<option value="{}"{}>{}</option>', rows)


class ListField(forms.ChoiceField):
    """One of a long list, or nothing."""

    widget = LongSelect

    def __init__(self, *, label: Text) -> None:
        super().__init__(required=False, label=label)


class LogForm(forms.Form):
    """The filters of the log. They combine; what is left empty does not narrow anything down."""

    q = WordsField(
        label=_("Words"),
        max_length=200,
        lines=False,
        required=False,
        widget=forms.TextInput(
            attrs={"class": "input", "autocomplete": "off", "placeholder": _("Words, names, actions")}
        ),
    )
    person = ListField(label=_("Who acted"))
    mine = forms.BooleanField(label=_("Only my actions"), required=False)
    record = ListField(label=_("About"))
    action = ListField(label=_("Action"))
    system = ListField(label=_("System"))
    clause = forms.CharField(
        label=_("Rule"),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    session = ListField(label=_("Session"))
    scene = ListField(label=_("Scene"))
    changes = ListField(label=_("Changes to"))
    field = ListField(label=_("Changed field"))
    bookmarked = forms.BooleanField(label=_("With my bookmark"), required=False)
    commented = forms.BooleanField(label=_("With comments"), required=False)
    sealed = forms.BooleanField(label=_("With sealed parts"), required=False)
    order = forms.ChoiceField(label=_("Order"), choices=ORDERS, required=False)

    def __init__(self, given: dict[str, str], *, lists: dict[str, Choices | Groups], member: str) -> None:
        super().__init__(given, auto_id="find-%s")
        self.member = member
        for name, values in lists.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101  # tells the type; lists names choices only
            field.choices = [("", _("Any")), *values]

    def clean_q(self) -> str:
        text: str = self.cleaned_data["q"]
        if text and not words_of(text):
            raise ValidationError(
                _("Enter at least one word. Punctuation alone can't be searched."), code="no-word"
            )
        if len(words_of(text)) > MOST_WORDS:
            raise ValidationError(_("Search for at most %(n)s words.") % {"n": MOST_WORDS}, code="too-many")
        return text

    def clean_clause(self) -> str:
        text: str = self.cleaned_data["clause"].strip().upper()
        try:
            return find_clause(text).id if text else ""
        except UnknownClause:
            raise ValidationError(
                _("No rule has this number. The rules reference lists them all."), code="clause"
            ) from None

    @property
    def wanted(self) -> Wanted:
        """What the valid fields ask for."""
        found = self.cleaned_data
        named = {name: found.get(name, "") for name in (*BY_ID, "clause")}
        if found.get("mine"):
            named["person"] = self.member
        return Wanted(
            **named,
            words=found.get("q", ""),
            bookmarks_of=self.member if found.get("bookmarked") else "",
            commented=bool(found.get("commented")),
            sealed=bool(found.get("sealed")),
        )


class CommentForm(ActForm):
    """A comment; `for_gm` keeps a GM's to the GMs."""

    words = WordsField(label=_("Your comment"), max_length=2000)
    for_gm = forms.BooleanField(label=_("For the GM only"), required=False)


class BookmarkForm(forms.Form):
    """Whether a bookmark is wanted, and from which page it was asked for."""

    wanted = forms.TypedChoiceField(choices=(("1", ""), ("0", "")), coerce=lambda value: value == "1")
    back = forms.ChoiceField(choices=(("entry", ""), ("log", "")), required=False)


class RevealForm(ActForm):
    """Agreeing to show what was sealed; `period` names draws whose sealed secret is meant instead."""

    period = forms.IntegerField(min_value=1, max_value=2**31 - 1, required=False)


def actions_of(system: str) -> tuple[str, Choices]:
    """Every action of a system by what its button says, as a group."""
    named = [
        (one.name, words.action_words(one.name)[0])
        for one in catalogue.ACTIONS.values()
        if one.system == system
    ]
    return systems()[system], sorted(named, key=lambda one: one[1])
