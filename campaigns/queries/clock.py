"""What falls due when game time passes: the list of all systems, made from the rows as they are."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from uuid import UUID

from django.utils.translation import gettext as _

from campaigns.models import Campaign, Record
from campaigns.queries.stored_state import whole_state
from rules import service, words
from rules.kernel.clock import DAY, HOUR, MINUTE, Due


@dataclass(frozen=True)
class Coming:
    """One thing that an advance brings, for the GM to see before agreeing: when, to whom, what, by which clause.

    With `question` the clock waits here for the answer to that; nothing behind it is listed.
    """

    moment: int
    record: str
    name: str
    beside: str
    what: str
    clause: str
    question: str | None


def in_words(seconds: int, *, exactly: bool = False) -> str:
    """Game seconds as day and time of day, the first day being day 1; `exactly` with what is left of a minute."""
    day, rest = divmod(seconds, DAY)
    clock = f"{rest // HOUR:02d}:{rest % HOUR // MINUTE:02d}"
    if exactly and rest % MINUTE:
        clock = f"{clock}:{rest % MINUTE:02d}"
    return _("Day %(day)d, %(clock)s") % {"day": day + 1, "clock": clock}


def due_between(campaign: Campaign, start: int, end: int) -> Iterator[Due]:
    """What falls due between two seconds of game time, in order; only the first is certain."""
    return service.due(whole_state(campaign), start, end)


def coming(campaign: Campaign, start: int, end: int, most: int) -> list[Coming]:
    """The same for a page, with names, up to where the clock would wait."""
    found = []
    for one in islice(due_between(campaign, start, end), most):
        found.append(one)
        if one.question:
            break
    names = _names(campaign, found)
    return [_told(one, names) for one in found]


def _told(due: Due, names: dict[str, str]) -> Coming:
    others = [names.get(str(one), "") for one in due.given.values() if str(one) != due.record]
    named = [name for name in (names.get(due.record, ""), *others) if name]
    return Coming(
        moment=due.moment,
        record=due.record,
        name=named[0] if named else "",
        beside=", ".join(named[1:]),
        what=words.due_words(due.step),
        clause=due.clause,
        question=due.question,
    )


def _names(campaign: Campaign, found: list[Due]) -> dict[str, str]:
    named = {str(value) for due in found for value in (due.record, *due.given.values())}
    rows = Record.objects.filter(campaign=campaign, pk__in=[one for one in named if _is_id(one)])
    return {str(key): name for key, name in rows.values_list("pk", "name")}


def _is_id(value: str) -> bool:
    try:
        UUID(value)
    except ValueError:
        return False
    return True
