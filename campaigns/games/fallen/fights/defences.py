"""What somebody has against an attack that comes in: defences, soaks and ways to keep their feet, with their odds."""

from dataclasses import dataclass
from typing import Final, Literal

from msgspec import UNSET

from campaigns.games.fallen.fights.read_as import read_as
from campaigns.queries.cast import Member
from rules.fallen.deeds import DEFENCES
from rules.fallen.defences import Defender, DefendInput, odds_of_defend, plan_defend
from rules.fallen.falls import Fallen, KnockdownInput, odds_of_knockdown, plan_knockdown
from rules.fallen.modifiers import Modifier
from rules.fallen.types import Settings
from rules.kernel.errors import RuleViolation

TOO_LATE: Final = ("multiple", "actions_taken", "turn_done", "dazed", "turn_lost", "prone")
"""What leaves nobody an action of her own to lose."""


@dataclass(frozen=True)
class Way:
    """One way to answer, with its dice as they are now and the chance that it does what it is for."""

    code: str
    dice: int
    stops: float


@dataclass(frozen=True)
class Answers:
    """The ways to answer an attack. Where there is none, `clause` is the rule that leaves none."""

    ways: tuple[Way, ...]
    clause: str | None
    costs_her_turn: bool
    """Whether a defence without a declaration is the one action that she has (FAL-MULTI-05, FAL-MULTI-06)."""


def answers_to(
    defender: Member, against: int, settings: Settings, granted: tuple[Modifier, ...], *, ranged: bool
) -> Answers:
    """What somebody whose sheet this viewer reads may answer to an attack of so many successes."""
    ways, clauses = [], []
    read = read_as(Defender, defender)
    for maneuver in DEFENCES if read.dexterity is not UNSET else ():
        given = DefendInput(
            defender=read,
            maneuver=maneuver,
            against=against,
            ranged=ranged,
            modifiers=granted,
            settings=settings,
        )
        try:
            dice, odds = plan_defend(given).dice, odds_of_defend(given).odds
        except RuleViolation as refused:
            clauses.append(refused.clause)
            continue
        ways.append(Way(maneuver, dice, float(odds["avoided"])))
    return Answers(
        tuple(ways),
        clauses[0] if clauses and not ways else None,
        costs_her_turn=bool(ways) and not any(defender[name] for name in TOO_LATE),
    )


def ways_to_stay_up(fighter: Member, settings: Settings, granted: tuple[Modifier, ...]) -> tuple[Way, ...]:
    """The Abilities with which somebody who is knocked down may roll, the better one first (FAL-KNOCK-01)."""
    names: list[Literal["athletics", "martial_arts"]] = ["athletics", "martial_arts"]
    found = []
    for name in names:
        try:
            fallen = read_as(Fallen, fighter)
            given = KnockdownInput(fighter=fallen, ability=name, modifiers=granted, settings=settings)
            odds = odds_of_knockdown(given).odds
            found.append(Way(name, plan_knockdown(given).dice, float(odds["success"])))
        except (RuleViolation, TypeError):  # out cold, or a sheet without Dexterity
            continue
    known = [way for way in found if way.code == "athletics" or fighter.fields.get(way.code)]
    return tuple(sorted(known, key=lambda way: -way.stops))
