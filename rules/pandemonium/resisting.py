"""Who resists a spell, and with what: the side that is rolled for, or that was rolled before."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Struct

from rules.kernel.draws import Draws
from rules.kernel.origins import DERIVED, RESULT, STORED, record, side_of
from rules.kernel.origins import by as by_clause
from rules.kernel.parsing import wrong
from rules.kernel.types import Id, Input, Outcome
from rules.pandemonium import pools
from rules.pandemonium.odds import Tally
from rules.pandemonium.pools import NamedPoolInput, Plan, Pool, PoolInput
from rules.pandemonium.types import Character, Measure, Successes


class Resist(Input):
    """Successes that are known, or a pool to roll, which another's attack on the spell may aid (PAN-ASSAIL-04)."""

    successes: Annotated[Successes | None, RESULT] = None
    pool: PoolInput | None = None
    aid: Annotated[Successes | None, DERIVED, by_clause("PAN-ASSAIL-04")] = None

    def __post_init__(self) -> None:
        if (self.successes is None) == (self.pool is None):
            raise wrong("pool", "give either successes or a pool")
        if self.aid is not None and self.pool is None:
            raise wrong("aid", "aid applies to a pool, not to known successes")


class Given(Input):
    """Successes that are known, or a pool to roll whose traits are named."""

    successes: Annotated[Successes | None, RESULT] = None
    pool: NamedPoolInput | None = None

    def __post_init__(self) -> None:
        if (self.successes is None) == (self.pool is None):
            raise wrong("pool", "give either successes or a pool")


class SpellAtWork(Input):
    """A spell that goes on working, by its Potency alone."""

    id: Id
    potency: Annotated[Measure, STORED]


class ContestInput(Input):
    """What opposes an action: a number, somebody's pool, or a spell that goes on working (PAN-POT-10)."""

    successes: Annotated[Successes | None, RESULT] = None
    by: Annotated[Character | None, record("character"), by_clause("PAN-POOL-09")] = None
    pool: Annotated[NamedPoolInput | None, side_of("by")] = None
    spell: Annotated[SpellAtWork | None, record("spell"), by_clause("PAN-POT-10")] = None

    def __post_init__(self) -> None:
        if sum(one is not None for one in (self.successes, self.by, self.spell)) != 1:
            raise wrong("by", "give one of these: successes, who contests it, or a spell")
        if (self.by is None) != (self.pool is None):
            raise wrong("pool", "give a pool when someone contests it, and only then")


class Contest(Outcome):
    successes: int
    pool: Pool | None


class Side(Struct, frozen=True):
    """One side before the roll: its pool, or the number that is known; never less than `least`."""

    plan: Plan | None = None
    least: int = 0

    @property
    def tally(self) -> Tally:
        return Tally(self.plan, self.least)


NOBODY = Side()


def plan_side(
    resist: Resist | Given,
    who: Character,
    usual: Sequence[str] | None,
    *,
    at: str,
    owner: str = "input.target",
) -> Side:
    """The resisting side; without traits its usual pool."""
    if resist.pool is None:
        return Side(least=resist.successes or 0)
    aid = resist.aid if isinstance(resist, Resist) else None
    planned = pools.plan(who, resist.pool, usual=usual, at=f"{at}.pool", owner=owner)
    return Side(planned, aid or 0)


def plan_contest(contest: ContestInput | None) -> Side | None:
    """The side that contests an action, if anything does."""
    if contest is None:
        return None
    if contest.by is None or contest.pool is None:
        return Side(least=contest.spell.potency if contest.spell else contest.successes or 0)
    return Side(pools.plan(contest.by, contest.pool, at="input.contest.pool", owner="input.contest.by"))


def roll_side(side: Side, draws: Draws) -> Contest:
    """The successes of a side: the larger of the roll and what it has for certain."""
    if side.plan is None:
        return Contest(successes=side.least, pool=None)
    fallen = pools.roll(side.plan, draws)
    return Contest(successes=max(fallen.successes, side.least), pool=fallen)


def check_named(pool: PoolInput, field: str) -> None:
    """For `__post_init__`: refuse a pool without traits where the action has no usual ones."""
    if pool.traits is None:
        raise wrong(field, "this pool needs traits")
