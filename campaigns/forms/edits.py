"""A GM's correction of a record: any field that it stores, each with a control of its type."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.utils import ErrorDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.action_controls import record_choice
from campaigns.forms.edit_entries import MapRows, rows_in
from campaigns.forms.edit_sections import Section, in_order, section_of
from campaigns.forms.fields import NameField, WordsField
from campaigns.forms.kind_controls import ask_of, words_of
from campaigns.forms.map_keys import choices_for, full_name, key_words
from campaigns.forms.people import ActForm
from campaigns.forms.stored_values import (
    Leaf,
    as_posted,
    control_for,
    every_leaf,
    flag_as_choice,
    in_part,
    leaves_of,
    put,
    settled,
)
from campaigns.models import Campaign, Record
from campaigns.state.errors import StateRefusal
from campaigns.state.fields import Column, Map, Ref, Stack, Whole
from campaigns.state.working import Sheet

PREFIX, DROP = "field.", "drop."
NOBODY = frozenset({"campaign", "session", "scene", "pending", "binding", "contact", "contain"})
"""Kinds of records that are neither people nor things: no sheet points to one."""


@dataclass(frozen=True)
class Value:
    """A stored value and its controls: under which name, and what they ask."""

    name: str
    """The contract's field."""
    declared: Column | Map | Whole
    leaves: tuple[Leaf, ...]
    is_entry: bool = False

    @property
    def is_single(self) -> bool:
        return not self.leaves[0].path


