"""The controls of one stored value: one for a number or a word, several for a value with parts."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Unpack, get_args, get_origin

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns.forms.action.controls import KEY_PATTERN, Coded, offered_by, record_choice
from campaigns.forms.action.questions import Ask
from campaigns.forms.fields import ControlOptions, WordsField
from campaigns.forms.values.kind_controls import (
    choices_of,
    may_be_null,
    system_of,
    type_of,
    value_field,
    words_of,
)
from campaigns.forms.values.moments import MomentField
from campaigns.forms.values.parts import Path
from campaigns.game import nameless_kinds
from campaigns.models.typed_rows import Moment
from campaigns.queries.suggestions import as_written
from campaigns.state.fields import Kind, Ref, Stored
from campaigns.state.kinds import fits
from rules import words
from rules.kernel.types import Id
from rules.kernel.values import Value

LONGEST = 8_000
ENDLESS = 10**9
MANY = 30
"""A list out of more than these is typed, a line each: every card as a box to tick fills pages."""


@dataclass(frozen=True)
class Leaf:
    """A control of a value: where it lies inside the value, and what it asks."""

    path: Path
    ask: Ask
    may_be_empty: bool


class NamedLines(forms.CharField):
    """Things of a known list in an order, one a line, each by its name or its code."""

    def __init__(self, *, known: Mapping[str, str], **options: Unpack[ControlOptions]) -> None:
        super().__init__(max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 4}), **options)
        self.known = known
        named = list(known.values())
        self.codes = {one: one for one in known} | {
            name.casefold(): code for code, name in known.items() if name and named.count(name) == 1
        }

    def prepare_value(self, value: Value) -> Value:
        if not isinstance(value, list):
            return value
        return "\n".join(self._name(str(one)) for one in value)

    def clean(self, value: Value) -> list[str]:
        text = super().clean(value)
        return [self._code(line.strip()) for line in text.splitlines() if line.strip()]

    def _name(self, code: str) -> str:
        name = self.known.get(code, "")
        return name if self.codes.get(name.casefold()) == code else code

    def _code(self, line: str) -> str:
        code = self.codes.get(line) or self.codes.get(line.casefold())
        if code is None:
            raise ValidationError(_("“%(name)s” was not found here."), params={"name": line[:60]})
        return code


@dataclass(frozen=True)
class NameableRecords:
    """The records that may be named in a value: id, kind and name of each."""

    rows: Sequence[tuple[str, str, str]]

    @cached_property
    def names(self) -> dict[str, str]:
        return {record: name for record, _kind, name in self.rows}

    def of(self, kind: Kind, nouns: Collection[str]) -> list[tuple[str, str]]:
        """Those that another record of this kind's system may mean by these nouns."""
        system = system_of(kind)
        return [(one, name) for one, noun, name in self.rows if name and fits(noun, nouns, system)]

    def named_by(self, declared: Ref, kind: Kind, current: Value) -> list[tuple[str, str]]:
        """Those that a reference of this kind may name, and the one that it names now."""
        system, nameless = system_of(kind), nameless_kinds()
        return [
            (one, name)
            for one, noun, name in self.rows
            if name and (one == current or (noun not in nameless and fits(noun, declared.kinds, system)))
        ]


def leaves_of(ask: Ask, declared: Stored, count: Callable[[Path], int], *, path: Path = ()) -> Iterator[Leaf]:
    """The controls that a value needs; `count` says how many rows a list at a path has."""
    if ask.form == "rows":
        rows = [(*path, str(number)) for number in range(count(path))]
        inner = [(child, (*row, child.name)) for row in rows for child in ask.children]
    elif ask.form == "group":
        inner = [(child, (*path, child.name)) for child in ask.children]
    else:
        yield Leaf(path, ask, not ask.required if path else may_be_null(declared))
        return
    for child, place in inner:
        yield from leaves_of(child, declared, count, path=place)


