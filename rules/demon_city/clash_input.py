"""What a Clash is made of, and what no Clash may be (area CLASH)."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from rules.demon_city.contestants import (
    Contestant,
    ContestInput,
    check_contest,
    refuse_foreign_significators,
    refuse_one_side,
)
from rules.demon_city.refusals import refused
from rules.demon_city.types import Deed, Stat
from rules.kernel.origins import GM, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.types import Id, Input


class Target(Input):
    """Whom or what an action is aimed at. `beat` counts where the target does not face the action."""

    id: Annotated[Id, record("character", "task"), by("DEC-CLASH-12")]
    beat: Annotated[Stat | None, by("DEC-CLASH-11")] = None


class Participant(Contestant):
    """Somebody in a Clash, and what they try."""

    kind: Annotated[Deed, GM, by("DEC-CLASH-12")]
    targets: Annotated[tuple[Target, ...], GM, by("DEC-CLASH-12")] = ()
    area: Annotated[bool, GM, by("DEC-CLASH-24")] = False
    harm: Annotated[bool, GM, by("DEC-CLOST-07")] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        check_distinct("targets", (target.id for target in self.targets))
        if self.kind == "attack" and not self.targets:
            raise wrong("targets", "an attack needs a target")


class ClashSubject(Input):
    id: Id


class ClashInput(ContestInput):
    clash: Annotated[ClashSubject, record("clash"), by("DEC-CLASH-03")]
    participants: Annotated[
        tuple[Participant, ...], Meta(min_length=2, max_length=50), record("character"), by("DEC-CLASH-01")
    ]

    def __post_init__(self) -> None:
        check_contest(self, "participants", self.participants)
        _check_numbers_to_beat(self)


def check_clash(given: ClashInput) -> None:
    """Refuse what a clause forbids, before any card is turned."""
    refuse_one_side("participants", given.participants)
    sides = {participant.id: participant.side for participant in given.participants}
    for place, attacker in _attackers(given):
        for spot, target in enumerate(attacker.targets):
            if sides.get(target.id) == attacker.side:
                raise refused(
                    "an attack can't target its own side",
                    f"participants.{place}.targets.{spot}.id",
                    "DEC-CLASH-02",
                )
    for place, attacker in _attackers(given):
        if len(attacker.targets) > 1 and not attacker.area:
            raise refused(
                "an attack is aimed at only one foe", f"participants.{place}.targets", "DEC-ROUND-11"
            )
    refuse_foreign_significators(given, "participants", given.participants)


def faces(one: Participant, other: str) -> bool:
    """Whether the first is set against the other: names them as a target, or defends against all (DEC-CLASH-12)."""
    if one.kind == "defend" and not one.targets:
        return True
    return any(target.id == other for target in one.targets)


def by_id(given: ClashInput) -> dict[str, Participant]:
    """Everybody in a clash by their id."""
    return {participant.id: participant for participant in given.participants}


def _attackers(given: ClashInput) -> list[tuple[int, Participant]]:
    return [(place, one) for place, one in enumerate(given.participants) if one.kind == "attack"]


def _check_numbers_to_beat(given: ClashInput) -> None:
    """An attack needs `beat` unless its target faces the attacker; an ally as target is a matter of the rules."""
    people = by_id(given)
    for place, attacker in _attackers(given):
        for spot, target in enumerate(attacker.targets):
            if target.beat is None and not _has_number(attacker, target, people):
                raise wrong(
                    f"participants.{place}.targets.{spot}.beat",
                    "is needed, as the target does not face this attack",
                )


def _has_number(attacker: Participant, target: Target, people: Mapping[str, Participant]) -> bool:
    foe = people.get(target.id)
    return foe is not None and (foe.side == attacker.side or faces(foe, attacker.id))