class EditForm(ActForm):
    """Every stored field of a record as it stands; what is changed goes into the log with the reason."""

    use_required_attribute = False
    name = NameField(label=gettext_lazy("Name"), required=False)
    reason = WordsField(
        label=gettext_lazy("Why"),
        max_length=500,
        lines=False,
        help_text=gettext_lazy("It stands in the log for all who see this record."),
    )

    def __init__(self, sheet: Sheet, campaign: Campaign, data: Any = None, *, more: str = "") -> None:
        self.sheet = sheet
        super().__init__(data, initial={"name": sheet.name})
        found = Record.objects.filter(campaign=campaign).order_by("name", "born")
        self.records = [(str(pk), kind, name) for pk, kind, name in found.values_list("pk", "kind", "name")]
        self.names = {record: name for record, _kind, name in self.records}
        self.values: dict[str, Value] = {}
        self.maps: dict[str, MapRows] = {}
        for name, declared in sheet.kind.stored().items():
            self._add(name, declared, data or {}, more)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for rows in self.maps.values():
            rows.check(self)
        if not self.errors and not self.given().keys() & {"changes", "about"}:
            self.add_error(None, _("Nothing is different yet. Change a field first."))
        return cleaned

    def put_judgement_off(self) -> None:
        """Keep what was typed and say nothing yet of what is wrong with it."""
        self.is_valid()
        self._errors = ErrorDict()

    def given(self) -> dict[str, Any]:
        """The input of the edit."""
        given: dict[str, Any] = {"record": {"id": self.sheet.id}, "reason": self.cleaned_data["reason"]}
        changes = [{"field": name, "set": value} for name, value in self._changes()]
        if changes:
            given["changes"] = changes
        if self.cleaned_data["name"] != self.sheet.name:
            given["about"] = {**self.sheet.about, "name": self.cleaned_data["name"]}
        return given

    def refuse(self, error: StateRefusal) -> None:
        """Tell at its control what the state would not hold."""
        control = f"{PREFIX}{error.field}"
        inside = (one for one in self.fields if one == control or one.startswith(f"{control}."))
        new = (rows.control_of(self, error.field) for rows in self.maps.values())
        at = next(inside, None) or next(filter(None, new), None)
        self.add_error(at, _("This would leave the bounds of the sheet: %(why)s.") % {"why": error.reason})

    def sections(self) -> list[Section]:
        """The page: fields that belong together, in the order of the sheet."""
        found: dict[str, Section] = {}
        for name, declared in self.sheet.kind.stored().items():
            section = section_of(found, declared)
            section.add(self, name, declared)
        return in_order(found.values(), self.sheet.kind)

    def controls_of(self, name: str) -> list[str]:
        """The controls of a field, or of an entry of a map."""
        if name not in self.values:
            return [f"{PREFIX}{name}"]
        value = self.values[name]
        found = [control for control, _leaf in every_leaf(value.leaves, f"{PREFIX}{name}")]
        return [*found, f"{DROP}{name}"] if f"{DROP}{name}" in self.fields else found

    def _add(self, name: str, declared: Any, data: Mapping[str, Any], more: str) -> None:
        if isinstance(declared, Ref):
            self._add_reference(name)
            return
        ask = ask_of(self.sheet.kind.name, name)
        if not isinstance(declared, Map):
            self._add_value(Value(name, declared, tuple(leaves_of(ask, declared))))
            return
        leaves = tuple(leaves_of(flag_as_choice(ask), declared))
        for key, value in self.sheet.under(name).items():
            self._add_value(Value(full_name(name, key), declared, leaves, is_entry=True), key, value)
        label, told = words_of(self.sheet.kind, name)
        rows = self.maps[name] = MapRows(name, leaves, _("Other resources") if name == "*" else label, told)
        for number in range(rows_in(data, rows.path, more)):
            self._add_row(rows, f"{rows.path}.{number}")

    def _add_reference(self, name: str) -> None:
        label, told = words_of(self.sheet.kind, name)
        current = self.sheet.fields.get(name)
        choices = [
            (record, named)
            for record, kind, named in self.records
            if named and (kind not in NOBODY or record == current)
        ]
        self.fields[f"{PREFIX}{name}"] = record_choice(
            choices,
            {"label": label, "help_text": told, "required": False, "initial": current},
        )

    def _add_value(self, value: Value, key: str = "", current: Any = None) -> None:
        current = current if value.is_entry else self.sheet.fields[value.name]
        kind, field = self.sheet.kind, self.sheet.kind.find(value.name)[0]
        for control, leaf in every_leaf(value.leaves, f"{PREFIX}{value.name}"):
            part = in_part(current, leaf.path)
            needed = leaf.ask.form in ("number", "choice") and part is not None and not leaf.may_be_empty
            required = needed and not (value.is_entry and value.is_single)
            made = control_for(leaf, kind, field, self.names, required=required)
            made.initial = as_posted(leaf, part)
            if value.is_entry and value.is_single:
                made.label, made.help_text = key_words(self.sheet, key, self.names), ""
            self.fields[control] = made
        if value.is_entry and not value.is_single:
            self.fields[f"{DROP}{value.name}"] = forms.BooleanField(
                label=_("Take this out: %(what)s") % {"what": key_words(self.sheet, key, self.names)},
                required=False,
            )
        self.values[value.name] = value

    def _add_row(self, rows: MapRows, at: str) -> None:
        keys = choices_for(self.sheet, rows.prefix, self.records)
        if keys is not None and not keys:
            return
        label = _("New entry")
        if keys is None:
            self.fields[f"{at}.key"] = WordsField(label=label, max_length=60, lines=False, required=False)
        else:
            self.fields[f"{at}.key"] = forms.ChoiceField(
                label=label, choices=[("", "—"), *keys], required=False
            )
        row = [f"{at}.key"]
        for control, leaf in every_leaf(rows.leaves, f"{at}.value"):
            made = control_for(leaf, self.sheet.kind, rows.prefix, self.names, required=False)
            if not leaf.path:
                made.label, made.help_text = _("Value"), ""
            self.fields[control] = made
            row.append(control)
        rows.rows.append([self[one] for one in row])

    def _changes(self) -> Iterator[tuple[str, Any]]:
        for name, declared in self.sheet.kind.stored().items():
            control = f"{PREFIX}{name}"
            if isinstance(declared, Ref) and control in self.data:
                target = self.cleaned_data[control] or None
                if target != self.sheet.fields[name]:
                    yield name, target
        for value in self.values.values():
            wanted = self._wanted(value)
            if wanted != self.sheet.fields[value.name]:
                yield value.name, wanted
        for rows in self.maps.values():
            yield from rows.entries(self)

    def _wanted(self, value: Value) -> Any:
        """What the controls of a value say. One that was not on the page leaves its part as it stands."""
        current = self.sheet.fields[value.name]
        if self.cleaned_data.get(f"{DROP}{value.name}"):
            return None
        parts = [
            (leaf, self._typed(control, leaf, in_part(current, leaf.path), is_entry=value.is_entry))
            for control, leaf in every_leaf(value.leaves, f"{PREFIX}{value.name}")
        ]
        if value.is_single:
            return self._lightened(value, current, parts[0][1])
        whole: dict[str, Any] = {}
        for leaf, part in parts:
            if part is not None or leaf.path[-1] in (in_part(current, leaf.path[:-1]) or {}):
                put(whole, leaf.path, part)
        return whole

    def _lightened(self, value: Value, current: Any, wanted: Any) -> Any:
        """An emptied stack is taken away, as its last element is."""
        if isinstance(value.declared, Stack) and not wanted:
            return None if len(current) == 1 else []
        return wanted

    def _typed(self, control: str, leaf: Leaf, current: Any, *, is_entry: bool) -> Any:
        if control not in self.data:
            return current
        typed = self.cleaned_data.get(control)
        if is_entry and not leaf.path and typed in (None, ""):
            return None
        return settled(self.fields[control], typed, current, may_be_null=leaf.may_be_empty)
