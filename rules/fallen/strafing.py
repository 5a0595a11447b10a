"""One sweep of fire over several targets (FAL-RANGED-03, FAL-RANGED-09)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.fallen import pool as pools
from rules.fallen.attacks import (
    Attacker,
    accuracy_term,
    blind_term,
    refuse_forbidden_blind_shot,
    refuse_weapon,
)
from rules.fallen.defences import beset
from rules.fallen.exchanges import spent_rounds
from rules.fallen.maneuvers import row_of
from rules.fallen.modifiers import (
    RolledInput,
    dice_terms,
    difficulty_terms,
    on_the_move,
    refuse_no_willpower,
)
from rules.fallen.odds import chances, roll_odds
from rules.fallen.pool import Pool, PoolPlan, RollResult, Term, base_difficulty, refuse_empty, trait
from rules.fallen.rolls import multiple_actions, spent_willpower, wounds
from rules.fallen.subjects import (
    multiple_actions_penalty,
    refuse_undeclared,
    refuse_unfit_to_attack,
    require,
)
from rules.fallen.types import BlindDifficulty, Id, Weapon, dots
from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import change_by
from rules.kernel.origins import GM, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome

FEWEST_TARGETS, MOST_TARGETS = 2, 10


class StrafeInput(RolledInput):
    attacker: Annotated[Attacker, record("character")]
    weapon: Annotated[Weapon, record("weapon"), by("FAL-RANGED-07")]
    targets: Annotated[
        tuple[Id, ...],
        Meta(min_length=FEWEST_TARGETS, max_length=MOST_TARGETS),
        record("character"),
        by("FAL-RANGED-09"),
    ]
    blind_difficulty: Annotated[BlindDifficulty, GM, by("FAL-BLIND-01")] = 2

    def __post_init__(self) -> None:
        check_distinct("targets", self.targets)
        if self.attacker.id in self.targets:
            raise wrong("targets", f"{self.attacker.id!r} is the shooter, so can't be a target")
        require("attacker", self.attacker, "dexterity")


class Share(Struct, frozen=True):
    """What of the fire falls on one target."""

    id: str
    successes: int
    hit: bool


class StrafeOutcome(Outcome):
    result: RollResult
    successes: int
    shares: tuple[Share, ...]
    needs: tuple[Literal["botch_consequence"], ...]
    pool: Pool


def strafe(given: StrafeInput, draws: Draws) -> Result:
    """Roll once and share the successes out, what is left over in the shooter's order (FAL-RANGED-09)."""
    planned = plan_strafe(given)
    rolled = pools.roll(planned, draws)
    outcome = StrafeOutcome(
        result=rolled.result,
        successes=rolled.successes,
        shares=_shared(given.targets, rolled.successes),
        needs=("botch_consequence",) if rolled.botch else (),
        pool=rolled,
    )
    row = row_of("strafing", None)
    effects = (
        *spent_willpower(given.attacker.id, given.willpower),
        *spent_rounds(row, given.weapon),
        change_by(given.attacker.id, "actions_taken", 1),
    )
    clauses = cite(
        row.clause,
        "FAL-RANGED-07",
        *pools.clauses_of(planned, rolled),
        "FAL-RANGED-09" if rolled.successes else "FAL-ATTACK-02",
        "FAL-BOTCH-01" if rolled.botch else None,
        "FAL-RANGED-08" if given.weapon.ammo is not None else None,
    )
    return Result(outcome, effects, clauses)


def odds_of_strafe(given: StrafeInput) -> Chances:
    """The odds of `fallen.strafe`: those of its roll, and each target's chance to be hit."""
    planned = plan_strafe(given)
    counted = chances(planned)
    hit = {
        target: share(sum(counted.successes[place:]), counted.total)
        for place, target in enumerate(given.targets, start=1)
    }
    return Chances({**roll_odds(counted), "hit": hit}, cite("FAL-RANGED-03", *planned.clauses))


def plan_strafe(given: StrafeInput) -> PoolPlan:
    """The pool of a sweep of fire, or the clause that forbids it."""
    attacker, row = given.attacker, row_of("strafing", None)
    refuse_unfit_to_attack(attacker, "input.attacker")
    refuse_weapon(row, given.weapon)
    refuse_forbidden_blind_shot(attacker, given.settings)
    refuse_no_willpower(given.willpower, attacker.willpower, given.settings, "input.willpower")
    refuse_undeclared(attacker, "input.attacker")
    terms = (
        trait("dexterity", dots(attacker.dexterity)),
        trait("firearms", attacker.firearms),
        accuracy_term(row, attacker),
        *dice_terms(given.modifiers),
        wounds(attacker),
        multiple_actions(multiple_actions_penalty(attacker)),
    )
    refuse_empty(terms, "input")
    difficulty = (
        base_difficulty(),
        Term("maneuver", row.difficulty, "FAL-MANEUV-02"),
        blind_term(attacker, given.blind_difficulty),
        beset(attacker),
        on_the_move(attacker.move_difficulty),
        *difficulty_terms(given.modifiers),
    )
    return pools.plan(terms, difficulty, given.settings, specialty=given.specialty, willpower=given.willpower)


def _shared(targets: tuple[str, ...], successes: int) -> tuple[Share, ...]:
    each, over = divmod(successes, len(targets))
    parts = (each + (place < over) for place in range(len(targets)))
    return tuple(Share(target, part, part > 0) for target, part in zip(targets, parts, strict=True))
