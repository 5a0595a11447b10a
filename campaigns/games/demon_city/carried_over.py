"""Rounds of Action of an older version: what the log alone told is written on their people and Clashes, once."""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Final

import msgspec
from django.db.models import QuerySet
from msgspec import UNSET

from campaigns.game import CarriedOver, Step
from campaigns.games.demon_city.rounds.reading import under_way
from campaigns.log import record
from campaigns.log.undo_graph import undone
from campaigns.models import Campaign, Record, Tag
from campaigns.state.rows import read_kinds
from campaigns.state.unit_of_work import Sheet
from rules import service
from rules.demon_city.allowed import CHASE, CLASH
from rules.demon_city.chase import ChaseOpen, ChaseOutcome
from rules.demon_city.clash_outcome import ClashOpen, ClashOutcome
from rules.demon_city.counting import ThrowCount
from rules.demon_city.progress import COUNT, LEAVES_MARKS, SORT, progress
from rules.demon_city.sorting import SortedClashes
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import InvalidInput
from rules.kernel.parsing import convert
from rules.kernel.procedure import RecordState, State
from rules.kernel.values import Value, Values

ENDS: Final = ("table.end_fight", "table.end_scene", "table.end_session")
FIGHTER, ROUND = "demon_city.character", "demon_city.round"
_MEETING: Final[Values] = {"state": "open", "people": [], "waiting": None}
BLANK: Final[Mapping[str, Values]] = {
    FIGHTER: {
        "hit_by": None,
        "tried_up": False,
        "deed": None,
        "aims": [],
        "side": None,
        "counted_throws": None,
        "counted_as": None,
        "stage": None,
    },
    ROUND: {},
    CLASH: _MEETING,
    CHASE: _MEETING,
}
"""What nothing has been told of yet, by kind."""
REFS: Final = ("hit_by",)
OUTCOMES: Final[Mapping[str, type]] = {
    COUNT: ThrowCount,
    SORT: SortedClashes,
    CLASH: ClashOutcome,
    CHASE: ChaseOutcome,
}
WAITING: Final[Mapping[str, type]] = {CLASH: ClashOpen, CHASE: ChaseOpen}
"""What the outcomes are that something is left by, the second of flips that wait for a choice."""


def carried_over(campaigns: QuerySet[Campaign]) -> Iterator[CarriedOver]:
    """What these campaigns lack. Which round is under way is known once its people say how far it has come."""
    yield from rounds_carried_over(campaigns)
    yield from numbers_carried_over(campaigns)


def rounds_carried_over(campaigns: QuerySet[Campaign]) -> Iterator[CarriedOver]:
    """Of these campaigns those with rounds of which the records tell nothing yet, and what to write on them."""
    played = Record.objects.filter(kind=ROUND).values("campaign")
    for campaign in campaigns.filter(pk__in=played):
        found = Record.objects.filter(campaign=campaign)
        sheets = read_kinds(found.order_by("born", "pk"), *BLANK)
        if not any(map(_tells, sheets)):
            born = dict(found.filter(kind__in=BLANK).values_list("pk", "born"))
            told = _Told(sheets, {str(pk): seq for pk, seq in born.items()})
            for seq, steps in _acts(campaign):
                told.take(seq, steps)
            yield CarriedOver(campaign, f"demon_city/rounds/{campaign.head_seq}", tuple(told.effects()))


def numbers_carried_over(campaigns: QuerySet[Campaign]) -> Iterator[CarriedOver]:
    """The number of the round under way, where its name alone has it: the last one there, or how many there have been.

    Of those before it nobody asks any more.
    """
    for campaign in campaigns.filter(pk__in=Record.objects.filter(kind=ROUND).values("campaign")):
        found = under_way(campaign)
        if found is None or found.row.demon_city_round.number is not None:
            continue
        named = re.findall(r"[1-9]\d{0,3}", found.row.name)
        number = int(named[-1]) if named else Record.objects.filter(campaign=campaign, kind=ROUND).count()
        if number == 1:  # as one without a number is
            continue
        name = f"demon_city/round_number/{campaign.head_seq}"
        yield CarriedOver(campaign, name, (set_to(str(found.row.pk), "number", number),))


