"""Rows in which a person sets fields of a record: a field is chosen, then its value is asked by its type."""

from collections.abc import Collection
from dataclasses import dataclass, field

from django import forms
from django.utils.translation import gettext as _

from campaigns.forms.action.controls import record_choice
from campaigns.forms.action.posted import MOST_ROWS, Typed, as_posted, rows_of
from campaigns.forms.action.settable_fields import NEW, SettableFields
from campaigns.forms.action.suggestions import source_for, suggesting
from campaigns.forms.fields import ControlOptions, WordsField, slug
from campaigns.forms.values.controls import Count, ValueControls
from campaigns.forms.values.kind_controls import words_of
from campaigns.forms.values.map_keys import TYPED_LIKE_TRAITS, choices_for, full_name, key_fault
from campaigns.forms.values.stored import NameableRecords
from campaigns.state.fields import Ref
from campaigns.state.unit_of_work import Sheet
from rules.kernel.values import Value

FIELD, VALUE, KEY, SHOWN = "field", "set", "key", "of"
"""The controls of a row: which field, its value, the name of a new entry, and for which field the page asked."""


@dataclass
class FieldRow:
    """One field that is set: where its controls are, and what they are made from."""

    at: str
    name: str = ""
    """The contract's name, or a map's with a dot at its end for a new entry."""
    value: ValueControls | None = None
    is_unseen: bool = False
    """Whether its controls come only now, so that nobody can have filled them in."""

    @property
    def is_new_entry(self) -> bool:
        return self.name.endswith(NEW)


