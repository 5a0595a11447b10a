"""What a fighter may try, each with its dice as they are now and the chance to hit, as the rules work them out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from campaigns.games.fallen.fights.read_as import read_as, weapon_of
from campaigns.queries.cast import Member
from rules import words
from rules.fallen.attacks import Attacker, AttackInput, FreeAttack, plan_attack
from rules.fallen.deeds import left_to_do
from rules.fallen.defences import Defender
from rules.fallen.escapes import Captor, EscapeInput, Prisoner, odds_of_escape, plan_escape
from rules.fallen.exchanges import odds_of_attack
from rules.fallen.maneuvers import ManeuverRow, find_row
from rules.fallen.modifiers import Modifier
from rules.fallen.strafing import StrafeInput, odds_of_strafe, plan_strafe
from rules.fallen.types import STANDARD, Settings
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import RecordState, State
from rules.kernel.values import as_number

BARE_HANDS: Final = ("strike", "kick", "clinch", "hold", "tackle", "sweep", "disarm")
AUTOMATIC: Final = ("burst", "automatic_fire", "strafing")
STRAFING: Final = "strafing"
TWO_WEAPONS: Final = "two_weapons"
OFF_HAND: Final = "|off"
"""What is sent of the shot of the other hand."""


@dataclass(frozen=True)
class Try:
    """A maneuver with what it is done with. With no dice it cannot be tried, and `clause` says why."""

    maneuver: str
    label: str
    weapon: str
    ability: str
    dice: int
    hits: float
    clause: str | None = None
    off_hand: bool = False

    @property
    def code(self) -> str:
        """What a form sends of it."""
        return f"{self.maneuver}|{self.weapon}|{self.ability}{OFF_HAND if self.off_hand else ''}"

    @property
    def name(self) -> str:
        """What an address of the page says of it."""
        return f"{self.maneuver}{OFF_HAND if self.off_hand else ''}"

    @property
    def given(self) -> dict[str, str]:
        """What the form of an attack begins with."""
        named = {"maneuver": self.maneuver, "weapon": self.weapon, "ability": self.ability}
        return {name: value for name, value in named.items() if value}


@dataclass(frozen=True)
class Trying:
    """Who tries, at whom (None where that is still open), and what an ambush left to it."""

    who: Member
    target: Member | None
    settings: Settings
    ambush: FreeAttack | None = None
    granted: tuple[Modifier, ...] = ()
    """The bonus dice that the attack has, so that the chance is that of the roll."""


TryGroup = tuple[str, list[Try], Member | None]
"""Maneuvers under the name of what they are done with, and that weapon; bare hands have neither."""


def tries_of(trying: Trying, weapons: Sequence[Member]) -> list[TryGroup]:
    """The maneuvers of somebody, by what they are done with: of several actions those that were declared."""
    held = [] if trying.who["disarmed"] else weapons  # FAL-MANEUV-23
    pair = sum(is_gun(weapon) is True for weapon in held) > 1
    groups: list[TryGroup] = [("", _all(trying, BARE_HANDS, None), None)]
    groups += [
        (weapon.name, _all(trying, _uses(weapon, trying, pair=pair), weapon), weapon) for weapon in held
    ]
    return groups


def find_try(groups: Iterable[TryGroup], name: str, weapon: str) -> Try | None:
    """The one that somebody chose, if it can be tried."""
    found = (one for _name, tries, _weapon in groups for one in tries if one.dice)
    return next((one for one in found if (one.name, one.weapon) == (name, weapon)), None)


def try_at(one: Try, trying: Trying, weapons: Sequence[Member]) -> Try | None:
    """The same at somebody; None where it cannot be tried at all."""
    weapon = next((held for held in weapons if held.id == one.weapon), None)
    return _try(trying, one.maneuver, weapon, off_hand=one.off_hand)


def is_gun(weapon: Member) -> bool | None:
    """Whether it is fired; None where nothing tells: its range is not said, and it does nothing that only one can."""
    if weapon["range"] is not None:
        return bool(weapon["range"] == "ranged")
    if weapon["automatic"] or weapon["ammo"] is not None:
        return True
    return False if weapon["strength"] else None


def uses_of(weapon: Member) -> Iterator[str]:
    """The maneuvers that a weapon is good for."""
    gun = is_gun(weapon)
    if not gun:
        yield "weapon_strike"
    if gun is False:
        return
    yield from ("shot", "multiple_shots")
    yield from AUTOMATIC if weapon["automatic"] else ()  # FAL-RANGED-07


def break_free(prisoner: Member, holder: Member, settings: Settings) -> tuple[int, float] | None:
    """The dice to get out of a grip, and the chance; None where somebody's traits are not known."""
    if prisoner["strength"] is None:
        return None
    try:
        sides = read_as(Prisoner, prisoner), read_as(Captor, holder)
        given = EscapeInput(prisoner=sides[0], holder=sides[1], settings=settings)
        return plan_escape(given)[0].dice, as_number(odds_of_escape(given).odds["freed"])
    except (RuleViolation, ValueError):  # an Attribute is not settled, or no dice are left
        return None


