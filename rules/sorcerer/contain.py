"""Limits drawn around demons, and the demons that try to break them (SOR-CONTAIN)."""

from typing import Annotated, Literal

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PLAYER, PROCEDURE, TEXT, New, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome, Text
from rules.kernel.values import Value, Values
from rules.sorcerer import contest as contests
from rules.sorcerer import rites
from rules.sorcerer.contest import Contest, PoolPart, Pools
from rules.sorcerer.modifiers import Base, Ritual
from rules.sorcerer.odds import SURE_SUCCESS, contest_chances
from rules.sorcerer.types import Count, DemonType, Penalties, Score, SorcererInput


class Scope(Input):
    """Whom a Contain holds: every demon, demons of certain Types, or certain demons (SOR-CONTAIN-05)."""

    kind: Literal["all", "type", "demon"]
    types: tuple[DemonType, ...] = ()
    demons: tuple[Id, ...] = ()

    def __post_init__(self) -> None:
        check_distinct("types", self.types)
        check_distinct("demons", self.demons)
        if bool(self.types) != (self.kind == "type"):
            raise wrong("types", "name Types for a scope of Types, and only then")
        if bool(self.demons) != (self.kind == "demon"):
            raise wrong("demons", "name demons for a scope of certain demons, and only then")

    def holds(self, demon: str, demon_type: str) -> bool:
        """Whether a demon of that id and Type is held."""
        return self.kind == "all" or demon in self.demons or demon_type in self.types

    def stored(self) -> Values:
        """The scope as a record keeps it, without empty lists."""
        lists: dict[str, list[str]] = {"types": [*self.types], "demons": [*self.demons]}
        return {"kind": self.kind, **{name: entries for name, entries in lists.items() if entries}}


class Container(rites.Performer):
    stamina: Score
    strain_lore: Score = 0


class ContainInput(SorcererInput):
    sorcerer: Annotated[Container, record("character", "demon")]
    contain_id: Annotated[Id, New("contain")]
    focus: Annotated[Text, PLAYER, TEXT, by("SOR-CONTAIN-05")]
    boundary: Annotated[Text, PLAYER, TEXT, by("SOR-CONTAIN-05")]
    scope: Annotated[Scope, PLAYER, by("SOR-CONTAIN-05")]
    concentrate: Annotated[bool, PLAYER, by("SOR-CONTAIN-04")] = False
    snapshot: Annotated[bool, PLAYER, by("SOR-RITUAL-06")] = False
    sacrifice: Annotated[bool, PLAYER, by("SOR-RITUAL-10")] = False
    helped: Annotated[rites.Help, PROCEDURE] = 0
    modifiers: Annotated[Ritual, GM] = ()
    opposing_modifiers: Annotated[Base, GM] = ()


class ContainOutcome(Outcome):
    """`base` from Lore, `bonus` from concentration or awards, and the `strength` that follows."""

    contest: Contest | None
    base: int
    bonus: int
    strength: int
    due: tuple[rites.DueCheck, ...]


class HeldDemon(Input):
    id: Id
    type: DemonType
    power: Score
    penalties: Penalties = 0


class StandingContain(Input):
    id: Id
    strength: Count
    scope: Scope
    state: Literal["standing", "broken", "lifted"]


class EscapeInput(SorcererInput):
    demon: Annotated[HeldDemon, record("demon")]
    contain: Annotated[StandingContain, record("contain"), by("SOR-CONTAIN-02")]
    modifiers: Annotated[Base, GM] = ()
    opposing_modifiers: Annotated[Base, GM] = ()


class EscapeOutcome(Outcome):
    """`applies`: whether the Contain holds this demon at all."""

    contest: Contest | None
    success: bool
    victories: int
    applies: bool
    broken: bool


class LiftedContain(Input):
    id: Id
    state: Literal["standing", "broken", "lifted"]
    sorcerer: Id | None = None


class LiftContainInput(SorcererInput):
    sorcerer: Annotated[Id, record("character")]
    contain: Annotated[LiftedContain, record("contain"), by("SOR-CONTAIN-01")]


class LiftContainOutcome(Outcome):
    """Nothing is decided: it is taken down."""


def contain(given: ContainInput, draws: Draws) -> Result:
    """Set up a Contain; its Strength is Lore and what concentration or awards add (SOR-CONTAIN-03, SOR-CONTAIN-09)."""
    pools = contain_pools(given)
    rolled = contests.roll(pools, given.settings.die, draws) if pools else None
    awards = rites.awards_of(given)
    base = max(0, sum(part.dice for part in _caster(given)))  # SOR-CONTAIN-03
    bonus = contests.acting_victories(rolled) if rolled else sum(part.dice for part in awards)
    outcome = ContainOutcome(
        contest=rolled,
        base=base,
        bonus=bonus,
        strength=max(0, base + bonus),
        due=rites.sacrifice_due(
            given.sorcerer.id, given.modifiers, brought=given.sacrifice
        ),  # SOR-CONTAIN-08
    )
    roll_clauses = contests.clauses_of(rolled) if rolled else ()
    clauses = cite(*_contain_clauses(given), *roll_clauses, "SOR-CONTAIN-05")
    return Result(outcome, (*rites.begin(given.sorcerer), *_set_up(given, outcome.strength)), clauses)


