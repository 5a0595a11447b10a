"""The control of a stored value, made from what its kind declares of it: the same for creating and for correcting."""

from dataclasses import replace
from functools import cache
from types import NoneType
from typing import Any, get_args

import msgspec
from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms.action.controls import Choices, field_for
from campaigns.forms.action.questions import Ask, asks_of
from campaigns.forms.values.shapes import shape_of
from campaigns.game import Text
from campaigns.models import Character
from campaigns.state.fields import Column, Kind, Ref, Stored
from campaigns.state.kinds import kind, words_from
from rules import words


def system_of(kind: Kind) -> str:
    """The system whose words a kind has, and to which those of its records belong that others may mean."""
    return words_from(kind.name)


@cache
def ask_of(kind_name: str, name: str) -> Ask:
    """What a person is asked for the value of a field, or for one value of a map."""
    shape = msgspec.defstruct("Stored", [("value", shape_of(kind_name, name), None)])
    ask = replace(asks_of(shape)[0], name=name)
    declared = kind(kind_name).stored()[name]
    may_name = declared.kinds if isinstance(declared, Column) else ()
    return replace(ask, form="records", kinds=may_name) if may_name else ask


def type_of(declared: Stored) -> Any:
    """The type that a value is checked against."""
    if isinstance(declared, Ref):
        raise TypeError("a reference is no value")
    return declared.type


def may_be_null(declared: Stored) -> bool:
    """Whether nothing at all is a value of the field."""
    return isinstance(declared, Ref) or NoneType in get_args(type_of(declared))


def value_field(
    ask: Ask, system: str, label: Text, told: Text, *, required: bool, records: Choices = ()
) -> forms.Field:
    """A control for one value, named by the caller."""
    field = field_for(ask, system, records, NO_MEMBERS, required=required)
    field.label, field.help_text, field.initial = label, told, None
    return field


NO_MEMBERS: Choices = ()


def called(system: str, name: str) -> str:
    """What a trait, a resource or another key of a map is called: a word of the vocabulary, or spelled out."""
    known = words.known_choice(system, name) or words.spelled_out(name)
    return known[:1].upper() + known[1:]


def words_of(kind: Kind, name: str) -> tuple[str, str]:
    """Label and help of a stored field."""
    if kind.stored()[name].model is Character and name in SHARED:
        label, told, _values = SHARED[name]
        return str(label), str(told)
    return words.stored_words(system_of(kind), kind.noun, name)


def choices_of(kind: Kind, name: str) -> dict[str, str]:
    """Words for the values of a field that is not of any one system; empty for all others."""
    is_shared = kind.stored()[name].model is Character and name in SHARED
    return {value: str(said) for value, said in SHARED[name][2].items()} if is_shared else {}


SHARED: dict[str, tuple[Text, Text, dict[str, Text]]] = {
    "state": (
        _("State"),
        _("Whether the character is in play."),
        {
            "draft": _("not finished"),
            "active": _("in play"),
            "lost": _("lost"),
            "dead": _("dead"),
        },
    ),
    "control": (
        _("Controlled by"),
        _("Who controls the character."),
        {"player": _("the player"), "gm": _("the GM"), "gm_temporary": _("the GM, for now")},
    ),
}
"""What every system's characters have: label, help, and what the values are called."""
