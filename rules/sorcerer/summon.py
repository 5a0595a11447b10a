"""Bringing a demon that is in Contact into this reality (SOR-SUMMON)."""

from typing import Annotated

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PLAYER, PROCEDURE, by, record
from rules.kernel.parsing import check_distinct
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input
from rules.sorcerer import contest as contests
from rules.sorcerer import rites
from rules.sorcerer.contact import ProlongedContact
from rules.sorcerer.contest import ContestOutcome, PoolPart, Pools
from rules.sorcerer.modifiers import Base, Ritual
from rules.sorcerer.odds import contest_chances
from rules.sorcerer.types import Binding, DemonState, Score, SorcererInput


class Summoner(rites.Performer):
    will: Score
    humanity: Score
    strain_will: Score = 0


class SummonedDemon(Input):
    id: Id
    power: Score
    state: DemonState
    bindings: tuple[Binding, ...] = ()

    def __post_init__(self) -> None:
        check_distinct("bindings", (binding.sorcerer for binding in self.bindings))


class SummonInput(SorcererInput):
    sorcerer: Annotated[Summoner, record("character", "demon")]
    demon: Annotated[SummonedDemon, record("demon"), by("SOR-SUMMON-01")]
    contact: Annotated[ProlongedContact, record("contact"), by("SOR-SUMMON-01")]
    immediate: Annotated[bool, PROCEDURE] = False
    contained: Annotated[bool, PROCEDURE] = False
    snapshot: Annotated[bool, PLAYER, by("SOR-RITUAL-06")] = False
    sacrifice: Annotated[bool, PLAYER, by("SOR-RITUAL-10")] = False
    retry: Annotated[bool, PROCEDURE] = False
    helped: Annotated[rites.Help, PROCEDURE] = 0
    modifiers: Annotated[Ritual, GM] = ()
    opposing_modifiers: Annotated[Base, GM] = ()


class SummonOutcome(ContestOutcome):
    """`free`: the demon is here, unbound, and no Contain holds it."""

    bound: bool
    free: bool
    due: tuple[rites.DueCheck, ...]


def summon(given: SummonInput, draws: Draws) -> Result:
    """Bring the demon of an open Contact into being (SOR-SUMMON)."""
    rolled = contests.roll(summon_pools(given), given.settings.die, draws)
    success = rolled.winner == "acting"
    bound = bool(given.demon.bindings)
    ritual = rites.ritual_due(given.sorcerer.id, given.demon.id) if success else ()  # SOR-SUMMON-10
    outcome = SummonOutcome(
        contest=rolled,
        success=success,
        victories=contests.acting_victories(rolled),
        bound=bound,
        free=success and not bound and not given.contained,  # SOR-SUMMON-07
        due=(*rites.sacrifice_due(given.sorcerer.id, given.modifiers, brought=given.sacrifice), *ritual),
    )
    first = rites.begin(given.sorcerer, retry=given.retry, strains=("stamina",))  # SOR-SUMMON-04
    after = ("SOR-SUMMON-05", "SOR-SUMMON-07", "SOR-SUMMON-10") if success else ()
    clauses = cite(*_roll_clauses(given), *contests.clauses_of(rolled), *after)
    return Result(outcome, (*first, *(_arrived(given) if success else ())), clauses)


def summon_odds(given: SummonInput) -> Chances:
    """The odds of the contest."""
    return contest_chances(summon_pools(given), given.settings.die, cite(*_roll_clauses(given)))


def summon_pools(given: SummonInput) -> Pools:
    """Both pools of a Summoning, or the first rule that forbids it."""
    _refuse(given)
    acting = summoner_parts(
        given.sorcerer.will,
        humanity=given.sorcerer.humanity,
        strain=given.sorcerer.strain_will,
        penalties=given.sorcerer.penalties,
        binding=rites.tie_of(given.demon.bindings, given.sorcerer.id),
        rollover=given.contact.victories if given.immediate else 0,  # SOR-SUMMON-06
        snapshot=given.snapshot,
    )
    return contests.build_pools(
        (*acting, *rites.awards_of(given)),
        (contests.score_part("power", given.demon.power), *contests.awarded(given.opposing_modifiers)),
    )


def summoner_parts(
    will: int, *, humanity: int, strain: int, penalties: int, binding: int, snapshot: bool, rollover: int = 0
) -> tuple[PoolPart, ...]:
    """What stands for the summoner: Humanity is in the way, except in a snap-shot (SOR-SUMMON-03, SOR-SUMMON-11)."""
    return (
        contests.score_part("will", rites.in_rite(will, snapshot)),
        *contests.other_parts(
            ("humanity", 0 if snapshot else -humanity),
            ("strain", -strain),
            ("penalties", -penalties),
            ("binding", binding),
            ("rollover", rollover),
        ),
    )


def _refuse(given: SummonInput) -> None:
    rites.refuse_rite(given)
    rites.refuse_two_masters(given.demon.bindings, given.settings)
    if given.demon.state != "contacted":
        raise RuleViolation(
            "only a demon in Contact can be Summoned", field="input.demon.state", clause="SOR-SUMMON-01"
        )
    if given.contact.state != "open":
        raise RuleViolation("this Contact is closed", field="input.contact.state", clause="SOR-SUMMON-01")
    if given.immediate and given.retry:
        raise RuleViolation(
            "another attempt does not directly follow the Contact",
            field="input.immediate",
            clause="SOR-SUMMON-06",
        )


def _arrived(given: SummonInput) -> tuple[Effect, ...]:
    return (
        set_to(given.demon.id, "state", "present"),
        set_to(given.demon.id, "summoned_by", given.sorcerer.id),
        set_to(given.contact.id, "state", "closed"),
    )


def _roll_clauses(given: SummonInput) -> tuple[str | None, ...]:
    return (
        "SOR-SUMMON-01",
        "SOR-SUMMON-03",
        "SOR-SUMMON-11" if given.snapshot else None,
        "SOR-RITUAL-07" if given.snapshot else None,
        "SOR-SUMMON-06" if given.immediate else None,
        "SOR-CONTACT-11" if given.immediate and given.contact.victories else None,
        "SOR-SUMMON-04" if given.retry else None,
        "SOR-BIND-18" if rites.tie_of(given.demon.bindings, given.sorcerer.id) else None,
        *rites.clauses_of(given),
    )
