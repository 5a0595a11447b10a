"""What the passing of game time brings by itself: days of withdrawal, and Contacts that run out."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from rules.kernel.effects import Effect, change_by, set_to
from rules.sorcerer.types import DemonState

DAY: Final = 86_400
HOUR: Final = 3_600
MOST_DAYS: Final = 3_650

DEMON_RANK: Final = 0
CONTACT_RANK: Final = 1


class DemonClock(Struct, frozen=True):
    """A demon and the second of game time at which its current day began: its arrival, or its last tick."""

    id: str
    state: DemonState
    stamina: int
    need_unmet_days: int
    day_began: int


class ContactClock(Struct, frozen=True):
    """An open Contact, its hours left and the second at which the current one began.

    `held` while a Summoning from it is under way: its hours do not run then (SOR-SUMMON-08). Whoever ends the hold
    moves `hour_began` on by its length.
    """

    id: str
    demon: str
    demon_state: DemonState
    hours: int
    hour_began: int
    held: bool = False


class Clocks(Struct, frozen=True):
    """All that runs by itself in a campaign's sorcerer part."""

    demons: tuple[DemonClock, ...] = ()
    contacts: tuple[ContactClock, ...] = ()


class Due(Struct, frozen=True):
    """A step that game time brings: its effects come first, then its action, if `step` is one, with `seed` as subjects.

    Once it is done the record's clock begins anew at `moment`.
    """

    moment: int
    rank: int
    record: str
    step: str
    seed: dict[str, str]
    effects: tuple[Effect, ...]


def due(state: Clocks, start: int, end: int) -> tuple[Due, ...]:
    """What falls due when game time goes from `start` to `end` (seconds), in order of moment, rank and record.

    Only the first step is certain: make the list again after each. What should have come before `start` comes at it.
    """
    steps = [step for demon in state.demons for step in _days(demon, start, end)]
    steps += [step for contact in state.contacts for step in _hours(contact, start, end)]
    return tuple(sorted(steps, key=lambda step: (step.moment, step.rank, step.record)))


def _days(demon: DemonClock, start: int, end: int) -> Iterator[Due]:
    """Each day here lengthens the time without the Need and then brings the tick of withdrawal (SOR-NEED-13)."""
    if demon.state != "present" or demon.stamina == 0:
        return
    for number, moment in enumerate(range(demon.day_began + DAY, end + 1, DAY)):
        longer = demon.need_unmet_days + number < MOST_DAYS
        yield Due(
            moment=max(moment, start),
            rank=DEMON_RANK,
            record=demon.id,
            step="sorcerer.withdrawal_day",
            seed={"demon": demon.id},
            effects=(change_by(demon.id, "need_unmet_days", 1),) if longer else (),
        )


def _hours(contact: ContactClock, start: int, end: int) -> Iterator[Due]:
    """Each hour is one less; with the last the Contact closes and a demon still in it is gone (SOR-CONTACT-09)."""
    if contact.held:
        return
    if contact.hours == 0:
        yield _closing(contact, start, ())
    for left, moment in zip(
        range(contact.hours - 1, -1, -1), range(contact.hour_began + HOUR, end + 1, HOUR), strict=False
    ):
        spent = (change_by(contact.id, "hours", -1),)
        at = max(moment, start)
        if left:
            yield Due(at, CONTACT_RANK, contact.id, "sorcerer.contact_hour", {"contact": contact.id}, spent)
        else:
            yield _closing(contact, at, spent)


def _closing(contact: ContactClock, moment: int, spent: tuple[Effect, ...]) -> Due:
    gone = (set_to(contact.demon, "state", "beyond"),) if contact.demon_state == "contacted" else ()
    return Due(
        moment=moment,
        rank=CONTACT_RANK,
        record=contact.id,
        step="sorcerer.contact_closes",
        seed={"contact": contact.id, "demon": contact.demon},
        effects=(*spent, set_to(contact.id, "state", "closed"), *gone),
    )
