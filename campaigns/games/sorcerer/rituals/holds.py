"""What the log knows of open Contacts: whether a Summoning from them holds their hours."""

from itertools import pairwise
from typing import Any

from campaigns.log import record, undo_graph
from campaigns.models import Campaign, Contact, Part, Tag

HOLDS = "sorcerer.summon"


def holds(campaign: Campaign) -> dict[str, dict[str, Any]]:
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
    standing_ones = set(played.values_list("seq", flat=True)) - undo_graph.ineffective_seqs(campaign, 0)
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
