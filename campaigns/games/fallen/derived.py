"""Traits of an input that depend on what the acting person chose: which trait a pool has, what a maneuver rolls."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from campaigns.game import Deriver, Given
from campaigns.models.fallen import ABILITIES, ATTRIBUTES
from campaigns.state.unit_of_work import Sheet, UnitOfWork
from rules import words
from rules.fallen.maneuvers import all_maneuvers, find_row

TRAITS = frozenset((*ATTRIBUTES, *ABILITIES, "faith", "willpower"))


def _named_trait(working: UnitOfWork, sheet: Sheet, given: Given, _whole: Given) -> int | UnsetType:
    """The dots of a trait by its name (FAL-POOL-01): one of the sheet's own, or one that was written under `traits`."""
    name = str(given.get("name", "")).strip()
    own = name.casefold().replace(" ", "_")
    if own in TRAITS:
        return UNSET if sheet[own] is None else int(sheet[own])
    written: dict[str, int] = {
        field: value for field, value in sheet.fields.items() if field.startswith("traits.")
    }
    same = (value for field, value in written.items() if field.casefold() == f"traits.{name}".casefold())
    return written.get(f"traits.{name}", next(same, UNSET))


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
    row = find_row(_maneuver_called(str(given.get("name", ""))))
    if row is None or len(row.abilities) != 1:
        return UNSET
    attribute, ability = sheet[row.attribute], sheet[row.abilities[0]]
    return UNSET if attribute is None else int(attribute + ability + row.accuracy)


DERIVED: Mapping[tuple[str, str], Deriver] = {
    ("fallen.roll", "input.traits.dice"): _named_trait,
    ("fallen.resisted_roll", "input.acting.traits.dice"): _named_trait,
    ("fallen.resisted_roll", "input.resisting.traits.dice"): _named_trait,
    ("fallen.multiple_actions", "input.actions.pool"): _planned_pool,
}
"""By action and path."""
