"""The number of throws, with each part named (areas EXTRA, LOST, CTHROW, CLOST)."""

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct

from rules.demon_city.advantages import Context, Situation, check_awards
from rules.demon_city.throwers import Maneuver, Modifiers, Source, Thrower, refuse_foe_dice
from rules.demon_city.types import Counting, Deed, DemonCityInput, Settings, Stat, Throws
from rules.kernel.draws import Draws
from rules.kernel.origins import GM, RESULT, by, record
from rules.kernel.parsing import wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Outcome

FREE_MANEUVER: Maneuver = "harmless_disarm"
SOURCES: Final[tuple[str, ...]] = get_args(Source)

PartName = Literal[
    "base",
    "previous",
    "situational",
    "high_stat",
    "overlap",
    "distraction",
    "defense",
    "weapon",
    "supernatural",
    "hindrance",
    "injury",
    "minimum",
    "from_opponent",
    "maneuvers",
    "lowest",
    "cap",
]
CountWarning = Literal["prefer_extra"]

OUTSIDE_ACTION: dict[str, str] = {
    "situational": "DEC-EXTRA-01",
    "overlap": "DEC-EXTRA-08",
    "distraction": "DEC-EXTRA-11",
    "hindrance": "DEC-LOST-02",
    "minimum": "DEC-LOST-03",
    "from_opponent": "DEC-LOST-05",
    "maneuvers": "DEC-CLOST-06",
    "cap": "DEC-EXTRA-12",
}
IN_ACTION = OUTSIDE_ACTION | {
    "base": "DEC-CTHROW-01",
    "previous": "DEC-ROUND-18",
    "situational": "DEC-CTHROW-02",
    "high_stat": "DEC-CTHROW-09",
    "distraction": "DEC-CTHROW-14",
    "defense": "DEC-CTHROW-16",
    "weapon": "DEC-CTHROW-17",
    "supernatural": "DEC-CTHROW-21",
    "hindrance": "DEC-CLOST-01",
    "injury": "DEC-CLOST-08",
    "minimum": "DEC-CLOST-03",
}
CLAUSES: dict[Context, dict[str, str]] = {
    "static": OUTSIDE_ACTION
    | {"base": "DEC-THROW-04", "previous": "DEC-ROUND-18", "high_stat": "DEC-EXTRA-06"},
    "opposed": OUTSIDE_ACTION
    | {"base": "DEC-THROW-04", "previous": "DEC-ROUND-18", "high_stat": "DEC-EXTRA-07"},
    "action": IN_ACTION,
}


class CountPart(Outcome):
    part: PartName
    dice: int


class Counted(Struct, frozen=True, kw_only=True):
    """A number of throws: how many cards, which of them counts, and how it came about."""

    throws: int
    count: Counting
    amounts: dict[PartName, int]
    to_opponent: int
    again: int
    warnings: tuple[CountWarning, ...]
    cited: tuple[str | None, ...]
    """Clauses in order, as `cite` takes them."""

    @property
    def parts(self) -> tuple[CountPart, ...]:
        """The amounts that came to something."""
        return tuple([CountPart(part=name, dice=dice) for name, dice in self.amounts.items() if dice])


class ThrowCountInput(DemonCityInput):
    context: Annotated[Context, by("DEC-CTHROW-01")]
    thrower: Annotated[Thrower, record("character")]
    versus: Annotated[Stat | None, GM, by("DEC-EXTRA-06", "DEC-EXTRA-07")] = None
    kind: Annotated[Deed | None, by("DEC-THROW-07")] = None
    previous: Annotated[Throws | None, by("DEC-ROUND-18")] = None
    from_opponent: Annotated[int, Meta(ge=0, le=20), RESULT] = 0
    opponent_modifiers: Annotated[Modifiers, GM] = ()

    def __post_init__(self) -> None:
        if self.context == "action" and self.kind is None:
            raise wrong("kind", "is required in Action")
        if self.context == "static" and self.from_opponent:
            raise wrong("from_opponent", "a static throw has no opponent")
        if self.context == "static" and self.opponent_modifiers:
            raise wrong("opponent_modifiers", "a static throw has no opponent")
        if self.context != "action":
            refuse_foe_dice("thrower.modifiers", self.thrower.modifiers)
            refuse_foe_dice("opponent_modifiers", self.opponent_modifiers)


class ThrowCount(Outcome):
    id: Id
    throws: int
    count: Counting
    parts: tuple[CountPart, ...]
    to_opponent: int
    again: int
    warnings: tuple[CountWarning, ...]


