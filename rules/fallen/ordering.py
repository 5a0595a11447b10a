"""A turn's order, with those who wait and those who step in (FAL-YIELD)."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from rules.fallen.types import FallenInput, Id, InitiativePenalty, Subject
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import PLAYER, PROCEDURE, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Input, Outcome

Initiative = Annotated[int, Meta(ge=-40, le=60)]
InitiativeRating = Annotated[int, Meta(ge=-20, le=20)]
InitiativeRank = Annotated[int, Meta(ge=1, le=100)]


class Ranked(Subject):
    """A fighter who has rolled initiative."""

    initiative: Initiative
    initiative_rating: InitiativeRating
    initiative_rank: InitiativeRank
    turn_initiative: InitiativePenalty = 0


class Delay(Input):
    """One who waits, and for whose action; None: for the end of the turn."""

    id: Annotated[Id, record("character")]
    before: Annotated[Id | None, record("character")] = None


class OrderInput(FallenInput):
    fighters: Annotated[
        tuple[Ranked, ...], Meta(min_length=1, max_length=20), record("character"), by("FAL-INIT-04")
    ]
    delays: Annotated[tuple[Delay, ...], Meta(max_length=20), PROCEDURE] = ()
    rolled_this_turn: Annotated[bool, PROCEDURE] = False

    def __post_init__(self) -> None:
        check_distinct("fighters", (fighter.id for fighter in self.fighters))
        check_distinct("fighters", (fighter.initiative_rank for fighter in self.fighters))
        check_distinct("delays", (delay.id for delay in self.delays))
        present = {fighter.id for fighter in self.fighters}
        for number, delay in enumerate(self.delays):
            if delay.id not in present:
                raise wrong(f"delays.{number}.id", f"{delay.id!r} is not among the fighters")
            if delay.before is not None and delay.before not in present:
                raise wrong(f"delays.{number}.before", f"{delay.before!r} is not among the fighters")


class HoldBackInput(FallenInput):
    """`before` is the one ahead of whom she steps in, None for the end of the turn.

    The order that she waits in is known: `fighters` are all who have a place in it, `delays` those who wait already.
    """

    fighter: Annotated[Id, record("character")]
    before: Annotated[Id | None, record("character"), PLAYER, by("FAL-YIELD-02")] = None
    fighters: Annotated[tuple[Ranked, ...], Meta(min_length=1, max_length=20), record("character"), PROCEDURE]
    delays: Annotated[tuple[Delay, ...], Meta(max_length=20), PROCEDURE] = ()
    rolled_this_turn: Annotated[bool, PROCEDURE] = False

    def __post_init__(self) -> None:
        if self.fighter not in {fighter.id for fighter in self.fighters}:
            raise wrong("fighter", f"{self.fighter!r} has no place in this order")
        self.whole()

    def whole(self) -> OrderInput:
        """The order with one more who waits."""
        kept = tuple(delay for delay in self.delays if delay.id != self.fighter)
        return OrderInput(
            settings=self.settings,
            fighters=self.fighters,
            delays=(*kept, Delay(id=self.fighter, before=self.before)),
            rolled_this_turn=self.rolled_this_turn,
        )


class TurnPlace(Struct, frozen=True):
    id: str
    place: int
    score: int
    delayed: bool
    before: str | None


class OrderOutcome(Outcome):
    base_order: tuple[str, ...]
    order: tuple[TurnPlace, ...]


def order_actions(given: OrderInput, draws: Draws) -> Result:
    """The order of a turn: by score, rating and rank, with delays (FAL-INIT-04, -05, -07; FAL-YIELD)."""
    base = tuple(fighter.id for fighter in sorted(given.fighters, key=lambda one: _key(one, given)))
    waiting = {delay.id: delay.before for delay in given.delays}
    _refuse_bad_delays(given, base, waiting)
    scores = {fighter.id: score_of(fighter, given) for fighter in given.fighters}
    order = tuple(
        TurnPlace(who, place, scores[who], who in waiting, waiting.get(who))
        for place, who in enumerate(_in_turn(base, waiting), start=1)
    )
    effects = tuple(set_to(turn_place.id, "turn_order", turn_place.place) for turn_place in order)
    return Result(OrderOutcome(base_order=base, order=order), effects, _clauses(given))


def hold_back(given: HoldBackInput, draws: Draws) -> Result:
    """Set the turn's order anew with one more who waits, and everybody else as they are (FAL-YIELD-01, -02)."""
    return order_actions(given.whole(), draws)


def score_of(fighter: Ranked, given: OrderInput) -> int:
    """The score of this turn; a passing penalty is in it already where it was rolled this turn (FAL-INIT-07)."""
    return fighter.initiative + (0 if given.rolled_this_turn else fighter.turn_initiative)


def _key(fighter: Ranked, given: OrderInput) -> tuple[int, int, int]:
    return -score_of(fighter, given), -fighter.initiative_rating, fighter.initiative_rank


def _refuse_bad_delays(given: OrderInput, base: Sequence[str], waiting: Mapping[str, str | None]) -> None:
    for number, delay in enumerate(given.delays):
        at = f"input.delays.{number}.before"
        if delay.before is None:
            continue
        if base.index(delay.before) <= base.index(delay.id):
            raise RuleViolation(f"{delay.before} is not slower", field=at, clause="FAL-YIELD-02")
        if delay.before in waiting:
            raise RuleViolation(f"{delay.before} is waiting too", field=at, clause="FAL-YIELD-05")


def _in_turn(base: Sequence[str], waiting: Mapping[str, str | None]) -> list[str]:
    """Each in her place, those who step in just before the one they name, the rest at the end (FAL-YIELD-03, -04)."""
    order: list[str] = []
    for who in base:
        if who not in waiting:
            order += [other for other in base if waiting.get(other) == who]
            order.append(who)
    return order + [who for who in base if who in waiting and waiting[who] is None]


def _clauses(given: OrderInput) -> tuple[str, ...]:
    moments = [delay.before for delay in given.delays]
    penalties = any(fighter.turn_initiative for fighter in given.fighters)
    scores = {score_of(fighter, given) for fighter in given.fighters}
    return cite(
        "FAL-INIT-07" if penalties and not given.rolled_this_turn else None,
        "FAL-INIT-04",
        "FAL-INIT-05" if len(scores) < len(given.fighters) else None,
        "FAL-YIELD-01" if moments else None,
        "FAL-YIELD-02" if any(moments) else None,
        "FAL-YIELD-03" if len(set(moments)) < len(moments) else None,
        "FAL-YIELD-04" if None in moments else None,
    )
