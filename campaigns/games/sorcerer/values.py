"""Single values of Sorcerer: how they are asked for, and whose they are."""

from collections.abc import Mapping
from typing import get_args

from django.utils.translation import gettext_lazy

from campaigns.game import Names, Shape, Values
from campaigns.game.values import Choices
from campaigns.models import Campaign
from rules import words
from rules.kernel.errors import InvalidInput
from rules.kernel.types import Input, OptionalText
from rules.kernel.values import Value, as_list, as_text, as_values
from rules.sorcerer.characters import Background, Descriptors
from rules.sorcerer.contact import AbilityName
from rules.sorcerer.contain import Scope
from rules.sorcerer.demons import AbilityUser
from rules.sorcerer.modifiers import RitualSource


class AbilityDetail(Input):
    """What stands on a sheet beside an Ability (SOR-ABIL-01), stored under its name."""

    name: AbilityName
    user: AbilityUser | None = None
    target: OptionalText = ""
    effect: OptionalText = ""


def _with_names(stored: Value) -> Value:
    if not isinstance(stored, Mapping):
        return stored
    return [{"name": name, **one} for name, one in stored.items() if isinstance(one, Mapping)]


def _by_name(rows: Value) -> Value:
    found: dict[str, Value] = {}
    for number, row in enumerate(map(as_values, as_list(rows))):
        name = as_text(row["name"])
        if name in found:
            raise InvalidInput("it is listed twice", field=f"input.{number}.name")
        found[name] = {part: value for part, value in row.items() if part != "name"}
    return found


def _without_empty(scope: Value) -> Value:
    return {name: part for name, part in as_values(scope).items() if part}


def _without_helpers(_campaign: Campaign) -> Choices:
    """For what a ritual may have dice: what helpers won counts by itself (SOR-GROUP-05), and never for a helper."""
    return [
        (source, words.choice_words("sorcerer", source))
        for source in get_args(RitualSource)
        if source != "group"
    ]


VALUES = Values(
    asked=dict.fromkeys(("ability", "abilities.name", "changes.from", "changes.to"), "abilities"),
    names={"abilities": Names(on_sheets=(("demon", "abilities"),))},
    choices={
        (f"sorcerer.{rite}", f"{path}.source"): _without_helpers
        for path, rites in (
            ("modifiers", ("contact", "summon", "contain", "bind", "banish", "punish")),
            ("helpers.modifiers", ("group_ritual",)),
        )
        for rite in rites
    },
    not_oneself={
        ("sorcerer.possess", "target.id"): "demon",
        ("sorcerer.perceive_humanity", "target.id"): "sorcerer",
        ("sorcerer.spot_telltale", "target.id"): "spotter",
    },
    shapes={
        ("character", "descriptors"): Shape(Descriptors),
        ("character", "background"): Shape(tuple[Background, ...]),
        ("demon", "ability_details"): Shape(tuple[AbilityDetail, ...], asked=_with_names, stored=_by_name),
        ("contain", "scope"): Shape(Scope, stored=_without_empty),
    },
    sections={
        "SorcererSheet": (gettext_lazy("Sheet"), False),
        "SorcererHealth": (gettext_lazy("Health"), False),
        "SorcererTurn": (gettext_lazy("This turn"), True),
    },
    tracked={"character": {"humanity": (), "wounds": ()}},
    nameless=frozenset({"binding", "contact", "contain"}),
    belongings={"gun": "holder"},
)
