"""A round that an older version rolled: what its log alone told of it is written on the combatants, once."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from django.db.models import Max, QuerySet
from msgspec import UNSET

from campaigns.game import CarriedOver, Step
from campaigns.log import record
from campaigns.models import Campaign, Record, Tag, Undone
from campaigns.state.rows import read_sheets
from rules import service
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import InvalidInput
from rules.kernel.parsing import convert
from rules.kernel.procedure import RecordState, State
from rules.kernel.values import Value, as_whole
from rules.sorcerer.attacks import ResolveAttackOutcome
from rules.sorcerer.damage import DamageOutcome
from rules.sorcerer.progress import DAMAGE, OUT_OF_ROUND, RESOLVE, ROUND, progress
from rules.sorcerer.rounds import ConflictRoundOutcome
from rules.sorcerer.state import stored

OUTCOMES: Final = {ROUND: ConflictRoundOutcome, RESOLVE: ResolveAttackOutcome, DAMAGE: DamageOutcome}
"""What was played in a round that runs, and what its outcomes are."""

Told = dict[str, dict[str, Value]]


def carried_over(campaigns: QuerySet[Campaign]) -> Iterator[CarriedOver]:
    """Of these campaigns those in a round of which the records tell nothing yet, and what to write on them."""
    rolled = Record.objects.exclude(sorcerer_turn=None).exclude(sorcerer_turn__turn="none")
    told = rolled.exclude(sorcerer_turn__round_place=None).values("campaign")
    for campaign in campaigns.filter(pk__in=rolled.values("campaign")).exclude(pk__in=told):
        people = _people(campaign)
        effects = tuple(_effects(_left(_steps(campaign), people), people))
        yield CarriedOver(campaign, f"sorcerer/round/{campaign.head_seq}", effects)


def _people(campaign: Campaign) -> State:
    """Everybody who can be in a round, as they stand: of a round over, nobody has a turn any more."""
    found = Record.objects.filter(campaign=campaign, kind__in=("character", "demon")).order_by("born", "pk")
    return State({sheet.id: RecordState(sheet.kind.name, sheet.fields) for sheet in read_sheets(found)})


def _steps(campaign: Campaign) -> Iterator[Step]:
    """What was played since the newest round was rolled, as far as it counts, oldest first."""
    undone = Undone.objects.filter(campaign=campaign).values("seq")
    acts = Tag.objects.filter(campaign=campaign, kind="action").exclude(seq__in=undone)
    began = acts.filter(value=ROUND).aggregate(last=Max("seq"))["last"] or 0
    seqs = acts.filter(value__in=OUTCOMES, seq__gte=began).values_list("seq", flat=True)
    for _seq, document in record.documents_of(campaign, sorted(set(seqs))):
        yield from document["steps"]


def _left(steps: Iterable[Step], state: State) -> Told:
    """What these steps would have left on those who have a turn, had they been played by this version."""
    told: Told = {who: {} for who in state.records}
    for step in steps:
        now = State(
            {who: RecordState(one.kind, {**one.fields, **told[who]}) for who, one in state.records.items()}
        )
        for effect in _effects_of(step, now):
            if effect.on in told and effect.set is not UNSET:
                told[effect.on][effect.field] = effect.set
            elif effect.on in told and effect.change is not UNSET:
                before = as_whole(now.records[effect.on].fields.get(effect.field, 0))
                told[effect.on][effect.field] = before + effect.change
    return told


def _effects_of(step: Step, state: State) -> tuple[Effect, ...]:
    action = step["action"]
    if action not in OUTCOMES:
        return ()
    try:
        given = service.read(action, step["input"])
        outcome = convert(step["outcome"], OUTCOMES[action])
    except (InvalidInput, msgspec.ValidationError):
        return ()  # an act of rules that are no more read: the GM sets right what it left
    return tuple(effect for left in progress(action, given, outcome, state) for effect in left.effects)


def _effects(told: Told, state: State) -> Iterator[Effect]:
    for who, values in told.items():
        # Who has no turn is out of the round, and may have been hit in it all the same.
        is_in = stored(state, who, "turn") != "none"
        yield from (
            set_to(who, name, value)
            for name, value in values.items()
            if value != OUT_OF_ROUND.get(name) and (is_in or name == "hits_read")
        )
