"""What falls due when game time passes: the list of all systems, made from the rows as they are."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any
from uuid import UUID

from campaigns.log import record, standing
from campaigns.models import Campaign, Contact, Part, Record, Tag
from campaigns.queries.stored_state import whole_state
from rules import service, words
from rules.kernel.clock import Due
from rules.kernel.procedure import State

HOLDS = "sorcerer.summon"


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


def timed_state(campaign: Campaign) -> State:
    """What the clock of a campaign reads: its records, its open questions, and what the log knows of Contacts."""
    return whole_state(campaign, _holds(campaign))


def due_between(campaign: Campaign, start: int, end: int) -> Iterator[Due]:
    """What falls due between two seconds of game time, in order; only the first is certain."""
    return service.due(timed_state(campaign), start, end)


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


def _holds(campaign: Campaign) -> dict[str, dict[str, Any]]:
    """Open Contacts whose hours do not run, or did not for a while: during a Summoning from them (SOR-SUMMON-08)."""
    contacts = Contact.objects.filter(record__campaign=campaign, state="open").exclude(demon=None)
    rows = contacts.values_list("pk", "demon", "hour_began")
    return {str(key): _hold(campaign, str(demon), began) for key, demon, began in rows}


def _hold(campaign: Campaign, demon: str, since: int) -> dict[str, Any]:
    """Whether a Summoning is under way, and for how many seconds after `since` one was."""
    tags = Tag.objects.filter(campaign=campaign)
    about = set(tags.filter(kind="record", value=demon).values_list("seq", flat=True))
    about &= set(tags.filter(kind="system", value="sorcerer").values_list("seq", flat=True))
    tried = about & set(tags.filter(kind="action", value=HOLDS).values_list("seq", flat=True))
    if not tried:
        return {}
    acts = sorted(about - standing.neutral(campaign, 0))
    ends = dict(pairwise(acts))
    spans = [
        (_moment(campaign, one), _moment(campaign, ends[one])) for one in acts if one in tried and one in ends
    ]
    held_for = sum(max(0, end - max(begin, since)) for begin, end in spans)
    return {"held": bool(acts) and acts[-1] in tried, "held_for": held_for}


def _moment(campaign: Campaign, seq: int) -> int:
    parts = Part.objects.filter(entry__campaign=campaign, entry__seq=seq)
    return int(record.read_document(parts)["now"])
