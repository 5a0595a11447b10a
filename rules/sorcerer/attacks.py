"""One action of a round against one target, with the faces that lie on the table (SOR-CONFLICT-16)."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Final, Literal

from msgspec import Meta

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, OWN, PLAYER, by, record, side_of
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.sorcerer import contest as contests
from rules.sorcerer.contest import Contest, PoolPart, Pools
from rules.sorcerer.modifiers import Open, OpenModifier
from rules.sorcerer.odds import SURE_SUCCESS, contest_odds
from rules.sorcerer.types import Penalties, Score, SorcererInput

Turn = Literal["pending", "resolved", "aborted", "none"]
Response = Literal["defend", "abort", "maintain", "full_defense", "none"]
Face = Annotated[int, Meta(ge=1)]

MET_BY: Final[dict[Response, tuple[str, ...]]] = {
    "defend": ("SOR-CONFLICT-17",),
    "abort": ("SOR-CONFLICT-18",),
    "maintain": ("SOR-CONFLICT-19",),
    "full_defense": ("SOR-CONFLICT-12",),
    "none": (),
}
"""The clause by which a response stands against an action."""

DESCRIBED: Final = frozenset({"descriptor", "crossover"})
"""Awards for Descriptors and Cover (SOR-CONFLICT-10)."""


class Attacker(Input):
    """`against`: dice that earlier victories gave to whatever opposes this action."""

    id: Id
    faces: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=100)]
    against: Penalties = 0
    turn: Turn


class AttackTarget(Input):
    id: Id
    stamina: Score | None = None
    penalties: Penalties = 0
    override: Score = 0
    turn: Turn | None = None
    full_defense: Annotated[bool, DERIVED] = False
    faces: Annotated[tuple[Face, ...], Meta(max_length=100)] | None = None


class ResolveAttackInput(SorcererInput):
    attacker: Annotated[Attacker, record("character", "demon")]
    target: Annotated[
        AttackTarget | None, record("character", "demon", "thing"), by("SOR-CONFLICT-16", "SOR-CONFLICT-24")
    ] = None
    response: Annotated[Response, PLAYER, OWN, side_of("target"), by("SOR-CONFLICT-18", "SOR-CONFLICT-19")]
    difficulty: Annotated[Score, GM, by("SOR-CONFLICT-16", "SOR-CONFLICT-19")] = 1
    stray: Annotated[bool, GM, by("SOR-CONFLICT-24")] = False
    modifiers: Annotated[Open, GM] = ()
    opposing_modifiers: Annotated[Open, GM] = ()

    def __post_init__(self) -> None:
        _check_faces("attacker", self.attacker.faces, self.settings.die)
        if self.target is None:
            if self.response != "none":
                raise wrong("target", f"name a target to {self.response} against")
            return
        _check_faces("target", self.target.faces or (), self.settings.die)
        if self.response != "none" and self.target.turn is None:
            raise wrong("target.turn", "say whether a target that responds has yet to act")
        if self.response in ("defend", "abort") and self.target.stamina is None:
            raise wrong("target.stamina", "a defence needs the target's Stamina")
        if self.response == "full_defense" and not self.target.faces:
            raise wrong("target.faces", "a full defence needs the faces it rolled")

    @property
    def standing(self) -> tuple[int, ...]:
        """The opposing faces that lie on the table."""
        return self.target.faces or () if self.target and self.response == "full_defense" else ()


class ResolveAttackOutcome(Outcome):
    """`target_turn`: the target's turn afterwards; `passed_on`: dice against its own action."""

    contest: Contest | None
    success: bool
    victories: int
    automatic: bool
    target_turn: Turn | None
    passed_on: int


def resolve_attack(given: ResolveAttackInput, draws: Draws) -> Result:
    """Resolve one action against whatever opposes it (SOR-CONFLICT-16 to SOR-CONFLICT-25)."""
    pools = attack_pools(given)
    rolled = _rolled(given, pools, draws) if pools else None
    victories = contests.acting_victories(rolled) if rolled else 0
    turn = given.target.turn if given.target else None
    outcome = ResolveAttackOutcome(
        contest=rolled,
        success=rolled is None or rolled.winner == "acting",
        victories=victories,
        automatic=rolled is None,
        target_turn="aborted" if given.response == "abort" else turn,
        passed_on=victories if given.response == "maintain" else 0,  # SOR-CONFLICT-20
    )
    roll_clauses = contests.clauses_of(rolled) if rolled else ()
    passed = "SOR-CONFLICT-20" if outcome.passed_on else None
    return Result(
        outcome, tuple(_effects(given, outcome)), cite(*_clauses(given, pools), *roll_clauses, passed)
    )


def resolve_attack_odds(given: ResolveAttackInput) -> Chances:
    """The odds of the contest, the faces on the table being certain."""
    pools = attack_pools(given)
    clauses = cite(*_clauses(given, pools))
    if pools is None:
        return Chances(SURE_SUCCESS, clauses)
    odds = contest_odds(
        pools, given.settings.die, acting_faces=given.attacker.faces, opposing_faces=given.standing
    )
    return Chances(odds, clauses)


