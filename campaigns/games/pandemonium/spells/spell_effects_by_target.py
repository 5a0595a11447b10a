"""What the log knows of a spell: with what Potency it comes to bear now, and what it last came to on somebody.

A Shaped Potency is that of its casting or Shaping until it has been used on somebody.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from campaigns.game import Preparing
from campaigns.log import undo_graph
from campaigns.log.projector import Hidden, Viewer, read_entry
from campaigns.models import Campaign, Part, Tag

CAST, SHAPE = "pandemonium.cast", "pandemonium.shape"
APPLIED = tuple(
    f"pandemonium.{verb}"
    for verb in ("control", "attack", "direct", "investigate", "plunder", "drain", "ongoing_start")
)


@dataclass(frozen=True)
class SpellEffect:
    """The newest casting or Shaping of a spell that raised its Potency: where it stands in the log, what it came to."""

    seq: int
    applied: str
    potency: int


@dataclass(frozen=True)
class EffectOnTarget:
    """What a spell last came to on somebody: its net, the trait it was compared with, the wounds it dealt."""

    net: int
    compare: str
    damage: Mapping[str, Any]


@dataclass(frozen=True)
class SpellEffects:
    """Of every spell its newest casting or Shaping, what it came to on whom, and which entries name which record."""

    newest: Mapping[str, SpellEffect] = field(default_factory=dict)
    entries: Mapping[str, set[int]] = field(default_factory=dict)
    results: dict[tuple[str, str], EffectOnTarget] = field(default_factory=dict)
    """By spell and target, the spell used last at the end."""

    def on(self, spell: str, target: str) -> SpellEffect | None:
        """The casting or Shaping that has not been used on this target yet, if there is one (PAN-POT-07)."""
        found = self.newest.get(spell)
        if found is None:
            return None
        both = self.entries.get(spell, set()) & self.entries.get(target, set())
        return found if all(seq <= found.seq for seq in both) else None

    def damage_of(self, spell: str) -> Mapping[str, Any]:
        """The wounds that a spell last dealt to anybody, as its form asked for them."""
        found = (one.damage for (used, _target), one in reversed(self.results.items()) if used == spell)
        return next(filter(None, found), {})


def spell_effects(
    campaign: Campaign, viewer: Viewer, spells: Collection[str], targets: Collection[str]
) -> SpellEffects:
    """What the log tells this viewer of these spells (six queries)."""
    if not spells:
        return SpellEffects()
    neutral, tags = undo_graph.ineffective_seqs(campaign, 0), Tag.objects.filter(campaign=campaign)
    entries: dict[str, set[int]] = defaultdict(set)
    _gather(entries, tags.filter(kind="record", value__in=spells), neutral)
    about = set().union(*entries.values())
    played = tags.filter(kind="action", value__in=(CAST, SHAPE, *APPLIED), seq__in=about)
    told = _documents(campaign, viewer, set(played.values_list("seq", flat=True)))
    newest: dict[str, SpellEffect] = {}
    results: dict[tuple[str, str], EffectOnTarget] = {}
    for seq in sorted(told):
        newest |= {spell: one for spell, one in _of_entry(seq, told[seq]).items() if spell in spells}
        for pair, one in _came_to(told[seq]):
            results.pop(pair, None)
            results[pair] = one
    first = min((spell_effect.seq for spell_effect in newest.values()), default=0)
    _gather(entries, tags.filter(kind="record", value__in=targets, seq__gt=first), neutral)
    return SpellEffects(newest, entries, results)


def known_for(preparing: Preparing) -> dict[str, Any]:
    """What a casting or Shaping not yet used on this target came to, for a spell that now bears so (PAN-POT-15)."""
    given = preparing.request.given
    spell, target = given.get("spell"), given.get("target")
    if not isinstance(spell, Mapping) or not isinstance(target, Mapping):
        return {}
    applied = spell.get("applied", "cast")
    if applied not in ("cast", "shaped"):
        return {}
    ids = str(spell.get("id")), str(target.get("id"))
    found = spell_effects(preparing.campaign, Viewer("", is_gm=True), ids[:1], ids[1:]).on(*ids)
    return {"spell": {"potency": found.potency}} if found and found.applied == applied else {}


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


def _steps(document: Mapping[str, Any], actions: Collection[str]) -> Iterator[dict[str, Any]]:
    """The steps of these actions that this reader may read whole."""
    for step in document["steps"]:
        hidden = isinstance(step.get("outcome"), Hidden) or isinstance(step["input"], Hidden)
        if step["action"] in actions and not hidden:
            yield step


def _came_to(document: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], EffectOnTarget]]:
    for step in _steps(document, APPLIED):
        given, outcome = step["input"], step["outcome"]
        damage, compared = given.get("damage") or {}, outcome.get("compare") or {}
        if any(isinstance(one, Hidden) for one in (given["target"], damage, compared, outcome["net"])):
            continue
        dealt = {name: damage[name] for name in ("kind", "resistant") if name in damage}
        pair = (given["spell"]["id"], given["target"]["id"])
        yield pair, EffectOnTarget(outcome["net"], compared.get("name") or "", dealt)


def _of_entry(seq: int, document: Mapping[str, Any]) -> dict[str, SpellEffect]:
    found = {}
    for step in _steps(document, (CAST, SHAPE)):
        spell, outcome = step["input"]["spell"]["id"], step["outcome"]
        if step["action"] == CAST:
            found[spell] = SpellEffect(seq, "cast", outcome["potency"])
        elif outcome["raise"] == "potency":
            found[spell] = SpellEffect(seq, "shaped", outcome["total"])
    return found
