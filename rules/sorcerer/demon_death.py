"""What becomes of a demon that is hurt to death (SOR-DEATH)."""

from typing import Annotated, Literal

from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import by, record
from rules.kernel.parsing import check_distinct
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.sorcerer import rites
from rules.sorcerer.types import Binding, Count, DemonState, Score, SorcererInput

Fate = Literal["alive", "banished", "annihilated"]


class DyingDemon(Input):
    id: Id
    stamina: Score
    lasting: Count
    power: Score
    state: DemonState
    summoned_by: Id | None = None
    bindings: tuple[Binding, ...] = ()

    def __post_init__(self) -> None:
        check_distinct("bindings", (binding.sorcerer for binding in self.bindings))


class Killer(Input):
    id: Id
    humanity: Score


class DemonDeathInput(SorcererInput):
    demon: Annotated[DyingDemon, record("demon")]
    killer: Annotated[Killer | None, record("character", "demon"), by("SOR-DEATH-04")] = None


class DemonDeathOutcome(Outcome):
    """`evidence`: whether anything is left to be found."""

    slain: bool
    fate: Fate
    evidence: bool
    due: tuple[rites.DueCheck, ...]


def demon_death(given: DemonDeathInput, draws: Draws) -> Result:
    """A demon hurt beyond twice its Stamina is Banished, or annihilated if Bound (SOR-DEATH-02)."""
    _refuse(given)
    demon = given.demon
    slain = given.settings.demons_can_die and demon.lasting > 2 * demon.stamina  # SOR-DEATH-01
    dead: Fate = "annihilated" if demon.bindings else "banished"  # SOR-DEATH-04, SOR-DEATH-05
    fate: Fate = dead if slain else "alive"
    outcome = DemonDeathOutcome(
        slain=slain,
        fate=fate,
        evidence=slain and given.settings.demon_evidence,  # SOR-DEATH-03
        due=_gain(given) if fate == "banished" else (),
    )
    told = {"alive": None, "banished": "SOR-DEATH-04", "annihilated": "SOR-DEATH-05"}[fate]
    trace = "SOR-DEATH-03" if slain else None
    gain = "SOR-BANISH-10" if outcome.due else None
    return Result(outcome, _effects(demon, fate), cite("SOR-DEATH-01", "SOR-DEATH-02", trace, told, gain))


def _refuse(given: DemonDeathInput) -> None:
    rites.refuse_two_masters(given.demon.bindings, given.settings)
    if given.demon.state != "present":
        raise RuleViolation(
            "only a demon that is here can die", field="input.demon.state", clause="SOR-DEATH-01"
        )


def _gain(given: DemonDeathInput) -> tuple[rites.DueCheck, ...]:
    killer, demon = given.killer, given.demon
    if killer is None or killer.humanity == 0:
        return ()
    if not rites.earns_gain(killer.id, killer.humanity, demon.power, demon.summoned_by):
        return ()
    return rites.gain_due(killer.id, demon.id)


def _effects(demon: DyingDemon, fate: Fate) -> tuple[Effect, ...]:
    if fate == "alive":
        return ()
    ended = demon.bindings if fate == "annihilated" else ()
    return (
        set_to(demon.id, "state", fate),
        *(set_to(binding.id, "state", "ended") for binding in ended),
    )
