"""The controls of a page of guided creation, by the paths that its layout names."""

from collections.abc import Iterable, Mapping

from django import forms
from django.utils.translation import gettext as _

from campaigns.forms.action.controls import Coded, Flag, offered_by
from campaigns.forms.creation_layouts.parts import (
    AskedField,
    Carried,
    CreationLayout,
    Measured,
    NamedEntries,
    Ticked,
)
from campaigns.forms.fields import WordsField, rows_named
from campaigns.forms.values.kind_controls import ask_of, called, value_field, words_of
from campaigns.state import kinds
from campaigns.state.fields import Column

Rows = NamedEntries | Carried
FEWEST_ROWS, MOST_ROWS = 2, 20
LONGEST_NAME = 60
NEEDED = {"data-needed": ""}
"""The mark by which the page's script knows what may not stay empty."""


def path_of(hold: Rows) -> str:
    """Under which the rows of a hold lie."""
    return (
        f"listed.{hold.field}" if isinstance(hold, NamedEntries) else f"carried.{kinds.kind(hold.kind).noun}"
    )


def controls_of(layout: CreationLayout, rows: Mapping[str, int], *, is_gm: bool) -> dict[str, forms.Field]:
    """Every control of the page by its name, in the order of the page."""
    found: dict[str, forms.Field] = {}
    for part in layout.parts:
        for hold in part.holds:
            if isinstance(hold, NamedEntries | Carried):
                for number in range(rows[path_of(hold)]):
                    found.update(_row(layout, hold, f"{path_of(hold)}.{number}"))
            elif is_gm or not isinstance(hold, Ticked):
                found[f"character.{hold.field}"] = _control(layout, hold)
    return found


def rows_in(layout: CreationLayout, data: Iterable[str], more: str = "") -> dict[str, int]:
    """How many rows each list of the page has; one more where that was asked for."""
    found = {}
    for part in layout.parts:
        for hold in part.holds:
            if isinstance(hold, NamedEntries | Carried):
                path = path_of(hold)
                fewest = hold.rows if isinstance(hold, NamedEntries) else FEWEST_ROWS
                rows = max(fewest, rows_named(data, path))
                # One more than so many is not given; what is typed, or comes from a template, has its rows.
                found[path] = max(rows, min(MOST_ROWS, rows + int(more == path)))
    return found


def _control(layout: CreationLayout, hold: AskedField | Measured | Ticked) -> forms.Field:
    if isinstance(hold, Ticked):
        return Flag(label=hold.label, required=False)
    if isinstance(hold, Measured):
        field: forms.Field = forms.IntegerField(
            label=hold.label,
            help_text=hold.told,
            initial=hold.initial,
            min_value=hold.least,
            max_value=hold.most,
            required=bool(hold.needs),
        )
    else:
        field = _asked(layout, hold)
    if hold.needs:
        field.widget.attrs |= NEEDED
    return field


def _asked(layout: CreationLayout, hold: AskedField) -> forms.Field:
    declared, key = kinds.kind(layout.kind).find(hold.field)
    name = key or hold.field
    label = hold.label or (called(layout.system, name) if key else words_of(kinds.kind(layout.kind), name)[0])
    ask = ask_of(layout.kind, declared)
    return value_field(ask, layout.system, label, hold.told, required=bool(hold.needs))


def _row(layout: CreationLayout, hold: Rows, at: str) -> dict[str, forms.Field]:
    name = WordsField(label=_noun(hold, at), max_length=LONGEST_NAME, lines=False, required=False)
    if isinstance(hold, Carried):
        return {
            f"{at}.name": name,
            **{f"{at}.{field}": _of_thing(layout, hold, field) for field in hold.fields},
        }
    if hold.suggests:
        name.widget.attrs["list"] = f"known-{hold.field}"
    least, most = _bounds(layout, hold)
    value = forms.IntegerField(label=hold.value, min_value=least, max_value=most, required=False)
    return {f"{at}.name": name, f"{at}.value": value}


def _noun(hold: Rows, at: str) -> str:
    return _("%(noun)s %(number)d") % {"noun": hold.noun, "number": int(at.rpartition(".")[2]) + 1}


def _bounds(layout: CreationLayout, hold: NamedEntries) -> tuple[int, int]:
    ask = ask_of(layout.kind, hold.field)
    most = hold.most if hold.most is not None else ask.most
    return max(0, ask.least or 0), most if most is not None else 99


def _of_thing(layout: CreationLayout, hold: Carried, name: str) -> forms.Field:
    """A field of a thing. What it may be is chosen from a list, so that a row stays a row."""
    declared = kinds.kind(hold.kind).stored()[name]
    default = declared.default if isinstance(declared, Column) else None
    label = words_of(kinds.kind(hold.kind), name)[0]
    ask = ask_of(hold.kind, name)
    field = value_field(ask, layout.system, label, "", required=ask.form == "choice")
    if isinstance(field, Coded):
        field.widget = forms.Select()
        # A list has its first choice chosen, in a row that nobody fills in, too: what a thing begins with, or nothing.
        usual = [("", "—")] if default is None else []
        field.choices = [
            *usual,
            *sorted(offered_by(field), key=lambda one: field.coded.get(one[0]) != default),
        ]
        field.required, field.initial = False, default
    return field
