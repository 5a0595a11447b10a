"""A fight that an older version began: what its log alone told of the turn is written on the fighters, once."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec
from django.db.models import QuerySet
from msgspec import UNSET

from campaigns.game import CarriedOver, Step
from campaigns.log import record
from campaigns.models import Campaign, Record, Tag, Undone
from campaigns.queries import log_moments
from campaigns.state.rows import read_sheets
from rules import service
from rules.fallen.allowed import HOLD_BACK
from rules.fallen.declarations import MultipleActionsOutcome
from rules.fallen.initiative import InitiativeOutcome
from rules.fallen.ordering import OrderOutcome
from rules.fallen.progress import (
    DECLARE,
    INITIATIVE,
    LEAVES_MARKS,
    NEXT_TURN,
    ORDER,
    TAKE_TURN,
    progress,
)
from rules.fallen.turns import TakeTurnOutcome
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import InvalidInput
from rules.kernel.parsing import convert
from rules.kernel.procedure import RecordState, State
from rules.kernel.values import Value, Values, as_whole

ENDS: Final = ("table.end_fight", "table.end_scene")
BLANK: Final = {**NEXT_TURN, "turns_past": 0}
OUTCOMES: Final = {
    INITIATIVE: InitiativeOutcome,
    ORDER: OrderOutcome,
    HOLD_BACK: OrderOutcome,
    DECLARE: MultipleActionsOutcome,
    TAKE_TURN: TakeTurnOutcome,
}
"""What the outcomes are that something is left by."""


def carried_over(campaigns: QuerySet[Campaign]) -> Iterator[CarriedOver]:
    """Of these campaigns those in a fight of which the records tell nothing yet, and what to write on them."""
    fighting = Record.objects.filter(fallen_turn__in_combat=True).values("campaign")
    for campaign in campaigns.filter(pk__in=fighting):
        found = Record.objects.filter(campaign=campaign, fallen_turn__in_combat=True).order_by("born", "pk")
        stored = {sheet.id: sheet.fields for sheet in read_sheets(found)}
        if all(fields[name] == blank for fields in stored.values() for name, blank in BLANK.items()):
            told = _told(list(_steps(campaign)), stored)
            effects = tuple(_effects(told))
            yield CarriedOver(campaign, f"fallen/turn/{campaign.head_seq}", effects)


def _steps(campaign: Campaign) -> Iterator[Step]:
    """The steps of the fight that runs, as far as they count, oldest first."""
    undone = Undone.objects.filter(campaign=campaign).values("seq")
    acts = Tag.objects.filter(campaign=campaign, kind="action").exclude(seq__in=undone)
    ended = log_moments.last_end(campaign, "fallen", ENDS)
    seqs = acts.filter(value__in=LEAVES_MARKS, seq__gt=ended).values_list("seq", flat=True)
    for _seq, document in record.documents_of(campaign, sorted(set(seqs))):
        yield from document["steps"]


def _told(steps: Iterable[Step], fighters: Iterable[str]) -> dict[str, dict[str, Value]]:
    """What these steps would have left on the fighters, had they been played by this version."""
    told: dict[str, dict[str, Value]] = {who: dict(BLANK) for who in fighters}
    for step in steps:
        state = State({who: RecordState("character", fields) for who, fields in told.items()})
        for effect in _left(step, state):
            if effect.on in told and effect.set is not UNSET:
                told[effect.on][effect.field] = effect.set
            elif effect.on in told and effect.change is not UNSET:
                before = as_whole(told[effect.on][effect.field])
                told[effect.on][effect.field] = before + effect.change
    return told


def _left(step: Step, state: State) -> tuple[Effect, ...]:
    action = step["action"]
    try:
        given = service.read(action, step["input"])
        outcome = convert(step["outcome"], OUTCOMES[action]) if action in OUTCOMES else None
    except (InvalidInput, msgspec.ValidationError):
        return ()  # an act of rules that are no more read: the GM sets right what it left
    return tuple(effect for left in progress(action, given, outcome, state) for effect in left.effects)


def _effects(told: Mapping[str, Values]) -> Iterator[Effect]:
    for who, values in told.items():
        yield from (set_to(who, name, value) for name, value in values.items() if value != BLANK[name])
