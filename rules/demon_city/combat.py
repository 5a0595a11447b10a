"""Which stats meet in an attack, and advantages along a chain (area CTHROW)."""

from collections.abc import Collection
from typing import Annotated, Literal

from rules.demon_city.refusals import refused
from rules.demon_city.types import DemonCityInput, Stat
from rules.kernel.draws import Draws
from rules.kernel.errors import InvalidInput
from rules.kernel.origins import DERIVED, GM, PLAYER, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome, Text

Approach = Literal["close", "shoot", "power"]
ShootingSkill = Literal["firearms", "exotic_weapons"]
Facing = Literal["back", "defend", "away"]


class Fighter(Input):
    id: Id
    stats: Annotated[dict[str, Stat], DERIVED]


class CombatStatsInput(DemonCityInput):
    approach: Annotated[Approach, PLAYER, by("DEC-CTHROW-10", "DEC-CTHROW-11", "DEC-CTHROW-12")]
    attacker: Annotated[Fighter, record("character")]
    target: Annotated[Fighter, record("character"), by("DEC-CTHROW-10")]
    skill: Annotated[ShootingSkill | None, GM, by("DEC-CTHROW-11")] = None
    stat: Annotated[Text | None, GM, by("DEC-CTHROW-12")] = None
    resist: Annotated[Text | None, GM, by("DEC-CTHROW-12")] = None
    facing: Annotated[Facing | None, DERIVED] = None
    """None: as for a target who looks away."""
    target_approach: Annotated[Approach | None, GM, by("DEC-CTHROW-07")] = None
    target_skill: Annotated[ShootingSkill | None, GM, by("DEC-CTHROW-11")] = None
    target_stat: Annotated[Text | None, GM, by("DEC-CTHROW-12")] = None

    def __post_init__(self) -> None:
        check_attack("", self.approach, self.skill, self.stat)
        if self.approach == "power" and self.resist is None:
            raise wrong("resist", "a power needs the stat that resists it")
        if self.facing == "back" and self.target_approach is None:
            raise wrong("target_approach", "a target who attacks back needs an attack")
        if self.facing != "back" and self.target_approach is not None:
            raise wrong("target_approach", "this target does not attack back")
        check_attack("target_", self.target_approach, self.target_skill, self.target_stat)


class CombatStats(Outcome):
    stat: int
    stat_name: str
    resist: int
    resist_name: str
    versus: int
    versus_name: str
    high_stat: Id | None
    beat: int


class Holder(Input):
    """Somebody with the advantage, and over whom."""

    id: Id
    over: Annotated[Id, record("character"), by("DEC-CTHROW-05")]


class RelativeAdvantageInput(DemonCityInput):
    cause: Annotated[Text, GM, by("DEC-CTHROW-05")]
    holders: Annotated[tuple[Holder, ...], record("character")]

    def __post_init__(self) -> None:
        check_distinct("holders", (holder.id for holder in self.holders))


class Extra(Outcome):
    id: Id
    dice: int
    foe_dice: int


class RelativeAdvantage(Outcome):
    cause: str
    extra: tuple[Extra, ...]


def combat_stats(given: CombatStatsInput, draws: Draws) -> Result:
    """The stats of an attack: the attacker's, the one that resists, and the one compared with (DEC-CTHROW-07)."""
    name = attacking_stat(given.attacker.stats, given.approach, given.skill, given.stat)
    stat = _read(given.attacker, name, "attacker")
    resist_name = given.resist or resisting_stat(given.target.stats, given.approach)
    resist = _read(given.target, resist_name, "target")
    versus_name, versus = resist_name, resist
    if given.target_approach is not None:
        versus_name = attacking_stat(
            given.target.stats, given.target_approach, given.target_skill, given.target_stat
        )
        versus = _read(given.target, versus_name, "target")
    outcome = CombatStats(
        stat=stat,
        stat_name=name,
        resist=resist,
        resist_name=resist_name,
        versus=versus,
        versus_name=versus_name,
        high_stat=_better(given, stat, versus),
        beat=resist,
    )
    return Result(outcome, clauses=_stat_clauses(given, {name, resist_name, versus_name}))


