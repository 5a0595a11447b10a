"""The dice pool: what goes into it before a roll, and how its faces are read (FAL-POOL)."""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from rules.fallen.types import STANDARD, Settings
from rules.kernel.draws import Draws
from rules.kernel.errors import RuleViolation
from rules.kernel.result import cite

SIDES = 10
LOWEST_DIFFICULTY = 2

Specialty = Literal["off", "reroll", "double"]
RollResult = Literal["success", "failure", "botch"]


class Term(Struct, frozen=True):
    """A named amount on its way into a pool or a difficulty, and the clause that put it there."""

    name: str
    amount: int
    clause: str | None = None
    always: bool = False
    """Listed even when it is 0, as traits are."""


class PoolPart(Struct, frozen=True):
    name: str
    dice: int


class DifficultyPart(Struct, frozen=True):
    name: str
    value: int


class Pool(Struct, frozen=True):
    """A roll as everybody sees it; see FAL, *The `pool` object*."""

    parts: tuple[PoolPart, ...]
    dice: int
    difficulty_parts: tuple[DifficultyPart, ...]
    difficulty: int
    threshold: int
    specialty: Specialty
    faces: tuple[int, ...]
    bonus: tuple[int, ...]
    hits: int
    ones: int
    automatic: int
    successes: int
    botch: bool
    botches: int
    result: RollResult


class PoolPlan(Struct, frozen=True):
    """A pool before its roll: everything that decides its chances.

    `terms` are those of the dice and `raised` those of the difficulty, without what adds nothing; parts and clauses
    are read from them when somebody asks.
    """

    terms: tuple[Term, ...]
    dice: int
    raised: tuple[Term, ...]
    difficulty: int
    threshold: int
    specialty: Specialty
    reroll_limit: int
    automatic: int
    ones_cancel: bool
    botch_rule: Literal["no_success", "net_negative", "never"]
    cited_first: str | None = None
    cited_last: tuple[str | None, ...] = ()

    @property
    def clauses(self) -> tuple[str, ...]:
        """What decided the pool, in the order in which it applied."""
        named = [term.clause for term in (*self.terms, *self.raised)]
        return cite(self.cited_first, *named, *self.cited_last)


def trait(name: str, dice: int) -> Term:
    """A trait of a pool: always listed (FAL-POOL-01)."""
    return Term(name, dice, None, True)


def base_difficulty(value: int = STANDARD) -> Term:
    """The difficulty that a roll begins with: always listed (FAL-POOL-02)."""
    return Term("base", value, None, True)


def total(terms: Iterable[Term]) -> int:
    """What the terms of a pool or of a difficulty come to."""
    return sum([term.amount for term in terms])


def lifted(terms: Sequence[Term], least: int, clause: str) -> tuple[Term, ...]:
    """The terms of a pool that has at least `least` dice, with what was missing as a part `minimum`."""
    return (*terms, Term("minimum", max(0, least - total(terms)), clause))


def refuse_empty(terms: Iterable[Term], at: str) -> None:
    """A pool without dice is no action: because of the others taken (FAL-MULTI-04), or anyway (FAL-POOL-05)."""
    terms = tuple(terms)
    if total(terms) > 0:
        return
    without = total(term for term in terms if term.clause != "FAL-MULTI-02")
    raise RuleViolation(
        f"a pool of {total(terms)} dice cannot be rolled",
        field=at,
        clause="FAL-MULTI-04" if without > 0 else "FAL-POOL-05",
    )


def plan(
    terms: Iterable[Term],
    difficulty: Iterable[Term],
    settings: Settings,
    *,
    specialty: bool = False,
    willpower: bool = False,
    sure: int = 0,
) -> PoolPlan:
    """A pool of these dice against this difficulty, within the campaign's bounds (FAL-POOL-03).

    `willpower` buys one sure success (FAL-POOL-10); `sure` are those that come from elsewhere.
    """
    dice_terms, raised = _listed(terms), _listed(difficulty)
    raw = total(raised)
    difficulty_now = min(settings.difficulty_cap, max(LOWEST_DIFFICULTY, raw))
    over = max(0, raw - settings.difficulty_cap) if settings.over_cap == "threshold" else 0
    return PoolPlan(
        terms=dice_terms,
        dice=total(dice_terms),
        raised=raised,
        difficulty=difficulty_now,
        threshold=over,
        specialty=settings.specialty_tens if specialty else "off",
        reroll_limit=settings.reroll_limit,
        automatic=sure + willpower,
        ones_cancel=settings.ones_cancel,
        botch_rule=settings.botch_rule,
        cited_first="FAL-POOL-01",
        cited_last=(
            "FAL-POOL-03" if raw != difficulty_now else None,
            "FAL-POOL-10" if willpower else None,
        ),
    )


