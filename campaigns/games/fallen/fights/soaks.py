"""How whoever is hit may soak: with Stamina, or a demon with Faith, and the dice that each gives (FAL-SOAK)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from campaigns.games.fallen.fights.read_as import read_as, weapon_of
from campaigns.queries.cast import Member
from rules.fallen.maneuvers import Custom, damage_kind, row_of
from rules.fallen.soak import SoakOptions, SoakTarget, SoakTrait, counting_armor, plan_soak
from rules.fallen.strikes import deals
from rules.fallen.types import Armor, Settings
from rules.kernel.parsing import convert
from rules.kernel.values import Values

TRAITS: Final[tuple[SoakTrait, ...]] = ("stamina", "faith")


@dataclass(frozen=True)
class Soak:
    """A trait to soak with, and its dice with what the armor adds; None of a blow that nobody sees coming."""

    trait: SoakTrait
    dice: int | None


def soaks_of(
    target: Member, striker: str | None, blow: Values, settings: Settings, seen: Mapping[str, Member]
) -> tuple[Soak, ...]:
    """The ways to soak a hit that is open; none where nothing is soaked, or the sheet lacks what it takes."""
    custom = convert(blow.get("custom"), Custom | None)
    row = row_of(str(blow["maneuver"]), custom)
    worn = _armor(target, seen)
    if deals(row) != "wounds" or None in (target.fields.get("kind"), target.fields.get("stamina")):
        return ()
    ways = TRAITS if may_use_faith(target, settings) else TRAITS[:1]
    if striker not in seen:  # the dice would tell what somebody unseen strikes with, and where
        return tuple(Soak(trait, None) for trait in ways)
    weapon = seen.get(str(blow.get("weapon")))
    kind = damage_kind(row, weapon_of(weapon) if weapon is not None else None, None)
    soaker = msgspec.structs.replace(read_as(SoakTarget, target), armor=worn)
    armor = counting_armor(worn, bypassed=bool(blow.get("bypass_armor")))
    return tuple(
        Soak(trait, plan_soak(soaker, kind, SoakOptions(with_=trait), (), armor, settings).dice)
        for trait in ways
    )


def may_use_faith(target: Member, settings: Settings) -> bool:
    """Whether somebody has the choice (FAL-SOAK-06)."""
    faith = target.fields.get("faith")
    is_demon = target.fields.get("kind") == "demon" and settings.faith_soak != "off"
    return is_demon and isinstance(faith, int) and faith > 0


def _armor(target: Member, seen: Mapping[str, Member]) -> Armor | None:
    worn = [one for one in seen.values() if one.kind == "fallen.armor" and one["wearer"] == target.id]
    best = min(worn, key=lambda one: bool(one["destroyed"]), default=None)
    return read_as(Armor, best) if best is not None else None