def relative_advantage(given: RelativeAdvantageInput, draws: Draws) -> Result:
    """The extra throws of each who uses one advantage along a chain (DEC-CTHROW-05, DEC-CTHROW-06)."""
    over = {holder.id: holder.over for holder in given.holders}
    dice: dict[str, int] = {}
    for place, holder in enumerate(given.holders):
        last, chain = holder.id, {holder.id: None}
        while last not in dice and over[last] in over:
            last = over[last]
            if last in chain:
                raise refused("the advantage runs in a circle", f"holders.{place}", "DEC-CTHROW-06")
            chain[last] = None
        chain.popitem()
        dice.setdefault(last, 1)
        for above in reversed(chain):
            dice[above] = 1 + dice[over[above]]
    extra = tuple(
        Extra(id=holder.id, dice=dice[holder.id], foe_dice=dice[holder.id] - 1) for holder in given.holders
    )
    longest = max(dice.values(), default=1)
    return Result(
        RelativeAdvantage(cause=given.cause, extra=extra),
        clauses=cite(
            "DEC-CTHROW-02",
            "DEC-CTHROW-05" if longest > 1 else None,
            "DEC-CTHROW-06" if longest > 2 else None,
        ),
    )


def attacking_stat(
    stats: Collection[str], approach: Approach, skill: str | None = None, stat: str | None = None
) -> str:
    """The name of the stat that an attack uses, of somebody who has these (DEC-CTHROW-10 to DEC-CTHROW-12)."""
    if approach == "close":  # DEC-CTHROW-10, DEC-CTHROW-24
        return "hand_to_hand" if "hand_to_hand" in stats else "toughness"
    if approach == "shoot":  # DEC-CTHROW-11
        return skill if skill is not None and skill in stats else "agility"
    return stat or ""  # DEC-CTHROW-12


def resisting_stat(stats: Collection[str], approach: Approach) -> str:
    """The name of the stat that resists a blow or a shot, of a target who has these (DEC-CTHROW-10, DEC-CTHROW-11)."""
    melee = approach == "close" and "hand_to_hand" in stats  # DEC-CTHROW-10, DEC-CTHROW-24
    return "hand_to_hand" if melee else "agility"


def check_attack(prefix: str, approach: Approach | None, skill: str | None, stat: str | None) -> None:
    """For `__post_init__`: a skill is for shooting, and a power has its stat."""
    if skill is not None and approach != "shoot":
        raise wrong(f"{prefix}skill", "only shooting takes a skill")
    if stat is not None and approach != "power":
        raise wrong(f"{prefix}stat", "only a power takes a stat")
    if stat is None and approach == "power":
        raise wrong(f"{prefix}stat", "a power needs its stat")


def _read(fighter: Fighter, stat: str, at: str) -> int:
    if stat not in fighter.stats:
        raise InvalidInput(f"{fighter.id} has no {stat!r}", field=f"input.{at}.stats")
    return fighter.stats[stat]


def _better(given: CombatStatsInput, stat: int, versus: int) -> str | None:
    if stat > versus:
        return given.attacker.id
    if stat < versus and given.facing in (
        "back",
        "defend",
    ):  # DEC-CTHROW-08: one who looks away gains nothing
        return given.target.id
    return None


def _stat_clauses(given: CombatStatsInput, names: set[str]) -> tuple[str, ...]:
    used: dict[Approach, str] = {"close": "DEC-CTHROW-10", "shoot": "DEC-CTHROW-11", "power": "DEC-CTHROW-12"}
    faced: dict[Facing, str] = {"back": "DEC-CTHROW-07", "defend": "DEC-CTHROW-13", "away": "DEC-CTHROW-08"}
    return cite(
        used[given.approach],
        used[given.target_approach] if given.target_approach else None,
        "DEC-CTHROW-24" if "hand_to_hand" in names else None,
        faced[given.facing or "away"],
        "DEC-CTHROW-09",
    )