def plan_fixed(terms: Iterable[Term], settings: Settings) -> PoolPlan:
    """A damage or soak pool: fixed difficulty, no botch (FAL-DAMAGE-04, -05, -07; FAL-SOAK-03, -05)."""
    listed = _listed(terms)
    return PoolPlan(
        terms=listed,
        dice=total(listed),
        raised=(base_difficulty(),),
        difficulty=STANDARD,
        threshold=0,
        specialty="off",
        reroll_limit=0,
        automatic=0,
        ones_cancel=settings.ones_cancel and settings.damage_ones_cancel,
        botch_rule="never",
    )


def roll(planned: PoolPlan, draws: Draws) -> Pool:
    """Roll a pool, its own dice first, then the bonus dice of a specialty wave by wave (FAL-POOL-09)."""
    faces = [draws.die(SIDES) for _ in range(planned.dice)]
    return read(planned, faces, _roll_bonus(planned, faces, draws))


def read(planned: PoolPlan, faces: Sequence[int], bonus: Sequence[int] = ()) -> Pool:
    """The pool of faces that lie on the table (FAL-POOL-02 to FAL-POOL-10)."""
    hits = sum(face >= planned.difficulty for face in (*faces, *bonus))
    if planned.specialty == "double":  # FAL-POOL-09
        hits += sum(face == SIDES for face in faces)
    ones = sum(face == 1 for face in faces)
    botch = _is_botch(planned, hits, ones)
    net = max(0, hits - ones) if planned.ones_cancel else hits  # FAL-POOL-04
    successes = 0 if botch else max(0, net + planned.automatic - planned.threshold)  # FAL-POOL-06
    return Pool(
        parts=tuple(PoolPart(term.name, term.amount) for term in planned.terms),
        dice=planned.dice,
        difficulty_parts=tuple(DifficultyPart(term.name, term.amount) for term in planned.raised),
        difficulty=planned.difficulty,
        threshold=planned.threshold,
        specialty=planned.specialty,
        faces=tuple(sorted(faces, reverse=True)),
        bonus=tuple(bonus),
        hits=hits,
        ones=ones,
        automatic=planned.automatic,
        successes=successes,
        botch=botch,
        botches=ones - hits if botch else 0,  # FAL-POOL-08
        result="botch" if botch else "success" if successes else "failure",
    )


def clauses_of(planned: PoolPlan, pool: Pool) -> tuple[str, ...]:
    """The clauses that decided a roll, in the order in which they applied."""
    return cite(
        *planned.clauses,
        "FAL-POOL-02" if planned.dice else "FAL-POOL-05",
        "FAL-POOL-09" if pool.specialty != "off" and SIDES in pool.faces else None,
        "FAL-POOL-04" if planned.ones_cancel and pool.ones and pool.hits else None,
        "FAL-POOL-07" if pool.botch else "FAL-POOL-06",
        "FAL-POOL-08" if pool.botch else None,
    )


def _listed(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple([term for term in terms if term.amount or term.always])


def _is_botch(planned: PoolPlan, hits: int, ones: int) -> bool:
    if planned.automatic or planned.botch_rule == "never":  # FAL-POOL-07: a sure success rules a botch out
        return False
    return ones > hits if planned.botch_rule == "net_negative" else hits == 0 and ones > 0


def _roll_bonus(planned: PoolPlan, faces: Sequence[int], draws: Draws) -> list[int]:
    if planned.specialty != "reroll":
        return []
    bonus: list[int] = []
    tens = faces.count(SIDES)
    for _ in range(planned.reroll_limit):
        wave = [draws.die(SIDES) for _ in range(tens)]
        bonus += wave
        tens = wave.count(SIDES)
    return bonus
