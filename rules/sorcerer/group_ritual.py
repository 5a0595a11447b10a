"""The helpers of a ritual: each rolls it first, and their victories become dice of the Primary (SOR-GROUP)."""

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from msgspec import Meta

from rules.kernel.action import Chances
from rules.kernel.chances import add_up, as_shares
from rules.kernel.draws import Draws
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PLAYER, PROCEDURE, RESULT, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.sorcerer import contest as contests
from rules.sorcerer import rites
from rules.sorcerer.banish import banisher_parts, clinging_parts
from rules.sorcerer.contact import caller_parts
from rules.sorcerer.contain import concentration_parts, distraction_parts
from rules.sorcerer.contest import Contest, PoolPart, Pools
from rules.sorcerer.modifiers import Base, Ritual
from rules.sorcerer.odds import victory_counts
from rules.sorcerer.summon import summoner_parts
from rules.sorcerer.types import Binding, Penalties, Score, SorcererInput

RitualName = Literal["contact", "summon", "contain", "banish", "bind", "punish"]

ALONE: Final = ("bind", "punish")
READ_OF_HELPERS: Final[dict[str, tuple[str, ...]]] = {
    "summon": ("will", "humanity"),
    "banish": ("will", "humanity"),
    "contain": ("stamina",),
}
STRAINED: Final[dict[str, tuple[rites.Strained, ...]]] = {
    "contact": ("stamina", "lore"),  # SOR-CONTACT-05
    "summon": ("stamina",),  # SOR-SUMMON-04
    "banish": ("stamina",),  # SOR-BANISH-07
}
"""What a further attempt at a ritual strains; a Contain names nothing."""


class Helper(rites.Performer):
    stamina: Score | None = None
    will: Score | None = None
    humanity: Score | None = None
    strain_will: Score = 0
    strain_lore: Score = 0
    modifiers: Annotated[Ritual, GM] = ()


class GroupDemon(Input):
    id: Id
    power: Score
    will: Score | None = None
    bindings: tuple[Binding, ...] = ()
    penalties: Penalties = 0

    def __post_init__(self) -> None:
        check_distinct("bindings", (binding.sorcerer for binding in self.bindings))


class GroupRitualInput(SorcererInput):
    ritual: Annotated[RitualName, GM, by("SOR-GROUP-01")]
    primary: Annotated[Id, record("character"), by("SOR-GROUP-02")]
    helpers: Annotated[
        tuple[Helper, ...],
        Meta(min_length=1, max_length=30),
        record("character", "demon"),
        by("SOR-GROUP-03"),
    ]
    demon: Annotated[GroupDemon | None, record("demon"), by("SOR-GROUP-07")] = None
    resists: Annotated[bool, RESULT, by("SOR-BANISH-11")] = True
    snapshot: Annotated[bool, PLAYER, by("SOR-RITUAL-06")] = False
    sacrifice: Annotated[bool, PLAYER, by("SOR-RITUAL-10")] = False
    retry: Annotated[bool, PROCEDURE] = False
    opposing_modifiers: Annotated[Base, GM] = ()

    def __post_init__(self) -> None:
        check_distinct("helpers", (helper.id for helper in self.helpers))
        if (self.demon is None) != (self.ritual == "contain"):
            raise wrong("demon", "every ritual except a Contain needs a demon")
        if self.ritual == "banish" and self.demon and self.demon.will is None:
            raise wrong("demon.will", "a Banishing needs the demon's Will")
        for place, helper in enumerate(self.helpers):
            for score in READ_OF_HELPERS.get(self.ritual, ()):
                if getattr(helper, score) is None:
                    raise wrong(f"helpers.{place}.{score}", f"{self.ritual} needs the helper's {score}")


class HelperRoll(Outcome):
    id: Id
    contest: Contest
    success: bool
    bonus: int


class GroupRitualOutcome(Outcome):
    """`bonus`: the dice of the Primary's `group` modifier."""

    rolls: tuple[HelperRoll, ...]
    bonus: int
    due: tuple[rites.DueCheck, ...]


def group_ritual(given: GroupRitualInput, draws: Draws) -> Result:
    """The helpers roll, one after the other; a failure costs nothing (SOR-GROUP-03, SOR-GROUP-04)."""
    rolled = [contests.roll(pools, given.settings.die, draws) for pools in group_pools(given)]
    rolls = tuple(_helped(helper, found) for helper, found in zip(given.helpers, rolled, strict=True))
    outcome = GroupRitualOutcome(
        rolls=rolls,
        bonus=sum(roll.bonus for roll in rolls),
        due=tuple(
            check
            for helper in given.helpers
            for check in rites.sacrifice_due(helper.id, helper.modifiers, brought=given.sacrifice)
        ),  # SOR-GROUP-06
    )
    strains = STRAINED.get(given.ritual, ())
    effects = tuple(
        effect
        for helper in given.helpers
        for effect in rites.begin(helper, retry=given.retry, strains=strains)
    )
    roll_clauses = (clause for found in rolled for clause in contests.clauses_of(found))
    failed = None if all(roll.success for roll in rolls) else "SOR-GROUP-04"
    shared = "SOR-GROUP-06" if outcome.due else None
    return Result(outcome, effects, cite(*_clauses(given), *roll_clauses, failed, shared))


