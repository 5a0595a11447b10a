"""The defences that somebody has against an attack that comes in: their dice, and how likely each stops it."""

from dataclasses import dataclass
from typing import Final, get_args

from msgspec import UNSET, structs

from campaigns.queries.cast import Member
from campaigns.viewing import Hidden
from rules.fallen.defences import Defender, DefendInput, odds_of_defend, plan_defend
from rules.fallen.maneuvers import Defence
from rules.fallen.types import Settings
from rules.kernel.errors import RuleViolation

DEFENCES: Final[tuple[Defence, ...]] = get_args(Defence)
TOO_LATE: Final = ("multiple", "actions_taken", "turn_done", "dazed", "turn_lost", "prone")
"""What leaves nobody an action of her own to lose."""


@dataclass(frozen=True)
class Way:
    """One way to answer an attack, with its dice as they are now and the chance that nothing of the attack is left."""

    maneuver: Defence
    dice: int
    stops: float


@dataclass(frozen=True)
class Answers:
    """The ways to answer an attack. Where there is none, `clause` is the rule that leaves none."""

    ways: tuple[Way, ...]
    clause: str | None
    costs_her_turn: bool
    """Whether a defence without a declaration is the one action that she has (FAL-MULTI-05, FAL-MULTI-06)."""


def answers_to(defender: Member, against: int, settings: Settings, *, ranged: bool) -> Answers:
    """What somebody whose sheet this viewer reads may answer to an attack of so many successes."""
    ways, clauses = [], []
    read = _read(defender)
    for maneuver in DEFENCES if read.dexterity is not UNSET else ():
        given = DefendInput(
            defender=read, maneuver=maneuver, against=against, ranged=ranged, settings=settings
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


def _read(defender: Member) -> Defender:
    """The traits of a defender as the rules read them."""
    stored = {
        field.name: value
        for field in structs.fields(Defender)
        if (value := defender.fields.get(field.name)) is not None and not isinstance(value, Hidden)
    }
    return Defender(**{**stored, "id": defender.id})
