"""What a fighter whose turn it is may try, each with its dice as they are now."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.games.fallen.sheet_page import WORST_FIRST
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import RecordContext, Roll
from rules import words
from rules.fallen.attacks import rounds_needed
from rules.fallen.maneuvers import attribute_of, find_row
from rules.fallen.subjects import WOUND_PENALTIES
from rules.fallen.types import Settings

BARE_HANDS = ("strike", "kick", "clinch", "hold", "tackle", "sweep", "disarm")
AUTOMATIC = ("burst", "automatic_fire")
STANDARD = 6
STRAFE = "fallen.strafe"


Group = tuple[str, list[Roll], Member | None]
"""Maneuvers under the name of what they are done with, and that weapon; bare hands have neither."""


@dataclass(frozen=True)
class Aim:
    """What the maneuvers of a page are for: the form that they lead to, whom they meet, the campaign's settings."""

    action: str
    targets: Sequence[str]
    settings: Settings
    free: int | None = None
    """The extra dice of an ambush's free attack, which takes no penalty for its place in the count (FAL-AMBUSH-09)."""

    @property
    def target(self) -> dict[str, str]:
        return {"target": self.targets[0]} if len(self.targets) == 1 else {}


def picks_of(reading: RecordContext, aim: Aim) -> list[Group]:
    """The maneuvers of somebody, by what they are done with: bare hands and each weapon held."""
    held = [] if reading.value("disarmed") else reading.linked("fallen.weapon", "holder")  # FAL-MANEUV-23
    pair = sum(_is_gun(member) for member in held) > 1
    several = bool(reading.value("multiple"))
    groups: list[Group] = [("", _picks(reading, BARE_HANDS, None, aim), None)]
    for weapon in held:
        picks = _picks(reading, _uses(weapon, several=several, pair=pair), weapon, aim)
        if weapon["automatic"] and weapon["ammo"] != 0 and aim.free is None:
            picks += filter(None, [_strafe(reading, weapon)])
        groups.append((weapon.name, picks, weapon))
    return groups


def _picks(reading: RecordContext, names: Iterable[str], weapon: Member | None, aim: Aim) -> list[Roll]:
    found = (_pick(reading, name, weapon, aim) for name in names)
    return [roll for roll in found if roll is not None]


def _is_gun(weapon: Member) -> bool:
    """Whether it counts rounds or fires bursts; one that does neither may be either, unless it adds Strength."""
    return bool(weapon["automatic"]) or weapon["ammo"] is not None


def _uses(weapon: Member, *, several: bool, pair: bool) -> Iterator[str]:
    """What a weapon is good for now: `several` actions were declared, a `pair` of guns is held."""
    if not _is_gun(weapon):
        yield "weapon_strike"
    if weapon["strength"]:
        return
    shots = [
        "shot",
        *(("multiple_shots",) if several else ()),  # FAL-RANGED-10
        *(("two_weapons",) if several and pair else ()),
        *(AUTOMATIC if weapon["automatic"] else ()),  # FAL-RANGED-07
    ]
    yield from (name for name in shots if weapon["ammo"] is None or weapon["ammo"] >= _rounds(name))


def _rounds(maneuver: str) -> int:
    """The counted rounds without which there is no such shot (FAL-RANGED-08)."""
    row = find_row(maneuver)
    return rounds_needed(row) if row else 0


def _pick(reading: RecordContext, maneuver: str, weapon: Member | None, aim: Aim) -> Roll | None:
    row = find_row(maneuver)
    attribute = reading.value(attribute_of(row, aim.settings)) if row else None
    if row is None or attribute is None:
        return None
    ability = max(row.abilities, key=lambda name: int(reading.value(name) or 0))
    given = {"attacker": reading.member.id, "maneuver": maneuver, **aim.target}
    if len(row.abilities) > 1:
        given["ability"] = ability
    if weapon is not None:
        given["weapon"] = weapon.id
    dice = attribute + int(reading.value(ability) or 0) + row.accuracy
    dice += aim.free - _wounds(reading) if aim.free is not None else -_penalties(reading)
    return Roll(_called(maneuver, row.difficulty), max(0, dice), aim.action, given)


def _strafe(reading: RecordContext, weapon: Member) -> Roll | None:
    row = find_row("strafing")
    dexterity = reading.value("dexterity")
    if row is None or dexterity is None:
        return None
    dice = dexterity + int(reading.value("firearms") or 0) + row.accuracy - _penalties(reading)
    given = {"attacker": reading.member.id, "weapon": weapon.id}
    return Roll(_called("strafing", row.difficulty), max(0, dice), STRAFE, given)


def _called(maneuver: str, harder: int) -> str:
    """A maneuver by its name, with its difficulty where that is not the standard one (FAL-MANEUV-02)."""
    name = words.choice_words("fallen", maneuver)
    return _("%(name)s at %(n)s") % {"name": name, "n": STANDARD + harder} if harder else name


def _penalties(reading: RecordContext) -> int:
    """What wounds take, and an action's place in the count (FAL-HEALTH-05, FAL-MULTI-02)."""
    actions = int(reading.value("actions_taken") or 0)
    return _wounds(reading) + (actions + 2 if reading.value("multiple") else 0)


def _wounds(reading: RecordContext) -> int:
    return WOUND_PENALTIES[sum(reading.value(kind) or 0 for kind in WORST_FIRST)]