def contain_odds(given: ContainInput) -> Chances:
    """The odds of the concentration; without it nothing can fail."""
    pools = contain_pools(given)
    clauses = cite(*_contain_clauses(given))
    if pools is None:
        return Chances(SURE_SUCCESS, clauses)
    return contest_chances(pools, given.settings.die, clauses)


def contain_pools(given: ContainInput) -> Pools | None:
    """Both pools of the concentration, None where nothing is rolled, or the first rule that forbids the rite."""
    rites.refuse_rite(given)
    if not given.concentrate:
        return None
    return contests.build_pools(
        (*_caster(given), *rites.awards_of(given)),
        (*distraction_parts(given.sorcerer.stamina), *contests.awarded(given.opposing_modifiers)),
    )


def concentration_parts(lore: int, *, strain: int, penalties: int, snapshot: bool) -> tuple[PoolPart, ...]:
    """What stands for whoever concentrates on a Contain (SOR-CONTAIN-04)."""
    return (
        contests.score_part("lore", rites.in_rite(lore, snapshot)),
        *contests.other_parts(("strain", -strain), ("penalties", -penalties)),
    )


def distraction_parts(stamina: int) -> tuple[PoolPart, ...]:
    """What stands against concentration: the full Stamina, even in a snap-shot (SOR-CONTAIN-04, SOR-RITUAL-06)."""
    return (contests.score_part("stamina", stamina),)


def test_contain(given: EscapeInput, draws: Draws) -> Result:
    """A demon tries to break out (SOR-CONTAIN-02, SOR-CONTAIN-07)."""
    pools = escape_pools(given)
    if pools is None:
        free = EscapeOutcome(contest=None, success=True, victories=0, applies=False, broken=False)
        return Result(free, clauses=("SOR-CONTAIN-05",))
    rolled = contests.roll(pools, given.settings.die, draws)
    broken = rolled.winner == "acting"
    outcome = EscapeOutcome(
        contest=rolled,
        success=broken,
        victories=contests.acting_victories(rolled),
        applies=True,
        broken=broken,
    )
    effects = (set_to(given.contain.id, "state", "broken"),) if broken else ()
    return Result(outcome, effects, cite("SOR-CONTAIN-02", *contests.clauses_of(rolled), "SOR-CONTAIN-07"))


def test_contain_odds(given: EscapeInput) -> Chances:
    """The odds of the contest; a demon that is not held walks out."""
    pools = escape_pools(given)
    if pools is None:
        return Chances(SURE_SUCCESS, ("SOR-CONTAIN-05",))
    return contest_chances(pools, given.settings.die, ("SOR-CONTAIN-02",))


def escape_pools(given: EscapeInput) -> Pools | None:
    """Both pools of an escape, None outside the scope, or `RuleViolation` for a Contain that stands no more."""
    contained, demon = given.contain, given.demon
    if contained.state != "standing":
        raise RuleViolation(
            "this Contain no longer stands", field="input.contain.state", clause="SOR-CONTAIN-07"
        )
    if not contained.scope.holds(demon.id, demon.type):  # SOR-CONTAIN-05
        return None
    acting = (
        contests.score_part("power", demon.power),
        *contests.other_parts(("penalties", -demon.penalties)),
    )
    opposing = contests.score_part("strength", contained.strength)
    return contests.build_pools(
        (*acting, *contests.awarded(given.modifiers)),
        (opposing, *contests.awarded(given.opposing_modifiers)),
    )


def lift_contain(given: LiftContainInput, draws: Draws) -> Result:
    """Whoever made a Contain takes it down, without a roll (SOR-CONTAIN-01)."""
    if given.contain.state != "standing":
        raise RuleViolation(
            "this Contain no longer stands", field="input.contain.state", clause="SOR-CONTAIN-07"
        )
    if given.contain.sorcerer != given.sorcerer:
        raise RuleViolation(
            "only whoever made it takes it down", field="input.sorcerer", clause="SOR-CONTAIN-01"
        )
    return Result(LiftContainOutcome(), (set_to(given.contain.id, "state", "lifted"),), ("SOR-CONTAIN-01",))


def _caster(given: ContainInput) -> tuple[PoolPart, ...]:
    performer = given.sorcerer
    return concentration_parts(
        rites.lore_of(performer),
        strain=performer.strain_lore,
        penalties=performer.penalties,
        snapshot=given.snapshot,
    )


def _set_up(given: ContainInput, strength: int) -> tuple[Effect, ...]:
    fields: dict[str, Value] = {
        "sorcerer": given.sorcerer.id,
        "strength": strength,
        "scope": given.scope.stored(),
        "focus": given.focus,
        "boundary": given.boundary,
        "state": "standing",
    }
    return tuple(set_to(given.contain_id, name, value) for name, value in fields.items())


def _contain_clauses(given: ContainInput) -> tuple[str | None, ...]:
    return (
        "SOR-CONTAIN-03",
        "SOR-CONTAIN-04" if given.concentrate else None,
        "SOR-CONTAIN-09" if (given.modifiers or given.helped) and not given.concentrate else None,
        *rites.clauses_of(given),
    )
