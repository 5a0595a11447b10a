"""Every opposed roll of the system: two pools, the highest die wins, ties cancel, victories count."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType

from rules.kernel.draws import Draws
from rules.kernel.errors import InvalidInput
from rules.kernel.result import cite
from rules.kernel.types import Outcome
from rules.sorcerer.modifiers import Modifier

LARGEST_POOL = 100

SOURCE_CLAUSES: Final = {
    "descriptor": "SOR-BONUS-02",
    "good_play": "SOR-BONUS-03",
    "crossover": "SOR-BONUS-06",
    "price": "SOR-PRICE-01",
    "penalties": "SOR-DAMAGE-03",
}
AWARDED_ONLY: Final = frozenset({"descriptor", "good_play", "crossover", "price", "equipment", "situation"})
"""Sources that only a modifier brings into a pool."""

Side = Literal["acting", "opposing", "none"]


class PoolPart(Struct, frozen=True):
    """A named part of a pool; `dice` may be negative."""

    source: str
    dice: int
    note: str | UnsetType = UNSET


class DecidedPart(PoolPart, frozen=True):
    """A part on its way into a pool, with the clauses that put it there."""

    clauses: tuple[str, ...] = ()


class Pool(Struct, frozen=True):
    """One side of a contest: its parts, their plain sum, its size in dice and the faces, highest first."""

    parts: tuple[PoolPart, ...]
    raw: int
    size: int
    faces: tuple[int, ...]


class Contest(Struct, frozen=True):
    """An opposed roll as everybody sees it. `cancelled` has one face for each tied pair; see SOR, *The contest*."""

    die: int
    shift: int
    acting: Pool
    opposing: Pool
    cancelled: tuple[int, ...]
    winner: Side
    victories: int
    target: int | None
    total: bool
    decided: Literal["high_die", "spare_dice", "dead_tie"]


class ContestOutcome(Outcome):
    """The base outcome of an action with one contest: whether the acting side won, and by how many victories."""

    contest: Contest
    success: bool
    victories: int


class Verdict(Struct, frozen=True):
    """Who won two sets of faces, and how."""

    cancelled: tuple[int, ...]
    winner: Side
    victories: int
    target: int | None
    total: bool
    decided: Literal["high_die", "spare_dice", "dead_tie"]


class Pools(Struct, frozen=True):
    """Two pools before the roll: the parts of each side and the sizes that SOR-CURRENCY-03 gives them.

    `clauses` are those by which single parts stand there.
    """

    acting: tuple[PoolPart, ...]
    opposing: tuple[PoolPart, ...]
    shift: int
    sizes: tuple[int, int]
    clauses: tuple[str, ...] = ()


def score_part(source: str, dice: int, *clauses: str) -> PoolPart:
    """The score with which a pool begins, by these clauses; kept even when it is 0."""
    return DecidedPart(source, dice, clauses=clauses) if clauses else PoolPart(source, dice)


def other_parts(*parts: tuple[str, int, *tuple[str, ...]]) -> tuple[PoolPart, ...]:
    """Further parts of a pool in the order that the action states, by these clauses; left out when they are 0."""
    return tuple(score_part(*part) for part in parts if part[1])


def decided_by(parts: Iterable[PoolPart]) -> tuple[str, ...]:
    """The clauses by which parts stand in a pool, in their order."""
    return tuple(clause for part in parts if isinstance(part, DecidedPart) for clause in part.clauses)


def awarded(modifiers: Iterable[Modifier]) -> tuple[PoolPart, ...]:
    """Modifiers as parts of a pool, as given (SOR-BONUS-07)."""
    return tuple(PoolPart(entry.source, entry.dice, entry.note) for entry in modifiers)  # type: ignore[attr-defined]  # each set of modifiers has its own `source`


def build_pools(acting: Sequence[PoolPart], opposing: Sequence[PoolPart]) -> Pools:
    """Add up both sides and lift them to at least a die each (SOR-CURRENCY-02, SOR-CURRENCY-03).

    Sizes above 100 dice are `InvalidInput`: this comes after the action's rules and before any draw.
    """
    raws = _raw(acting), _raw(opposing)
    shift = max(0, 1 - min(raws))
    sizes = raws[0] + shift, raws[1] + shift
    if max(sizes) > LARGEST_POOL:
        raise InvalidInput(f"a pool of {max(sizes)} dice is above {LARGEST_POOL}", field="input")
    return Pools(_plain(acting), _plain(opposing), shift, sizes, decided_by((*acting, *opposing)))


def roll(pools: Pools, die: int, draws: Draws) -> Contest:
    """Roll both pools, the acting side's dice first, and compare them (SOR-ROLL-05)."""
    # The order of the draws is part of the contract: a log that draws otherwise proves nothing.
    acting = [draws.die(die) for _ in range(pools.sizes[0])]
    opposing = [draws.die(die) for _ in range(pools.sizes[1])]
    return settle(pools, die, acting, opposing)


