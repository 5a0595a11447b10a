"""The health track: seven levels, marked and made worse one at a time (FAL-HEALTH-01 to -04)."""

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.fallen.subjects import WOUND_PENALTIES, Body, Marked, marks_of, refuse_dead
from rules.fallen.types import LEVELS, DamageKind, FallenInput, Settings
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.origins import GM, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Outcome

LevelName = Literal["unhurt", "bruised", "hurt", "injured", "wounded", "mauled", "crippled", "incapacitated"]
LEVEL_NAMES: tuple[LevelName, ...] = (
    "unhurt",
    "bruised",
    "hurt",
    "injured",
    "wounded",
    "mauled",
    "crippled",
    "incapacitated",
)

Mark = Literal["B", "L", "*"]
MARKS: dict[DamageKind, Mark] = {"bashing": "B", "lethal": "L", "aggravated": "*"}


class Health(Struct, frozen=True):
    """A character's health after a change; see FAL, *The `health` object*."""

    bashing: int
    lethal: int
    aggravated: int
    total: int
    level: LevelName
    penalty: int | None
    incapacitated: bool
    dead: bool
    upgraded: int
    overflow: int
    track: tuple[str, ...]


class ApplyDamageInput(FallenInput):
    target: Annotated[Marked, record("character")]
    levels: Annotated[int, Meta(ge=0, le=50), GM, by("FAL-DAMAGE-05")]
    damage_kind: Annotated[DamageKind, GM, by("FAL-TYPE-04")]


class ApplyDamageOutcome(Outcome):
    kind: DamageKind
    mark: Mark
    levels: int
    health: Health


def apply_damage(given: ApplyDamageInput, draws: Draws) -> Result:
    """Mark health levels that the Storyteller deals out (FAL-HEALTH-01 to -04, -07)."""
    refuse_dead(given.target, "input.target")
    health = mark_levels(given.target, given.levels, given.damage_kind, given.settings)
    outcome = ApplyDamageOutcome(
        kind=given.damage_kind, mark=MARKS[given.damage_kind], levels=given.levels, health=health
    )
    return Result(outcome, mark_effects(given.target, health), cite("FAL-HEALTH-01", *clauses_of(health)))


class Marks(Struct, frozen=True):
    """Marks after further levels; `overflow` is what was left over when the body died."""

    bashing: int
    lethal: int
    aggravated: int
    dead: bool
    upgraded: int
    overflow: int


def mark_levels(body: Body, levels: int, kind: DamageKind, settings: Settings) -> Health:
    """The health of a body after that many further levels of one kind, marked one by one."""
    marks = add_marks(body, levels, kind, settings)
    return describe(
        marks.bashing,
        marks.lethal,
        marks.aggravated,
        dead=marks.dead,
        upgraded=marks.upgraded,
        overflow=marks.overflow,
    )


def add_marks(body: Body, levels: int, kind: DamageKind, settings: Settings) -> Marks:
    """The bare marks after these levels."""
    unmarked = (body.bashing, body.lethal, body.aggravated, 0)
    each = [unmarked, *islice(_each_level(body, kind, settings), levels)]
    bashing, lethal, aggravated, upgraded = each[-1]
    overflow = levels + 1 - len(each)
    return Marks(bashing, lethal, aggravated, body.dead or overflow > 0, upgraded, overflow)


def ends_at(body: Body, kind: DamageKind, settings: Settings) -> tuple[int, int]:
    """The fewest levels that fill the track of a body, and the fewest that kill it; 0 where they have already."""
    if body.dead:
        return 0, 0
    return LEVELS - marks_of(body), 1 + len(list(_each_level(body, kind, settings)))


def _each_level(body: Body, kind: DamageKind, settings: Settings) -> Iterator[tuple[int, int, int, int]]:
    """Bashing, lethal and aggravated marks and upgrades after each further level, up to the one that kills."""
    bashing, lethal, aggravated, upgraded = body.bashing, body.lethal, body.aggravated, 0
    while True:
        if bashing + lethal + aggravated < LEVELS:  # FAL-HEALTH-02
            bashing += kind == "bashing"
            lethal += kind == "lethal"
            aggravated += kind == "aggravated"
        elif bashing:  # FAL-HEALTH-03
            bashing -= 1
            lethal += kind != "aggravated"
            aggravated += kind == "aggravated"
            upgraded += 1
        elif settings.overflow == "upgrade" and lethal:  # FAL-HEALTH-04
            lethal -= 1
            aggravated += 1
            upgraded += 1
        else:
            return
        yield bashing, lethal, aggravated, upgraded


def describe(
    bashing: int, lethal: int, aggravated: int, *, dead: bool = False, upgraded: int = 0, overflow: int = 0
) -> Health:
    """Marks as the `health` object."""
    total = bashing + lethal + aggravated
    out_of_it = dead or total == LEVELS
    return Health(
        bashing=bashing,
        lethal=lethal,
        aggravated=aggravated,
        total=total,
        level=LEVEL_NAMES[total],
        penalty=None if out_of_it else WOUND_PENALTIES[total],
        incapacitated=total == LEVELS and not dead,
        dead=dead,
        upgraded=upgraded,
        overflow=overflow,
        track=(*"*" * aggravated, *"L" * lethal, *"B" * bashing, *"-" * (LEVELS - total)),
    )


def mark_effects(body: Body, health: Health) -> tuple[Effect, ...]:
    """The changes of marks, worst last, and then death."""
    changes = (
        ("bashing", health.bashing - body.bashing),
        ("lethal", health.lethal - body.lethal),
        ("aggravated", health.aggravated - body.aggravated),
    )
    died = (set_to(body.id, "dead", True),) if health.dead and not body.dead else ()
    return (*(change_by(body.id, field, amount) for field, amount in changes if amount), *died)


def newly_incapacitated(body: Body, health: Health) -> bool:
    """Alive with seven marks now, and fewer before."""
    return health.incapacitated and marks_of(body) < LEVELS


def clauses_of(health: Health) -> tuple[str, ...]:
    """The clauses that decided how levels were marked."""
    return cite(
        "FAL-HEALTH-02",
        "FAL-HEALTH-03" if health.upgraded else None,
        "FAL-HEALTH-04" if health.dead else None,
        "FAL-HEALTH-06" if health.incapacitated else None,
        "FAL-HEALTH-07" if health.dead else None,
    )
