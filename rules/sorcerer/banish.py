"""Sending a demon out of this reality (SOR-BANISH)."""

from typing import Annotated

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PLAYER, PROCEDURE, RESULT, by, record
from rules.kernel.parsing import check_distinct
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input
from rules.sorcerer import contest as contests
from rules.sorcerer import rites
from rules.sorcerer.contest import ContestOutcome, PoolPart, Pools
from rules.sorcerer.modifiers import Base, Ritual
from rules.sorcerer.odds import contest_chances
from rules.sorcerer.types import Binding, DemonState, Penalties, Score, SorcererInput


class Banisher(rites.Performer):
    will: Score
    humanity: Score
    strain_will: Score = 0


class BanishedDemon(Input):
    id: Id
    power: Score
    will: Score
    state: DemonState
    summoned_by: Id | None = None
    bindings: tuple[Binding, ...] = ()
    penalties: Penalties = 0

    def __post_init__(self) -> None:
        check_distinct("bindings", (binding.sorcerer for binding in self.bindings))


class BanishInput(SorcererInput):
    sorcerer: Annotated[Banisher, record("character", "demon")]
    demon: Annotated[BanishedDemon, record("demon"), by("SOR-BANISH-01")]
    resists: Annotated[bool, RESULT, by("SOR-BANISH-11")] = True
    at_hand: Annotated[bool, RESULT, by("SOR-BANISH-06")] = True
    snapshot: Annotated[bool, PLAYER, by("SOR-RITUAL-06")] = False
    sacrifice: Annotated[bool, PLAYER, by("SOR-RITUAL-10")] = False
    retry: Annotated[bool, PROCEDURE] = False
    helped: Annotated[rites.Help, PROCEDURE] = 0
    modifiers: Annotated[Ritual, GM] = ()
    opposing_modifiers: Annotated[Base, GM] = ()


class BanishOutcome(ContestOutcome):
    banished: bool
    still_bound: bool
    due: tuple[rites.DueCheck, ...]


def banish(given: BanishInput, draws: Draws) -> Result:
    """Send away a demon that is here; its Bindings stay (SOR-BANISH, SOR-BIND-17)."""
    rolled = contests.roll(banish_pools(given), given.settings.die, draws)
    banished = rolled.winner == "acting"
    gain = _gain(given) if banished else ()
    outcome = BanishOutcome(
        contest=rolled,
        success=banished,
        victories=contests.acting_victories(rolled),
        banished=banished,
        still_bound=bool(given.demon.bindings),  # SOR-BANISH-09
        due=(*rites.sacrifice_due(given.sorcerer.id, given.modifiers, brought=given.sacrifice), *gain),
    )
    first = rites.begin(given.sorcerer, retry=given.retry, strains=("stamina",))  # SOR-BANISH-07
    sent = (set_to(given.demon.id, "state", "banished"),) if banished else ()
    after = ("SOR-BANISH-05", "SOR-BANISH-09" if given.demon.bindings else None)
    clauses = cite(
        *_roll_clauses(given),
        *contests.clauses_of(rolled),
        *(after if banished else ("SOR-BANISH-04",)),
        "SOR-BANISH-10" if gain else None,
    )
    return Result(outcome, (*first, *sent), clauses)


def banish_odds(given: BanishInput) -> Chances:
    """The odds of the contest."""
    return contest_chances(banish_pools(given), given.settings.die, cite(*_roll_clauses(given)))


def banish_pools(given: BanishInput) -> Pools:
    """Both pools of a Banishing, or the first rule that forbids it."""
    _refuse(given)
    performer, demon = given.sorcerer, given.demon
    acting = banisher_parts(
        performer.will,
        strain=performer.strain_will,
        penalties=performer.penalties,
        humanity=performer.humanity,
        snapshot=given.snapshot,
    )
    opposing = clinging_parts(
        demon.power,
        will=demon.will if given.resists else 0,
        penalties=demon.penalties,
        binding=rites.strength_of(demon.bindings),
    )
    return contests.build_pools(
        (*acting, *rites.awards_of(given)),
        (*opposing, *contests.awarded(given.opposing_modifiers)),
    )


def banisher_parts(
    will: int, *, strain: int, penalties: int, humanity: int, snapshot: bool
) -> tuple[PoolPart, ...]:
    """What stands for whoever Banishes; Humanity counts in full (SOR-BANISH-02, SOR-BANISH-08)."""
    return (
        contests.score_part("will", rites.in_rite(will, snapshot)),
        *contests.other_parts(("strain", -strain), ("penalties", -penalties), ("humanity", humanity)),
    )


def clinging_parts(power: int, *, will: int, penalties: int, binding: int) -> tuple[PoolPart, ...]:
    """What stands for the demon; a will of 0 is that of one that wants to go (SOR-BANISH-03, SOR-BANISH-11)."""
    return (
        contests.score_part("power", power),
        *contests.other_parts(("will", will), ("penalties", -penalties), ("binding", binding)),
    )


def _refuse(given: BanishInput) -> None:
    rites.refuse_rite(given)
    rites.refuse_two_masters(given.demon.bindings, given.settings)
    if given.demon.state != "present":
        raise RuleViolation(
            "only a demon that is here can be Banished", field="input.demon.state", clause="SOR-BANISH-01"
        )
    if given.settings.banish_needs_presence and not given.at_hand:
        raise RuleViolation("the demon is not near", field="input.at_hand", clause="SOR-BANISH-06")


def _gain(given: BanishInput) -> tuple[rites.DueCheck, ...]:
    performer, demon = given.sorcerer, given.demon
    if not rites.earns_gain(performer.id, performer.humanity, demon.power, demon.summoned_by):
        return ()
    return rites.gain_due(performer.id, demon.id)


def _roll_clauses(given: BanishInput) -> tuple[str | None, ...]:
    return (
        "SOR-BANISH-03" if given.demon.bindings else "SOR-BANISH-02",
        None if given.resists else "SOR-BANISH-11",
        "SOR-BANISH-06" if given.settings.banish_needs_presence else None,
        "SOR-BANISH-07" if given.retry else None,
        "SOR-BANISH-08" if given.snapshot else None,
        "SOR-RITUAL-07" if given.snapshot else None,
        *rites.clauses_of(given),
    )
