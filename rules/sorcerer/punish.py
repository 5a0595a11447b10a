"""Taking Power from a demon for a time, and the demon throwing it off (SOR-PUNISH)."""

from typing import Annotated

from msgspec import Meta

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import change_by
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, PLAYER, PROCEDURE, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.sorcerer import contest as contests
from rules.sorcerer import rites
from rules.sorcerer.contest import Contest, ContestOutcome, Pools
from rules.sorcerer.modifiers import Base, Ritual
from rules.sorcerer.odds import SURE_SUCCESS, contest_chances
from rules.sorcerer.types import Binding, Days, DemonState, Penalties, Score, SorcererInput


class Punisher(rites.Performer):
    will: Score
    strain_will: Score = 0


class PunishedDemon(Input):
    id: Id
    stamina: Score
    power: Score
    state: DemonState
    bindings: tuple[Binding, ...] = ()
    penalties: Penalties = 0

    def __post_init__(self) -> None:
        check_distinct("bindings", (binding.sorcerer for binding in self.bindings))


class PunishInput(SorcererInput):
    sorcerer: Annotated[Punisher, record("character", "demon")]
    demon: Annotated[PunishedDemon, record("demon"), by("SOR-PUNISH-01")]
    amount: Annotated[Annotated[int, Meta(ge=1, le=30)] | None, PLAYER, by("SOR-PUNISH-02")] = None
    snapshot: Annotated[bool, PLAYER, by("SOR-RITUAL-06")] = False
    sacrifice: Annotated[bool, PLAYER, by("SOR-RITUAL-10")] = False
    retry: Annotated[bool, PROCEDURE] = False
    modifiers: Annotated[Ritual, GM] = ()
    opposing_modifiers: Annotated[Base, GM] = ()

    def __post_init__(self) -> None:
        if self.is_own != (self.amount is not None):
            raise wrong("amount", "name an amount for your own demon, and only then")

    @property
    def is_own(self) -> bool:
        """Whether the demon is Bound to whoever Punishes it."""
        return rites.binding_with(self.demon.bindings, self.sorcerer.id) is not None


class PowerChange(Outcome):
    before: int
    after: int


class PunishOutcome(Outcome):
    """`lost`: the Power really taken, no more than there was."""

    contest: Contest | None
    success: bool
    victories: int
    power: PowerChange
    lost: int
    due: tuple[rites.DueCheck, ...]


class WeakenedDemon(Input):
    id: Id
    stamina: Score
    punishment: Annotated[int, Meta(ge=0, le=60)]
    penalties: Penalties = 0


class RecoverPowerInput(SorcererInput):
    demon: Annotated[WeakenedDemon, record("demon")]
    days_since: Annotated[Days, DERIVED]
    modifiers: Annotated[Base, GM] = ()
    opposing_modifiers: Annotated[Base, GM] = ()


class RecoverPowerOutcome(ContestOutcome):
    """`restored`: Power regained; `punishment`: what is still missing."""

    restored: int
    punishment: int


def punish(given: PunishInput, draws: Draws) -> Result:
    """Take Power from a demon: one's own without a roll, another by victories (SOR-PUNISH)."""
    pools = punish_pools(given)
    rolled = contests.roll(pools, given.settings.die, draws) if pools else None
    victories = contests.acting_victories(rolled) if rolled else 0
    power = given.demon.power
    lost = min(power, victories if rolled else given.amount or 0)  # SOR-PUNISH-07
    outcome = PunishOutcome(
        contest=rolled,
        success=rolled is None or rolled.winner == "acting",
        victories=victories,
        power=PowerChange(before=power, after=power - lost),
        lost=lost,
        due=rites.sacrifice_due(given.sorcerer.id, given.modifiers, brought=given.sacrifice),
    )
    first = rites.begin(given.sorcerer, retry=given.retry, strains=("will",))  # SOR-PUNISH-06
    ident = given.demon.id
    taken = (change_by(ident, "power", -lost), change_by(ident, "punishment", lost)) if lost else ()
    after = "SOR-PUNISH-07" if outcome.success else "SOR-PUNISH-05"
    roll_clauses = contests.clauses_of(rolled) if rolled else ()
    return Result(outcome, (*first, *taken), cite(*_punish_clauses(given), *roll_clauses, after))


def punish_odds(given: PunishInput) -> Chances:
    """The odds of the contest; one's own demon has no say."""
    pools = punish_pools(given)
    clauses = cite(*_punish_clauses(given))
    if pools is None:
        return Chances(SURE_SUCCESS, clauses)
    return contest_chances(pools, given.settings.die, clauses)