def attack_pools(given: ResolveAttackInput) -> Pools | None:
    """Both pools, None for an action that succeeds by itself, or the first rule that forbids it."""
    _refuse(given)
    opposing = tuple(_opposing(given))
    unopposed = given.response == "none" and given.difficulty == 0
    if unopposed and sum(part.dice for part in opposing) <= 0:  # SOR-CONFLICT-11
        return None
    return contests.build_pools(tuple(_acting(given)), opposing)


def _refuse(given: ResolveAttackInput) -> None:
    turn = given.attacker.turn
    if given.stray and turn != "resolved":
        raise RuleViolation(
            "only a resolved action can go astray", field="input.stray", clause="SOR-CONFLICT-24"
        )
    if not given.stray and turn != "pending":
        raise RuleViolation(
            "an action is resolved only once", field="input.attacker.turn", clause="SOR-CONFLICT-16"
        )
    if given.target is not None:
        _refuse_response(given.response, given.target)


def _refuse_response(response: Response, target: AttackTarget) -> None:
    if target.full_defense != (response == "full_defense"):
        raise RuleViolation(
            "a full defence is the response to every attack", field="input.response", clause="SOR-CONFLICT-12"
        )
    if response == "defend" and target.turn == "pending":
        raise RuleViolation(
            "a target that has yet to act gives up its action or keeps it",
            field="input.response",
            clause="SOR-CONFLICT-18",
        )
    if response in ("abort", "maintain") and target.turn != "pending":
        raise RuleViolation(
            "a target that has already acted can only defend",
            field="input.response",
            clause="SOR-CONFLICT-17",
        )


def _acting(given: ResolveAttackInput) -> Iterator[PoolPart]:
    """The faces on the table, awards of now, and what a full defense cannot be made to take back (SOR-CURRENCY-04)."""
    stray = ("SOR-CONFLICT-24",) if given.stray else ()
    yield contests.score_part("standing", len(given.attacker.faces), "SOR-CONFLICT-16", *stray)
    yield from contests.awarded(entry for entry in given.modifiers if entry.dice > 0)
    if given.response == "full_defense":
        yield from _turned(given.opposing_modifiers)


def _opposing(given: ResolveAttackInput) -> Iterator[PoolPart]:
    yield from _response_parts(given)
    yield from contests.other_parts(("against", given.attacker.against, "SOR-CONFLICT-25"))
    yield from _turned(given.modifiers)  # SOR-CURRENCY-04
    kept = given.response != "full_defense"
    yield from contests.awarded(entry for entry in given.opposing_modifiers if kept or entry.dice > 0)


def _response_parts(given: ResolveAttackInput) -> Iterator[PoolPart]:
    target, by = given.target, MET_BY[given.response]
    if target is None or given.response in ("maintain", "none"):
        yield contests.score_part("difficulty", given.difficulty, *by)
    elif given.response == "full_defense":
        yield contests.score_part("standing", len(given.standing), *by)
    elif given.response == "abort" and target.override:
        yield contests.score_part("override", target.override, *by)
    else:
        yield contests.score_part("stamina", target.stamina or 0, *by)
        yield from contests.other_parts(("penalties", -target.penalties))


def _turned(modifiers: Iterable[OpenModifier]) -> tuple[PoolPart, ...]:
    """Penalties of dice that lie on the table, as bonuses of the other side."""
    return tuple(PoolPart(entry.source, -entry.dice, entry.note) for entry in modifiers if entry.dice < 0)


def _rolled(given: ResolveAttackInput, pools: Pools, draws: Draws) -> Contest:
    die, standing = given.settings.die, given.standing
    acting = [draws.die(die) for _ in range(pools.sizes[0] - len(given.attacker.faces))]
    opposing = [draws.die(die) for _ in range(pools.sizes[1] - len(standing))]
    return contests.settle(pools, die, (*given.attacker.faces, *acting), (*standing, *opposing))


def _effects(given: ResolveAttackInput, outcome: ResolveAttackOutcome) -> Iterator[Effect]:
    if given.target is not None and given.response == "abort":
        yield set_to(given.target.id, "turn", "aborted")
    if given.target is not None and outcome.passed_on:
        yield change_by(given.target.id, "against", outcome.passed_on)
    if not given.stray:
        yield set_to(given.attacker.id, "turn", "resolved")


def _check_faces(side: str, faces: tuple[int, ...], die: int) -> None:
    for place, face in enumerate(faces):
        if face > die:
            raise wrong(f"{side}.faces.{place}", f"{face} is not a face of a die with {die} sides")


def _clauses(given: ResolveAttackInput, pools: Pools | None) -> Iterator[str | None]:
    yield from contests.decided_by((*_acting(given), *_opposing(given)))
    late = (*given.modifiers, *given.opposing_modifiers)
    yield "SOR-CONFLICT-21" if late else None
    yield "SOR-CONFLICT-10" if {entry.source for entry in late} & DESCRIBED else None
    yield "SOR-CURRENCY-04" if late else None
    yield "SOR-CONFLICT-11" if pools is None else None
