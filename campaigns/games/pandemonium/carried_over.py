"""Spells that an older version cast: what its log alone told of them is written on their records, once."""

from collections.abc import Collection, Iterable, Iterator

import msgspec
from django.db.models import QuerySet
from msgspec import UNSET

from campaigns.game import CarriedOver, Step
from campaigns.log import record
from campaigns.models import Campaign, PandemoniumSpell, Record, Spellbound, Tag, Undone
from rules import service
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import InvalidInput
from rules.kernel.parsing import convert
from rules.kernel.procedure import RecordState, State
from rules.kernel.values import Value
from rules.pandemonium.progress import LEAVES_MARKS, Came, progress

Told = dict[str, dict[str, Value]]
"""By record, the fields that steps would have left on it."""


def carried_over(campaigns: QuerySet[Campaign]) -> Iterator[CarriedOver]:
    """Of these campaigns those with running spells of which no record tells yet, and what to write there."""
    running = PandemoniumSpell.objects.exclude(state="ended").values("record__campaign")
    made = PandemoniumSpell.objects.filter(makings__gt=0).values("record__campaign")
    tried = Spellbound.objects.exclude(came_to={}).values("record__campaign")
    for campaign in campaigns.filter(pk__in=running).exclude(pk__in=made).exclude(pk__in=tried):
        told = _told(str(campaign.pk), _steps(campaign))
        there = set(
            map(str, Record.objects.filter(campaign=campaign, pk__in=told).values_list("pk", flat=True))
        )
        effects = tuple(_effects(told, there))
        yield CarriedOver(campaign, f"pandemonium/spells/{campaign.head_seq}", effects)


def _steps(campaign: Campaign) -> Iterator[tuple[Step, str | None]]:
    """The steps that left anything, as far as they count, oldest first, each with its scene."""
    undone = Undone.objects.filter(campaign=campaign).values("seq")
    acts = Tag.objects.filter(campaign=campaign, kind="action", value__in=LEAVES_MARKS)
    seqs = set(acts.exclude(seq__in=undone).values_list("seq", flat=True))
    for _seq, document in record.documents_of(campaign, sorted(seqs)):
        for step in document["steps"]:
            if step["action"] in LEAVES_MARKS:
                yield step, document["scene"]


def _told(campaign: str, steps: Iterable[tuple[Step, str | None]]) -> Told:
    """What these steps would have left on spells and their targets, had they been played by this version."""
    told: Told = {}
    for step, scene in steps:
        records = {one: RecordState("", fields) for one, fields in told.items()}
        records[campaign] = RecordState("campaign", {"scene": scene})
        for effect in _left(step, State(records)):
            if effect.set is not UNSET:
                told.setdefault(effect.on, {})[effect.field] = effect.set
    return told


def _left(step: Step, state: State) -> tuple[Effect, ...]:
    try:
        given = service.read(step["action"], step["input"])
        came = convert(step["outcome"], Came)
    except (InvalidInput, msgspec.ValidationError):
        return ()  # an act of rules that are no more read: a new casting sets it right
    left = progress(given, came, state)
    return tuple(effect for follow_up in left for effect in follow_up.effects)


def _effects(told: Told, there: Collection[str]) -> Iterator[Effect]:
    """What to write on the records that are still there."""
    for one in sorted(told.keys() & there):
        yield from (set_to(one, name, value) for name, value in told[one].items())