def punish_pools(given: PunishInput) -> Pools | None:
    """Both pools of a Punishing, None for one's own demon, or the first rule that forbids it."""
    _refuse(given)
    if given.is_own:
        return None
    performer, demon = given.sorcerer, given.demon
    acting = (
        contests.score_part("will", rites.in_rite(performer.will, given.snapshot)),
        *contests.other_parts(
            ("strain", -performer.strain_will - given.retry), ("penalties", -performer.penalties)
        ),
    )
    opposing = (
        contests.score_part("stamina", demon.stamina),
        *contests.other_parts(
            ("penalties", -demon.penalties), ("binding", rites.strength_of(demon.bindings))
        ),
    )
    return contests.build_pools(
        (*acting, *rites.awards_of(given)),
        (*opposing, *contests.awarded(given.opposing_modifiers)),
    )


def recover_power(given: RecoverPowerInput, draws: Draws) -> Result:
    """A Punished demon tries to get its Power back (SOR-PUNISH-08, SOR-PUNISH-09)."""
    rolled = contests.roll(recovery_pools(given), given.settings.die, draws)
    victories, missing = contests.acting_victories(rolled), given.demon.punishment
    restored = min(victories, missing)
    outcome = RecoverPowerOutcome(
        contest=rolled,
        success=rolled.winner == "acting",
        victories=victories,
        restored=restored,
        punishment=missing - restored,
    )
    ident = given.demon.id
    effects = (
        (change_by(ident, "power", restored), change_by(ident, "punishment", -restored)) if restored else ()
    )
    return Result(outcome, effects, cite("SOR-PUNISH-08", "SOR-PUNISH-09", *contests.clauses_of(rolled)))


def recover_power_odds(given: RecoverPowerInput) -> Chances:
    """The odds of the contest."""
    return contest_chances(recovery_pools(given), given.settings.die, ("SOR-PUNISH-08",))


def recovery_pools(given: RecoverPowerInput) -> Pools:
    """Both pools of a recovery, or the first rule that forbids it."""
    demon = given.demon
    if demon.punishment == 0:
        raise RuleViolation("no Power is missing", field="input.demon.punishment", clause="SOR-PUNISH-08")
    if given.days_since < given.settings.power_recovery_days:
        raise RuleViolation("it is too soon to try again", field="input.days_since", clause="SOR-PUNISH-09")
    acting = (
        contests.score_part("stamina", demon.stamina),
        *contests.other_parts(("penalties", -demon.penalties)),
    )
    return contests.build_pools(
        (*acting, *contests.awarded(given.modifiers)),
        (
            contests.score_part("punishment", demon.punishment),
            *contests.awarded(given.opposing_modifiers),
        ),
    )


def _refuse(given: PunishInput) -> None:
    rites.refuse_rite(given, alone=True)
    rites.refuse_two_masters(given.demon.bindings, given.settings)
    if given.demon.state != "present":
        raise RuleViolation(
            "only a demon that is here can be Punished", field="input.demon.state", clause="SOR-PUNISH-01"
        )
    if given.amount is not None:
        _refuse_own(given, given.amount)


def _refuse_own(given: PunishInput, amount: int) -> None:
    """What one's own demon loses is not rolled for, so nothing helps or strains (SOR-PUNISH-02)."""
    odd = {
        "retry": given.retry,
        "modifiers": bool(given.modifiers),
        "opposing_modifiers": bool(given.opposing_modifiers),
    }
    for field, present in odd.items():
        if present:
            raise RuleViolation(
                f"{field} applies only when there is a roll", field=f"input.{field}", clause="SOR-PUNISH-02"
            )
    limit = rites.in_rite(given.sorcerer.will, given.snapshot)  # SOR-PUNISH-10
    if amount > limit:
        raise RuleViolation(f"{amount} is more than {limit}", field="input.amount", clause="SOR-PUNISH-02")


def _punish_clauses(given: PunishInput) -> tuple[str | None, ...]:
    others = "SOR-PUNISH-04" if given.demon.bindings else "SOR-PUNISH-03"
    return (
        "SOR-PUNISH-02" if given.is_own else others,
        "SOR-PUNISH-06" if given.retry else None,
        "SOR-PUNISH-10" if given.snapshot else None,
        *rites.clauses_of(given),
    )
