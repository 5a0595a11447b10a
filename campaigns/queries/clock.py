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
    found = [
        (str(key), str(demon), began)
        for key, demon, began in contacts.values_list("pk", "demon", "hour_began")
    ]
    tags = Tag.objects.filter(campaign=campaign)
    tried = set(tags.filter(kind="action", value=HOLDS).values_list("seq", flat=True)) if found else set()
    if not tried:
        return {}
    acts = _acts(campaign, {demon for _key, demon, _began in found})
    spans = {demon: [span for span in pairwise(seqs) if span[0] in tried] for demon, seqs in acts.items()}
    moments = _moments(campaign, {seq for each in spans.values() for span in each for seq in span})
    return {
        key: {
            "held": bool(acts[demon]) and acts[demon][-1] in tried,
            "held_for": sum(max(0, moments[end] - max(moments[start], began)) for start, end in spans[demon]),
        }
        for key, demon, began in found
    }


def _acts(campaign: Campaign, demons: set[str]) -> dict[str, list[int]]:
    """The standing entries in which something of `sorcerer` was done about each demon, in order."""
    tags = Tag.objects.filter(campaign=campaign)
    about = list(tags.filter(kind="record", value__in=demons).values_list("value", "seq"))
    played = tags.filter(kind="system", value="sorcerer", seq__in={seq for _demon, seq in about})
    standing_ones = set(played.values_list("seq", flat=True)) - standing.neutral(campaign, 0)
    acts: dict[str, list[int]] = {demon: [] for demon in demons}
    for demon, seq in sorted(about, key=lambda one: one[1]):
        if seq in standing_ones:
            acts[demon].append(seq)
    return acts


def _moments(campaign: Campaign, seqs: set[int]) -> dict[int, int]:
    """The game time of entries."""
    parts: dict[int, list[Part]] = {}
    rows = Part.objects.filter(entry__campaign=campaign, entry__seq__in=seqs).select_related("entry")
    for part in rows:
        parts.setdefault(part.entry.seq, []).append(part)
    return {seq: int(record.read_document(found)["now"]) for seq, found in parts.items()}