def _uses(weapon: Member, trying: Trying, *, pair: bool) -> list[str]:
    """What it is good for now: several actions were declared, a `pair` of guns is held."""
    names = [*uses_of(weapon)]
    if pair and "multiple_shots" in names:
        names.append(TWO_WEAPONS)
    several = bool(trying.who["multiple"])  # FAL-RANGED-10
    is_open = {"multiple_shots": several, TWO_WEAPONS: several, STRAFING: trying.target is None}
    return [name for name in names if is_open.get(name, True)]


def _all(trying: Trying, names: Iterable[str], weapon: Member | None) -> list[Try]:
    # A free attack is none of the actions of a turn.
    wanted = left_of(trying.who) if trying.ambush is None else None
    found = (
        _try(trying, name, weapon, off_hand=off_hand)
        for name in names
        if wanted is None or name in wanted
        for off_hand in ((False, True) if name == TWO_WEAPONS else (False,))
    )
    return [one for one in found if one is not None]


def left_of(who: Member) -> set[str] | None:
    """What is left of what somebody declared for the turn; None where they declared nothing."""
    if not who["multiple"] or not who["plan"]:
        return None
    left = left_to_do(State({who.id: RecordState(who.kind, who.fields)}), who.id)
    return {name for name, count in left.items() if count > 0}


def _try(trying: Trying, maneuver: str, weapon: Member | None, *, off_hand: bool) -> Try | None:
    row = find_row(maneuver)
    if row is None:
        return None
    ability = max(row.abilities, key=lambda name: int(trying.who.fields.get(name) or 0))
    chosen = ability if len(row.abilities) > 1 else ""
    held = weapon.id if weapon is not None else ""
    label = _label(row, off_hand=off_hand)
    try:
        dice, hits = (
            _strafe(trying, weapon)
            if maneuver == STRAFING
            else _attack(trying, maneuver, weapon, chosen, off_hand=off_hand)
        )
    except RuleViolation as refused:
        if refused.clause == "FAL-RANGED-08":  # too few rounds: it is not offered
            return None
        return Try(maneuver, label, held, chosen, 0, 0, refused.clause, off_hand=off_hand)
    except ValueError:  # an Attribute is not settled
        return None
    return Try(maneuver, label, held, chosen, dice, hits, off_hand=off_hand)


def _label(row: ManeuverRow, *, off_hand: bool) -> str:
    """The maneuver, with the hand where there are two and its difficulty where that is not the usual one."""
    harder = row.difficulty + (row.off_hand_difficulty if off_hand else 0)  # FAL-RANGED-11
    name = words.choice_words("fallen", row.id)
    said = _("%(name)s, off hand") % {"name": name} if off_hand else name
    return _("%(name)s at %(n)s") % {"name": said, "n": STANDARD + harder} if harder else said


def _attack(
    trying: Trying, maneuver: str, weapon: Member | None, ability: str, *, off_hand: bool
) -> tuple[int, float]:
    # At nobody in particular: what somebody's plight adds is said where they are chosen.
    target = Defender(id="nobody") if trying.target is None else read_as(Defender, trying.target)
    more: dict[str, Any] = {"ability": ability} if ability else {}
    given = AttackInput(
        attacker=read_as(Attacker, trying.who),
        target=target,
        maneuver=maneuver,  # type: ignore[arg-type]  # an id of the table's own rows
        weapon=weapon_of(weapon) if weapon is not None else None,
        position=trying.who["position"],
        off_hand=off_hand,
        modifiers=trying.granted,
        ambush=trying.ambush,
        settings=trying.settings,
        **more,
    )
    return plan_attack(given).attack.dice, float(odds_of_attack(given).odds["hit"])


def _strafe(trying: Trying, weapon: Member | None) -> tuple[int, float]:
    if weapon is None:
        raise ValueError(STRAFING)
    given = StrafeInput(
        attacker=read_as(Attacker, trying.who),
        weapon=weapon_of(weapon),
        targets=("one", "another"),
        modifiers=trying.granted,
        settings=trying.settings,
    )
    return plan_strafe(given).dice, float(odds_of_strafe(given).odds["success"])