@dataclass
class StoredRows:
    """All rows of one list. `settable` is None where the record, or its kind, is still to be chosen."""

    form: forms.Form
    settable: SettableFields | None
    known: NameableRecords
    typed: Typed
    command: str
    """What the button does with the rows; empty where the form is sent to be played."""
    chosen: Collection[str] = ()
    """The controls whose choice the page that leads here has made: which fields it asks for."""
    rows: list[FieldRow] = field(default_factory=list)

    def add(self, at: str) -> FieldRow:
        """Make the controls of a row."""
        said = self._said(f"{at}.{FIELD}")
        row = FieldRow(at, self.settable.find(said) if self.settable is not None else "")
        self.form.fields[f"{at}.{FIELD}"] = self._field_control(row)
        if self.settable is not None and row.name:
            self._ask_for(row, self.settable.sheet)
        else:
            self.form.fields[f"{at}.{VALUE}"] = _unasked()
        self.rows.append(row)
        return row

    def check(self) -> None:
        """Tell of each row what is wrong with it, at its control."""
        seen: set[str] = set()
        for row in self.rows:
            if row.is_unseen:
                self.form.add_error(
                    f"{row.at}.{FIELD}",
                    _("Check the value shown below, then send this again."),
                )
                continue
            if row.is_new_entry:
                self._check_key(row)
            if row.value is not None and not row.value.is_single:
                row.value.check(self.form)
            name = self.full_name(row)
            if name and name in seen:
                self.form.add_error(f"{row.at}.{FIELD}", _("This field is set twice. Remove one of the two."))
            seen.add(name)

    def said(self) -> list[dict[str, Value]]:
        """The fields with their values, as the contract has them."""
        return [{"field": self.full_name(row), "set": self._value_of(row)} for row in self.rows]

    def full_name(self, row: FieldRow) -> str:
        """The contract's field that a row sets."""
        if not row.is_new_entry:
            return row.name
        prefix, key = row.name[: -len(NEW)], str(self.form.cleaned_data.get(f"{row.at}.{KEY}") or "")
        return full_name(prefix, slug(key) if prefix in TYPED_LIKE_TRAITS else key)

    def place_of(self, name: str) -> str | None:
        """Where a field of the contract is set."""
        found = (row.at for row in self.rows if self.full_name(row) in (name, name.partition(".")[0]))
        at = next(found, None)
        return f"{at}.{VALUE}" if at is not None else None

    # The controls

    def _said(self, name: str) -> str:
        said = self.typed if self.form.is_bound else self.form.initial
        return str(said.get(name) or "")

    def _field_control(self, row: FieldRow) -> forms.Field:
        label = _("Field")
        if self.settable is None:
            told = _("The fields are listed once you have chosen above what they are of.")
            return forms.CharField(label=label, help_text=told, max_length=200)
        choices = self.settable.choices
        if row.name and row.name not in choices:
            choices = choices | {row.name: self.settable.words(row.name)}
        missing = {"invalid_choice": _("This record has no such field. Choose one from the list.")}
        made = forms.ChoiceField(label=label, choices=[("", "—"), *choices.items()], error_messages=missing)
        if f"{row.at}.{FIELD}" in self.chosen and row.name:
            made.widget = forms.HiddenInput()
        made.widget.attrs["data-refreshes"] = ""
        return made

    def _ask_for(self, row: FieldRow, sheet: Sheet) -> None:
        declared, key = sheet.kind.find(row.name) if not row.is_new_entry else (row.name[: -len(NEW)], None)
        at = f"{row.at}.{VALUE}"
        is_asked = self.form.is_bound and self.typed.get(f"{row.at}.{SHOWN}") == row.name
        stored = sheet.kind.fields[declared]
        if isinstance(stored, Ref):
            made: dict[str, forms.Field] = {at: self._reference(sheet, declared, stored)}
        else:
            stood = sheet.fields.get(row.name)
            is_entry = key is not None or row.is_new_entry
            row.value = ValueControls(
                sheet.kind, declared, at, stood, self._count(is_asked=is_asked), is_entry=is_entry
            )
            made = dict(row.value.make(self.known))
            self._name_entry(row, made, sheet, declared)
        made[f"{row.at}.{SHOWN}"] = forms.CharField(
            widget=forms.HiddenInput(attrs={"id": False}), initial=row.name
        )
        self.form.fields.update(made)
        if self.form.is_bound:
            self._begin(row, made, is_asked=is_asked)

    def _name_entry(self, row: FieldRow, made: dict[str, forms.Field], sheet: Sheet, declared: str) -> None:
        if row.value is not None and row.value.is_single and row.value.is_entry:
            made[row.value.at].label, made[row.value.at].help_text = _("Value"), ""
        if not row.is_new_entry:
            return
        keys = choices_for(sheet, declared, self.known.rows)
        label = _("Name of the new entry")
        if keys is not None:
            made[f"{row.at}.{KEY}"] = forms.ChoiceField(label=label, choices=[("", "—"), *keys])
            return
        named: forms.Field = WordsField(label=label, max_length=60, lines=False)
        source = source_for(sheet.kind.name, declared)
        made[f"{row.at}.{KEY}"] = named if source is None else suggesting(named, source)

    def _reference(self, sheet: Sheet, name: str, declared: Ref) -> forms.Field:
        label, told = words_of(sheet.kind, name)
        current = sheet.fields[name]
        common: ControlOptions = {
            "label": label,
            "help_text": told,
            "required": False,
            "initial": current,
        }
        return record_choice(self.known.named_by(declared, sheet.kind, current), common)

    def _count(self, *, is_asked: bool) -> Count:
        def count(path: str, stored: int) -> int:
            rows = rows_of(self.typed, path) if is_asked else max(stored, 1)
            return min(MOST_ROWS, rows + int(self.command == f"add {path}"))

        return count

    def _begin(self, row: FieldRow, made: dict[str, forms.Field], *, is_asked: bool) -> None:
        """The controls of a field that the page did not ask for yet begin with what is stored."""
        at, before = f"{row.at}.{VALUE}", self.typed.get(f"{row.at}.{SHOWN}")
        self.typed.setlist(f"{row.at}.{SHOWN}", [row.name])
        if is_asked:
            for control in made.values():
                control.initial = None  # a box that was unticked stays so
            return
        is_said = at in made and at in self.typed and not (self.command and before)
        for name in [name for name in self.typed if name == at or name.startswith(f"{at}.")]:
            if name != at or not is_said:
                del self.typed[name]
        for name, control in made.items():
            usual = as_posted(control.prepare_value(control.initial))
            if usual and name not in self.typed:
                self.typed.setlist(name, usual)
        row.is_unseen = not self.command and not is_said

    # What was typed

    def _check_key(self, row: FieldRow) -> None:
        at, prefix = f"{row.at}.{KEY}", row.name[: -len(NEW)]
        if self.settable is None or row.value is None or at in self.form.errors:
            return
        fault = key_fault(self.settable.sheet, prefix, self.full_name(row).removeprefix(f"{prefix}."))
        if fault is not None:
            self.form.add_error(at, fault)
        if row.value.is_empty(self.form) and not any(name in self.form.errors for name in row.value.names):
            self.form.add_error(row.value.names[0], _("Fill this in, or remove the row."))

    def _value_of(self, row: FieldRow) -> Value:
        if row.value is not None:
            return row.value.said(self.form)
        said: Value = self.form.cleaned_data.get(f"{row.at}.{VALUE}")
        return said or None


def drop_unnamed(typed: Typed, path: str) -> None:
    """Take out the rows whose field was taken back."""
    for at in (f"{path}.{number}" for number in range(rows_of(typed, path))):
        if typed.get(f"{at}.{SHOWN}") and not typed.get(f"{at}.{FIELD}"):
            for name in [name for name in typed if name.startswith(f"{at}.")]:
                del typed[name]


def _unasked() -> forms.Field:
    told = _("The possible values depend on the field.")
    return forms.CharField(label=_("Value"), help_text=told, required=False, max_length=4000)
