"""Somebody saved as a template: what is typed for them into a form of creation, and how many NPCs are made of it."""

from collections.abc import Container, Iterable, Mapping
from functools import partial
from random import Random

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms.creation_controls import path_of
from campaigns.forms.creation_layouts.parts import AskedField, Carried, CreationLayout, Measured, NamedEntries
from campaigns.forms.fields import NameField, Posted, WordsField
from campaigns.forms.npcs import LONGEST_NAME, MOST, names_of
from campaigns.forms.people import ActForm
from campaigns.forms.ready_made import rows, typed
from campaigns.game import Npc
from campaigns.models import SheetTemplate
from campaigns.queries.templates import Shown
from campaigns.services.characters import NewCharacter
from campaigns.services.templates import made_of
from rules import words
from rules.kernel.values import Value


def typed_by(layout: CreationLayout, template: SheetTemplate) -> Mapping[str, list[str]]:
    """What is typed into the form of a layout: all of the template that the form asks for."""
    holds = [hold for part in layout.parts for hold in part.holds]
    own = {
        field: hold.field
        for hold in holds
        if isinstance(hold, AskedField | Measured)
        and (field := hold.kept if isinstance(hold, Measured) else hold.field)
    }
    asked = {f"character.{own[name]}": said(value) for name, value in template.fields.items() if name in own}
    listed: dict[str, str] = {"name": template.name, **asked}
    for hold in holds:
        if isinstance(hold, NamedEntries):
            listed |= rows(path_of(hold), _entries(hold, template, own))
        elif isinstance(hold, Carried):
            mine = (one for one in template.things if one["kind"] == hold.kind)
            listed |= rows(path_of(hold), ({"name": one["name"], **_said_of(one["fields"])} for one in mine))
    return typed(listed)


def left_out(template: SheetTemplate, filled: Mapping[str, list[str]]) -> list[str]:
    """The things of a template that the form of creation has no place for, by name."""
    return [one["name"] for one in template.things if [one["name"]] not in filled.values()]


def _entries(hold: NamedEntries, template: SheetTemplate, own: Container[str]) -> Iterable[Mapping[str, str]]:
    """The keys of a map that have no control of their own, by the names that people type."""
    for name, value in sorted(template.fields.items()):
        prefix, _dot, key = name.partition(".")
        if prefix == hold.field and name not in own and isinstance(value, int):
            yield {"name": words.spelled_out(key), "value": str(value)}


def _said_of(fields: Mapping[str, Value]) -> dict[str, str]:
    return {name: said(value) for name, value in fields.items()}


def said(value: Value) -> str:
    """A value as its control posts it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "" if value is None else str(value)


def by_name(templates: Iterable[Shown]) -> dict[str, tuple[Npc, ...]]:
    """Templates by game, each as somebody whom the GM brings into play by its name."""
    found: dict[str, tuple[Npc, ...]] = {}
    for one in templates:
        npc = Npc(name := one.template.name, f"{name}s", partial(_made_by_name, one.template))
        found[one.system] = (*found.get(one.system, ()), npc)
    return found


def _made_by_name(template: SheetTemplate, _chance: Random, name: str, seen_by: str) -> NewCharacter:
    return made_of(template, name, seen_by)


class RenameForm(forms.Form):
    """Another name for a template."""

    name = NameField(label=_("Name"), max_length=LONGEST_NAME)


class FromTemplateForm(ActForm):
    """NPCs of a template: what they are called, and how many."""

    name = WordsField(label=_("Name"), max_length=LONGEST_NAME, lines=False, required=False)
    count = forms.IntegerField(label=_("How many"), min_value=1, max_value=MOST, initial=1)
    is_hidden = forms.BooleanField(label=_("Hidden from the players for now"), required=False)

    def __init__(self, template: SheetTemplate, data: Posted | None = None) -> None:
        super().__init__(data, auto_id=f"{template.pk}-%s", initial={"name": template.name})
        self.template = template

    def made(self, taken: Container[str]) -> list[NewCharacter]:
        """Whom a valid form makes."""
        given = self.cleaned_data
        names = names_of(given["name"] or self.template.name, given["count"], taken)
        seen_by = "gm" if given["is_hidden"] else "table"
        return [made_of(self.template, name, seen_by) for name in names]
