"""A round of conflict: all declare and roll at once, and what is left when it ends (SOR-CONFLICT)."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import InvalidInput, RuleViolation
from rules.kernel.origins import DERIVED, GM, PLAYER, PROCEDURE, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome, Text
from rules.sorcerer import contest as contests
from rules.sorcerer.contest import LARGEST_POOL, PoolPart
from rules.sorcerer.modifiers import Round
from rules.sorcerer.rolls import RolledScore
from rules.sorcerer.types import Penalties, Score, SorcererInput

RoundAction = Literal["attack", "act", "full_defense", "wait", "command", "draw", "aim", "shoot"]
RoundPlace = Annotated[int, Meta(ge=1, le=30)]
"""A place in the order of a round."""

FULL_DEFENSE: Final = 2


class Gun(Input):
    drawn: Annotated[bool, PROCEDURE]
    aimed_at: Annotated[Id | None, PROCEDURE] = None
    proficient: Annotated[bool, GM, by("SOR-GUN-04")]
    close: Annotated[bool, GM, by("SOR-GUN-03")] = False


class Combatant(Input):
    """One person's action of the round; `override` are Stamina dice won by sheer will."""

    id: Id
    score: Annotated[RolledScore, PLAYER, by("SOR-CONFLICT-08")]
    dice: Annotated[Score, DERIVED, by("SOR-CONFLICT-08")]
    stamina: Score
    action: Annotated[RoundAction, PLAYER, by("SOR-CONFLICT-04")]
    penalties: Penalties = 0
    override: Score = 0
    target: Annotated[Id | None, record("character", "demon", "thing"), by("SOR-CONFLICT-04")] = None
    gun: Annotated[Gun | None, GM] = None
    modifiers: Annotated[Round, GM] = ()
    ability: Annotated[Text | None, PLAYER, by("SOR-ABIL-01")] = None
    """Which of a demon's Abilities its action is."""

    def __post_init__(self) -> None:
        if (self.gun is not None) != (self.action == "shoot"):
            raise wrong("gun", "name a gun for a shot, and only then")
        if self.action in ("attack", "shoot", "aim") and self.target is None:
            raise wrong("target", f"name a target to {self.action}")
        if self.override and self.score != "stamina":
            raise wrong("override", "an override applies only to Stamina")
        if self.ability is not None and self.score != "ability":
            raise wrong("ability", "name an Ability where one is the score, and only then")


class ConflictRoundInput(SorcererInput):
    combatants: Annotated[
        tuple[Combatant, ...], Meta(min_length=1, max_length=30), record("character", "demon")
    ]

    def __post_init__(self) -> None:
        check_distinct("combatants", (combatant.id for combatant in self.combatants))


class RoundRoll(Outcome):
    """A combatant's dice; `owed` are those that a pool below one die lacked."""

    id: Id
    parts: tuple[PoolPart, ...]
    raw: int
    size: int
    owed: int
    faces: tuple[int, ...]


class Arrow(Outcome):
    from_: Id = msgspec.field(name="from")
    to: Id
    action: RoundAction
    dice: int


class ConflictRoundOutcome(Outcome):
    """`order`: first to act first; `ties`: those whose faces are equal; `map`: who acts on whom."""

    rolls: tuple[RoundRoll, ...]
    order: tuple[Id, ...]
    ties: tuple[tuple[Id, ...], ...]
    map: tuple[Arrow, ...]


def conflict_round(given: ConflictRoundInput, draws: Draws) -> Result:
    """All roll at once; the highest roll acts first (SOR-CONFLICT-08, SOR-CONFLICT-13)."""
    for place, combatant in enumerate(given.combatants):
        _refuse(combatant, f"input.combatants.{place}")
    pools = [round_parts(combatant) for combatant in given.combatants]
    _refuse_large(pools)
    rolls = tuple(
        _rolled(combatant.id, parts, given.settings.die, draws)
        for combatant, parts in zip(given.combatants, pools, strict=True)
    )
    ordered = sorted(
        rolls, key=lambda roll: roll.faces, reverse=True
    )  # SOR-CONFLICT-15: equal rolls as listed
    ties = [tuple(roll.id for roll in same) for _, same in groupby(ordered, key=lambda roll: roll.faces)]
    outcome = ConflictRoundOutcome(
        rolls=rolls,
        order=tuple(roll.id for roll in ordered),
        ties=tuple(tie for tie in ties if len(tie) > 1),
        map=tuple(_arrows(given, rolls)),
    )
    return Result(outcome, tuple(_round_effects(rolls)), cite(*_clauses(given, outcome)))


