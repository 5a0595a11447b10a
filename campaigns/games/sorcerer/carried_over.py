"""Rituals that an older version began: what its log alone told of them is written on the records, once."""

from collections.abc import Iterable, Iterator
from typing import Final

from django.db.models import Q, QuerySet
from msgspec import UNSET

from campaigns.game import CarriedOver, Document
from campaigns.log import record, undo_graph
from campaigns.models import Campaign, CampaignState, Change, Record, Tag
from campaigns.state.ids import ids_in
from campaigns.state.rows import read_sheets
from campaigns.state.unit_of_work import Sheet
from rules import service
from rules.kernel.clock import HOUR
from rules.kernel.effects import Effect, set_to
from rules.kernel.errors import InvalidInput
from rules.kernel.procedure import RecordState, State
from rules.kernel.values import Value, Values, as_list, as_text, as_values, as_whole
from rules.sorcerer import attempts
from rules.sorcerer.helping import GROUP

DESCRIBING: Final = ("table.create", "table.note")
SCENE_ENDS: Final = "table.end_scene"
KINDS: Final = ("character", "demon", "contact")
MARKS: Final = ("delays", "punished_at", "tries")
MAPS: Final = ("failed.", "help.", "callers.")

Span = tuple[int, int]
"""From when to when somebody went on trying to Summon, in seconds of game time."""


def carried_over(campaigns: QuerySet[Campaign]) -> Iterator[CarriedOver]:
    """Of these campaigns those with demons of which the records tell nothing yet, and what to write on them."""
    for campaign in campaigns.filter(pk__in=Record.objects.filter(kind="demon").values("campaign")):
        found = Record.objects.filter(campaign=campaign, kind__in=KINDS)
        sheets = read_sheets(found.order_by("born", "pk"))
        if not any(_is_told(sheet) for sheet in sheets):
            effects = tuple(_Replay(campaign, sheets).effects())
            if effects:
                yield CarriedOver(campaign, f"sorcerer/rituals/{campaign.head_seq}", effects)


def _is_told(sheet: Sheet) -> bool:
    return any(_is_mark(name) and value for name, value in sheet.fields.items())


def _is_mark(name: str) -> bool:
    return name.startswith(MAPS) or name in MARKS


class _Replay:
    """What the acts that stand would have left, had they been played by this version."""

    def __init__(self, campaign: Campaign, sheets: list[Sheet]) -> None:
        self.campaign = campaign
        self.contacts = [one for one in sheets if one.kind.name == "contact" and one["state"] == "open"]
        self.kinds = {one.id: one.kind.name for one in sheets if one.kind.name in KINDS}
        self.told: dict[str, dict[str, Value]] = {one: {} for one in self.kinds}
        self.tried: dict[str, int] = {}
        self.spans: dict[str, list[Span]] = {}

    def effects(self) -> Iterator[Effect]:
        """What to write on the records now."""
        for _seq, document in record.documents_of(self.campaign, sorted(self._seqs())):
            self._entry(document)
        for one, fields in self.told.items():
            yield from (
                set_to(one, name, value) for name, value in fields.items() if _is_mark(name) and value
            )
        now = CampaignState.objects.values_list("now", flat=True).get(pk=self.campaign.pk)
        for contact in self.contacts:
            yield from self._hours(contact, now)

    def _seqs(self) -> set[int]:
        tags = Tag.objects.filter(campaign=self.campaign)
        ours = tags.filter(Q(kind="system", value="sorcerer") | Q(kind="action", value=SCENE_ENDS))
        states = Change.objects.filter(campaign=self.campaign, field="state", record__in=self.kinds)
        made, said = (tags.filter(kind="action", value=one) for one in DESCRIBING)
        described = {*made.values_list("seq", flat=True)} & {*said.values_list("seq", flat=True)}
        found = {*ours.values_list("seq", flat=True), *states.values_list("seq", flat=True), *described}
        return found - undo_graph.ineffective_seqs(self.campaign, 0)

    def _entry(self, document: Document) -> None:
        for step in document["steps"]:
            if step["action"].startswith("sorcerer."):
                self._act(step["action"], step["input"], step["outcome"], document["now"])
            elif step["action"] == SCENE_ENDS:
                for one, fields in self.told.items():
                    self._apply(attempts.at_scene_end(one, fields))
        self._describes(document)
        for one, name, _before, after in document["changes"]:
            if one in self.told and name == "state":
                self.told[one]["state"] = after[0] if after else None
            elif one in self.told and name == "hour_began":
                self.told[one]["tries"] = 0

    def _act(self, action: str, raw: Values, outcome: Values, now: int) -> None:
        try:
            given = service.read(action, raw)
        except InvalidInput:
            return  # an act of rules that are no more read: the GM sets right what it left
        records = {one: RecordState(self.kinds[one], fields) for one, fields in self.told.items()}
        state = State({**records, str(self.campaign.pk): RecordState("campaign", {"now": now})})
        helped = as_list(outcome.get("rolls", ())) if action == GROUP else ()
        rolls = {as_text(roll["id"]): as_whole(roll["bonus"]) for roll in map(as_values, helped)}
        came = attempts.Came(bool(outcome.get("success")), rolls)
        for left in attempts.left_by(action, given, came, state):
            self._apply(left.effects)
        for demon in {*ids_in(raw)} & self.told.keys():
            if demon in self.tried:
                self.spans.setdefault(demon, []).append((self.tried.pop(demon), now))
            if action == attempts.SUMMON:
                self.tried[demon] = now

    def _describes(self, document: Document) -> None:
        """Whoever describes a demon says in the same act what it is called for."""
        made = [one for one, name, before, _after in document["changes"] if name == "record" and not before]
        for step in document["steps"]:
            said = as_list(step["input"].get("about", ())) if step["action"] == "table.note" else ()
            about = [as_text(one) for one in said]
            callers = [one for one in about if self.kinds.get(one) == "character"]
            demons = [one for one in about if self.kinds.get(one) == "demon" and one in made]
            self._apply(set_to(demon, f"callers.{caller}", 1) for demon in demons for caller in callers)

    def _apply(self, effects: Iterable[Effect]) -> None:
        for effect in list(effects):
            if effect.on in self.told and effect.set is not UNSET:
                self.told[effect.on][effect.field] = effect.set

    def _hours(self, contact: Sheet, now: int) -> Iterator[Effect]:
        """An open Contact stood still for as long as nothing followed a Summoning, not for its hour (SOR-SUMMON-08)."""
        demon, began = contact["demon"], contact["hour_began"]
        spans = [*self.spans.get(demon, ()), *([(self.tried[demon], now)] if demon in self.tried else ())]
        longer = sum(max(0, end - max(start, began) - HOUR) for start, end in spans)
        if longer:
            yield set_to(contact.id, "hour_began", began + longer)
