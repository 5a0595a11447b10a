"""Guided creation by a game's layout: one page on which a character is made."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from campaigns.forms.creation_controls import Rows, controls_of, path_of, rows_in
from campaigns.forms.creation_layouts.parts import (
    AskedField,
    Carried,
    CreationLayout,
    CreationPart,
    Hold,
    Measured,
    NamedEntries,
)
from campaigns.forms.faults import Fault, not_understood, tell_at
from campaigns.forms.fields import NameField, Posted, slug, whole_in
from campaigns.forms.own_words import NOT_FILLED_IN
from campaigns.forms.owner_fields import owner_fields
from campaigns.forms.people import ActForm, new_key
from campaigns.forms.values.map_keys import NAME
from campaigns.game import CreationStep, CreationTotal, Pages
from campaigns.models import Campaign, Membership
from campaigns.queries.clauses import systems
from campaigns.services.characters import Belonging, NewCharacter
from campaigns.state import kinds
from campaigns.state.errors import StateRefusal
from campaigns.state.unit_of_work import defaults
from rules.kernel.values import Value
from rules.reference import Clause, find_clause

EMPTY = (None, "")


@dataclass(frozen=True)
class CreationControls:
    """Something that stands in a part of the page: controls side by side, or rows with a button for another."""

    controls: list[forms.BoundField]
    rows: list[list[forms.BoundField]]
    hold: Rows | None = None

    @property
    def path(self) -> str:
        return path_of(self.hold) if self.hold is not None else ""


class PlainCreationForm(ActForm):
    """Everything that somebody begins with. All faults are told at once, each at its control."""

    use_required_attribute = False

    def __init__(
        self,
        layout: CreationLayout,
        campaign: Campaign,
        member: Membership,
        data: Posted | None = None,
        *,
        rows: Mapping[str, int],
    ) -> None:
        self.layout, self.campaign, self.member, self.rows = layout, campaign, member, rows
        self.faults: list[Fault] = []
        super().__init__(data)
        self.fields["name"] = NameField(label=_("Name"), error_messages={"required": _("Enter a name.")})
        self.fields["name"].widget.attrs["data-needed"] = ""
        if member.is_gm:
            self.fields.update(owner_fields(campaign))
        self.fields.update(controls_of(layout, rows, is_gm=member.is_gm))

    @property
    def makes(self) -> str:
        """What the button says that makes somebody."""
        return _("Create the character")

    @property
    def title(self) -> str:
        """What the system is called."""
        return systems()[self.layout.system]

    def clean(self) -> dict[str, Value]:
        cleaned = super().clean() or self.cleaned_data
        missing = self._take_missing()
        self.faults = not_understood(self)
        self.faults += [tell_at(self, name, str(NOT_FILLED_IN), clause) for name, clause in missing]
        self.faults += [fault for hold in self._lists() for fault in self._faults_in(hold)]
        self.faults += [
            tell_at(self, control, str(trouble.text), trouble.clause)
            for trouble in self.layout.troubles(self.fields_typed(), self.said)
            if (control := self._control(trouble.field)) not in self.errors
        ]
        return cleaned

    def steps(self) -> list[CreationStep]:
        """Each part of the layout; the first asks for the name, too."""
        found = []
        told: list[tuple[str, ...]] = [(one,) for one in ("name", "owner", "hidden") if one in self.fields]
        for part in self.layout.parts:
            for shown in self._shown(part):
                told += [(control.name,) for control in shown.controls]
                told += [tuple(control.name for control in row) for row in shown.rows]
            found.append(CreationStep(part.key, part.title, tuple(told)))
            told = []
        return found

    def totals(self, step: str) -> list[CreationTotal]:
        """The numbers of a part that follow."""
        return [
            CreationTotal(
                one.label,
                sum(whole_in(self[f"character.{name}"]) for name in one.of),
                of=" ".join(f"character.{name}" for name in one.of),
            )
            for part in self.layout.parts
            if part.key == step
            for one in part.sums
        ]

    def refuse(self, error: StateRefusal) -> None:
        """Tell at its control what the state would not hold."""
        said = _("The sheet can't store this: %(why)s.") % {"why": error.reason}
        self.faults.append(tell_at(self, self._control(error.field) or "name", said))

    def said(self, name: str) -> Value:
        """What was typed for a field, or None."""
        said: Value = self.cleaned_data.get(f"character.{name}")
        return said

    def fields_typed(self) -> dict[str, Value]:
        """The typed fields of the character by contract name."""
        typed = {hold.field: self.said(hold.field) for hold in self._holds() if isinstance(hold, AskedField)}
        for hold in self._lists():
            if isinstance(hold, NamedEntries):
                typed |= {f"{hold.field}.{slug(name)}": value for _at, name, value in self._entries(hold)}
        return {name: value for name, value in typed.items() if value not in EMPTY}

    def character(self) -> NewCharacter:
        """What is to be made."""
        said = self.cleaned_data
        owner = said["owner"] if self.member.is_gm else str(self.member.pk)
        known = defaults(kinds.kind(self.layout.kind))
        fields = {**self.fields_typed(), **self.layout.follows(self.said), "state": "active"}
        return NewCharacter(
            self.layout.kind,
            said["name"],
            {name: value for name, value in fields.items() if name not in known or known[name] != value},
            owner or None,
            "gm" if said.get("hidden") else "table",
            tuple(self._belongings()),
        )

    def parts(self) -> list[tuple[CreationPart, list[Clause], list[CreationControls]]]:
        """The page: each part with its clauses and what stands in it."""
        return [
            (part, [find_clause(clause) for clause in part.clauses], self._shown(part))
            for part in self.layout.parts
        ]

    def _shown(self, part: CreationPart) -> list[CreationControls]:
        found: list[CreationControls] = []
        for hold in part.holds:
            if isinstance(hold, NamedEntries | Carried):
                found.append(CreationControls([], self._rows(hold), hold))
            elif f"character.{hold.field}" in self.fields:
                control = self[f"character.{hold.field}"]
                if (
                    not found
                    or found[-1].hold is not None
                    or not _go_together(control, found[-1].controls[-1])
                ):
                    found.append(CreationControls([], []))
                found[-1].controls.append(control)
        return found

    def _rows(self, hold: Rows) -> list[list[forms.BoundField]]:
        names = ("name", *(hold.fields if isinstance(hold, Carried) else ("value",)))
        return [
            [self[f"{path_of(hold)}.{row}.{name}"] for name in names]
            for row in range(self.rows[path_of(hold)])
        ]

    def _holds(self) -> Iterator[Hold]:
        return (hold for part in self.layout.parts for hold in part.holds)

    def _lists(self) -> list[Rows]:
        return [hold for hold in self._holds() if isinstance(hold, NamedEntries | Carried)]

    def _take_missing(self) -> list[tuple[str, str]]:
        """What may not stay empty and did, with the clause that needs it; told by the rules, not by the control."""
        needs = {
            f"character.{hold.field}": hold.needs
            for hold in self._holds()
            if isinstance(hold, AskedField | Measured) and hold.needs
        }
        missing = []
        for name, clause in needs.items():
            if name in self.errors and {
                validation_error.code for validation_error in self.errors[name].as_data()
            } == {"required"}:
                del self.errors[name]
                missing.append((name, clause))
        return missing

    def _entries(self, hold: NamedEntries) -> Iterator[tuple[str, str, int | None]]:
        """The rows of a list in which something was said: where, the name as typed, the value."""
        for row in range(self.rows[path_of(hold)]):
            at = f"{path_of(hold)}.{row}"
            name, value = self.cleaned_data.get(f"{at}.name") or "", self.cleaned_data.get(f"{at}.value")
            if name or value is not None:
                yield at, name, value

    def _faults_in(self, hold: Rows) -> list[Fault]:
        found = list(self._nameless(hold) if isinstance(hold, Carried) else self._unsound(hold))
        return [tell_at(self, name, said) for name, said in found if name not in self.errors]

    def _unsound(self, hold: NamedEntries) -> Iterator[tuple[str, str]]:
        own = {asked_field.field for asked_field in self._holds() if isinstance(asked_field, AskedField)}
        seen: set[str] = set()
        for at, name, value in self._entries(hold):
            known = slug(name)
            if not name:
                yield f"{at}.name", _("Enter a name, or clear the row.")
            elif not NAME.fullmatch(known):
                yield (
                    f"{at}.name",
                    _("Use only letters, digits and spaces, starting with an unaccented letter."),
                )
            elif f"{hold.field}.{known}" in own or known in own:
                yield f"{at}.name", _("This has its own field above. Enter it there.")
            elif known in seen:
                yield f"{at}.name", _("This name is used twice. Change or clear one of the two.")
            elif value is None:
                yield f"{at}.value", _("Enter a number, or clear the row.")
            seen.add(known)

    def _nameless(self, hold: Carried) -> Iterator[tuple[str, str]]:
        for row in range(self.rows[path_of(hold)]):
            at = f"{path_of(hold)}.{row}"
            if self._is_filled(hold, at) and not self.cleaned_data.get(f"{at}.name"):
                yield f"{at}.name", _("Enter a name, or clear the row.")

    def _is_filled(self, hold: Carried, at: str) -> bool:
        own = defaults(kinds.kind(hold.kind))
        typed = {field: self.cleaned_data.get(f"{at}.{field}") for field in hold.fields}
        return any(value not in EMPTY and value != own[one] for one, value in typed.items())

    def _belongings(self) -> Iterator[Belonging]:
        for hold in self._lists():
            for row in range(self.rows[path_of(hold)]) if isinstance(hold, Carried) else ():
                at = f"{path_of(hold)}.{row}"
                if isinstance(hold, Carried) and self.cleaned_data[f"{at}.name"]:
                    typed = {field: self.cleaned_data[f"{at}.{field}"] for field in hold.fields}
                    own = defaults(kinds.kind(hold.kind))
                    fields = {one: value for one, value in typed.items() if value not in (*EMPTY, own[one])}
                    yield Belonging(hold.kind, hold.ref, self.cleaned_data[f"{at}.name"], fields)

    def _control(self, field: str) -> str:
        """The control of a contract field: its own, or that of the row in which it was named."""
        if f"character.{field}" in self.fields:
            return f"character.{field}"
        for hold in self._lists():
            if isinstance(hold, NamedEntries):
                for at, name, _value in self._entries(hold):
                    if f"{hold.field}.{slug(name)}" == field:
                        return f"{at}.value"
        return "name"


def _go_together(one: forms.BoundField, other: forms.BoundField) -> bool:
    """Numbers stand side by side; a choice or a tick has a line of its own."""
    return all(isinstance(control.field, forms.IntegerField) for control in (one, other))


def by_concept(
    pages: Pages, concept: str, name: str, *, member: Membership, chance: Random, typed: Mapping[str, str]
) -> NewCharacter:
    """Somebody of a concept as a member makes them, who typed these values over its own.

    `ValueError` where no whole character comes of it, or the game makes none by a layout and a concept.
    """
    layout, ready = pages.creation, pages.ready_made
    if not isinstance(layout, CreationLayout) or ready is None:
        raise ValueError(f"{concept}: nobody is made by a concept here")
    over = {control: [value] for control, value in {"name": name, "key": new_key(), **typed}.items()}
    data = MultiValueDict({**ready.make(chance, concept, ()), **over})
    form = PlainCreationForm(layout, member.campaign, member, data, rows=rows_in(layout, data))
    if not form.is_valid():
        raise ValueError(f"{concept}: {form.errors.as_json()}")
    return form.character()
