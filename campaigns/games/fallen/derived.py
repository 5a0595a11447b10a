"""Traits of an input that depend on what the acting person chose: which trait a pool has, what a maneuver rolls."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from campaigns.game import Deriver, Given
from campaigns.games.fallen.fights.settings import settings_of
from campaigns.models import Record
from campaigns.models.fallen import ABILITIES, ATTRIBUTES
from campaigns.state.errors import Lacking
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from rules import words
from rules.fallen.deeds import pool_of
from rules.fallen.maneuvers import all_maneuvers
from rules.fallen.types import Settings

TRAITS = frozenset((*ATTRIBUTES, *ABILITIES, "faith", "willpower"))


def _named_trait(working: UnitOfWork, sheet: Sheet, given: Given, _whole: Given) -> int | UnsetType:
    """The dots of a trait by its name (FAL-POOL-01): one of the sheet's own, or one that was written under `traits`."""
    name = str(given.get("name", "")).strip()
    own = name.casefold().replace(" ", "_")
    written = (
        value for field, value in sheet.fields.items() if field.casefold() == f"traits.{name}".casefold()
    )
    found = (
        sheet.fields.get(own) if own in TRAITS else sheet.fields.get(f"traits.{name}", next(written, None))
    )
    if found is None and name and "dice" not in given:
        raise Lacking((sheet.name,), name, field="name")
    return UNSET if found is None else int(found)


def _maneuver_called(name: str) -> str:
    """The id of a maneuver that was written as people call it, such as "Weapon strike"; else what was written."""
    wanted = name.strip().casefold()
    return next(
        (
            all_maneuver
            for all_maneuver in all_maneuvers()
            if words.choice_words("fallen", all_maneuver).casefold() == wanted
        ),
        name,
    )


def _planned_pool(working: UnitOfWork, sheet: Sheet, given: Given, _whole: Given) -> int | UnsetType:
    """The dice of a planned maneuver of the table, before wounds and penalty; of anything else a person tells them."""
    pool = pool_of(_maneuver_called(str(given.get("name", ""))), sheet.fields, _settings(working, sheet))
    return UNSET if pool is None else pool


def _settings(working: UnitOfWork, sheet: Sheet) -> Settings:
    table = working.find(str(Record.objects.values_list("campaign", flat=True).get(pk=sheet.id)))
    return settings_of(table.under("settings") if table else {})


DERIVED: Mapping[tuple[str, str], Deriver] = {
    ("fallen.roll", "input.traits.dice"): _named_trait,
    ("fallen.resisted_roll", "input.acting.traits.dice"): _named_trait,
    ("fallen.resisted_roll", "input.resisting.traits.dice"): _named_trait,
    ("fallen.multiple_actions", "input.actions.pool"): _planned_pool,
}
"""By action and path."""
