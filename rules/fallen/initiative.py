"""Initiative: who acts before whom when a fight begins (FAL-INIT)."""

from collections.abc import Iterable, Sequence
from math import lcm
from typing import Annotated

from msgspec import Meta, Struct

from rules.fallen.pool import SIDES
from rules.fallen.subjects import Aware, refuse_not_awake, wound_penalty
from rules.fallen.types import FallenInput, InitiativePenalty, Trait
from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.origins import by, record
from rules.kernel.parsing import check_distinct
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome


class Contender(Aware):
    dexterity: Trait
    wits: Trait
    turn_initiative: InitiativePenalty = 0


class InitiativeInput(FallenInput):
    fighters: Annotated[
        tuple[Contender, ...], Meta(min_length=1, max_length=20), record("character"), by("FAL-INIT-01")
    ]

    def __post_init__(self) -> None:
        check_distinct("fighters", (fighter.id for fighter in self.fighters))


class Place(Struct, frozen=True):
    """A fighter's place in the order and what it came from; `wounds` is 0 or negative."""

    id: str
    rank: int
    score: int
    rating: int
    face: int
    dexterity: int
    wits: int
    wounds: int
    turn_initiative: int
    rerolls: tuple[int, ...]


class InitiativeOutcome(Outcome):
    order: tuple[Place, ...]


class Thrown(Struct):
    """A fighter with the die on the table; `rerolls` grows while ties are broken."""

    fighter: Contender
    face: int
    rerolls: list[int]


def initiative(given: InitiativeInput, draws: Draws) -> Result:
    """Roll for every fighter and break ties by rating, then by further dice (FAL-INIT-02 to -06)."""
    refuse_those_without_a_place(given)
    thrown = [Thrown(fighter, draws.die(SIDES), []) for fighter in given.fighters]
    ordered = [one for group in _level_groups(thrown) for one in _reroll(group, draws)]
    order = tuple(_place(one, rank) for rank, one in enumerate(ordered, start=1))
    effects = tuple(effect for place in order for effect in _effects(place))
    return Result(InitiativeOutcome(order=order), effects, _clauses(order))


def odds_of_initiative(given: InitiativeInput) -> Chances:
    """The chance of each fighter to act first; those level in score and rating share it."""
    refuse_those_without_a_place(given)
    fighters = given.fighters
    # So that a tie of any number splits into whole cases, and nothing is divided before the end.
    shares = lcm(*range(1, len(fighters) + 1))
    total = shares * SIDES ** len(fighters)
    first = {fighter.id: share(_first_cases(fighter, fighters, shares), total) for fighter in fighters}
    return Chances({"first": first}, ("FAL-INIT-02", "FAL-INIT-04", "FAL-INIT-05", "FAL-INIT-06"))


def refuse_those_without_a_place(given: InitiativeInput) -> None:
    """The dead, the incapacitated and the unconscious roll no initiative (FAL-INIT-08)."""
    for number, fighter in enumerate(given.fighters):
        refuse_not_awake(fighter, f"input.fighters.{number}")


def rating_of(fighter: Contender) -> int:
    """Dexterity + Wits, less the wound penalty (FAL-INIT-02, FAL-INIT-03)."""
    return fighter.dexterity + fighter.wits - wound_penalty(fighter)


def _score(one: Thrown) -> int:
    return rating_of(one.fighter) + one.face + one.fighter.turn_initiative


def _level_groups(thrown: Iterable[Thrown]) -> list[list[Thrown]]:
    """Fighters level in score and rating, highest first, in input order within a group (FAL-INIT-04, -05)."""
    groups: dict[tuple[int, int], list[Thrown]] = {}
    for one in thrown:
        groups.setdefault((_score(one), rating_of(one.fighter)), []).append(one)
    return [groups[key] for key in sorted(groups, reverse=True)]


def _reroll(group: list[Thrown], draws: Draws) -> list[Thrown]:
    """A tied group in its order: higher faces first, the still tied again before lower faces (FAL-INIT-06)."""
    if len(group) == 1:
        return group
    by_face: dict[int, list[Thrown]] = {}
    for one in group:
        one.rerolls.append(draws.die(SIDES))
        by_face.setdefault(one.rerolls[-1], []).append(one)
    return [one for face in sorted(by_face, reverse=True) for one in _reroll(by_face[face], draws)]


def _place(one: Thrown, rank: int) -> Place:
    return Place(
        id=one.fighter.id,
        rank=rank,
        score=_score(one),
        rating=rating_of(one.fighter),
        face=one.face,
        dexterity=one.fighter.dexterity,
        wits=one.fighter.wits,
        wounds=-wound_penalty(one.fighter),
        turn_initiative=one.fighter.turn_initiative,
        rerolls=tuple(one.rerolls),
    )


def _effects(place: Place) -> tuple[Effect, ...]:
    return (
        set_to(place.id, "initiative", place.score),
        set_to(place.id, "initiative_rating", place.rating),
        set_to(place.id, "initiative_rank", place.rank),
        set_to(place.id, "in_combat", True),
    )


def _clauses(order: Sequence[Place]) -> tuple[str, ...]:
    scores = {place.score for place in order}
    return cite(
        "FAL-INIT-02",
        "FAL-INIT-03" if any(place.wounds for place in order) else None,
        "FAL-INIT-07" if any(place.turn_initiative for place in order) else None,
        "FAL-INIT-04",
        "FAL-INIT-05" if len(scores) < len(order) else None,
        "FAL-INIT-06" if any(place.rerolls for place in order) else None,
    )


def _first_cases(fighter: Contender, fighters: Sequence[Contender], shares: int) -> int:
    """The cases in which a fighter acts first, each counted `shares` times and split between those who are level."""
    others = [other for other in fighters if other.id != fighter.id]
    return sum(_first_cases_with(fighter, face, others, shares) for face in range(1, SIDES + 1))


def _first_cases_with(fighter: Contender, face: int, others: Sequence[Contender], shares: int) -> int:
    level_with = [1]  # the cases in which nobody is ahead, by how many are level
    for other in others:
        needed = (
            rating_of(fighter) + fighter.turn_initiative + face - rating_of(other) - other.turn_initiative
        )
        behind = min(SIDES, max(0, needed - 1))
        same = 1 <= needed <= SIDES
        if same and rating_of(other) < rating_of(fighter):
            behind += 1
        level = int(same and rating_of(other) == rating_of(fighter))
        level_with = [
            behind * stay + level * joins
            for stay, joins in zip([*level_with, 0], [0, *level_with], strict=True)
        ]
    return sum(cases * (shares // (level + 1)) for level, cases in enumerate(level_with))