def _tells(sheet: Sheet) -> bool:
    """Whether a field of this version says anything; how a Clash ended was stored before."""
    return any(sheet[name] != blank for name, blank in BLANK[sheet.kind.name].items() if name != "state")


def _acts(campaign: Campaign) -> Iterator[tuple[int, list[Step]]]:
    """The entries that count and leave anything, oldest first."""
    acts = Tag.objects.filter(campaign=campaign, kind="action", value__in=[*LEAVES_MARKS, *ENDS])
    seqs = acts.exclude(seq__in=undone(campaign, 0)).values_list("seq", flat=True)
    for seq, document in record.documents_of(campaign, sorted(set(seqs))):
        yield seq, document["steps"]


class _Told:
    """What the acts of a log would have left on these records, had they been played by this version."""

    def __init__(self, sheets: list[Sheet], born: Mapping[str, int]) -> None:
        self._sheets = {sheet.id: sheet for sheet in sheets}
        self._born = born
        self._fields: dict[str, dict[str, Value]] = {
            sheet.id: deepcopy(dict(BLANK[sheet.kind.name])) for sheet in sheets
        }

    def take(self, seq: int, steps: list[Step]) -> None:
        current = self._round_at(seq)
        created = (step["input"].get("id") for step in steps if step["action"] == "table.create")
        made = [one for one in created if one in self._sheets]
        for step in steps:
            if step["action"] in ENDS and step["input"].get("game") in (None, "demon_city"):
                for one in self._of(FIGHTER):
                    self._fields[one]["stage"] = None
            if step["action"] in LEAVES_MARKS:
                for effect in (*_effects_of(step), *_left(step, self._state(current, made))):
                    self._apply(effect)

    def effects(self) -> Iterator[Effect]:
        """What is otherwise than it stands; how a Clash ended, where the record has not said so."""
        for who, values in self._fields.items():
            stored = self._sheets[who].fields
            for name, value in values.items():
                is_gone = name in REFS and value not in self._sheets
                is_known = name == "state" and stored[name] != "open"
                if value != stored.get(name) and not is_gone and not is_known:
                    yield set_to(who, name, value)

    def _apply(self, effect: Effect) -> None:
        known = self._fields.get(effect.on, {})
        if effect.set is not UNSET and (effect.field in known or effect.field.startswith("side.")):
            known[effect.field] = effect.set

    def _round_at(self, seq: int) -> str | None:
        rounds = (one for one in self._of(ROUND) if self._born[one] <= seq)
        return max(rounds, key=lambda one: self._born[one], default=None)

    def _state(self, current: str | None, made: list[str]) -> State:
        """As the act found it: its people, the round of that time, and what was made in the act itself."""
        found = [*self._of(FIGHTER), *([current] if current else []), *made]
        return State({one: RecordState(self._sheets[one].kind.noun, self._known(one)) for one in found})

    def _known(self, one: str) -> dict[str, Value]:
        sheet = self._sheets[one]
        return {**self._fields[one], **({"order": sheet["order"]} if sheet.kind.name == ROUND else {})}

    def _of(self, kind: str) -> list[str]:
        return [one for one, sheet in self._sheets.items() if sheet.kind.name == kind]


def _effects_of(step: Step) -> Iterator[Effect]:
    return (convert(effect, Effect) for effect in step["effects"])


def _left(step: Step, state: State) -> tuple[Effect, ...]:
    action, outcome = step["action"], step["outcome"]
    waits = outcome.get("result") == "choice_needed"
    kind = WAITING.get(action) if waits else OUTCOMES.get(action)
    try:
        given = service.read(action, step["input"])
        found = convert(outcome, kind) if kind else None
    except (InvalidInput, msgspec.ValidationError):
        return ()  # an act of rules that are no more read: the GM sets right what it left
    return tuple(effect for left in progress(action, given, found, state) for effect in left.effects)
