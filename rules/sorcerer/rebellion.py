"""A Bound demon against its master: refusing a command, breaking the Binding (SOR-REBEL, SOR-BREAK)."""

from typing import Annotated

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, GM, TEXT, by, record
from rules.kernel.parsing import check_distinct
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Text
from rules.sorcerer import contest as contests
from rules.sorcerer import rites
from rules.sorcerer.contest import ContestOutcome, PoolPart, Pools
from rules.sorcerer.modifiers import Bond
from rules.sorcerer.odds import contest_chances
from rules.sorcerer.types import Binding, Days, Penalties, Score, SorcererInput


class RebelDemon(Input):
    id: Id
    will: Score
    withdrawal_days: Days = 0
    penalties: Penalties = 0
    bindings: tuple[Binding, ...] = ()

    def __post_init__(self) -> None:
        check_distinct("bindings", (binding.sorcerer for binding in self.bindings))


class Master(Input):
    id: Id
    will: Score
    strain_will: Score = 0
    penalties: Penalties = 0


class RebelInput(SorcererInput):
    demon: Annotated[RebelDemon, record("demon")]
    sorcerer: Annotated[Master, record("character", "demon"), by("SOR-REBEL-01")]
    command: Annotated[Text, TEXT, by("SOR-REBEL-02")]
    modifiers: Annotated[Bond, GM] = ()
    opposing_modifiers: Annotated[Bond, GM] = ()


class RebelOutcome(ContestOutcome):
    disobeys: bool
    command: str


def rebel(given: RebelInput, draws: Draws) -> Result:
    """A Bound demon refuses a command; it stays Bound (SOR-REBEL)."""
    pools = rebel_pools(given)
    rolled = contests.roll(pools, given.settings.die, draws)
    success = rolled.winner == "acting"
    outcome = RebelOutcome(
        contest=rolled,
        success=success,
        victories=contests.acting_victories(rolled),
        disobeys=success,
        command=given.command,
    )
    freed = "SOR-REBEL-02" if success else None
    return Result(outcome, clauses=cite(*pools.clauses, *contests.clauses_of(rolled), freed))


def rebel_odds(given: RebelInput) -> Chances:
    """The odds of the contest; the demon is the acting side."""
    pools = rebel_pools(given)
    return contest_chances(pools, given.settings.die, pools.clauses)


def rebel_pools(given: RebelInput) -> Pools:
    """Both pools of a rebellion, or the first rule that forbids it."""
    demon, master = given.demon, given.sorcerer
    binding = _binding(demon.bindings, given, master.id, "SOR-REBEL-01")
    for_demon = binding.strength if binding.favor == "demon" else 0
    for_master = binding.strength if binding.favor == "sorcerer" else 0
    acting = (
        contests.score_part("will", demon.will, "SOR-REBEL-01"),
        *contests.other_parts(
            ("penalties", -demon.penalties),
            ("binding", for_demon),
            ("need", _need(demon.withdrawal_days, given), "SOR-REBEL-03"),
        ),
    )
    opposing = _worn("will", master.will, master.strain_will, master.penalties, for_master)
    return contests.build_pools(
        (*acting, *contests.awarded(given.modifiers)),
        (*opposing, *contests.awarded(given.opposing_modifiers)),
    )


class BreakingDemon(Input):
    id: Id
    power: Score
    withdrawal_days: Days = 0
    penalties: Penalties = 0
    bindings: tuple[Binding, ...] = ()

    def __post_init__(self) -> None:
        check_distinct("bindings", (binding.sorcerer for binding in self.bindings))


class LastingMaster(Input):
    """The master, who may be dead by now (SOR-BREAK-06)."""

    id: Id
    stamina: Score
    will: Score
    lore: Score
    strain_stamina: Score = 0
    strain_will: Score = 0
    strain_lore: Score = 0
    penalties: Penalties = 0
    alive: Annotated[bool, DERIVED] = True


