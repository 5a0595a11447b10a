"""Pools of ten-sided dice: how one is built, what it may not be boosted by, and how it falls (PAN-POOL)."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by
from rules.kernel.errors import InvalidInput, RuleViolation
from rules.kernel.origins import GM, OWN, PLAYER, RESULT, TEXT, by, helper
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.types import Id, Input, OptionalText, Outcome
from rules.pandemonium.aspects import ASPECTS
from rules.pandemonium.types import ARCANA, Aspect, Character, PoolTraits

SUCCESS = 8
ORDINARY_AGAIN = 10
WILLPOWER_DICE = 3
OUT_OF_REACH = ARCANA | {"power", "rote"}
"""Traits of which a pool without any other takes no boost from a spell (PAN-APPLY-03)."""

_SIGNS = {"edge": 1, "difficulty": -1, "wound": -1}
_Again = Annotated[int, Meta(ge=8, le=10)]


class Modifier(Input):
    """Dice that the Storyteller awards or takes away."""

    source: Literal["edge", "difficulty", "equipment", "wound", "situation", "aftereffect"]
    dice: Annotated[int, Meta(ge=-20, le=20)]
    note: Annotated[OptionalText, TEXT] = ""

    @property
    def counts_as(self) -> str:
        """What it competes with: an aftereffect gives an Edge or a Difficulty (PAN-AFTER-11)."""
        if self.source != "aftereffect":
            return self.source
        return "edge" if self.dice > 0 else "difficulty"

    def __post_init__(self) -> None:
        if self.dice == 0 or self.dice * _SIGNS.get(self.source, self.dice) < 0:
            raise wrong("dice", f"{self.dice} dice cannot come from {self.source}")


class Boost(Input):
    """What assures successes: a spell by its aspect, or another source by its own numbers."""

    id: Annotated[Id, helper("spell"), by("PAN-BOOST-01")]
    aspect: Aspect | None = None
    minimum: Annotated[Annotated[int, Meta(ge=1, le=10)] | None, RESULT] = None
    again: Annotated[_Again | None, RESULT] = None

    def __post_init__(self) -> None:
        if self.aspect is None and self.minimum is None:
            raise wrong("minimum", "give an aspect or a minimum for a boost")
        if self.aspect is not None and self.minimum is not None:
            raise wrong("minimum", "leave this empty: the aspect sets the minimum")
        if self.aspect is not None and self.again is not None:
            raise wrong("again", "leave this empty: the aspect sets the again number")

    @property
    def guaranteed(self) -> int:
        return ASPECTS[self.aspect].minimum if self.aspect else self.minimum or 0

    @property
    def offered_again(self) -> int:
        return ASPECTS[self.aspect].again if self.aspect else self.again or ORDINARY_AGAIN


_Modifiers = Annotated[tuple[Modifier, ...], Meta(max_length=40), GM, by("PAN-POOL-02")]
_Boosts = Annotated[tuple[Boost, ...], Meta(max_length=40), GM]


class Support(Input):
    """What helps or hampers a pool whose traits are named elsewhere."""

    modifiers: _Modifiers = ()
    boosts: _Boosts = ()
    again: Annotated[_Again, GM, by("PAN-POOL-04")] = ORDINARY_AGAIN


class PoolInput(Support):
    """A pool to roll; without traits it is the action's usual one."""

    traits: Annotated[PoolTraits | None, GM, by("PAN-POOL-01")] = None
    willpower: Annotated[bool, PLAYER, OWN, by("PAN-POOL-07")] = False

    def __post_init__(self) -> None:
        check_distinct("traits", self.traits or ())


class NamedPoolInput(PoolInput):
    """A pool where the action has no usual one."""

    traits: Annotated[PoolTraits, PLAYER, by("PAN-POOL-01")]


class PoolPart(Struct, frozen=True):
    """A named part of a pool; `dice` may be negative."""

    source: str
    name: str
    dice: int


class Pool(Outcome):
    """A pool as it fell: what made it, what was guaranteed, every face in the order drawn."""

    parts: tuple[PoolPart, ...]
    ignored: tuple[PoolPart, ...]
    size: int
    chance: bool
    again: int
    minimum: int
    minimum_from: str | None
    faces: tuple[int, ...]
    sorted: tuple[int, ...]
    rolled: int
    successes: int
    result: Literal["dramatic_failure", "failure", "success"]


class Plan(Struct, frozen=True):
    """A pool before the roll. `subject` is whose it is, `at` where it stands in the input."""

    subject: str
    at: str
    parts: tuple[PoolPart, ...]
    ignored: tuple[PoolPart, ...]
    again: int
    minimum: int
    minimum_from: str | None
    barred: bool
    willpower: int | None
    """The points the subject has, where one is to be spent on this pool."""

    @property
    def size(self) -> int:
        return sum(part.dice for part in self.parts)

    @property
    def chance(self) -> bool:
        return self.size < 1  # PAN-POOL-05


