"""Which fields of a record stand together on the page of its correction."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.state.fields import Kind, Map, Stored, Whole
from campaigns.state.working import defaults

if TYPE_CHECKING:
    from campaigns.forms.edit_entries import MapRows
    from campaigns.forms.edits import EditForm

TITLES: dict[str, Any] = {
    "Character": _("In play"),
    "SorcererSheet": _("The sheet"),
    "PandemoniumSheet": _("The sheet"),
    "DemonCitySheet": _("The sheet"),
    "FallenSheet": _("The sheet"),
    "SorcererHealth": _("Health"),
    "PandemoniumHealth": _("Health"),
    "DemonCityHealth": _("Health"),
    "FallenHealth": _("Health"),
    "FallenCondition": _("Conditions"),
    "FallenTurn": _("This turn"),
    "SorcererTurn": _("This turn"),
    "Spellbound": _("Spells at work"),
}
FOLDED = frozenset({"FallenCondition", "FallenTurn", "SorcererTurn", "Spellbound"})
FACE_DOWN = "face down"


@dataclass
class Group:
    """Controls of one field, or of several numbers side by side; for a map also rows for new entries."""

    controls: list[forms.BoundField]
    title: str = ""
    is_row: bool = False
    rows: "MapRows | None" = None

    @property
    def is_folded(self) -> bool:
        """A map without entries, into whose rows nobody has typed yet."""
        new = [one for row in (self.rows.rows if self.rows else ()) for one in row]
        return (
            self.rows is not None and not self.controls and not any(one.value() or one.errors for one in new)
        )


@dataclass
class Section:
    """Fields of one row of the database, or what lies face down. Folded where nothing has happened to them yet."""

    key: str
    title: Any
    groups: list[Group] = field(default_factory=list)
    is_folded: bool = False

    def add(self, form: "EditForm", name: str, declared: Stored) -> None:
        """Put a field's controls into the section."""
        if isinstance(declared, Map):
            rows = form.maps[name]
            entries = [one for one in form.values.values() if one.is_entry and one.declared is declared]
            controls = [form[at] for one in entries for at in form.controls_of(one.name)]
            if controls or rows.rows:
                self._place(Group(controls, rows.label, is_row=True, rows=rows), form, name)
            return
        controls = [form[at] for at in form.controls_of(name)]
        is_row = isinstance(declared, Whole) or isinstance(controls[0].field, forms.IntegerField)
        last = self.groups[-1] if self.groups else None
        if is_row and last is not None and last.is_row and last.rows is None:
            last.controls += controls
            self._unfold(form, name, controls)
        else:
            self._place(Group(controls, is_row=is_row), form, name)

    def _place(self, group: Group, form: "EditForm", name: str) -> None:
        self.groups.append(group)
        new = (one for row in (group.rows.rows if group.rows else ()) for one in row)
        self._unfold(form, name, [*group.controls, *new])

    def _unfold(self, form: "EditForm", name: str, controls: list[forms.BoundField]) -> None:
        sheet = form.sheet
        known = defaults(sheet.kind)
        is_usual = sheet.fields[name] == known[name] if name in known else not sheet.under(name)
        if (self.key != FACE_DOWN and not is_usual) or any(one.errors for one in controls):
            self.is_folded = False


def in_order(sections: Iterable[Section], kind: Kind) -> list[Section]:
    """As the kind names its rows; what lies face down comes last."""
    names = [model.__name__ for model in kind.models]
    return sorted(sections, key=lambda one: names.index(one.key) if one.key in names else len(names))


def section_of(found: dict[str, Section], declared: Stored) -> Section:
    """The section that a field belongs to, made where it is the first."""
    model = declared.model.__name__
    key = FACE_DOWN if declared.secret and model.endswith("Deck") else model
    if key not in found:
        title = (
            _("Face down: whoever opens this knows what comes") if key == FACE_DOWN else TITLES.get(model, "")
        )
        found[key] = Section(key, title, is_folded=key == FACE_DOWN or model in FOLDED)
    return found[key]
