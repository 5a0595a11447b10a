"""Every field of every action's input, where it comes from, and which clause leaves it to a person."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from msgspec import Struct

from campaigns.forms.action.questions import Ask, asks_of
from campaigns.game import of_all
from rules.kernel.action import Action
from rules.kernel.inputs import InputField, record_paths, slots_of, struct_in
from rules.kernel.origins import New

ACTS = "TAB-ACT-01"
"""What leaves it to a person for whom they act."""
NAMES = "TAB-RECORD-01"
"""What leaves it to a person how a record is called that their act makes."""
PERSONS = frozenset({"player", "gm", "record"})
"""Origins of what a person is asked: who acts, the GM, or either by picking a record."""


@dataclass(frozen=True)
class Origin:
    """A field of an action's input. `beside` are the kinds of the record that it is said of, or of those beside it."""

    action: str
    path: str
    origin: str
    clauses: tuple[str, ...] = ()
    form: str = ""
    beside: tuple[str, ...] = ()
    is_row_of_source: bool = False
    """Whether it stands in a row that names its source: what somebody awards, not what something has."""

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]

    @property
    def is_persons(self) -> bool:
        return self.origin in PERSONS


def origins_of(action: Action) -> tuple[Origin, ...]:
    """The fields of an action's input, those inside of groups and subjects too, in the order of its type."""
    told = of_all(lambda game: game.inputs.told).get(action.name, ())
    acting = next(iter(record_paths(action.input_type)), ())
    acting = acting[:-1] if acting[-1:] == ("id",) else acting
    reading = _Reading(action.name, told, ".".join(acting))
    return tuple(reading.fields(action.input_type, asks_of(action.input_type), "", ()))


@dataclass(frozen=True)
class _Reading:
    """One action: what the application tells of it, and where its acting record is named."""

    action: str
    told: tuple[str, ...]
    acting: str

    def fields(
        self,
        struct: type[Struct],
        asks: tuple[Ask, ...],
        path: str,
        subject: tuple[str, ...],
        around: str = "gm",
    ) -> Iterator[Origin]:
        """`subject`: the kinds of the record that this object describes; `around`: the origin of what it stands in."""
        asked = {ask.name: ask for ask in asks}
        slots = slots_of(struct)
        beside = (*subject, *(kind for ask in asks for kind in ask.kinds))
        for name in sorted(asked.keys() - slots.keys()):  # what a made record is called
            yield Origin(self.action, f"{path}{name}", "player", (NAMES,), asked[name].form)
        for slot in slots.values():
            ask = asked.get(slot.name)
            one = self._field(slot, ask, f"{path}{slot.name}", beside, around)
            inner = struct_in(slot.kind)
            if ask is None or ask.kinds or not ask.children:
                yield replace(one, is_row_of_source="source" in asked)
            if ask is not None and ask.children and inner is not None and one.origin != "told":
                yield from self.fields(inner, ask.children, f"{one.path}.", ask.kinds, one.origin)

    def _field(
        self, slot: InputField, ask: Ask | None, path: str, beside: tuple[str, ...], around: str
    ) -> Origin:
        if path in self.told:
            return Origin(self.action, path, "told")
        if ask is None:
            return Origin(self.action, path, "new" if slot.mark(New) else slot.given_by or "read")
        if ask.kinds or ask.form == "member":
            clauses = ask.clauses or ((ACTS,) if path == self.acting else ())
            return Origin(self.action, path, "record", clauses, ask.form, beside)
        origin = (slot.given_by or around) if ask.by == "gm_alone" else ask.by
        return Origin(self.action, path, origin, ask.clauses, ask.form, beside)
