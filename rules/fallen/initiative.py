"""Initiative: who acts before whom when a fight begins (FAL-INIT)."""

from collections.abc import Iterable, Sequence
from math import lcm
from typing import Annotated

from msgspec import Meta, Struct

from rules.fallen.ordering import Initiative, InitiativeRank, InitiativeRating
from rules.fallen.pool import SIDES
from rules.fallen.subjects import Aware, refuse_not_awake, wound_penalty
from rules.fallen.types import FallenInput, InitiativePenalty, Subject, Trait
from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.origins import GM, PROCEDURE, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome


class Contender(Aware):
    dexterity: Trait
    wits: Trait
    turn_initiative: InitiativePenalty = 0


class Standing(Subject):
    """One who has rolled before."""

    initiative: Initiative
    initiative_rating: InitiativeRating
    initiative_rank: InitiativeRank


class Joining(Subject):
    in_combat: bool = False


class InitiativeInput(FallenInput):
    """`fighters` roll now, `asked` join the fight and roll their own die; `standing` have rolled before."""

    fighters: Annotated[tuple[Contender, ...], Meta(max_length=20), record("character"), by("FAL-INIT-01")]
    asked: Annotated[
        tuple[Joining, ...], Meta(max_length=20), record("character"), GM, by("FAL-INIT-01")
    ] = ()
    standing: Annotated[tuple[Standing, ...], Meta(max_length=40), record("character"), PROCEDURE] = ()

    def __post_init__(self) -> None:
        if not self.fighters and not self.asked:
            raise wrong("fighters", "someone has to roll")
        everybody = (*self.fighters, *self.asked, *self.standing)
        check_distinct("fighters", (fighter.id for fighter in everybody))


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
    """A fighter with the die on the table; `rerolls` grows while ties are broken.

    Of one who rolled before no die lies here, only what came of it.
    """

    fighter: Contender | Standing
    face: int
    rerolls: list[int]
    score: int
    rating: int


def initiative(given: InitiativeInput, draws: Draws) -> Result:
    """Roll for every fighter and break ties by rating, then by further dice (FAL-INIT-02 to -06)."""
    refuse_those_without_a_place(given)
    thrown = [_thrown(fighter, draws.die(SIDES)) for fighter in given.fighters]
    before = [Thrown(one, 0, [], one.initiative, one.initiative_rating) for one in given.standing]
    groups = [_reroll(group, draws) for group in _level_groups([*thrown, *before]) if _has_news(group)]
    ranks = _ranks(groups, max((one.initiative_rank for one in given.standing), default=0))
    ordered = [one for group in groups for one in group]
    order = tuple(
        _place(one, one.fighter, ranks[one.fighter.id])
        for one in ordered
        if isinstance(one.fighter, Contender)
    )
    moved = (one for one in given.standing if ranks.get(one.id, one.initiative_rank) != one.initiative_rank)
    effects = (
        *(effect for place in order for effect in _effects(place)),
        *(set_to(one.id, "initiative_rank", ranks[one.id]) for one in moved),
        *(set_to(one.id, "in_combat", True) for one in given.asked if not one.in_combat),
    )
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


def _thrown(fighter: Contender, face: int) -> Thrown:
    rating = rating_of(fighter)
    return Thrown(fighter, face, [], rating + face + fighter.turn_initiative, rating)


def _has_news(group: Sequence[Thrown]) -> bool:
    """Whether anybody of a group has rolled just now: the ties of the others are broken already."""
    return any(isinstance(one.fighter, Contender) for one in group)


def _ranks(groups: Iterable[Sequence[Thrown]], highest: int) -> dict[str, int]:
    """By id, what orders those whom nothing else does. Whoever stands keeps their rank where no tie moves them."""
    ranks: dict[str, int] = {}
    for group in groups:
        kept = [one.fighter.initiative_rank for one in group if isinstance(one.fighter, Standing)]
        new = range(highest + 1, highest + 1 + len(group) - len(kept))
        highest += len(new)
        ranks |= {one.fighter.id: rank for one, rank in zip(group, sorted([*kept, *new]), strict=True)}
    return ranks


def _level_groups(thrown: Iterable[Thrown]) -> list[list[Thrown]]:
    """Fighters level in score and rating, highest first, in input order within a group (FAL-INIT-04, -05)."""
    groups: dict[tuple[int, int], list[Thrown]] = {}
    for one in thrown:
        groups.setdefault((one.score, one.rating), []).append(one)
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


def _place(one: Thrown, fighter: Contender, rank: int) -> Place:
    return Place(
        id=fighter.id,
        rank=rank,
        score=one.score,
        rating=one.rating,
        face=one.face,
        dexterity=fighter.dexterity,
        wits=fighter.wits,
        wounds=-wound_penalty(fighter),
        turn_initiative=fighter.turn_initiative,
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
