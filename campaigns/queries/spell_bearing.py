"""With what Potency a spell comes to bear now: that of its casting or Shaping, until it has been used on somebody."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from campaigns.log import standing
from campaigns.log.projector import Hidden, Viewer, read_entry
from campaigns.models import Campaign, Part, Tag

CAST, SHAPE = "pandemonium.cast", "pandemonium.shape"


@dataclass(frozen=True)
class Bearing:
    """The newest casting or Shaping of a spell that raised its Potency: where it stands in the log, what it came to."""

    seq: int
    applied: str
    potency: int


@dataclass(frozen=True)
class Bearings:
    """Of every spell its newest casting or Shaping, and which entries name which record."""

    newest: Mapping[str, Bearing] = field(default_factory=dict)
    entries: Mapping[str, set[int]] = field(default_factory=dict)

    def on(self, spell: str, target: str) -> Bearing | None:
        """The casting or Shaping that has not been used on this target yet, if there is one (PAN-POT-07)."""
        found = self.newest.get(spell)
        if found is None:
            return None
        both = self.entries.get(spell, set()) & self.entries.get(target, set())
        return found if all(seq <= found.seq for seq in both) else None


def bearings(
    campaign: Campaign, viewer: Viewer, spells: Collection[str], targets: Collection[str]
) -> Bearings:
    """What the log tells this viewer of these spells (six queries)."""
    if not spells:
        return Bearings()
    neutral, tags = standing.neutral(campaign, 0), Tag.objects.filter(campaign=campaign)
    entries: dict[str, set[int]] = defaultdict(set)
    _gather(entries, tags.filter(kind="record", value__in=spells), neutral)
    about = set().union(*entries.values())
    played = tags.filter(kind="action", value__in=(CAST, SHAPE), seq__in=about)
    told = _documents(campaign, viewer, set(played.values_list("seq", flat=True)))
    newest: dict[str, Bearing] = {}
    for seq in sorted(told):
        newest |= {spell: one for spell, one in _of_entry(seq, told[seq]).items() if spell in spells}
    first = min((one.seq for one in newest.values()), default=0)
    _gather(entries, tags.filter(kind="record", value__in=targets, seq__gt=first), neutral)
    return Bearings(newest, entries)


def _gather(entries: dict[str, set[int]], tags: QuerySet[Tag], neutral: Collection[int]) -> None:
    for record, seq in tags.values_list("value", "seq"):
        if seq not in neutral:
            entries[record].add(seq)


def _documents(campaign: Campaign, viewer: Viewer, seqs: Collection[int]) -> dict[int, dict[str, Any]]:
    parts: dict[int, list[Part]] = defaultdict(list)
    for part in Part.objects.filter(entry__campaign=campaign, entry__seq__in=seqs).select_related("entry"):
        parts[part.entry.seq].append(part)
    read = {seq: read_entry(viewer, found) for seq, found in parts.items()}
    return {seq: document for seq, document in read.items() if document is not None}


def _of_entry(seq: int, document: Mapping[str, Any]) -> dict[str, Bearing]:
    found = {}
    for step in document["steps"]:
        outcome = step.get("outcome")
        if (
            step["action"] not in (CAST, SHAPE)
            or isinstance(outcome, Hidden)
            or isinstance(step["input"], Hidden)
        ):
            continue
        spell = step["input"]["spell"]["id"]
        if step["action"] == CAST:
            found[spell] = Bearing(seq, "cast", outcome["potency"])
        elif outcome["raise"] == "potency":
            found[spell] = Bearing(seq, "shaped", outcome["total"])
    return found