def group_ritual_odds(given: GroupRitualInput) -> Chances:
    """The law of the sum of the helpers' victories."""
    bonus, cases = {0: 1}, 1
    for pools in group_pools(given):
        counted = victory_counts(pools, given.settings.die)
        nothing = {0: counted.cases - counted.won_by("acting")}
        bonus = add_up(bonus, counted.victories_of("acting") | nothing)
        cases *= counted.cases
    return Chances({"bonus": as_shares(bonus, cases)}, cite(*_clauses(given)))


def group_pools(given: GroupRitualInput) -> list[Pools]:
    """Both pools of each helper, or the first rule that forbids the ritual."""
    _refuse(given)
    return [_pools(given, helper) for helper in given.helpers]


def _refuse(given: GroupRitualInput) -> None:
    if given.ritual in ALONE:
        raise RuleViolation(
            f"{given.ritual} is always one on one", field="input.ritual", clause="SOR-GROUP-01"
        )
    if given.primary in {helper.id for helper in given.helpers}:
        raise RuleViolation("the Primary cannot be a helper", field="input.primary", clause="SOR-GROUP-02")
    if given.demon:
        rites.refuse_two_masters(given.demon.bindings, given.settings)
    for place, helper in enumerate(given.helpers):
        path = f"input.helpers.{place}"
        for number, entry in enumerate(helper.modifiers):
            if entry.source == "group":
                raise RuleViolation(
                    "helpers cannot help one another",
                    field=f"{path}.modifiers.{number}.source",
                    clause="SOR-GROUP-03",
                )
        rites.refuse_performer(
            helper.kind,
            helper.modifiers,
            given.settings,
            sacrifice=given.sacrifice,
            snapshot=given.snapshot,
            performer=path,
            awards=f"{path}.modifiers",
        )


def _pools(given: GroupRitualInput, helper: Helper) -> Pools:
    """A helper's pools are those of the ritual's own action, against the full opposition (SOR-GROUP-07)."""
    return contests.build_pools(
        (
            *_acting(given, helper),
            *rites.awarded(helper.modifiers, given.settings, snapshot=given.snapshot),
        ),
        (*_opposing(given, helper), *contests.awarded(given.opposing_modifiers)),
    )


def _acting(given: GroupRitualInput, helper: Helper) -> tuple[PoolPart, ...]:
    lore, penalties, snapshot = rites.lore_of(helper), helper.penalties, given.snapshot
    binding = rites.tie_of(given.demon.bindings, helper.id) if given.demon else 0
    will, humanity = helper.will or 0, helper.humanity or 0
    if given.ritual == "contain":  # SOR-GROUP-08
        return concentration_parts(lore, strain=helper.strain_lore, penalties=penalties, snapshot=snapshot)
    if given.ritual == "contact":
        return caller_parts(
            lore,
            strain=helper.strain_lore + given.retry,  # SOR-CONTACT-05, SOR-GROUP-07
            penalties=penalties,
            binding=binding,
            snapshot=snapshot,
        )
    if given.ritual == "summon":
        return summoner_parts(
            will,
            humanity=humanity,
            strain=helper.strain_will,
            penalties=penalties,
            binding=binding,
            snapshot=snapshot,
        )
    return banisher_parts(
        will, strain=helper.strain_will, penalties=penalties, humanity=humanity, snapshot=snapshot
    )


def _opposing(given: GroupRitualInput, helper: Helper) -> tuple[PoolPart, ...]:
    demon = given.demon
    if demon is None:
        return distraction_parts(helper.stamina or 0)
    if given.ritual == "banish":
        return clinging_parts(
            demon.power,
            will=demon.will or 0 if given.resists else 0,
            penalties=demon.penalties,
            binding=rites.strength_of(demon.bindings),
        )
    return (contests.score_part("power", demon.power),)


def _helped(helper: Helper, rolled: Contest) -> HelperRoll:
    return HelperRoll(
        id=helper.id,
        contest=rolled,
        success=rolled.winner == "acting",
        bonus=contests.acting_victories(rolled),
    )


def _clauses(given: GroupRitualInput) -> Iterable[str | None]:
    strained = given.retry and given.ritual in STRAINED
    return (
        "SOR-GROUP-01",
        "SOR-GROUP-03",
        "SOR-GROUP-08" if given.ritual == "contain" else "SOR-GROUP-07",
        *(
            clause
            for helper in given.helpers
            for clause in rites.clauses_for(
                helper, helper.modifiers, sacrifice=given.sacrifice, snapshot=given.snapshot, retry=strained
            )
        ),
    )
