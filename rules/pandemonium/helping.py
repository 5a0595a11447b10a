"""What helps the pools of one act: no second spell, none that the roll opposes; an aftereffect shows once a scene."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.inputs import slots_of
from rules.kernel.origins import FromRecord, SideOf
from rules.kernel.procedure import FollowUp, State
from rules.pandemonium.pools import Support

MARK: Final = "scene.aftereffect"
"""That an aftereffect has shown in game terms on somebody in this scene; gone with the scene (PAN-TRACK-04)."""

_RESISTED = (
    *("control", "attack", "direct", "investigate", "plunder", "drain"),
    *("added_damage", "ongoing_start", "boosted_attack"),
)
OPPOSES: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    **{(f"pandemonium.{verb}", "resist.pool"): ("spell",) for verb in _RESISTED},
    **{(f"pandemonium.{verb}", "defense.pool"): ("spell",) for verb in ("boosted_attack", "defend")},
    ("pandemonium.resist", "pool"): ("spell",),
    ("pandemonium.transfer", "recipients.resist.pool"): ("spell",),
    ("pandemonium.bear_wounds", "pool"): ("spell",),
    ("pandemonium.multi_source_damage", "contests.pool"): ("sources",),
    ("pandemonium.assail", "pool"): ("spell",),
    ("pandemonium.struggle", "pool"): ("spells",),
    ("pandemonium.act_against_hindrance", "pool"): ("spells", "contest.spell"),
    ("pandemonium.roll", "pool"): ("contest.spell",),
    ("pandemonium.roll", "contest.pool"): ("spells",),
}
"""Where the spells are named that a roll opposes, by action and pool: their aim is not the roll's (PAN-BOOST-01)."""


@dataclass(frozen=True)
class Helped:
    """One pool of an act: where it stands, and whose it is, as far as the input tells."""

    path: str
    whose: str
    support: Support

    @property
    def shows_an_aftereffect(self) -> bool:
        return any(one.source == "aftereffect" for one in self.support.modifiers)


def overdone(action: str, given: Struct, state: State) -> RuleViolation | None:
    """Why a pool is not helped so.

    By the spell that it opposes (PAN-BOOST-01), a second spell (PAN-BOOST-05), an aftereffect that has shown
    (PAN-AFTER-11).
    """
    for one in helped_pools(given):
        opposed = _opposed(action, given, one.path)
        for number, boost in enumerate(one.support.boosts):
            if boost.id in opposed:
                return RuleViolation(
                    "a spell does not help against itself: name another, or none",
                    field=f"{one.path}.boosts.{number}.id",
                    clause="PAN-BOOST-01",
                )
        spells = [number for number, boost in enumerate(one.support.boosts) if boost.aspect is not None]
        if len(spells) > 1:
            return RuleViolation(
                "boosts of several spells are not added: name the strongest alone",
                field=f"{one.path}.boosts.{spells[1]}.id",
                clause="PAN-BOOST-05",
            )
        if one.shows_an_aftereffect and (fault := _shown_before(one, state)):
            return RuleViolation(fault, field=f"{one.path}.modifiers", clause="PAN-AFTER-11")
    return None


def shown(given: Struct, state: State) -> tuple[FollowUp, ...]:
    """That an aftereffect has shown in this scene, kept on whoever rolled with it (PAN-AFTER-11)."""
    found = (one.whose for one in helped_pools(given) if one.shows_an_aftereffect)
    effects = tuple(set_to(who, MARK, 1) for who in dict.fromkeys(found) if who in state.records)
    return (FollowUp("PAN-AFTER-11", effects),) if effects else ()


def helped_pools(given: Struct, path: str = "input", whose: str = "") -> Iterator[Helped]:
    """The pools of an act; one that stands in nobody's part is that of the character whom the act names first."""
    slots = slots_of(type(given))
    named = (_id_at(given, one.name) for one in slots.values() if _is_somebody(one.mark(FromRecord)))
    whose = whose or next(filter(None, named), "")
    for slot in slots.values():
        value, side = getattr(given, slot.name, None), slot.mark(SideOf)
        beside = _id_at(given, side.field) if side else whose
        for number, one in enumerate(value if isinstance(value, tuple) else (value,)):
            at = f"{path}.{slot.name}.{number}" if isinstance(value, tuple) else f"{path}.{slot.name}"
            if isinstance(one, Support):
                yield Helped(at, beside, one)
            elif isinstance(one, Struct):
                yield from helped_pools(one, at, getattr(one, "id", "") if slot.mark(FromRecord) else beside)


def _opposed(action: str, given: Struct, path: str) -> frozenset[str]:
    """The spells that the pool at a path opposes."""
    steps = [step for step in path.split(".")[1:] if not step.isdecimal()]
    places = OPPOSES.get((action, ".".join(steps)), ())
    return frozenset(found for place in places for found in _ids_at(given, place.split(".")))


def _ids_at(given: object, steps: Sequence[str]) -> Iterator[str]:
    """The ids of the records at a place, be it one, a list or nothing."""
    for one in given if isinstance(given, tuple) else (given,):
        if steps:
            yield from _ids_at(getattr(one, steps[0], None), steps[1:])
        elif one is not None:
            yield str(getattr(one, "id", ""))


def _id_at(given: Struct, name: str) -> str:
    return str(getattr(getattr(given, name, None), "id", ""))


def _is_somebody(source: FromRecord | None) -> bool:
    return source is not None and "character" in source.kinds


def _shown_before(one: Helped, state: State) -> str:
    fields = state.records[one.whose].fields if one.whose in state.records else {}
    if not any(value for name, value in fields.items() if name.startswith("aftereffect.")):
        return "no aftereffect of a spell is on them"
    return "an aftereffect has shown in game terms in this scene already" if fields.get(MARK) else ""