def control_for(leaf: Leaf, kind: Kind, field: str, known: NameableRecords, *, required: bool) -> forms.Field:
    """The control of a leaf of a kind's field, labelled by the field or by the part of its value that it is."""
    declared, system = kind.stored()[field], system_of(kind)
    label, told = _words(leaf, kind, field)
    options: ControlOptions = {"label": label, "help_text": told, "required": required}
    if Moment in (type_of(declared), *get_args(type_of(declared))):
        as_told = _("As the clock tells it, such as Day 3, 14:05.")
        return MomentField(**(options | {"help_text": f"{told} {as_told}".strip()}))
    listed = _listed(leaf, declared, system, known.names)
    if listed is not None:
        ordered = f"{told} {_('One per line, in order.')}".strip()
        return NamedLines(known=listed, **(options | {"help_text": ordered, "required": False}))
    if leaf.path and leaf.ask.name == "spell":
        return record_choice(known.of(kind, ("spell",)), options)
    if not leaf.path and bool in get_args(type_of(declared)):
        return _spelled(leaf.ask, system, options)
    choices = known.of(kind, leaf.ask.kinds)
    made = value_field(leaf.ask, system, label, told, required=required, records=choices)
    if isinstance(made, forms.IntegerField) and (leaf.ask.most or 0) >= ENDLESS:
        made.max_value = None  # the check stays; nobody has to read the number
    if isinstance(made, Coded) and (own := choices_of(kind, field)):
        made.choices = [(value, own.get(value, said)) for value, said in offered_by(made)]
    return _in_a_row(made) if leaf.path else made


def _in_a_row(made: forms.Field) -> forms.Field:
    """What is one of several: a short list instead of buttons, words in two lines."""
    if isinstance(made, forms.ChoiceField) and type(made.widget) is forms.RadioSelect:
        made.widget = forms.Select()
        made.choices = [("", "—"), *(choice for choice in offered_by(made) if choice[0])]
    elif isinstance(made.widget, forms.Textarea):
        made.widget.attrs["rows"] = 2
    return made


def _words(leaf: Leaf, kind: Kind, field: str) -> tuple[str, str]:
    if not leaf.path:
        return words_of(kind, field)
    system = system_of(kind)
    inner = [field, *(step for step in leaf.path if not step.isdecimal())]
    own = words.known_field(system, ".".join(inner[-2:]))
    label, told = own or words.field_words(system, inner[-1])
    if own or len(inner) == 2 or leaf.path[-2].isdecimal():
        return label, "" if leaf.path[0].isdecimal() else told  # a row stays a row
    inside = words.field_words(system, inner[-2])[0]
    return _("%(whole)s: %(part)s") % {"part": label.lower(), "whole": inside}, ""


def settled(field: forms.Field, typed: Value, current: Value, *, may_be_null: bool) -> Value:
    """What a control says, where an empty one may stand for no text, for nothing, or for what stands already."""
    if typed == [] and current is None:
        return None
    if isinstance(typed, list) and isinstance(current, list) and isinstance(field, forms.MultipleChoiceField):
        offered = {code for code, _name in offered_by(field)}
        kept = [one for one in current if one in typed or one not in offered]
        return [*kept, *(one for one in typed if one not in kept)]  # in the order in which they stand
    if typed not in (None, ""):
        return typed
    if isinstance(field, WordsField) and not (may_be_null and current is None):
        return ""
    if may_be_null or current is None:
        return None
    return type(current)() if isinstance(current, list | dict) else current


def _listed(leaf: Leaf, declared: Stored, system: str, names: Mapping[str, str]) -> Mapping[str, str] | None:
    """What a list of records or of words may hold, by code; None for anything else."""
    kind = type_of(declared)
    if leaf.path:
        is_listed = leaf.ask.form == "choices" and len(leaf.ask.values) > MANY
    elif get_origin(kind) is not list or leaf.ask.form == "records":
        return None
    elif get_args(kind)[0] is Id:
        return names
    else:
        is_listed = leaf.ask.form == "choices"
    if is_listed:
        return {str(value): words.choice_words(system, value) for value in leaf.ask.values}
    return None


def _spelled(ask: Ask, system: str, options: ControlOptions) -> forms.Field:
    """Yes, no, or one of the words of a vocabulary."""
    coded: dict[str, str | int] = {"yes": True, "no": False, **{str(value): value for value in ask.values}}
    named = [("yes", _("yes")), ("no", _("no"))]
    named += [(str(value), words.choice_words(system, value)) for value in ask.values]
    return Coded(coded=coded, choices=[("", "—"), *named], **options)


def as_posted(leaf: Leaf, value: Value) -> Value:
    """A stored value as its control shows it."""
    if leaf.ask.form in ("yes_no", "flag", "mixed", "choice") and isinstance(value, bool):
        return ("yes" if value else "no") if leaf.ask.form != "flag" else value
    if leaf.ask.pattern == KEY_PATTERN and isinstance(value, str):
        return as_written(value)
    if isinstance(value, list) and leaf.ask.form in ("lines", "numbers"):
        is_named = leaf.ask.pattern == KEY_PATTERN
        return "\n".join(as_written(str(one)) if is_named else str(one) for one in value)
    return value


def flag_as_choice(ask: Ask) -> Ask:
    """A flag of a map, which may also be absent."""
    return replace(ask, form="yes_no") if ask.form == "flag" else ask
