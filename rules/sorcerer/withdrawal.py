"""What a day in withdrawal costs a demon (SOR-NEED)."""

from typing import Annotated, Final, Literal

from rules.kernel.action import Chances
from rules.kernel.chances import add_up, as_shares, share
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.sorcerer import contest as contests
from rules.sorcerer.contest import Contest, Pools
from rules.sorcerer.odds import victory_counts
from rules.sorcerer.types import Days, DemonState, DemonType, Score, SorcererInput

Source = Literal["need", "host", "binding"]
LACKS: Final[dict[Source, str]] = {"need": "SOR-NEED-04", "host": "SOR-NEED-06", "binding": "SOR-NEED-05"}
"""What keeps a demon in withdrawal, in the order in which it is rolled for (SOR-NEED-10), by clause."""
HOSTED: Final = ("parasite", "possessor")


class NeedyDemon(Input):
    id: Id
    type: DemonType
    stamina: Score
    power: Score
    state: DemonState
    bound: Annotated[bool, DERIVED]
    host: Id | None = None
    need_unmet_days: Days = 0
    withdrawal_days: Days = 0


class WithdrawalDayInput(SorcererInput):
    demon: Annotated[NeedyDemon, record("demon")]


class Level(Outcome):
    before: int
    after: int


class WithdrawalRoll(Outcome):
    """One roll at Power 0: what it stands for, and the Stamina that it costs."""

    sources: tuple[Source, ...]
    contest: Contest
    success: bool
    loss: int


class WithdrawalDayOutcome(Outcome):
    in_withdrawal: bool
    sources: tuple[Source, ...]
    power: Level
    stamina: Level
    rolls: tuple[WithdrawalRoll, ...]
    banished: bool


def withdrawal_day(given: WithdrawalDayInput, draws: Draws) -> Result:
    """One day of one demon that is here (SOR-NEED-04 to SOR-NEED-12)."""
    _refuse(given.demon)
    demon, sources = given.demon, sources_of(given)
    rolls = tuple(_roll(stakes, given, draws) for stakes in _stakes(given))
    drained = 1 if sources and demon.power else 0  # SOR-NEED-07
    stamina = max(0, demon.stamina - sum(entry.loss for entry in rolls))
    outcome = WithdrawalDayOutcome(
        in_withdrawal=bool(sources),
        sources=sources,
        power=Level(before=demon.power, after=demon.power - drained),
        stamina=Level(before=demon.stamina, after=stamina),
        rolls=rolls,
        banished=stamina == 0,  # SOR-NEED-11
    )
    clauses = cite(
        *_clauses(given),
        *(clause for entry in rolls for clause in contests.clauses_of(entry.contest)),
        "SOR-NEED-11" if outcome.banished else None,
    )
    return Result(outcome, _effects(demon, outcome), clauses)


def withdrawal_odds(given: WithdrawalDayInput) -> Chances:
    """The law of the Stamina really lost, and the chance that the demon is Banished by it."""
    _refuse(given.demon)
    lost, cases = {0: 1}, 1
    for stakes in _stakes(given):
        counted = victory_counts(_pools(given.demon), given.settings.die)
        saved = counted.won_by("acting")
        lost = add_up(lost, {0: saved, len(stakes): counted.cases - saved})
        cases *= counted.cases
    stamina = given.demon.stamina
    really: dict[int, int] = {}
    for loss, ways in lost.items():
        really[min(loss, stamina)] = really.get(min(loss, stamina), 0) + ways
    odds = {"stamina_loss": as_shares(really, cases), "banished": share(really.get(stamina, 0), cases)}
    return Chances(odds, _clauses(given))


def sources_of(given: WithdrawalDayInput) -> tuple[Source, ...]:
    """What the demon lacks, in the order of `LACKS`."""
    demon = given.demon
    lacking = {
        "need": demon.need_unmet_days >= max(1, given.settings.need_days),
        "host": demon.type in HOSTED and demon.host is None,
        "binding": not demon.bound,
    }
    return tuple(source for source in LACKS if lacking[source])


def _refuse(demon: NeedyDemon) -> None:
    if demon.state != "present":
        raise RuleViolation(
            "only a demon that is here can wither", field="input.demon.state", clause="SOR-NEED-05"
        )
    if demon.stamina == 0:
        raise RuleViolation("this demon has withered away", field="input.demon.stamina", clause="SOR-NEED-11")


def _stakes(given: WithdrawalDayInput) -> tuple[tuple[Source, ...], ...]:
    """The sources that each roll of the day stands for; none while there is Power left (SOR-NEED-09)."""
    sources = sources_of(given)
    if given.demon.power or not sources:
        return ()
    if given.settings.withdrawal_rolls == "single":
        return (sources,)
    return tuple((source,) for source in sources)


def _pools(demon: NeedyDemon) -> Pools:
    """One die against the Stamina with which the day began, plus one (SOR-NEED-08, SOR-NEED-10)."""
    die = contests.score_part("withdrawal", 1)
    return contests.build_pools((die,), (contests.score_part("stamina", demon.stamina), die))


def _roll(stakes: tuple[Source, ...], given: WithdrawalDayInput, draws: Draws) -> WithdrawalRoll:
    rolled = contests.roll(_pools(given.demon), given.settings.die, draws)
    success = rolled.winner == "acting"
    return WithdrawalRoll(sources=stakes, contest=rolled, success=success, loss=0 if success else len(stakes))


def _effects(demon: NeedyDemon, outcome: WithdrawalDayOutcome) -> tuple[Effect, ...]:
    if not outcome.in_withdrawal:
        return (set_to(demon.id, "withdrawal_days", 0),) if demon.withdrawal_days else ()  # SOR-NEED-12
    losses = {
        "power": outcome.power.after - outcome.power.before,
        "stamina": outcome.stamina.after - outcome.stamina.before,
    }
    return (
        change_by(demon.id, "withdrawal_days", 1),
        *(change_by(demon.id, field, amount) for field, amount in losses.items() if amount),
        *((set_to(demon.id, "state", "banished"),) if outcome.banished else ()),
    )


def _clauses(given: WithdrawalDayInput) -> tuple[str, ...]:
    sources = sources_of(given)
    if not sources:
        return ("SOR-NEED-12",)
    drained = ("SOR-NEED-07",) if given.demon.power else ("SOR-NEED-08", "SOR-NEED-09", "SOR-NEED-10")
    return (*(LACKS[source] for source in sources), *drained)
