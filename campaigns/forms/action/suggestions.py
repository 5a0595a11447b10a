"""Which questions are answered by a name, and what is offered for it while somebody types."""

from collections.abc import Collection, Iterable, Sequence
from typing import Unpack

from django import forms
from django.forms.renderers import BaseRenderer
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaigns.forms.action.posted import Typed
from campaigns.forms.fields import FieldOptions, Files, Posted, WordsField, slug
from campaigns.game import Names, game_of
from campaigns.models import Campaign
from campaigns.queries import suggestions
from rules.kernel.values import Value

PREFIX = "known-"
MOST_BOXES, LONGEST = 5, 500
SHOW = (
    '<p><button class="button" type="submit" name="form.command" value="show" data-show data-without-script>'
    "{}</button></p>"
)
"""Without script: what hangs on another control comes anew."""


class SeveralInput(forms.TextInput):
    """A box for each of a few names. What comes in one box alone may hold several, with blanks between them."""

    def render(
        self,
        name: str,
        value: str | Sequence[str] | None,
        attrs: dict[str, Value] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        said = value.splitlines() if isinstance(value, str) else list(value or ())
        boxes = [*said, *[""] * (MOST_BOXES - len(said))]
        first = str((attrs or {}).get("id", ""))
        shown = (
            (self._box(name, one, self._of_box(attrs, first, number), renderer),)
            for number, one in enumerate(boxes)
        )
        return format_html('<div class="field-row">{}</div>', format_html_join("", "{}", shown))

    def value_from_datadict(self, data: Posted, files: Files, name: str) -> str:
        getlist = getattr(data, "getlist", None)
        posted: list[str] = getlist(name) if getlist else [data[name]] if name in data else []
        if len(posted) == 1:
            posted = posted[0].replace(",", " ").split() if "\n" not in posted[0] else posted[0].splitlines()
        named = (one for several in posted for one in several.split(","))
        return "\n".join(one for one in named if one.strip())

    def _box(
        self, name: str, value: str, attrs: dict[str, Value], renderer: BaseRenderer | None
    ) -> SafeString:
        return super().render(name, value, attrs, renderer)

    def _of_box(self, attrs: dict[str, Value] | None, first: str, number: int) -> dict[str, Value]:
        if not number:
            return dict(attrs or {})
        named = {"aria-label": _("Name %(number)d") % {"number": number + 1}}
        return {**(attrs or {}), **named, "id": f"{first}_{number}"}


class SeveralPicks(SeveralInput):
    """A list to pick from for each of a few names; what was said and stands on no list stays."""

    def __init__(self, offered: Sequence[tuple[str, str]], shows: str) -> None:
        super().__init__()
        self.offered, self.shows = offered, shows

    def render(
        self,
        name: str,
        value: str | Sequence[str] | None,
        attrs: dict[str, Value] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        lists = super().render(name, value, attrs, renderer)
        return format_html("{}{}", lists, format_html(SHOW, self.shows) if self.shows else "")

    def _box(
        self, name: str, value: str, attrs: dict[str, Value], renderer: BaseRenderer | None
    ) -> SafeString:
        code = slug(value)
        is_known = not value or any(one == code for one, _words in self.offered)
        besides = [] if is_known else [(value, value)]
        lists = forms.Select(choices=[("", "—"), *self.offered, *besides])
        return lists.render(name, code if is_known else value, attrs, renderer)


class CodedName(WordsField):
    """A name that people write as words and sheets keep as a code."""

    def __init__(
        self, known: Collection[str] | None, *, max_length: int, **options: Unpack[FieldOptions]
    ) -> None:
        super().__init__(lines=False, max_length=max_length, **options)
        self.known = known

    def to_python(self, value: Value) -> str:
        said = super().to_python(value)
        code = slug(said)
        return code if self.known is None or code in self.known else said


def source_of(system: str, path: str) -> str | None:
    """What is named at a path; None for people's own words."""
    steps = [step for step in path.split(".") if not step.isdecimal()]
    known = game_of(system).values.asked
    return known.get(".".join(steps[-2:])) or known.get(steps[-1])


def source_for(kind: str, field: str) -> str | None:
    """What the entries of a map are called after: names that other sheets have there."""
    known = suggestions.all_names().items()
    return next((what for what, names in known if names.on_sheets == ((kind, field),)), None)


def suggesting(field: forms.Field, source: str) -> forms.Field:
    """The control with names to choose from while somebody types; the browser shows them by itself."""
    names = suggestions.all_names()[source]
    if names.coded != "none" and isinstance(field, WordsField):
        said = {"label": field.label, "help_text": field.help_text, "initial": field.initial}
        known = names.besides if names.coded == "besides" else None
        field = CodedName(known, max_length=field.max_length or LONGEST, required=field.required, **said)
    if isinstance(field.widget, forms.Textarea):
        field.widget = SeveralInput()
        field.help_text = field.help_text.removesuffix(_("One per line.")).strip()
    field.widget.attrs |= {"list": f"{PREFIX}{source}", "autocomplete": "off"}
    return field


def offered(
    fields: Iterable[forms.Field], campaign: Campaign, typed: Typed, *, is_gm: bool
) -> dict[str, list[str]]:
    """The lists that the form's controls name, each with what it offers this member."""
    wanted = {str(field.widget.attrs.get("list", "")) for field in fields}
    sources = sorted(one.removeprefix(PREFIX) for one in wanted if one.startswith(PREFIX))
    found = {}
    for source in sources:
        names = suggestions.all_names()[source]
        if names.in_form is not None:
            found[f"{PREFIX}{source}"] = _in_the_form(names, *names.in_form, typed)
        else:
            found[f"{PREFIX}{source}"] = suggestions.names_of(campaign, source, is_gm=is_gm)
    return found


def _in_the_form(names: Names, rows: str, part: str, typed: Typed) -> list[str]:
    said = [
        typed.get(name, "") for name in typed if name.startswith(f"{rows}.") and name.endswith(f".{part}")
    ]
    return list(dict.fromkeys(one for one in said if one)) or list(map(str, names.usual))
