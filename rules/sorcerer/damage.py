"""Hits by the chart, what they do to the next round, and what is left as an injury (SOR-DAMAGE)."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import change_by
from rules.kernel.origins import GM, by, record
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.sorcerer.types import Count, Score, SorcererInput

Weapon = Literal[
    "fists", "edged", "small_gun", "heavy_gun", "automatic", "special_nonlethal", "special_lethal"
]
Condition = Literal["none", "shaken", "incapacitated", "helpless"]
CanAct = Literal["yes", "override", "no"]
Injury = Literal["none", "light", "serious", "critical"]

SPECIAL: Final = ("special_nonlethal", "special_lethal")
ABLE: Final[dict[Condition, CanAct]] = {
    "none": "yes",
    "shaken": "yes",
    "incapacitated": "override",
    "helpless": "no",
}


class HitTarget(Input):
    """Somebody before a hit."""

    id: Id
    stamina: Score
    lasting: Count = 0
    incoming_temporary: Count = 0
    incoming_lasting: Count = 0


class DamageInput(SorcererInput):
    target: Annotated[HitTarget, record("character", "demon"), by("SOR-DAMAGE-01")]
    weapon: Annotated[Weapon, GM, by("SOR-DAMAGE-02")]
    victories: Annotated[int, Meta(ge=1, le=100), GM, by("SOR-DAMAGE-01")]
    power: Annotated[Score | None, GM, by("SOR-DAMAGE-02")] = None
    stun: Annotated[bool, GM, by("SOR-DAMAGE-12")] = False
    attacker: Annotated[Id | None, record("character", "demon"), by("SOR-DAMAGE-01")] = None
    """Whose hit of the round it is; nobody's where the round knows of none."""

    def __post_init__(self) -> None:
        if (self.power is not None) != (self.weapon in SPECIAL):
            raise wrong("power", "give a demon's Power for special damage, and only then")


class DamageOutcome(Outcome):
    """`temporary` and `lasting` of this hit; the rest with all that came before it."""

    temporary: int
    lasting: int
    next_round: int
    condition: Condition
    can_act: CanAct
    lasting_total: int
    injury: Injury


def damage(given: DamageInput, draws: Draws) -> Result:
    """Read a hit off the chart; it counts from the next round on (SOR-DAMAGE-02, SOR-DAMAGE-10)."""
    temporary, lasting = charted(given.weapon, given.victories, given.power or 0)
    if given.stun:  # SOR-DAMAGE-12
        temporary, lasting = lasting, temporary
    target = given.target
    lasting_total = target.lasting + target.incoming_lasting + lasting  # SOR-DAMAGE-11
    next_round = lasting_total + target.incoming_temporary + temporary  # SOR-DAMAGE-05
    condition = condition_of(next_round, target.stamina)
    outcome = DamageOutcome(
        temporary=temporary,
        lasting=lasting,
        next_round=next_round,
        condition=condition,
        can_act=ABLE[condition],
        lasting_total=lasting_total,
        injury=injury_of(lasting_total, target.stamina),
    )
    hit = {"incoming_temporary": temporary, "incoming_lasting": lasting}
    effects = tuple(change_by(target.id, field, dice) for field, dice in hit.items() if dice)
    clauses = cite(
        "SOR-DAMAGE-02",
        "SOR-DAMAGE-12" if given.stun else None,
        "SOR-DAMAGE-10",
        "SOR-DAMAGE-11" if target.incoming_temporary or target.incoming_lasting else None,
        "SOR-DAMAGE-05",
        "SOR-DAMAGE-06",
        "SOR-DAMAGE-07",
    )
    return Result(outcome, effects, clauses)


def charted(weapon: Weapon, victories: int, power: int) -> tuple[int, int]:
    """The temporary and the lasting penalties of a hit (SOR-DAMAGE-02)."""
    chart: dict[Weapon, tuple[int, int]] = {
        "fists": (victories, 1),
        "edged": (victories, victories),
        "small_gun": (victories, victories),
        "heavy_gun": (2 * victories, victories),
        "automatic": (3 * victories, 2 * victories),
        "special_nonlethal": (victories + power, victories),
        "special_lethal": (2 * victories, victories + power),
    }
    return chart[weapon]


def condition_of(penalties: int, stamina: int) -> Condition:
    """How somebody with so many penalties in a round is off (SOR-DAMAGE-06)."""
    if penalties == 0:
        return "none"
    if penalties <= stamina:
        return "shaken"
    return "incapacitated" if penalties <= 2 * stamina else "helpless"


def injury_of(lasting: int, stamina: int) -> Injury:
    """What lasting penalties amount to (SOR-DAMAGE-07)."""
    if lasting == 0:
        return "none"
    if lasting <= stamina:
        return "light"
    return "serious" if lasting <= 2 * stamina else "critical"
