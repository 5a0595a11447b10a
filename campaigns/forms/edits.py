"""A GM's correction of a record: any field that it stores, each with a control of its type."""

from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms.action_controls import field_for, record_choice
from campaigns.forms.action_shapes import asks_of
from campaigns.forms.fields import NameField, WordsField
from campaigns.forms.people import ActForm
from campaigns.models import Campaign, Record
from campaigns.state.errors import StateRefusal
from campaigns.state.fields import Column, Kind, Ref
from campaigns.state.working import Sheet
from rules import words

PREFIX = "field."


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

    def __init__(self, sheet: Sheet, campaign: Campaign, data: Any = None) -> None:
        self.sheet = sheet
        super().__init__(data, initial={"name": sheet.name})
        self.shapes = {ask.name: ask for ask in asks_of(_struct_of(sheet.kind))}
        records = list(Record.objects.filter(campaign=campaign).exclude(name="").order_by("name"))
        for name, declared in sheet.kind.stored().items():
            self._add(name, declared, [(str(one.pk), one.name) for one in records])
        self.order_fields(["key", "reason", "name"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and not self.given().keys() & {"changes", "about"}:
            self.add_error(None, _("Nothing is different yet. Change a field first."))
        return cleaned

    def given(self) -> dict[str, Any]:
        """The input of the edit."""
        given: dict[str, Any] = {"record": {"id": self.sheet.id}, "reason": self.cleaned_data["reason"]}
        changes = [
            {"field": name, "set": value}
            for name, value in self._values().items()
            if value != self.sheet.fields[name]
        ]
        if changes:
            given["changes"] = changes
        if self.cleaned_data["name"] != self.sheet.name:
            given["about"] = {**self.sheet.about, "name": self.cleaned_data["name"]}
        return given

    def refuse(self, error: StateRefusal) -> None:
        """Tell at its control what the state would not hold."""
        name = f"{PREFIX}{error.field}"
        at = name if name in self.fields else None
        self.add_error(at, _("This would leave the bounds of the sheet: %(why)s.") % {"why": error.reason})

    def _add(self, name: str, declared: Any, records: list[tuple[str, str]]) -> None:
        label, told = words.field_words("sorcerer", name)
        control = f"{PREFIX}{name}"
        current = self.sheet.fields.get(name)
        if isinstance(declared, Ref):
            self.fields[control] = record_choice(
                records, {"label": label, "help_text": told, "required": False, "initial": current}
            )
        elif isinstance(declared, Column):
            shape = self.shapes[name]
            required = shape.form in ("number", "choice") and current is not None
            field = field_for(shape, "sorcerer", (), (), required=required)
            field.initial = _in_control(current)
            if isinstance(current, dict):
                field.widget = forms.Textarea(attrs={"rows": 4})
            self.fields[control] = field

    def _values(self) -> dict[str, Any]:
        """What each control says. One that was left empty sets text to nothing and leaves a number alone."""
        found = {}
        for control, field in self.fields.items():
            if not control.startswith(PREFIX) or control not in self.data:
                continue
            name = control.removeprefix(PREFIX)
            value = self.cleaned_data.get(control)
            found[name] = self._settled(name, value if value != "" or _is_text(field) else None)
        return found

    def _settled(self, name: str, value: Any) -> Any:
        current = self.sheet.fields[name]
        if value is None and current is not None and isinstance(current, int | list | dict):
            return current if isinstance(current, int) else type(current)()
        return value


def _struct_of(kind: Kind) -> type[msgspec.Struct]:
    """A kind's stored fields as a type, so that controls are made of it as of any input."""
    columns = {name: one for name, one in kind.stored().items() if isinstance(one, Column)}
    if kind.name not in _STRUCTS:
        _STRUCTS[kind.name] = msgspec.defstruct(
            f"Fields of {kind.name}", [(name, one.type, None) for name, one in columns.items()]
        )
    return _STRUCTS[kind.name]


_STRUCTS: dict[str, type[msgspec.Struct]] = {}


def _is_text(field: forms.Field) -> bool:
    return isinstance(field, WordsField)


def _in_control(value: Any) -> Any:
    if isinstance(value, list) and all(isinstance(one, str | int) for one in value):
        return "\n".join(map(str, value))
    if isinstance(value, dict | list):
        return msgspec.json.encode(value).decode()
    return value
