"""Using a demon's Abilities, the fatigue that comes of it, and rest (SOR-ABIL)."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.kernel.action import Chances
from rules.kernel.draws import Draws
from rules.kernel.effects import change_by, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PLAYER, by, record
from rules.kernel.parsing import check_distinct
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.sorcerer import contest as contests
from rules.sorcerer.contact import AbilityName
from rules.sorcerer.contest import Contest, PoolPart
from rules.sorcerer.modifiers import Open
from rules.sorcerer.odds import SURE_SUCCESS, contest_chances
from rules.sorcerer.rolls import OpposingScore, refuse_no_difficulty, score_parts
from rules.sorcerer.types import DemonState, Penalties, Score, SorcererInput

Uses = Annotated[int, Meta(ge=0, le=60)]


class AbleDemon(Input):
    """`uses`: of any of its Abilities in this scene, before this one."""

    id: Id
    stamina: Score
    power: Score
    will: Score
    state: DemonState
    abilities: tuple[AbilityName, ...]
    uses: Uses = 0
    penalties: Penalties = 0

    def __post_init__(self) -> None:
        check_distinct("abilities", self.abilities)


class UseAbilityInput(SorcererInput):
    demon: Annotated[AbleDemon, record("demon")]
    ability: Annotated[AbilityName, PLAYER, by("SOR-ABIL-01")]
    opposing: Annotated[OpposingScore | None, record("character", "demon"), by("SOR-ROLL-02")] = None
    modifiers: Annotated[Open, GM] = ()
    opposing_modifiers: Annotated[Open, GM] = ()


class UseAbilityOutcome(Outcome):
    """`use` is the number of this use in the scene, `dice` the demon's pool as it adds up."""

    contest: Contest | None
    success: bool
    victories: int
    use: int
    fatigue: int
    dice: int
    uses_left: int
    burned_out: bool


def use_ability(given: UseAbilityInput, draws: Draws) -> Result:
    """Use an Ability, against opposition or without any (SOR-ABIL)."""
    _refuse(given)
    acting = _acting(given)
    rolled = _roll(given, acting, draws)
    use = given.demon.uses + 1
    left = 2 * given.demon.stamina - use
    outcome = UseAbilityOutcome(
        contest=rolled,
        success=rolled is None or rolled.winner == "acting",
        victories=contests.acting_victories(rolled) if rolled else 0,
        use=use,
        fatigue=fatigue_of(use, given.demon.stamina),
        dice=sum(part.dice for part in acting),
        uses_left=left,
        burned_out=left == 0,  # SOR-ABIL-05
    )
    decided = contests.clauses_of(rolled) if rolled else ()
    burned_out = "SOR-ABIL-05" if outcome.burned_out else None
    clauses = cite(*contests.decided_by((*acting, *_opposing(given))), *decided, burned_out)
    return Result(outcome, (change_by(given.demon.id, "uses", 1),), clauses)


def use_ability_odds(given: UseAbilityInput) -> Chances:
    """The odds of the contest; without opposition the use is sure."""
    _refuse(given)
    if given.opposing is None:
        return Chances(SURE_SUCCESS, contests.decided_by(_acting(given)))
    pools = contests.build_pools(_acting(given), _opposing(given))
    return contest_chances(pools, given.settings.die, pools.clauses)


def fatigue_of(uses: int, stamina: int) -> int:
    """The penalty of that use in the scene: one for each beyond Stamina (SOR-ABIL-04)."""
    return max(0, uses - stamina)


def _refuse(given: UseAbilityInput) -> None:
    demon = given.demon
    if demon.state != "present":
        raise RuleViolation("this demon is not here", field="input.demon.state", clause="SOR-ABIL-10")
    if given.ability not in demon.abilities:
        raise RuleViolation("this demon has no such Ability", field="input.ability", clause="SOR-ABIL-01")
    if demon.uses >= 2 * demon.stamina:
        raise RuleViolation("this demon has to rest first", field="input.demon.uses", clause="SOR-ABIL-05")
    if given.opposing:
        refuse_no_difficulty(given.opposing)


def _roll(given: UseAbilityInput, acting: tuple[PoolPart, ...], draws: Draws) -> Contest | None:
    if given.opposing is None:
        return None
    pools = contests.build_pools(acting, _opposing(given))
    return contests.roll(pools, given.settings.die, draws)


def _acting(given: UseAbilityInput) -> tuple[PoolPart, ...]:
    demon = given.demon
    score = (
        contests.score_part("power", demon.power, "SOR-ABIL-03", "SOR-ABIL-02")
        if demon.power
        else contests.score_part("will", demon.will, "SOR-ABIL-03", "SOR-ABIL-08")
    )
    fatigue = fatigue_of(demon.uses + 1, demon.stamina)
    return (
        score,
        *contests.other_parts(
            ("fatigue", -fatigue, "SOR-ABIL-04", "SOR-ABIL-09"), ("penalties", -demon.penalties)
        ),
        *contests.awarded(given.modifiers),
    )


def _opposing(given: UseAbilityInput) -> tuple[PoolPart, ...]:
    if given.opposing is None:
        return ()
    return (*score_parts(given.opposing), *contests.awarded(given.opposing_modifiers))


class TiredDemon(Input):
    id: Id
    stamina: Score
    uses: Uses


class RestDemonInput(SorcererInput):
    demon: Annotated[TiredDemon, record("demon")]
    event: Annotated[Literal["scene_end", "rest"], GM, by("SOR-ABIL-06", "SOR-ABIL-07")]
    hours: Annotated[int, Meta(ge=0, le=8760), GM, by("SOR-ABIL-06")] = 0


class RestDemonOutcome(Outcome):
    """The count of uses and the fatigue afterwards."""

    cleared: bool
    uses: int
    fatigue: int


def rest_demon(given: RestDemonInput, draws: Draws) -> Result:
    """The end of a scene, or a rest, as it touches the count of uses (SOR-ABIL-06, SOR-ABIL-07)."""
    demon = given.demon
    fatigue = fatigue_of(demon.uses, demon.stamina)
    if given.event == "scene_end":
        cleared, clause = fatigue == 0, "SOR-ABIL-07"
    else:
        cleared, clause = given.hours >= given.settings.fatigue_rest_hours, "SOR-ABIL-06"
    outcome = RestDemonOutcome(
        cleared=cleared, uses=0 if cleared else demon.uses, fatigue=0 if cleared else fatigue
    )
    effects = (set_to(demon.id, "uses", 0),) if cleared and demon.uses else ()
    return Result(outcome, effects, cite(clause))
