"""Whose turn it is among mages and those they meet, and what spells do on it (PAN-TIME, PAN-ATTACK-04)."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from campaigns.log import standing
from campaigns.log.projector import Viewer, read_entry
from campaigns.models import Campaign, Part, Tag
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import Reading, Said
from campaigns.queries.layouts.spells import STRIKES

BEGIN = "table.begin_turn"
MOST_TURNS = 60


@dataclass(frozen=True)
class Turn:
    """One character's place in the round. A puppet has none of their own (PAN-TIME-04)."""

    who: Said
    had: bool
    is_now: bool
    is_over: bool
    strikes: tuple[Said, ...]
    """Spells of theirs that strike on it, once each (PAN-ATTACK-04)."""
    puppet_of: tuple[Said, ...]


def turns_of(campaign: Campaign, viewer: Viewer, seen: Mapping[str, Member], count: int) -> list[Turn]:
    """Everybody in play, those first whose turn has come this round. `count` is how many turns it has had."""
    taken = _taken(campaign, viewer, count)
    found = [one for one in seen.values() if one.kind == "pandemonium.character" and one["state"] == "active"]
    order = {who: number for number, who in enumerate(taken)}
    return [
        _turn(Reading(one, seen), taken)
        for one in sorted(found, key=lambda one: order.get(one.id, len(order)))
    ]


def _turn(reading: Reading, taken: list[str]) -> Turn:
    who = reading.member
    cast = reading.linked("pandemonium.spell", "caster")
    running = [one for one in cast if one["state"] == "active" and one["kind"] in STRIKES]
    return Turn(
        who=reading.name_of(who.id),
        had=who.id in taken,
        is_now=bool(taken) and taken[-1] == who.id,
        is_over=bool(reading.value("turn.over")),
        strikes=tuple(reading.name_of(one.id) for one in running),
        puppet_of=tuple(reading.name_of(one) for one in _commanding(reading)),
    )


def _commanding(reading: Reading) -> list[str]:
    """Spells that control somebody completely: they act, if at all, as the caster's (PAN-TIME-04)."""
    severe = [spell for spell, hold in reading.under("hold").items() if hold == "severe"]
    known = [reading.others[one] for one in severe if one in reading.others]
    return [one.id for one in known if one["kind"] == "control" and one["state"] == "active"]


def _taken(campaign: Campaign, viewer: Viewer, count: int) -> list[str]:
    """Whose turns have begun this round, oldest first, as far as this viewer may know (four queries at most)."""
    if not count:
        return []
    neutral = standing.neutral(campaign, 0)
    tags = Tag.objects.filter(campaign=campaign, kind="action", value=BEGIN).order_by("-seq")
    newest = tags.values_list("seq", flat=True).distinct()[: 2 * MOST_TURNS]
    seqs = [seq for seq in newest if seq not in neutral][: min(count, MOST_TURNS)]
    parts: dict[int, list[Part]] = defaultdict(list)
    for part in Part.objects.filter(entry__campaign=campaign, entry__seq__in=seqs).select_related("entry"):
        parts[part.entry.seq].append(part)
    told = (read_entry(viewer, parts[seq]) for seq in sorted(seqs))
    return [
        step["input"]["who"]["id"]
        for document in told
        if document is not None
        for step in document["steps"]
        if step["action"] == BEGIN
    ]