def throw_count(given: ThrowCountInput, draws: Draws) -> Result:
    """How many cards somebody throws, and whether the highest or the lowest counts (DEC-LOST-07)."""
    situation = Situation(
        context=given.context,
        versus=given.versus,
        kind=given.kind,
        previous=given.previous,
        from_opponent=given.from_opponent,
        opposing=given.opponent_modifiers,
    )
    check_awards(given.thrower, situation, given.settings)
    counted = count_throws(given.thrower, situation, given.settings)
    outcome = ThrowCount(
        id=given.thrower.id,
        throws=counted.throws,
        count=counted.count,
        parts=counted.parts,
        to_opponent=counted.to_opponent,
        again=counted.again,
        warnings=counted.warnings,
    )
    return Result(outcome, clauses=cite(*counted.cited))


def count_throws(thrower: Thrower, situation: Situation, settings: Settings) -> Counted:
    """The throws of one whose awards are allowed: own parts, minimum, overflow, maneuvers, cap (DEC-LOST-07)."""
    parts = own_parts(thrower, situation, settings)
    own = sum(parts.values())
    minimum = max(0, 1 - own)  # DEC-LOST-03
    again = own + minimum + situation.from_opponent
    parts |= {"minimum": minimum, "from_opponent": situation.from_opponent}
    cost = len(thrower.maneuvers) - thrower.maneuvers.count(FREE_MANEUVER)  # DEC-CLOST-07
    paid = again - cost
    lowest = 2 * (1 - paid) if paid < 1 else 0  # DEC-CLOST-05: 1 + (cost - (again - 1)) cards in all
    top = settings.max_throws
    cap = min(0, top - paid) if top is not None and not lowest else 0  # DEC-EXTRA-12
    parts |= {"maneuvers": -cost, "lowest": lowest, "cap": cap}
    return Counted(
        throws=paid + lowest + cap,
        count="lowest" if lowest else "highest",
        amounts=parts,
        to_opponent=minimum if situation.context != "static" else 0,  # DEC-LOST-05
        again=again,
        warnings=("prefer_extra",)
        if parts["hindrance"] and situation.context != "static"
        else (),  # DEC-LOST-04
        cited=_cited(parts, thrower, situation, settings),
    )


def own_parts(thrower: Thrower, situation: Situation, settings: Settings) -> dict[PartName, int]:
    """The parts that are a thrower's own, in order: base, extra throws, lost throws."""
    again = situation.previous is not None
    awarded = _awarded(thrower)
    return {
        "base": 0 if again else 1,
        "previous": situation.previous or 0,  # DEC-ROUND-18
        "situational": _situational(awarded["situational"], settings),
        "high_stat": int(not again and _is_better(thrower.stat, situation.versus)),
        "overlap": awarded["overlap"],
        "distraction": awarded["distraction"],
        "defense": awarded["defense"],
        "weapon": awarded["weapon"],
        "supernatural": awarded["supernatural"],
        "hindrance": awarded["hindrance"],
        "injury": -int(not again and situation.context == "action" and thrower.injured),  # DEC-CLOST-08
    }


def _situational(extra: int, settings: Settings) -> int:
    return extra if settings.max_situational is None else min(extra, settings.max_situational)  # DEC-EXTRA-12


def _awarded(thrower: Thrower) -> dict[str, int]:
    """The throws that modifiers give or take, by source; a foe's extra throws are situational (DEC-CTHROW-05)."""
    awarded: dict[str, int] = dict.fromkeys(SOURCES, 0)
    for entry in thrower.modifiers:
        awarded[entry.source] += entry.dice
        awarded["situational"] += entry.foe_dice
    return awarded


def _is_better(stat: int | None, versus: int | None) -> bool:
    return stat is not None and versus is not None and stat > versus


def _cited(
    parts: dict[PartName, int], thrower: Thrower, situation: Situation, settings: Settings
) -> tuple[str | None, ...]:
    known = CLAUSES[situation.context]
    in_action = situation.context == "action"
    named = [known.get(name) for name, dice in parts.items() if dice and name != "lowest"]
    with_foe = any(entry.foe_dice for entry in thrower.modifiers)
    limited = settings.max_situational is not None and parts["situational"] < _awarded(thrower)["situational"]
    unpaid = -parts["maneuvers"] > 1
    return (
        *named,
        "DEC-CTHROW-03" if in_action and parts["situational"] > 1 else None,
        "DEC-CTHROW-04" if in_action and parts["situational"] else None,
        "DEC-CTHROW-05" if with_foe else None,
        "DEC-CTHROW-18" if in_action and parts["weapon"] else None,
        *(("DEC-CLOST-02", "DEC-CLOST-10") if in_action and parts["hindrance"] else ()),
        "DEC-EXTRA-12" if limited else None,
        "DEC-LOST-04" if parts["hindrance"] and situation.context != "static" else None,
        "DEC-LOST-05" if parts["minimum"] and situation.context != "static" else None,
        "DEC-CLOST-07" if FREE_MANEUVER in thrower.maneuvers else None,
        ("DEC-CLOST-05" if unpaid else "DEC-CLOST-04") if parts["lowest"] else None,
        "DEC-LOST-07",
    )
