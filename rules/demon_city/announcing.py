"""Who announces when, and what an announcement may be (areas ROUND and POS)."""

from collections.abc import Container, Iterable, Iterator
from itertools import groupby
from typing import Annotated

from msgspec import Meta

from rules.demon_city.combat import Approach, ShootingSkill, check_attack
from rules.demon_city.refusals import refused
from rules.demon_city.types import Announced, DemonCityInput, Stat
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.origins import DERIVED, GM, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome, Text

WALK_AND_ACT = 30
"""Feet that one moves beside another action (DEC-ROUND-12)."""
WALK_ONLY = 60
PLACEMENT = 60
"""Feet of free placement after a success (DEC-POS-01)."""

Feet = Annotated[int, Meta(ge=0, le=10_000)]
Placement = Annotated[int, Meta(ge=0, le=PLACEMENT)]


class NewRound(Input):
    """The round that is to be ordered."""

    id: Id


class OrderedCharacter(Input):
    id: Id
    agility: Stat


class AnnounceOrderInput(DemonCityInput):
    round: Annotated[NewRound, record("round")]
    characters: Annotated[
        tuple[OrderedCharacter, ...],
        Meta(min_length=1, max_length=100),
        record("character"),
        by("DEC-ROUND-05"),
    ]
    previous: Annotated[tuple[Id, ...], record("character"), by("DEC-ROUND-06")] = ()
    rethrow: Annotated[bool, GM, by("DEC-ROUND-07")] = False

    def __post_init__(self) -> None:
        check_distinct("characters", (character.id for character in self.characters))


class Tie(Outcome):
    agility: int
    order: tuple[Id, ...]


class AnnounceOrder(Outcome):
    order: tuple[Id, ...]
    ties: tuple[Tie, ...]
    first: Id


class Round(Input):
    """A round under way. `unable` holds those who cannot act in it as they are."""

    id: Id
    order: tuple[Id, ...]
    announced: tuple[Id, ...] = ()
    unable: Annotated[tuple[Id, ...], DERIVED] = ()
    trying: Annotated[tuple[Id, ...], DERIVED] = ()
    """Who of them may still get back into it first; nobody is passed over before that (DEC-ROUND-14).

    It tells who is next and forbids nothing: the order of play lets nobody faster announce before them.
    """


class Announcer(Input):
    id: Id
    out: bool = False
    panicked: bool = False
    never_acts: bool = False
    """Whether the Host has said that it is for good (DEC-ROUND-14, DEC-CALM-05)."""
    reposition: Placement = 0


class AnnounceInput(DemonCityInput):
    round: Annotated[Round, record("round")]
    character: Annotated[Announcer, record("character"), by("DEC-ROUND-08")]
    kind: Annotated[Announced, by("DEC-ROUND-09")]
    targets: Annotated[tuple[Id, ...], record("character"), by("DEC-ROUND-11")] = ()
    area: Annotated[bool, GM, by("DEC-CLASH-24")] = False
    conditional: Annotated[bool, by("DEC-ROUND-10")] = False
    reposition: Annotated[Feet, by("DEC-POS-01")] = 0
    move: Annotated[Feet, by("DEC-ROUND-12")] = 0
    range: Annotated[Annotated[int, Meta(ge=0, le=100_000)] | None, by("DEC-ROUND-13")] = None
    approach: Annotated[Approach | None, by("DEC-CTHROW-10", "DEC-CTHROW-11", "DEC-CTHROW-12")] = None
    """How one attacks; None is close."""
    skill: Annotated[ShootingSkill | None, by("DEC-CTHROW-11")] = None
    stat: Annotated[Text | None, by("DEC-CTHROW-12")] = None
    resist: Annotated[Text | None, by("DEC-CTHROW-12")] = None

    def __post_init__(self) -> None:
        if self.kind == "attack" and not self.targets:
            raise wrong("targets", "an attack needs a target")
        if self.character.id in self.targets:
            raise wrong("targets", "characters can't aim at themselves")
        check_distinct("targets", self.targets)
        if self.approach is not None and self.kind != "attack":
            raise wrong("approach", "only an attack has one")
        check_attack("", self.approach, self.skill, self.stat)
        if (self.approach == "power") != (self.resist is not None):
            raise wrong("resist", "a power, and nothing else, needs the stat that resists it")


class WeaponRange(Outcome):
    fighting_back: int
    otherwise: int


class Announcement(Outcome):
    accepted: bool
    next: Id | None
    all_announced: bool
    weapon_range: WeaponRange | None