def settle(pools: Pools, die: int, acting: Iterable[int], opposing: Iterable[int]) -> Contest:
    """The contest of faces that lie on the table, `pools.sizes` of them on each side."""
    faces = _sorted(acting), _sorted(opposing)
    verdict = compare(*faces)
    return Contest(
        die=die,
        shift=pools.shift,
        acting=Pool(pools.acting, _raw(pools.acting), pools.sizes[0], faces[0]),
        opposing=Pool(pools.opposing, _raw(pools.opposing), pools.sizes[1], faces[1]),
        cancelled=verdict.cancelled,
        winner=verdict.winner,
        victories=verdict.victories,
        target=verdict.target,
        total=verdict.total,
        decided=verdict.decided,
    )


def compare(acting: Sequence[int], opposing: Sequence[int]) -> Verdict:
    """Who wins two rows of faces sorted from the highest (SOR-ROLL-06 to SOR-ROLL-11)."""
    tied = 0
    while tied < min(len(acting), len(opposing)) and acting[tied] == opposing[tied]:
        tied += 1
    cancelled, mine, theirs = tuple(acting[:tied]), acting[tied:], opposing[tied:]
    if not mine and not theirs:  # SOR-ROLL-11
        return Verdict(cancelled, "none", 0, None, False, "dead_tie")
    if not mine or not theirs:  # SOR-ROLL-09
        return Verdict(cancelled, "acting" if mine else "opposing", 1, None, False, "spare_dice")
    winner: Side = "acting" if mine[0] > theirs[0] else "opposing"
    winning, losing = (mine, theirs) if winner == "acting" else (theirs, mine)
    victories = sum(face > losing[0] for face in winning)  # SOR-ROLL-08
    return Verdict(
        cancelled, winner, victories, losing[0], victories == len(winning), "high_die"
    )  # SOR-ROLL-10


def clauses_of(contest: Contest) -> tuple[str, ...]:
    """The clauses that decided a roll, in the order in which they applied."""
    decided = {"high_die": "SOR-ROLL-08", "spare_dice": "SOR-ROLL-09", "dead_tie": "SOR-ROLL-11"}[
        contest.decided
    ]
    return (
        "SOR-ROLL-05",
        *clauses_of_parts(contest.acting.parts, contest.opposing.parts),
        *(["SOR-CURRENCY-03"] if contest.shift else []),
        "SOR-ROLL-06",
        *(["SOR-ROLL-07"] if contest.cancelled else []),
        decided,
        *(["SOR-ROLL-10"] if contest.total else []),
    )


def clauses_of_parts(*pools: Sequence[PoolPart]) -> tuple[str, ...]:
    """The clauses by which the parts of pools were awarded and added up."""
    sources = {part.source for pool in pools for part in pool}
    summed = any(len(pool) > 1 for pool in pools)
    return cite(
        *(clause for source, clause in SOURCE_CLAUSES.items() if source in sources),
        "SOR-BONUS-07" if sources & AWARDED_ONLY else None,
        "SOR-CURRENCY-01" if summed else None,
        "SOR-CURRENCY-02" if summed else None,
    )


def acting_victories(contest: Contest) -> int:
    """The acting side's victories, 0 if it did not win."""
    return contest.victories if contest.winner == "acting" else 0


def _plain(parts: Iterable[PoolPart]) -> tuple[PoolPart, ...]:
    """Parts as an outcome tells them."""
    return tuple(PoolPart(part.source, part.dice, part.note) for part in parts)


def _raw(parts: Iterable[PoolPart]) -> int:
    return sum(part.dice for part in parts)


def _sorted(faces: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(faces, reverse=True))
