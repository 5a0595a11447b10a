"""What helps or hampers the pools of one act: no second spell boosts one, and an aftereffect shows once a scene."""

from collections.abc import Iterator
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


@dataclass(frozen=True)
class Helped:
    """One pool of an act: where it stands, and whose it is, as far as the input tells."""

    path: str
    whose: str
    support: Support

    @property
    def shows_an_aftereffect(self) -> bool:
        return any(one.source == "aftereffect" for one in self.support.modifiers)


def overdone(given: Struct, state: State) -> RuleViolation | None:
    """Why a pool is not helped so: a second spell (PAN-BOOST-05), an aftereffect that has shown (PAN-AFTER-11)."""
    for one in helped_pools(given):
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


def _id_at(given: Struct, name: str) -> str:
    return str(getattr(getattr(given, name, None), "id", ""))


def _is_somebody(source: FromRecord | None) -> bool:
    return source is not None and "character" in source.kinds


def _shown_before(one: Helped, state: State) -> str:
    fields = state.records[one.whose].fields if one.whose in state.records else {}
    if not any(value for name, value in fields.items() if name.startswith("aftereffect.")):
        return "no aftereffect of a spell is on them"
    return "an aftereffect has shown in game terms in this scene already" if fields.get(MARK) else ""
