"""A GM's correction of a record: any field that it stores, each with a control of its type."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial

from django import forms
from django.forms.utils import ErrorDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.forms import meanwhile
from campaigns.forms.action.controls import record_choice
from campaigns.forms.action.suggestions import offered, source_for, source_of, suggesting
from campaigns.forms.fields import NameField, Posted, WordsField
from campaigns.forms.meanwhile import Seen, SeenField
from campaigns.forms.people import ActForm
from campaigns.forms.values.controls import ControlGroup, ValueControls, words_for
from campaigns.forms.values.edit_entries import MapRows, rows_in
from campaigns.forms.values.kind_controls import system_of, words_of
from campaigns.forms.values.map_keys import choices_for, full_name, kept_as, key_words, of_whom
from campaigns.forms.values.stored import NameableRecords
from campaigns.models import Campaign, Record
from campaigns.state.errors import StateRefusal
from campaigns.state.fields import Column, Map, Ref, Stored, Whole
from campaigns.state.unit_of_work import Sheet
from rules.kernel.values import Value

PREFIX, DROP = "field.", "drop."
NAMED = "about.name"
"""What the name of a record is called beside its fields."""
PART = "/"
"""Between the name of a field and that of a part of its value."""


@dataclass(frozen=True)
class StoredValue:
    """A stored value under its name in the contract, with its controls."""

    name: str
    declared: Column | Map | Whole
    controls: ValueControls
    legend: str = ""

    @property
    def is_entry(self) -> bool:
        return self.controls.is_entry


class EditForm(ActForm):
    """Every stored field of a record as it stands; what is changed goes into the log with the reason.

    What was played since the page was opened stays, unless the same is changed here.
    """

    use_required_attribute = False
    shown_with = Seen({})
    """What its page shows, or what that showed from which it was sent."""
    seen = SeenField()
    name = NameField(label=gettext_lazy("Name"), required=False)
    reason = WordsField(
        label=gettext_lazy("Reason"),
        max_length=500,
        lines=False,
        help_text=gettext_lazy("Everyone who can see this record can read it in the log."),
    )

    def __init__(
        self, sheet: Sheet, campaign: Campaign, data: Posted | None = None, *, more: str = ""
    ) -> None:
        self.sheet, self.campaign = sheet, campaign
        super().__init__(data, initial={"name": sheet.name})
        found = Record.objects.filter(campaign=campaign).order_by("name", "born")
        rows = found.values_list("pk", "kind", "name")
        self.known = NameableRecords([(str(pk), kind, name) for pk, kind, name in rows])
        self.typed_names: Collection[str] = data or {}
        self.more = more
        self.values: dict[str, StoredValue] = {}
        self.maps: dict[str, MapRows] = {}
        for name, declared in sheet.kind.stored().items():
            self._add(name, declared)
        self.shown_with = Seen.of(self._stands())

    def clean(self) -> dict[str, Value]:
        cleaned = super().clean() or self.cleaned_data
        for part in self.values.values():
            if not part.controls.is_single and not self.cleaned_data.get(f"{DROP}{part.name}"):
                part.controls.check(self)
        for rows in self.maps.values():
            rows.check(self)
        self.shown_with = cleaned["seen"]
        if not self.errors:
            called = partial(meanwhile.in_words, system_of(self.sheet.kind), self.known.names)
            self.shown_with = meanwhile.told(
                self, cleaned["seen"], self._typed(), self._stands(), self._first_control, called
            )
        if not self.errors and not self.given().keys() & {"changes", "about"}:
            self.add_error(None, _("Nothing has changed yet. Change a field first."))
        return cleaned

    def put_judgement_off(self) -> None:
        """Keep what was typed and say nothing yet of what is wrong with it."""
        self.is_valid()
        self._errors = ErrorDict()

    def given(self) -> dict[str, Value]:
        """The input of the edit."""
        given: dict[str, Value] = {"record": {"id": self.sheet.id}, "reason": self.cleaned_data["reason"]}
        changes = [{"field": name, "set": value} for name, value in self._changes()]
        if changes:
            given["changes"] = changes
        if self.cleaned_data["name"] != self.sheet.name and NAMED not in self._left_alone():
            given["about"] = self.sheet.about_with(name=self.cleaned_data["name"])
        return given

    def refuse(self, error: StateRefusal) -> None:
        """Tell at its control what the state would not hold."""
        control = f"{PREFIX}{error.field}"
        inside = (field for field in self.fields if field == control or field.startswith(f"{control}."))
        new = (rows.control_of(self, error.field) for rows in self.maps.values())
        at = next(inside, None) or next(filter(None, new), None)
        self.add_error(at, _("That value is out of range for this sheet: %(why)s.") % {"why": error.reason})

    @property
    def suggestions(self) -> dict[str, list[str]]:
        """Names of new entries, as other sheets have them; the page is the GM's, who sees all."""
        return offered(self.fields.values(), self.campaign, MultiValueDict(), is_gm=True)

    def shown(self, name: str) -> ControlGroup:
        """The controls of a field, or of an entry of a map, as they stand together."""
        if name not in self.values:
            return ControlGroup("", controls=[self[f"{PREFIX}{name}"]])
        value = self.values[name]
        told = "" if value.is_entry else words_of(self.sheet.kind, name)[1]
        shown = value.controls.shown(self, value.legend, told)
        if f"{DROP}{name}" in self.fields:
            shown.controls.append(self[f"{DROP}{name}"])
        return shown

    def subject(self, name: str) -> str:
        """The record under which an entry of a map is shown together with all else that is kept of it; or nothing."""
        return of_whom(self.sheet, name, self.known.names)

    def _add(self, name: str, declared: Stored) -> None:
        if isinstance(declared, Ref):
            self._add_reference(name, declared)
            return
        if not isinstance(declared, Map):
            self._add_value(name, declared, self._controls(name, name), words_of(self.sheet.kind, name)[0])
            return
        for key in (*self.sheet.under(name), *self._gone(name)):
            full = full_name(name, key)
            self._add_entry(full, declared, self._controls(name, full, is_entry=True), key)
        rows = self.maps[name] = MapRows(self.sheet, name, *words_for(self.sheet.kind, name))
        for number in range(rows_in(self.typed_names, rows.path, self.more)):
            self._add_row(rows, f"{rows.path}.{number}")

    @property
    def left_as_it_is(self) -> list[str]:
        """What else was changed, or came about, since the page was opened: what it is called."""
        stands = self._stands()
        moved = self.shown_with.moved(stands)
        new = {one for one in stands if one.partition(PART)[0] not in self._shown_before}
        found = moved | new if self._shown_before else moved
        return list(dict.fromkeys(self._called(one) for one in stands if one in found))

    def _called(self, name: str) -> str:
        """A field, an entry of a map or a part of one, as its page calls it."""
        if name == NAMED:
            return str(self.fields["name"].label)
        whole, _slash, part = name.partition(PART)
        field, key = self.sheet.kind.find(whole)
        label = words_of(self.sheet.kind, field)[0]
        label = f"{label}: {key_words(self.sheet, key, self.known.names)}" if key else label
        control = self.fields.get(f"{PREFIX}{whole}.{part}") if part and whole in self._shown_before else None
        return f"{label}, {control.label}" if control and control.label else label

    @cached_property
    def _shown_before(self) -> set[str]:
        """The fields that the page showed from which this was sent, where it says so."""
        return {one.partition(PART)[0] for one in Seen.read(str(self.data.get("seen", ""))).names}

    def _gone(self, name: str) -> Iterator[str]:
        """The keys of a map that the page showed and that are not there any more: what was typed for them stays."""
        for full in self._shown_before - {NAMED, *self.sheet.fields}:
            with suppress(KeyError):  # what no page of ours showed
                prefix, key = self.sheet.kind.find(full)
                if prefix == name and key:
                    yield key

    def _controls(self, field: str, name: str, *, is_entry: bool = False) -> ValueControls:
        stood = self.sheet.fields.get(name)
        return ValueControls(self.sheet.kind, field, f"{PREFIX}{name}", stood, self._count, is_entry)

    def _count(self, path: str, stored: int) -> int:
        """The rows of a list: those that are stored, and a blank one where it is all of a field or of a new entry."""
        is_field = path.removeprefix(PREFIX) in self.sheet.kind.fields
        blank = int(is_field or path.endswith(".value"))
        return rows_in(self.typed_names, path, self.more, fewest=stored + blank)

    def _add_reference(self, name: str, declared: Ref) -> None:
        label, told = words_of(self.sheet.kind, name)
        current = self.sheet.fields.get(name)
        self.fields[f"{PREFIX}{name}"] = record_choice(
            self.known.named_by(declared, self.sheet.kind, current),
            {"label": label, "help_text": told, "required": False, "initial": current},
        )

    def _add_value(
        self, name: str, declared: Column | Map | Whole, controls: ValueControls, legend: str
    ) -> None:
        self.fields.update(controls.make(self.known))
        if self._shown_before and name not in self._shown_before:  # it came about since
            for one in controls.names:
                self.fields[one].required = False
        source = source_of(system_of(self.sheet.kind), name) if controls.ask.form == "text" else None
        if source is not None:
            self.fields[controls.at] = suggesting(self.fields[controls.at], source)
        self.values[name] = StoredValue(name, declared, controls, legend)

    def _add_entry(
        self, name: str, declared: Column | Map | Whole, controls: ValueControls, key: str
    ) -> None:
        what = kept_as(self.sheet, name, key, self.known.names)
        self._add_value(name, declared, controls, "" if controls.is_single else what)
        if controls.is_single:
            made = self.fields[controls.at]
            made.label, made.help_text = what, ""
        else:
            self.fields[f"{DROP}{name}"] = forms.BooleanField(label=_("Remove all of this"), required=False)

    def _add_row(self, rows: MapRows, at: str) -> None:
        keys = choices_for(self.sheet, rows.prefix, self.known.rows)
        if keys is not None and not keys:
            return
        label = _("New entry")
        if keys is None:
            named: forms.Field = WordsField(label=label, max_length=60, lines=False, required=False)
            source = source_for(self.sheet.kind.name, rows.prefix)
            self.fields[f"{at}.key"] = named if source is None else suggesting(named, source)
        else:
            self.fields[f"{at}.key"] = forms.ChoiceField(
                label=label, choices=[("", "—"), *keys], required=False
            )
        value = ValueControls(self.sheet.kind, rows.prefix, f"{at}.value", None, self._count, is_entry=True)
        self.fields.update(value.make(self.known))
        if value.is_single:
            made = self.fields[value.at]
            made.label, made.help_text = _("Value"), ""
        shown = value.shown(
            self, "" if value.is_single else _("%(what)s: a new entry") % {"what": rows.label}
        )
        shown.controls.insert(0, self[f"{at}.key"])
        rows.values.append(value)
        rows.rows.append(shown)

    def _stands(self) -> dict[str, Value]:
        """What the page shows of the record now."""
        references = (name for name, one in self.sheet.kind.stored().items() if isinstance(one, Ref))
        shown = {name: value.controls.asked for name, value in self.values.items()}
        told = {**{name: self.sheet.fields.get(name) for name in references}, **shown}
        return {NAMED: self.sheet.name, **self._in_parts(told)}

    def _typed(self) -> dict[str, Value]:
        """The same as it was sent."""
        references = {
            name: self.cleaned_data[f"{PREFIX}{name}"] or None
            for name, one in self.sheet.kind.stored().items()
            if isinstance(one, Ref) and f"{PREFIX}{name}" in self.data
        }
        said = {
            name: None if self._is_dropped(name) else value.controls.asked_by(self)
            for name, value in self.values.items()
        }
        gone = {
            part: None
            for name, value in self.values.items()
            if said[name] is None
            for part in self._in_parts({name: value.controls.asked})
        }
        return {NAMED: self.cleaned_data["name"], **gone, **self._in_parts({**references, **said})}

    def _in_parts(self, values: dict[str, Value]) -> dict[str, Value]:
        """These with each part of a value by itself: two people may change different parts of one."""
        found: dict[str, Value] = {}
        for name, value in values.items():
            if isinstance(value, Mapping):
                found |= {f"{name}{PART}{part}": one for part, one in value.items()}
            if not isinstance(value, Mapping) or name in self.shown_with.names:
                found[name] = value
        return found

    def _is_dropped(self, name: str) -> bool:
        return bool(self.cleaned_data.get(f"{DROP}{name}"))

    def _left_alone(self) -> set[str]:
        return self.shown_with.left_alone(self._typed(), self._stands())

    def _first_control(self, name: str) -> str | None:
        if name == NAMED:
            return "name"
        at = f"{PREFIX}{name.replace(PART, '.')}"
        return (
            at if at in self.fields else next((one for one in self.fields if one.startswith(f"{at}.")), None)
        )

    def _changes(self) -> Iterator[tuple[str, Value]]:
        left = self._left_alone()
        for name, wanted in self._wanted(left):
            if name not in left and wanted != self.sheet.fields.get(name):
                yield name, wanted
        for rows in self.maps.values():
            yield from rows.entries(self)

    def _wanted(self, left: Collection[str]) -> Iterator[tuple[str, Value]]:
        """What the controls say. One that was not on the page leaves its part as it stands."""
        for name, declared in self.sheet.kind.stored().items():
            control = f"{PREFIX}{name}"
            if isinstance(declared, Ref) and control in self.data:
                yield name, self.cleaned_data[control] or None
        for value in self.values.values():
            if self._is_dropped(value.name):
                yield value.name, None
                continue
            asked, now = value.controls.asked_by(self), value.controls.asked
            if isinstance(asked, Mapping) and isinstance(now, Mapping):
                asked = {
                    part: now.get(part) if f"{value.name}{PART}{part}" in left else one
                    for part, one in asked.items()
                }
            yield value.name, value.controls.as_kept(asked)
