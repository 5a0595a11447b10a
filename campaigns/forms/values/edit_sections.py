"""Which fields of a record stand together on the page of its correction."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms.values.controls import ControlGroup
from campaigns.forms.values.edit_entries import FEWEST_ROWS, MapRows
from campaigns.forms.values.edits import EditForm
from campaigns.game import Text, of_all
from campaigns.state.fields import Kind, Map, Stored, Whole
from campaigns.state.unit_of_work import defaults

FACE_DOWN = "face down"
MARKS = ".marks"
"""Ends the key of the section for a row's marks: what one announced and was counted in a round, in a fold."""
MOST_OPEN = 2
"""Of a map's entries with parts of their own, as many stand open."""


@dataclass
class Group:
    """Controls of one field, or of several numbers side by side; a value with parts; for a map also its new rows."""

    controls: list[forms.BoundField]
    title: str = ""
    parts: list[ControlGroup] = field(default_factory=list)
    is_row: bool = False
    rows: MapRows | None = None
    subject: str = ""
    """The record of which all this is kept: folded under its name."""
    has_others: bool = False
    """Whether entries of this map stand under what they are kept of."""

    @property
    def is_folded(self) -> bool:
        """A map without entries of its own, into whose rows nobody has typed yet."""
        return self.rows is not None and not self.controls and not self.parts and not self.is_added_to

    @property
    def has_many_parts(self) -> bool:
        """Whether its entries are folded: what ten spells came to on somebody is longer than the rest of the page."""
        return len(self.parts) > MOST_OPEN

    @property
    def is_at_fault(self) -> bool:
        """Whether anything typed in it has to be changed."""
        return any(one.errors for one in self.controls) or any(part.is_at_fault for part in self.parts)

    @property
    def is_added_to(self) -> bool:
        """Whether somebody typed into the rows for new entries, or asked for more of them."""
        rows = self.rows.rows if self.rows else []
        return len(rows) > FEWEST_ROWS or any(
            control.value() or control.errors for row in rows for control in row.every()
        )


@dataclass
class Section:
    """Fields of one row of the database, or what lies face down. Folded where nothing has happened to them yet."""

    key: str
    title: Text
    groups: list[Group] = field(default_factory=list)
    is_folded: bool = False

    @property
    def standing(self) -> list[Group]:
        """What stands on the page by itself."""
        return [group for group in self.groups if not (self._is_gathered and group.is_folded)]

    @property
    def empty(self) -> list[Group]:
        """Maps to add to, which lie in one fold where what they keep is shown by what it is kept of."""
        return [group for group in self.groups if self._is_gathered and group.is_folded]

    @property
    def _is_gathered(self) -> bool:
        return any(group.subject for group in self.groups)

    def add(self, form: EditForm, name: str, declared: Stored) -> None:
        """Put a field's controls into the section."""
        if isinstance(declared, Map):
            self._add_map(form, name, declared)
            return
        shown = form.shown(name)
        if shown.more or (not isinstance(declared, Whole) and len(shown.controls) > 1):
            self._place(Group([], parts=[shown]), form, name)
            return
        controls = shown.controls
        is_row = isinstance(declared, Whole) or isinstance(controls[0].field, forms.IntegerField)
        last = self.groups[-1] if self.groups else None
        if is_row and last is not None and last.is_row and last.rows is None:
            last.controls += controls
            self._unfold(form, name, controls)
        else:
            self._place(Group(controls, is_row=is_row), form, name)

    def _add_map(self, form: EditForm, name: str, declared: Map) -> None:
        rows = form.maps[name]
        entries = [value for value in form.values.values() if value.is_entry and value.declared is declared]
        for entry in entries:
            if subject := form.subject(entry.name):
                self._keep(form, entry.name, subject)
        shown = [form.shown(entry.name) for entry in entries if not form.subject(entry.name)]
        if not shown and not rows.rows:
            return
        plain = [control for part in shown if not part.legend for control in part.controls]
        parts = [part for part in shown if part.legend]
        has_others = len(shown) < len(entries)
        group = Group(plain, rows.label, parts, is_row=True, rows=rows, has_others=has_others)
        self._place(group, form, name)

    def _keep(self, form: EditForm, name: str, subject: str) -> None:
        """Put an entry under the record that it is kept of, before the maps themselves."""
        kept = [group for group in self.groups if group.subject]
        group = next((one for one in kept if one.subject == subject), None)
        if group is None:
            group = Group([], form.known.names[subject], subject=subject)
            self.groups.insert(len(kept), group)
        shown = form.shown(name)
        if shown.legend:
            group.parts.append(shown)
        else:
            group.controls += shown.controls
        self.is_folded = False

    def _place(self, group: Group, form: EditForm, name: str) -> None:
        self.groups.append(group)
        inner = [*group.parts, *(group.rows.rows if group.rows else ())]
        self._unfold(form, name, [*group.controls, *(one for part in inner for one in part.every())])

    def _unfold(self, form: EditForm, name: str, controls: list[forms.BoundField]) -> None:
        sheet = form.sheet
        known = defaults(sheet.kind)
        is_usual = sheet.fields[name] == known[name] if name in known else not sheet.under(name)
        stays_folded = self.key == FACE_DOWN or self.key.endswith(MARKS)
        if (not stays_folded and not is_usual) or any(control.errors for control in controls):
            self.is_folded = False


def sections_of(form: EditForm) -> list[Section]:
    """The page: fields that belong together, in the order of the sheet."""
    found: dict[str, Section] = {}
    kind = form.sheet.kind
    for name, declared in kind.stored().items():
        _section_of(found, declared).add(form, name, declared)
    return _in_order(found.values(), kind)


def _in_order(sections: Iterable[Section], kind: Kind) -> list[Section]:
    """As the kind names its rows; what lies face down comes last."""
    names = [model.__name__ for model in kind.models]

    def place(section: Section) -> int:
        row = section.key.removesuffix(MARKS)
        return names.index(row) if row in names else len(names)

    return sorted(sections, key=place)


@cache
def _sections() -> dict[str, tuple[Text, bool]]:
    """What the rows of a model are called, and whether they are folded while nothing has happened to them."""
    return {"Character": (_("In play"), False)} | of_all(lambda game: game.values.sections)


def _section_of(found: dict[str, Section], declared: Stored) -> Section:
    """The section that a field belongs to, made where it is the first."""
    model = key = declared.model.__name__
    if declared.secret and model.endswith("Deck"):
        key = FACE_DOWN
    elif declared.is_mark and model + MARKS in _sections():
        key = model + MARKS
    if key not in found:
        title, is_folded = _sections().get(key, ("", False))
        if key == FACE_DOWN:
            title, is_folded = _("Face down (opening this shows which cards are left)"), True
        found[key] = Section(key, title, is_folded=is_folded)
    return found[key]