def round_parts(combatant: Combatant) -> tuple[PoolPart, ...]:
    """A combatant's pool; an override takes the place of score and penalties (SOR-WILL-04, SOR-WILL-05)."""
    penalties = 0 if combatant.score == "humanity" else combatant.penalties  # SOR-HUMANITY-15
    own: tuple[PoolPart, ...] = (
        contests.score_part(combatant.score, combatant.dice),
        *contests.other_parts(("penalties", -penalties)),
    )
    if combatant.override:
        own = (contests.score_part("override", combatant.override),)
    defense = FULL_DEFENSE if combatant.action == "full_defense" else 0  # SOR-CONFLICT-12
    return (
        *own,
        *contests.other_parts(("full_defense", defense)),
        *contests.awarded(combatant.modifiers),
    )


def _refuse(combatant: Combatant, path: str) -> None:
    _refuse_incapable(combatant, path)
    if combatant.action == "full_defense" and combatant.target is not None:
        raise RuleViolation("a full defence has no target", field=f"{path}.target", clause="SOR-CONFLICT-12")
    if combatant.gun is not None:
        _refuse_shot(combatant, combatant.gun, path)


def _refuse_incapable(combatant: Combatant, path: str) -> None:
    penalties, stamina, override = combatant.penalties, combatant.stamina, combatant.override
    at = f"{path}.penalties"
    # With no more than Stamina they would act.
    if penalties > 2 * stamina:
        raise RuleViolation("they are helpless", field=at, clause="SOR-WILL-02", otherwise=stamina)
    if penalties > stamina and not override:
        told = "only an override lets them act"
        raise RuleViolation(told, field=at, clause="SOR-WILL-01", otherwise=stamina)
    if override > stamina:
        raise RuleViolation(
            f"{override} dice are more than Stamina", field=f"{path}.override", clause="SOR-WILL-03"
        )
    if override and penalties < stamina:
        raise RuleViolation("there is nothing to override", field=f"{path}.override", clause="SOR-WILL-01")


def _refuse_shot(combatant: Combatant, gun: Gun, path: str) -> None:
    sources = {entry.source for entry in combatant.modifiers}
    if not gun.drawn:
        raise RuleViolation(
            "this gun is not drawn", field=f"{path}.gun.drawn", clause="SOR-GUN-01", otherwise=True
        )
    if gun.aimed_at != combatant.target and not gun.close and "unaimed" not in sources:
        raise RuleViolation("an unaimed shot needs a penalty", field=f"{path}.modifiers", clause="SOR-GUN-03")
    if not gun.proficient and "unskilled" not in sources:
        raise RuleViolation(
            "an untrained shot needs a penalty", field=f"{path}.modifiers", clause="SOR-GUN-04"
        )


def _refuse_large(pools: Iterable[tuple[PoolPart, ...]]) -> None:
    for place, parts in enumerate(pools):
        size = sum(part.dice for part in parts)
        if size > LARGEST_POOL:
            raise InvalidInput(
                f"a pool of {size} dice is above {LARGEST_POOL}", field=f"input.combatants.{place}"
            )


def _rolled(ident: str, parts: tuple[PoolPart, ...], die: int, draws: Draws) -> RoundRoll:
    raw = sum(part.dice for part in parts)
    size = max(1, raw)
    faces = sorted((draws.die(die) for _ in range(size)), reverse=True)
    return RoundRoll(id=ident, parts=parts, raw=raw, size=size, owed=size - raw, faces=tuple(faces))


def _arrows(given: ConflictRoundInput, rolls: Iterable[RoundRoll]) -> Iterator[Arrow]:
    for combatant, roll in zip(given.combatants, rolls, strict=True):
        if combatant.target is not None:
            yield Arrow(from_=combatant.id, to=combatant.target, action=combatant.action, dice=roll.size)


def _round_effects(rolls: Iterable[RoundRoll]) -> Iterator[Effect]:
    for roll in rolls:
        yield set_to(roll.id, "faces", list(roll.faces))
        yield set_to(roll.id, "turn", "pending")
        yield set_to(roll.id, "against", roll.owed)


def _clauses(given: ConflictRoundInput, outcome: ConflictRoundOutcome) -> Iterator[str | None]:
    combatants = given.combatants
    yield "SOR-CONFLICT-08"
    awarded = {entry.source for combatant in combatants for entry in combatant.modifiers}
    yield "SOR-CONFLICT-10" if awarded & {"descriptor", "crossover"} else None
    yield "SOR-CONFLICT-12" if any(combatant.action == "full_defense" for combatant in combatants) else None
    yield "SOR-WILL-04" if any(combatant.override for combatant in combatants) else None
    yield "SOR-GUN-02" if any(combatant.action == "shoot" for combatant in combatants) else None
    yield from contests.clauses_of_parts(*(roll.parts for roll in outcome.rolls))
    yield "SOR-CONFLICT-13"
    yield "SOR-CONFLICT-15" if outcome.ties else None
    yield "SOR-MAP-01" if outcome.map else None