def announce_order(given: AnnounceOrderInput, draws: Draws) -> Result:
    """All who take part by rising Agility, equals at random (DEC-ROUND-05, DEC-ROUND-06)."""
    by_agility = sorted(given.characters, key=lambda character: character.agility)
    order: list[str] = []
    ties: list[Tie] = []
    for agility, group in groupby(by_agility, key=lambda character: character.agility):
        placed = _order_equals([character.id for character in group], given, draws)
        order += placed
        if len(placed) > 1:
            ties.append(Tie(agility=agility, order=tuple(placed)))
    outcome = AnnounceOrder(order=tuple(order), ties=tuple(ties), first=order[0])
    effects = (set_to(given.round.id, "order", outcome.order), set_to(given.round.id, "announced", ()))
    again = "DEC-ROUND-07" if given.rethrow and ties else None
    return Result(
        outcome, effects, cite("DEC-ROUND-05", "DEC-ROUND-06" if ties else None, again, "DEC-ROUND-08")
    )


def announce(given: AnnounceInput, draws: Draws) -> Result:
    """Accept an announcement, or say which clause forbids it (DEC-ROUND-08 to DEC-ROUND-14)."""
    _check_turn(given)
    clauses = ["DEC-ROUND-08", *_check_announcement(given)]
    announced = (*given.round.announced, given.character.id)
    following = _next_to_speak(given.round, announced)
    effects = [set_to(given.round.id, "announced", announced)]
    weapon_range = None
    if given.range is not None:
        weapon_range = WeaponRange(fighting_back=given.range, otherwise=max(0, given.range - given.move))
        clauses += ["DEC-ROUND-13", "DEC-CTHROW-20"]
    if given.character.reposition:
        effects.append(set_to(given.character.id, "reposition", 0))
        clauses.append("DEC-POS-05")
    outcome = Announcement(
        accepted=True, next=following, all_announced=following is None, weapon_range=weapon_range
    )
    return Result(outcome, tuple(effects), cite(*clauses))


def _order_equals(ids: list[str], given: AnnounceOrderInput, draws: Draws) -> list[str]:
    """Old ones keep their order; each newcomer is put in at a drawn place (DEC-ROUND-06)."""
    previous = () if given.rethrow else dict.fromkeys(given.previous)
    placed = [known for known in previous if known in ids]
    for newcomer in ids:
        if newcomer not in previous:
            placed.insert(draws.index(len(placed) + 1) if placed else 0, newcomer)
    return placed


def _check_turn(given: AnnounceInput) -> None:
    character = given.character
    if character.never_acts:
        raise refused("this character never acts again", "character.never_acts", "DEC-CALM-05")
    for state in ("out", "panicked"):
        if getattr(character, state):
            raise refused(
                "this character has to get back into it first", f"character.{state}", "DEC-ROUND-14"
            )
    if character.id in given.round.unable:
        raise refused("this character cannot act this round", "round.unable", "DEC-ROUND-14")
    if character.id != _next(given.round, given.round.announced):
        raise refused("it is not this character's turn", "character.id", "DEC-ROUND-08")


def _check_announcement(given: AnnounceInput) -> Iterator[str]:
    """The clauses that an announcement keeps to, in order, or the refusal of the first that it does not."""
    if given.conditional:
        raise refused("an announcement can't have conditions", "conditional", "DEC-ROUND-10")
    if len(given.targets) > 1:
        if not given.area:
            raise refused("an action is aimed at only one foe", "targets", "DEC-ROUND-11")
        yield "DEC-ROUND-11"
    if given.reposition:
        if given.reposition > given.character.reposition:
            raise refused(f"at most {given.character.reposition} feet", "reposition", "DEC-POS-01")
        yield from ("DEC-POS-01", "DEC-POS-04")
    if given.move:
        limit = WALK_ONLY if given.kind == "move" else WALK_AND_ACT
        if given.move > limit:
            raise refused(f"at most {limit} feet", "move", "DEC-ROUND-12")
        yield "DEC-ROUND-12"


def _next(current: Round, announced: Iterable[str]) -> str | None:
    """The slowest who is able and has not announced."""
    return _slowest(current, {*announced, *current.unable})


def _next_to_speak(current: Round, announced: Iterable[str]) -> str | None:
    """The slowest who has not announced and is able, or may first get back into it."""
    return _slowest(current, {*announced, *({*current.unable} - {*current.trying})})


def _slowest(current: Round, passed: Container[str]) -> str | None:
    return next((person for person in current.order if person not in passed), None)
