"""Everybody's number of throws as the announcements of a Clash make it (areas CTHROW, ROUND and LOST).

Which stats meet, who is better, who is distracted and who only defends follow from what all of them announced. What
the situation gives is claimed and awarded, and comes in as modifiers.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, structs

from rules.demon_city.advantages import Situation, check_awards
from rules.demon_city.combat import Approach, ShootingSkill, attacking_stat, resisting_stat
from rules.demon_city.counting import Counted, count_throws
from rules.demon_city.throwers import Maneuver, Modifier, Source, Thrower
from rules.demon_city.types import Announced, Deed, Settings
from rules.kernel.types import Id, Input

AUTOMATIC: Final[tuple[Source, ...]] = ("distraction", "defense")
"""What follows from the announcements alone; all other advantages are awarded."""
DRIVING: Final = ("driving", "piloting", "agility")
"""With what one drives: the skill, if one has it."""


class Remembered(Input):
    """Of what a number of throws was made, and how many it was before maneuvers and the cap (DEC-ROUND-18)."""

    deed: Deed
    targets: tuple[Id, ...] = ()
    stat: int | None = None
    versus: int | None = None
    sources: tuple[Source, ...] = ()
    injured: bool = False
    again: int


class Combatant(Struct, frozen=True, kw_only=True):
    """Somebody with what they announced; `claims` are the modifiers that they are awarded besides."""

    id: str
    kind: Announced
    targets: tuple[str, ...] = ()
    approach: Approach = "close"
    skill: ShootingSkill | None = None
    stat: str | None = None
    resist: str | None = None
    stats: Mapping[str, int]
    injured: bool = False
    last: Remembered | None = None
    claims: tuple[Modifier, ...] = ()
    maneuvers: tuple[Maneuver, ...] = ()

    @property
    def deed(self) -> Deed:
        """What it is in a Clash: who only moves gets away from all attackers (DEC-CLASH-34)."""
        return "escape" if self.kind == "move" else self.kind


class WorkedOut(Struct, frozen=True, kw_only=True):
    """A hand: which stats meet, and its number with all its parts by name."""

    stat: int | None
    stat_name: str | None
    versus: int | None
    versus_name: str | None
    against: str | None
    """Whose stat it is compared with."""
    modifiers: tuple[Modifier, ...]
    previous: int | None
    from_opponent: int
    counted: Counted


class _Compared(Struct, frozen=True):
    stat: int | None = None
    stat_name: str | None = None
    versus: int | None = None
    versus_name: str | None = None
    against: str | None = None


def work_out(people: Sequence[Combatant], settings: Settings) -> dict[str, WorkedOut]:
    """The number of throws of each in one Clash, by id, from what all of them announced (DEC-ROUND-17).

    Raises `RuleViolation` where a claim is one that a clause forbids.
    """
    hands = {one.id: _hand(one, people, 0, settings) for one in people}
    for one in people:  # DEC-LOST-05: after everybody's own minimum
        overflow = hands[one.id].counted.to_opponent
        opponent = next(_opponents(one, people), None) if overflow else None
        if opponent is not None:
            handed_on = hands[opponent.id].from_opponent + overflow
            hands[opponent.id] = _hand(opponent, people, handed_on, settings)
    return hands


def work_out_drivers(
    people: Sequence[Combatant], sides: Mapping[str, str], settings: Settings
) -> dict[str, WorkedOut]:
    """The number of throws of each who drives: whoever drives better than the foes is the better one (DEC-CTHROW-07).

    `sides` says the side of each by id. Raises `RuleViolation` as `work_out` does.
    """
    found: dict[str, WorkedOut] = {}
    for one in people:
        foes = [other for other in people if sides[other.id] != sides[one.id]]
        best = max(foes, key=lambda foe: _driving(foe)[1] or 0, default=None)
        name, stat = _driving(one)
        versus_name, versus = _driving(best) if best else (None, None)
        met = _Compared(stat, name, versus, versus_name, best.id if best else None)
        found[one.id] = _counted(structs.replace(one, kind="other"), met, (), 0, settings)
    return found


def number_to_beat(attacker: Combatant, target: Combatant) -> int | None:
    """The stat that an attack has to beat where its target does not face it; None where it has none (DEC-CLASH-11)."""
    return target.stats.get(attacker.resist or resisting_stat(target.stats, attacker.approach))


def faces(one: Combatant, other: Combatant) -> bool:
    """Whether the first is set against the other: names them, defends against all, or runs from them (DEC-CLASH-12)."""
    if one.kind == "move":
        return attacks(other, one)
    return other.id in one.targets or (one.kind == "defend" and not one.targets)


def attacks(one: Combatant, other: Combatant) -> bool:
    """Whether the first attacks the other."""
    return one.kind == "attack" and other.id in one.targets


def _hand(one: Combatant, people: Sequence[Combatant], handed_on: int, settings: Settings) -> WorkedOut:
    met = _attacking(one, people) if one.kind == "attack" else _resisting(one, people)
    return _counted(one, met, tuple(_automatic(one, people)), handed_on, settings)


def _counted(
    one: Combatant, met: _Compared, automatic: tuple[Source, ...], handed_on: int, settings: Settings
) -> WorkedOut:
    previous = one.last.again if one.last and _is_the_same(one, one.last, met, automatic) else None
    # Of the same again the number has these in it already (DEC-ROUND-18).
    sources = () if previous is not None else automatic
    modifiers = (*(Modifier(source=source, dice=1) for source in sources), *one.claims)
    thrower = Thrower(
        id=one.id, stat=met.stat, injured=one.injured, modifiers=modifiers, maneuvers=one.maneuvers
    )
    situation = Situation(
        context="action", versus=met.versus, kind=one.deed, previous=previous, from_opponent=handed_on
    )
    check_awards(structs.replace(thrower, supernatural=True), situation, settings)
    return WorkedOut(
        stat=met.stat,
        stat_name=met.stat_name,
        versus=met.versus,
        versus_name=met.versus_name,
        against=met.against,
        modifiers=modifiers,
        previous=previous,
        from_opponent=handed_on,
        counted=count_throws(thrower, situation, settings),
    )


def _is_the_same(one: Combatant, last: Remembered, met: _Compared, automatic: tuple[Source, ...]) -> bool:
    """Whether the same is tried again, and neither a stat nor an injury has changed (DEC-ROUND-18)."""
    now = (one.deed, one.targets, met.stat, met.versus, automatic, one.injured)
    return now == (last.deed, last.targets, last.stat, last.versus, last.sources, last.injured)


def _attacking(one: Combatant, people: Sequence[Combatant]) -> _Compared:
    """The attack's stat against that of the attack back, or against the one that resists (DEC-CTHROW-07, -08, -13)."""
    name = attacking_stat(one.stats, one.approach, one.skill, one.stat)
    met = [(_met_by(one, foe), foe.id) for foe in people if foe.id in one.targets]
    return _highest(one, name, [(named, stat, foe) for (named, stat), foe in met])