def plan(
    who: Character,
    pool: PoolInput,
    *,
    usual: Sequence[str] | None = None,
    at: str = "input.pool",
    owner: str = "input.actor",
    boosts: Sequence[Boost] | None = None,
) -> Plan:
    """The pool of `who` (PAN-POOL-01); InvalidInput names the trait or the Willpower that is missing.

    `usual` are the traits where the pool names none; `boosts`, where given, stand in for the pool's own.
    """
    names = pool.traits or usual
    if names is None:
        raise InvalidInput("this pool needs traits", field=f"{at}.traits")
    if pool.willpower and who.willpower is None:
        raise InvalidInput("give the Willpower from which a point is spent", field=f"{owner}.willpower")
    counted, ignored = _count(pool.modifiers)
    helped_by = pool.boosts if boosts is None else boosts
    best = max(helped_by, key=lambda boost: boost.guaranteed, default=None)  # PAN-BOOST-05
    return Plan(
        subject=who.id,
        at=at,
        parts=(
            *(PoolPart("trait", name, dots(who, name, owner)) for name in names),
            *counted,
            *([PoolPart("willpower", "", WILLPOWER_DICE)] if pool.willpower else []),
        ),
        ignored=ignored,
        again=min([pool.again, *(boost.offered_again for boost in helped_by)]),  # PAN-BOOST-18
        minimum=best.guaranteed if best else 0,
        minimum_from=best.id if best else None,
        barred=OUT_OF_REACH.issuperset(names) and any(boost.aspect for boost in (*pool.boosts, *helped_by)),
        willpower=who.willpower if pool.willpower else None,
    )


def dots(who: Character, name: str, owner: str = "input.target") -> int:
    """The dots of a trait that the rules read; only `power` may be left out (PAN, *Character*)."""
    if name not in who.traits and name != "power":
        raise InvalidInput(
            f"{who.id} has no trait {name}: name one on the sheet", field=f"{owner}.traits.{name}"
        )
    return who.traits.get(name, 0)


def permit(*plans: Plan | None, spent: dict[str, int] | None = None) -> None:
    """Refuse a forbidden boost or a Willpower point that is not there, pool by pool (PAN-APPLY-03, PAN-POOL-07).

    `spent` has the points that each subject spends in this action besides.
    """
    spent = dict(spent or {})
    for one in plans:
        if one is None:
            continue
        if one.barred:
            raise RuleViolation(
                "spells cannot boost this pool", field=f"{one.at}.boosts", clause="PAN-APPLY-03"
            )
        if one.willpower is not None:
            spent[one.subject] = spent.get(one.subject, 0) + 1
            if spent[one.subject] > one.willpower:
                raise RuleViolation(
                    f"{one.subject} has no Willpower left for it",
                    field=f"{one.at}.willpower",
                    clause="PAN-POOL-07",
                )


def spend(*plans: Plan | None) -> tuple[Effect, ...]:
    """The Willpower that these pools cost, one change a subject (PAN-POOL-07)."""
    points: dict[str, int] = {}
    for one in plans:
        if one is not None and one.willpower is not None:
            points[one.subject] = points.get(one.subject, 0) + 1
    return tuple(change_by(subject, "willpower", -spent) for subject, spent in points.items())


def roll(planned: Plan, draws: Draws) -> Pool:
    """Roll a pool: its initial dice, then the again dice in the order they were earned (PAN-POOL-03 to PAN-POOL-08)."""
    faces: list[int] = []
    waiting = 1 if planned.chance else planned.size
    while len(faces) < waiting:
        # Again dice come after all of the initial ones: the order of the draws is the contract's.
        faces.append(draws.die(10))
        if not planned.chance and faces[-1] >= planned.again:
            waiting += 1
    rolled = sum(face >= (10 if planned.chance else SUCCESS) for face in faces)
    dramatic = planned.chance and faces[0] == 1  # PAN-POOL-06
    successes = 0 if dramatic else max(rolled, planned.minimum)  # PAN-BOOST-02
    return Pool(
        parts=planned.parts,
        ignored=planned.ignored,
        size=planned.size,
        chance=planned.chance,
        again=planned.again,
        minimum=planned.minimum,
        minimum_from=planned.minimum_from,
        faces=tuple(faces),
        sorted=tuple(sorted(faces, reverse=True)),
        rolled=rolled,
        successes=successes,
        result="dramatic_failure" if dramatic else "success" if successes else "failure",
    )


def clauses_of(pool: Pool | None) -> tuple[str, ...]:
    """The clauses that decided a roll, in the order in which they applied."""
    if pool is None:
        return ()
    spent = any(part.source == "willpower" for part in pool.parts)
    again = not pool.chance and len(pool.faces) > pool.size
    found = {
        "PAN-POOL-01": True,
        "PAN-POOL-02": bool(pool.ignored),
        "PAN-MULTI-03": bool(pool.ignored),
        "PAN-POOL-07": spent,
        "PAN-POOL-05": pool.chance,
        "PAN-POOL-03": not pool.chance,
        "PAN-POOL-04": again,
        "PAN-POOL-06": pool.result == "dramatic_failure",
        "PAN-BOOST-02": pool.minimum > 0,
        "PAN-BOOST-04": pool.minimum > 0 and pool.result == "dramatic_failure",
        "PAN-BOOST-03": pool.again < ORDINARY_AGAIN,
    }
    return tuple(clause for clause, applied in found.items() if applied)


def _count(modifiers: Iterable[Modifier]) -> tuple[tuple[PoolPart, ...], tuple[PoolPart, ...]]:
    """The modifiers that count and those that do not: one Edge and one Difficulty, all of the others (PAN-POOL-02)."""
    entries = list(modifiers)
    leading: dict[str, Modifier] = {}
    for entry in entries:
        known, kind = leading.get(entry.counts_as), entry.counts_as
        if kind in ("edge", "difficulty") and (known is None or abs(entry.dice) > abs(known.dice)):
            leading[kind] = entry
    counted = [leading.get(entry.counts_as, entry) is entry for entry in entries]
    parts = [PoolPart(entry.source, entry.note, entry.dice) for entry in entries]
    return (
        tuple(part for part, counts in zip(parts, counted, strict=True) if counts),
        tuple(part for part, counts in zip(parts, counted, strict=True) if not counts),
    )
