"""New entries of a record's maps, typed into rows: a name or a choice of what the rules expect, and a value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _

from campaigns.forms.map_keys import TYPED_LIKE_TRAITS, full_name, key_fault, slug
from campaigns.forms.stored_values import Leaf, every_leaf, put

if TYPE_CHECKING:
    from campaigns.forms.edits import EditForm

FEWEST_ROWS, MOST_ROWS = 1, 20
EMPTY: tuple[Any, ...] = (None, "", [])


@dataclass
class MapRows:
    """The rows for new entries of one map."""

    prefix: str
    leaves: tuple[Leaf, ...]
    label: str
    help: str
    rows: list[list[forms.BoundField]] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"new.{'any' if self.prefix == '*' else self.prefix}"

    def entries(self, form: "EditForm") -> Iterator[tuple[str, Any]]:
        """The contract's fields that were named, with their values."""
        for at in self._places():
            if form.cleaned_data.get(f"{at}.key"):
                yield self._full(form, at), self._value(form, at)

    def control_of(self, form: "EditForm", name: str) -> str | None:
        """The control into which a field of the contract was typed as new."""
        return next((f"{at}.key" for at in self._places() if self._full(form, at) == name), None)

    def check(self, form: "EditForm") -> None:
        """Each new entry has a name of its own, and a value."""
        seen: set[str] = set()
        for at in self._places():
            if f"{at}.key" in form.errors:
                continue
            if not form.cleaned_data.get(f"{at}.key"):
                self._check_empty(form, at)
                continue
            full = self._full(form, at)
            fault = key_fault(form.sheet, self.prefix, full.removeprefix(f"{self.prefix}."))
            if full in seen:
                fault = _("It is named twice. Change or empty one of the two.")
            seen.add(full)
            if fault is not None:
                form.add_error(f"{at}.key", fault)
            self._check_value(form, at)

    def _check_empty(self, form: "EditForm", at: str) -> None:
        controls = [control for control, _leaf in every_leaf(self.leaves, f"{at}.value")]
        if any(form.cleaned_data.get(one) not in (*EMPTY, False) for one in controls):
            form.add_error(f"{at}.key", _("Name it, or empty the whole row."))

    def _check_value(self, form: "EditForm", at: str) -> None:
        for control, leaf in every_leaf(self.leaves, f"{at}.value"):
            missing = form.cleaned_data.get(control) in (None, "")
            if missing and control not in form.errors and not (leaf.path and leaf.may_be_empty):
                form.add_error(control, _("Say this too, or empty the whole row."))

    def _value(self, form: "EditForm", at: str) -> Any:
        typed = [
            (leaf, form.cleaned_data.get(control)) for control, leaf in every_leaf(self.leaves, f"{at}.value")
        ]
        if not typed[0][0].path:
            return typed[0][1]
        whole: dict[str, Any] = {}
        for leaf, part in typed:
            if part not in EMPTY:
                put(whole, leaf.path, part)
        return whole

    def _full(self, form: "EditForm", at: str) -> str:
        key = str(form.cleaned_data.get(f"{at}.key") or "")
        return full_name(self.prefix, slug(key) if self.prefix in TYPED_LIKE_TRAITS else key)

    def _places(self) -> list[str]:
        return [f"{self.path}.{row}" for row in range(len(self.rows))]


def rows_in(data: Mapping[str, Any], path: str, more: str = "") -> int:
    """How many rows for new entries a form with these names has."""
    rests = (name.removeprefix(f"{path}.").partition(".")[0] for name in data if name.startswith(f"{path}."))
    numbers = [int(one) + 1 for one in rests if one.isascii() and one.isdecimal() and len(one) < 3]
    return min(MOST_ROWS, max([FEWEST_ROWS, *numbers]) + int(more == path))