def _met_by(one: Combatant, foe: Combatant) -> tuple[str, int | None]:
    if attacks(foe, one):
        name = attacking_stat(foe.stats, foe.approach, foe.skill, foe.stat)
    else:
        name = one.resist or resisting_stat(foe.stats, one.approach)
    return name, foe.stats.get(name)


def _resisting(one: Combatant, people: Sequence[Combatant]) -> _Compared:
    """What resists the best of the attacks that one faces: one defence has one number (DEC-CTHROW-13)."""
    foes = [foe for foe in people if attacks(foe, one) and faces(one, foe)]
    named = [(attacking_stat(foe.stats, foe.approach, foe.skill, foe.stat), foe) for foe in foes]
    best = max(named, key=lambda found: found[1].stats.get(found[0], 0), default=None)
    if best is None:
        return _Compared()
    name, foe = best
    own = foe.resist or resisting_stat(one.stats, foe.approach)
    return _highest(one, own, [(name, foe.stats.get(name), foe.id)])


def _highest(one: Combatant, name: str, met: list[tuple[str, int | None, str]]) -> _Compared:
    known = [(stat, named, foe) for named, stat, foe in met if stat is not None]
    stat, named, foe = max(known, default=(None, None, None), key=lambda found: found[0])
    return _Compared(one.stats.get(name), name, stat, named, foe)


def _automatic(one: Combatant, people: Sequence[Combatant]) -> Iterator[Source]:
    targets = [foe for foe in people if foe.id in one.targets]
    if one.kind == "attack" and any(not faces(foe, one) for foe in targets):  # DEC-CTHROW-14, DEC-CTHROW-15
        yield "distraction"
    if one.deed in ("defend", "escape"):  # DEC-CTHROW-16
        yield "defense"


def _opponents(one: Combatant, people: Sequence[Combatant]) -> Iterator[Combatant]:
    """Who has what is lost below one throw: whom one acts on, or else whoever acts on one (DEC-LOST-05)."""
    yield from (foe for foe in people if foe.id in one.targets)
    yield from (foe for foe in people if one.id in foe.targets)


def _driving(one: Combatant) -> tuple[str, int | None]:
    name = next((skill for skill in DRIVING if skill in one.stats), DRIVING[-1])
    return name, one.stats.get(name)
