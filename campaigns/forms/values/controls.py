"""The controls of one stored value under a name of the form: made, read, and shown in their order."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from django import forms
from django.utils.translation import gettext as _

from campaigns.forms.action.controls import offered_by
from campaigns.forms.action.questions import Ask
from campaigns.forms.own_words import plainly
from campaigns.forms.values.kind_controls import ask_of, system_of, words_of
from campaigns.forms.values.parts import Path, Typed, assembled, in_part, place_of
from campaigns.forms.values.shapes import as_asked, as_stored, parts_of, worked_out
from campaigns.forms.values.stored import (
    Leaf,
    NameableRecords,
    NamedLines,
    as_posted,
    control_for,
    flag_as_choice,
    leaves_of,
    settled,
)
from campaigns.state.fields import Kind, Stack
from rules import words
from rules.kernel.errors import InvalidInput
from rules.kernel.values import Value, as_list

TAKEN_OUT = "out"
"""The name of the box that takes a row out, within its row."""

Count = Callable[[str, int], int]
"""How many rows a list of the form has: by the name of its controls, and how many rows are stored."""


@dataclass
class ControlGroup:
    """Controls that stand together, then what lies inside: groups, or rows with a button for another."""

    legend: str
    help: str = ""
    controls: list[forms.BoundField] = field(default_factory=list)
    parts: list["ControlGroup"] = field(default_factory=list)
    more: str = ""
    """Where another row would go."""

    def every(self) -> Iterator[forms.BoundField]:
        """All controls, inner ones too."""
        yield from self.controls
        for part in self.parts:
            yield from part.every()

    @property
    def is_at_fault(self) -> bool:
        """Whether anything typed in it has to be changed."""
        return any(control.errors for control in self.every())


@dataclass(frozen=True)
class ValueControls:
    """What a person is asked for the value of a field, or of an entry of a map, and what they said."""

    kind: Kind
    field: str
    """As it is declared: a map without a key."""
    at: str
    stood: Value
    """The value as it is stored; None for a new one."""
    count: Count
    is_entry: bool = False

    @cached_property
    def ask(self) -> Ask:
        asked = ask_of(self.kind.name, self.field)
        return flag_as_choice(asked) if self.is_entry else asked

    @cached_property
    def leaves(self) -> list[Leaf]:
        declared = self.kind.stored()[self.field]
        return [leaf for leaf in leaves_of(self.ask, declared, self._rows_at) if self._is_asked(leaf.path)]

    @cached_property
    def asked(self) -> Value:
        """What is stored, as the controls show it."""
        return as_asked(self.kind.name, self.field, self.stood)

    @property
    def is_single(self) -> bool:
        return self.ask.form not in ("group", "rows")

    @property
    def names(self) -> list[str]:
        return [self.name_of(leaf.path) for leaf in self.leaves]

    def name_of(self, path: Path) -> str:
        return ".".join((self.at, *path))

    def make(self, known: NameableRecords) -> Iterator[tuple[str, forms.Field]]:
        """Each control with its name, as it stands before anybody types."""
        for leaf in self.leaves:
            part = in_part(self.asked, leaf.path)
            is_plain = leaf.ask.form in ("number", "choice") and not any(map(str.isdecimal, leaf.path))
            required = is_plain and part is not None and not leaf.may_be_empty
            made = control_for(leaf, self.kind, self.field, known, required=required and not self._may_go)
            made.initial = part if isinstance(made, NamedLines) else as_posted(leaf, part)
            yield self.name_of(leaf.path), made
        for row in self._stored_rows(self.ask, ()):
            yield (
                self.name_of((*row, TAKEN_OUT)),
                forms.BooleanField(label=_("Remove"), required=False),
            )

    def said(self, form: forms.Form) -> Value:
        """The value as it would be stored; `InvalidInput` where its parts do not go together."""
        return self.as_kept(self.asked_by(form))

    def as_kept(self, asked: Value) -> Value:
        """A value that the controls say as it would be stored."""
        if asked == self.asked:
            return self.stood
        if not asked and isinstance(self.kind.stored()[self.field], Stack):
            # An emptied stack goes, as its last element does.
            return None if len(as_list(self.stood or ())) < 2 else []
        return asked if asked is None or self.is_single else as_stored(self.kind.name, self.field, asked)

    def check(self, form: forms.Form) -> None:
        """Tell at its control what does not go together."""
        if any(name in form.errors for name in self.names):
            return
        try:
            self.said(form)
        except InvalidInput as error:
            form.add_error(self._control_of(form, error.field or ""), plainly(error.message))

    def is_empty(self, form: forms.Form) -> bool:
        """Whether nothing was typed into any control."""
        typed = self._typed(form)
        return all(value in (None, "", []) or value is False for value in typed.values())

    def shown(self, form: forms.Form, legend: str, told: str = "") -> ControlGroup:
        """The controls in their order."""
        if self.ask.form == "rows":
            return self._rows_shown(form, self.ask, (), legend, told)
        part = ControlGroup(legend, told)
        if self.is_single:
            part.controls.append(form[self.at])
        self._fill(form, part, self.ask, ())
        return part

    # What was typed

    @property
    def _may_go(self) -> bool:
        """An entry of one control is taken out when that is emptied."""
        return self.is_entry and self.is_single

    def asked_by(self, form: forms.Form) -> Value:
        typed = self._typed(form)
        if self.is_single:
            return typed[()]
        dropped = self._dropped(form)
        if not dropped and all(_is_alike(said, in_part(self.asked, path)) for path, said in typed.items()):
            return self.asked
        return assembled(self.ask, typed, self.asked, dropped=dropped)

    def _typed(self, form: forms.Form) -> Typed:
        return {leaf.path: self._leaf(form, leaf) for leaf in self.leaves}

    def _leaf(self, form: forms.Form, leaf: Leaf) -> Value:
        name, current = self.name_of(leaf.path), in_part(self.asked, leaf.path)
        is_boxes = leaf.ask.form in ("choices", "records")  # of which a browser sends those that are ticked
        is_shown = "seen" in form.data or any(one in form.data for one in self.names)
        if name not in form.data and not (is_boxes and is_shown):
            return current
        typed = form.cleaned_data.get(name)
        if typed in (None, "") and (self._may_go or any(map(str.isdecimal, leaf.path))):
            return None
        return settled(form.fields[name], typed, current, may_be_null=leaf.may_be_empty)

    def _dropped(self, form: forms.Form) -> set[Path]:
        rows = self._stored_rows(self.ask, ())
        return {row for row in rows if form.cleaned_data.get(self.name_of((*row, TAKEN_OUT)))}

    def _control_of(self, form: forms.Form, field: str) -> str | None:
        """The control of a part that the rules name, or the nearest."""
        steps, typed = field.split(".")[1:], self._typed(form)
        if steps and steps[0] in worked_out(self.kind.name, self.field):
            said_anew = (
                path for path, said in typed.items() if not _is_alike(said, in_part(self.asked, path))
            )
            return self.name_of(next(said_anew, self.leaves[0].path))
        place = self.name_of(place_of(typed, steps, self._dropped(form)))
        while place:
            inside = (name for name in self.names if name == place or name.startswith(f"{place}."))
            if (found := next(inside, None)) is not None:
                return found
            place = place.rpartition(".")[0]
        return self.names[0]

    # Rows

    def _rows_at(self, path: Path) -> int:
        stored = in_part(self.asked, path)
        return self.count(self.name_of(path), len(stored) if isinstance(stored, list) else 0)

    def _stored_rows(self, ask: Ask, path: Path) -> Iterator[Path]:
        """The rows that are stored already, outer ones first."""
        if ask.form == "rows":
            stored = in_part(self.asked, path)
            for number in range(len(stored) if isinstance(stored, list) else 0):
                row = (*path, str(number))
                yield row
                for child in ask.children:
                    yield from self._stored_rows(child, (*row, child.name))
        elif ask.form == "group":
            for child in ask.children:
                yield from self._stored_rows(child, (*path, child.name))

    def _is_asked(self, path: Path) -> bool:
        """Whether a part is one of what its stored row is, and a person's; of a new row nothing is known."""
        if path and path[0] in worked_out(self.kind.name, self.field):
            return False
        parts = parts_of(self.kind.name, self.field)
        kind = str(in_part(self.asked, (*path[:1], "type")))
        return not parts or len(path) < 2 or kind not in parts or path[1] in parts[kind]

    def _called(self, form: forms.Form, row: Path) -> str:
        """What a row is about: its name, or that of the record that it names."""
        stored = in_part(self.asked, row)
        if not isinstance(stored, dict):
            return ""
        named, who = str(stored.get("id", "")), form.fields.get(self.name_of((*row, "id")))
        known = dict(offered_by(who)) if isinstance(who, forms.ChoiceField) else {}
        return str(stored.get("name") or known.get(named, named if who and not known else ""))

    # The page

    def _fill(self, form: forms.Form, part: ControlGroup, ask: Ask, path: Path) -> None:
        for child in ask.children:
            place = (*path, child.name)
            if not self._is_asked(place):
                continue
            if child.form == "group":
                self._fill(form, part, child, place)
            elif child.form == "rows":
                system = system_of(self.kind)
                own = words.known_field(system, ".".join((self.field, *place)))
                label, told = own or words.field_words(system, child.name)
                part.parts.append(self._rows_shown(form, child, place, label, told))
            else:
                part.controls.append(form[self.name_of(place)])

    def _rows_shown(self, form: forms.Form, ask: Ask, path: Path, legend: str, told: str) -> ControlGroup:
        whole = ControlGroup(legend, told, more=self.name_of(path))
        for number in range(self._rows_at(path)):
            row = (*path, str(number))
            part = ControlGroup(
                self._called(form, row) or _("%(noun)s %(number)d") % {"noun": legend, "number": number + 1}
            )
            self._fill(form, part, ask, row)
            if (out := self.name_of((*row, TAKEN_OUT))) in form.fields:
                part.controls.append(form[out])
            whole.parts.append(part)
        return whole


def _is_alike(said: Value, stood: Value) -> bool:
    """Whether a control says what is stored; an empty one says nothing of a part that is not."""
    return said == stood or (stood is None and (said in ("", []) or said is False))


def words_for(kind: Kind, field: str) -> tuple[str, str]:
    """Label and help of a field as a whole; resources of any name have none of their own."""
    label, told = words_of(kind, field)
    return (_("Other resources") if field == "*" else label), told
