"""New entries of a record's maps, typed into rows: a name or a choice of what the rules expect, and a value."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django import forms
from django.utils.translation import gettext as _

from campaigns.forms.fields import rows_named, slug
from campaigns.forms.values.controls import ControlGroup, ValueControls
from campaigns.forms.values.map_keys import TYPED_LIKE_TRAITS, full_name, key_fault
from campaigns.state.unit_of_work import Sheet
from rules.kernel.values import Value

FEWEST_ROWS, MOST_ROWS = 1, 20


@dataclass
class MapRows:
    """The rows for new entries of one map."""

    sheet: Sheet
    prefix: str
    label: str
    help: str
    values: list[ValueControls] = field(default_factory=list)
    rows: list[ControlGroup] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"new.{'any' if self.prefix == '*' else self.prefix}"

    @property
    def has_parts(self) -> bool:
        """Whether a value has parts of its own."""
        return any(not value.is_single for value in self.values)

    def entries(self, form: forms.Form) -> Iterator[tuple[str, Value]]:
        """The contract's fields that were named, with their values."""
        for at, value in self._places():
            if form.cleaned_data.get(f"{at}.key"):
                yield self._full(form, at), value.said(form)

    def control_of(self, form: forms.Form, name: str) -> str | None:
        """The control into which a field of the contract was typed as new."""
        return next((f"{at}.key" for at, _value in self._places() if self._full(form, at) == name), None)

    def check(self, form: forms.Form) -> None:
        """Each new entry has a name of its own, and a value."""
        seen: set[str] = set()
        for at, value in self._places():
            if f"{at}.key" in form.errors:
                continue
            if not form.cleaned_data.get(f"{at}.key"):
                if not value.is_empty(form):
                    form.add_error(f"{at}.key", _("Enter a name, or clear the row."))
                continue
            full = self._full(form, at)
            fault = key_fault(self.sheet, self.prefix, full.removeprefix(f"{self.prefix}."))
            if full in seen:
                fault = _("This name is used twice. Change or clear one of the two.")
            seen.add(full)
            if fault is not None:
                form.add_error(f"{at}.key", fault)
            self._check_value(form, value)

    def _check_value(self, form: forms.Form, value: ValueControls) -> None:
        if not value.is_empty(form):
            value.check(form)
        elif not any(name in form.errors for name in value.names):
            form.add_error(value.names[0], _("Fill this in, or clear the row."))

    def _full(self, form: forms.Form, at: str) -> str:
        key = str(form.cleaned_data.get(f"{at}.key") or "")
        return full_name(self.prefix, slug(key) if self.prefix in TYPED_LIKE_TRAITS else key)

    def _places(self) -> list[tuple[str, ValueControls]]:
        return [(f"{self.path}.{row}", value) for row, value in enumerate(self.values)]


def rows_in(data: Iterable[str], path: str, more: str = "", *, fewest: int = FEWEST_ROWS) -> int:
    """How many rows for new entries a form with these names has."""
    return min(max(MOST_ROWS, fewest), max(fewest, rows_named(data, path)) + int(more == path))
