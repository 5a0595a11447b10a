"""What the passing of game time brings by itself: days of withdrawal, and Contacts that run out."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.kernel.clock import DAY, HOUR, Clock, Due, in_order
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.procedure import RecordState, State
from rules.kernel.values import Values
from rules.sorcerer.allowed import ANSWER
from rules.sorcerer.attempts import held_for
from rules.sorcerer.state import asked, stored

MOST_DAYS: Final = 3_650

DEMON_RANK: Final = 10
CONTACT_RANK: Final = 11


def running(record: RecordState) -> Mapping[str, Clock]:
    """A demon's days run while it is here, a Contact's hours while it is open (SOR-NEED-13, SOR-CONTACT-09).

    Of a demon without a type nobody can say yet what it lacks.
    """
    state = record.fields.get("state")
    is_known = record.fields.get("type") is not None and record.fields.get("stamina")
    if record.kind == "demon" and state == "present" and is_known:
        return {"day_began": Clock("SOR-NEED-13", is_cleared=False)}
    if record.kind == "contact" and state == "open":
        return {"hour_began": Clock("SOR-CONTACT-09", is_cleared=False)}
    return {}


def due(state: State, start: int, end: int) -> Iterator[Due]:
    """What falls due when game time goes from `start` to `end` (seconds), in order of moment, rank and record.

    Only the first step is certain: make the list again after each. What should have come before `start` comes at it.
    """
    streams = {"demon": _days, "contact": _hours}
    return in_order(
        streams[one.kind](state, ident, start, end)
        for ident, one in state.records.items()
        if one.kind in streams and running(one)
    )


def _days(state: State, demon: str, start: int, end: int) -> Iterator[Due]:
    """Each day here lengthens the time without the Need and then brings the tick of withdrawal (SOR-NEED-13)."""
    fields = state.records[demon].fields
    for number, moment in enumerate(range(fields["day_began"] + DAY, end + 1, DAY)):
        longer = fields["need_unmet_days"] + number < MOST_DAYS
        yield Due(
            moment=max(moment, start),
            rank=DEMON_RANK,
            record=demon,
            step="sorcerer.withdrawal_day",
            clause="SOR-NEED-13",
            action="sorcerer.withdrawal_day",
            given={"demon": demon},
            effects=(change_by(demon, "need_unmet_days", 1),) if longer else (),
            begins="day_began",
            since=moment,
        )


def _hours(state: State, contact: str, start: int, end: int) -> Iterator[Due]:
    """Each hour is one less, and with the last the Contact closes (SOR-CONTACT-09).

    Its hours do not run during a Summoning from it (SOR-SUMMON-08).
    """
    fields = state.records[contact].fields
    if fields["hours"] == 0:
        yield _closing(state, contact, start, 0)
    first = fields["hour_began"] + held_for(fields) + HOUR
    for left, moment in zip(range(fields["hours"] - 1, -1, -1), range(first, end + 1, HOUR), strict=False):
        at = max(moment, start)
        if left:
            yield Due(
                moment=at,
                rank=CONTACT_RANK,
                record=contact,
                step="sorcerer.contact_hour",
                clause="SOR-CONTACT-09",
                given={"contact": contact, "demon": fields["demon"]},
                effects=(change_by(contact, "hours", -1), *_begins_anew(contact, fields)),
                begins="hour_began",
                since=moment,
            )
        else:
            yield _closing(state, contact, at, 1)


def _begins_anew(contact: str, fields: Values) -> tuple[Effect, ...]:
    """The next hour begins with no attempt made in it."""
    return (set_to(contact, "tries", 0),) if fields.get("tries") else ()


def _closing(state: State, contact: str, moment: int, hours: int) -> Due:
    """A demon that is still in it is gone; while the GM's answer to it is open, it does not close (SOR-CONTACT-04)."""
    demon = state.records[contact].fields["demon"]
    spent = (change_by(contact, "hours", -hours),) if hours else ()
    gone = (set_to(demon, "state", "beyond"),) if stored(state, demon, "state") == "contacted" else ()
    waiting = (question.id for question in asked(state, ANSWER) if question.data.get("contact") == contact)
    return Due(
        moment=moment,
        rank=CONTACT_RANK,
        record=contact,
        step="sorcerer.contact_closes",
        clause="SOR-CONTACT-09",
        given={"contact": contact, "demon": demon},
        effects=(*spent, set_to(contact, "state", "closed"), *gone),
        question=next(waiting, None),
    )
