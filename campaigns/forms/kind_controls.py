"""The control of a stored value, made from what its kind declares of it: the same for creating and for correcting."""

from dataclasses import replace
from functools import cache
from types import NoneType
from typing import Any, get_args

import msgspec
from django import forms

from campaigns.forms.action_controls import Choices, field_for
from campaigns.forms.action_shapes import Ask, asks_of
from campaigns.state import kinds
from campaigns.state.fields import Kind, Ref, Stored
from rules import words

TABLE = "sorcerer"
"""The system whose words stand for kinds without a system in their name."""


def system_of(kind: Kind) -> str:
    """The system that a kind belongs to."""
    return kind.name.partition(".")[0] if "." in kind.name else TABLE


@cache
def ask_of(kind_name: str, name: str) -> Ask:
    """What a person is asked for the value of a field, or for one value of a map."""
    declared = kinds.kind(kind_name).stored()[name]
    shape = msgspec.defstruct("Stored", [("value", type_of(declared), None)])
    return replace(asks_of(shape)[0], name=name)


def type_of(declared: Stored) -> Any:
    """The type that a value is checked against."""
    if isinstance(declared, Ref):
        raise TypeError("a reference is no value")
    return declared.type


def may_be_null(declared: Stored) -> bool:
    """Whether nothing at all is a value of the field."""
    return isinstance(declared, Ref) or NoneType in get_args(type_of(declared))


def value_field(ask: Ask, system: str, label: str, told: str, *, required: bool) -> forms.Field:
    """A control for one value, named by the caller."""
    field = field_for(ask, system, (), NO_MEMBERS, required=required)
    field.label, field.help_text, field.initial = label, told, None
    return field


NO_MEMBERS: Choices = ()


def called(system: str, name: str) -> str:
    """What a trait or field of a system is called: a word of its vocabulary, the name of a field, or spelled out."""
    known = words.known_choice(system, name)
    found = known or words.field_words(system, name)[0]
    return found[:1].upper() + found[1:]