class BreakBindingInput(SorcererInput):
    demon: Annotated[BreakingDemon, record("demon")]
    sorcerer: Annotated[LastingMaster, record("character", "demon"), by("SOR-BREAK-03")]
    modifiers: Annotated[Bond, GM] = ()
    opposing_modifiers: Annotated[Bond, GM] = ()


class BreakBindingOutcome(ContestOutcome):
    """`free` and `in_withdrawal`: no Binding is left."""

    broken: bool
    free: bool
    in_withdrawal: bool


def break_binding(given: BreakBindingInput, draws: Draws) -> Result:
    """A demon tries to be rid of its master (SOR-BREAK)."""
    pools = break_pools(given)
    rolled = contests.roll(pools, given.settings.die, draws)
    broken = rolled.winner == "acting"
    free = broken and len(given.demon.bindings) == 1
    outcome = BreakBindingOutcome(
        contest=rolled,
        success=broken,
        victories=contests.acting_victories(rolled),
        broken=broken,
        free=free,
        in_withdrawal=free,
    )
    binding = rites.binding_with(given.demon.bindings, given.sorcerer.id)
    effects = (set_to(binding.id, "state", "broken"),) if broken and binding else ()
    after = "SOR-BREAK-04" if broken else "SOR-BREAK-07"
    return Result(outcome, effects, cite(*pools.clauses, *contests.clauses_of(rolled), after))


def break_odds(given: BreakBindingInput) -> Chances:
    """The odds of the contest; the demon is the acting side."""
    pools = break_pools(given)
    return contest_chances(pools, given.settings.die, pools.clauses)


def break_pools(given: BreakBindingInput) -> Pools:
    """Both pools, or the first rule that forbids it."""
    demon = given.demon
    binding = _binding(demon.bindings, given, given.sorcerer.id, "SOR-BREAK-01")
    acting = (
        contests.score_part("power", demon.power, "SOR-BREAK-03"),
        *contests.other_parts(
            ("penalties", -demon.penalties),
            ("need", _need(demon.withdrawal_days, given), "SOR-BREAK-02"),
        ),
    )
    return contests.build_pools(
        (*acting, *contests.awarded(given.modifiers)),
        (*_holding(given.sorcerer, binding), *contests.awarded(given.opposing_modifiers)),
    )


def _holding(master: LastingMaster, binding: Binding) -> tuple[PoolPart, ...]:
    """The score with which the Binding was made, and its strength, whomever it favours (SOR-BREAK-03)."""
    if binding.score is None:
        told = "this Binding has no score to hold with: set Stamina, Will or Lore on its page, under Edit"
        raise RuleViolation(told, field="input.demon.bindings", clause="SOR-BREAK-03")
    score, strain = {
        "stamina": (master.stamina, master.strain_stamina),
        "will": (master.will, master.strain_will),
        "lore": (master.lore, master.strain_lore),
    }[binding.score]
    if not master.alive:
        dead = contests.score_part(binding.score, 0, "SOR-BREAK-06")
        return (dead, *contests.other_parts(("binding", binding.strength)))
    return _worn(binding.score, score, strain, master.penalties, binding.strength)


def _worn(source: str, score: int, strain: int, penalties: int, binding: int) -> tuple[PoolPart, ...]:
    return (
        contests.score_part(source, score),
        *contests.other_parts(("strain", -strain), ("penalties", -penalties), ("binding", binding)),
    )


def _binding(bindings: tuple[Binding, ...], given: SorcererInput, master: str, clause: str) -> Binding:
    rites.refuse_two_masters(bindings, given.settings)
    binding = rites.binding_with(bindings, master)
    if binding is None:
        raise RuleViolation("this demon is not Bound to them", field="input.demon.bindings", clause=clause)
    return binding


def _need(withdrawal_days: int, given: SorcererInput) -> int:
    """The dice of a demon kept in Need (SOR-REBEL-03)."""
    return withdrawal_days // given.settings.need_bonus_days
