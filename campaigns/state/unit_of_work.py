"""The state an act works on: records as plain contract fields, loaded when asked for, with every change remembered.

The same object serves play (loaded from rows, flushed to rows) and replay (loaded from a folded log), so that both
apply effects in one way.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, cast
from uuid import UUID

import msgspec
from msgspec import UnsetType

from campaigns.game import About, Change, plain
from campaigns.state.errors import StateRefusal, UnknownRecord
from campaigns.state.fields import Column, Derived, Kind, Map, NameField, Ref, Stack, Whole, as_kept
from rules.kernel.effects import Effect, set_to
from rules.kernel.parsing import convert
from rules.kernel.values import Value, Values, as_values

T = TypeVar("T")

LONGEST_NAME = 100
ABOUT = frozenset({"kind", "name", "owner", "visibility"})
"""What a record is, beside its fields. An effect on `record` with anything else sets the fields."""

Net = Change
"""A change, in all that was done to one field of one record; a value may be null, too."""


@dataclass
class Sheet:
    """One record in memory: what it is, and its contract fields. Maps lie under `prefix.key`."""

    id: str
    kind: Kind
    about: About
    fields: dict[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def __contains__(self, name: str) -> bool:
        return name in self.fields

    @property
    def name(self) -> str:
        return self.about["name"]

    @property
    def in_hand(self) -> bool:
        return is_in_hand(self.fields)

    def about_with(self, **changed: str | None) -> Values:
        """What it is with some of that otherwise, as inputs and effects have it."""
        return {**as_values(plain(self.about)), **changed}

    def under(self, prefix: str) -> dict[str, Value]:
        """A map's keys and values."""
        if prefix == "*":
            fields = self.fields.items()
            return {name: value for name, value in fields if "." not in name and name not in self.kind.fields}
        start = f"{prefix}."
        return {name[len(start) :]: value for name, value in self.fields.items() if name.startswith(start)}


class Source(Protocol):
    """Where sheets come from: rows, or a folded log."""

    def load(self, record_id: str) -> Sheet | None:
        """The record as it stands."""

    def linked(self, kind: str, ref: str, target: str) -> list[str]:
        """Ids of the records of a kind whose field `ref` names `target`, oldest first."""


class UnitOfWork:
    """Records under change. Nothing here touches the database by itself."""

    def __init__(self, source: Source, kinds: Callable[[str], Kind]) -> None:
        self._source = source
        self._kinds = kinds
        self._sheets: dict[str, Sheet | None] = {}
        self._before: dict[tuple[str, str], list[Value]] = {}
        self._gone: dict[str, Sheet] = {}
        self._read: dict[Hashable, object] = {}
        self.births: dict[str, About] = {}

    def expect_birth(self, record_id: str, about: About) -> None:
        """Announce that the first effect on this id makes a record (`kind`, `name`, `owner`, `visibility`)."""
        self.births[record_id] = about

    def expect(self, record_ids: Iterable[str], likely: Iterable[str] = ()) -> None:
        """Read at once what will be asked for one by one, mostly of the `likely` kinds.

        What is not there is found out when it is asked for.
        """
        unknown = [one for one in dict.fromkeys(record_ids) if one not in self._sheets]
        load_many = getattr(self._source, "load_many", None)
        if len(unknown) > 1 and load_many is not None:
            self._sheets.update((sheet.id, sheet) for sheet in load_many(unknown, likely))

    def find(self, record_id: str) -> Sheet | None:
        if record_id not in self._sheets:
            self._sheets[record_id] = self._source.load(record_id)
        return self._sheets[record_id]

    def get(self, record_id: str) -> Sheet:
        sheet = self.find(record_id)
        if sheet is None:
            raise UnknownRecord(record_id)
        return sheet

    def linked(self, kind: str, ref: str, target: str) -> list[Sheet]:
        """Records of a kind that name `target` in a field, those changed or born in this act included."""
        ids = dict.fromkeys(self._source.linked(kind, ref, target))
        # The source knows nothing yet of what this act changed, and may still name what it no longer does.
        ids.update(dict.fromkeys(one for one, sheet in self._sheets.items() if sheet is not None))
        sheets = (self.find(one) for one in ids)
        return [one for one in sheets if one is not None and one.kind.name == kind and one[ref] == target]

    def read_once(self, read: Callable[[UUID], T], campaign: UUID) -> T:
        """What is read of a campaign besides single records: rows are as they were until all is changed."""
        if read not in self._read:
            self._read[read] = read(campaign)
        return cast("T", self._read[read])

    def trait(self, sheet: Sheet, name: str) -> Any:
        """A trait that an action reads: a stored field, or one that is derived."""
        declared = sheet.kind.fields.get(name)
        if isinstance(declared, Derived):
            return declared.derive(self, sheet)
        if isinstance(declared, NameField):
            return sheet.name
        if isinstance(declared, Map):
            return sheet.under(name)
        if name not in sheet.fields:
            raise KeyError(f"a {sheet.kind.name} has no trait {name!r}")
        return sheet.fields[name]

    def apply(self, effects: Iterable[Effect]) -> None:
        """Carry out effects in order, or raise `StateRefusal` naming the field that would leave its range."""
        effects = tuple(effects)
        for effect in effects:
            if effect.field == "record":
                self._make_or_remove(effect)
            else:
                self._set_field(effect)
        # After all of them: on the way a record may pass through what it must not be in the end.
        for record in dict.fromkeys(effect.on for effect in effects):
            self._check_whole(self._sheets[record])

    def changes(self) -> list[Net]:
        """What is different now, one entry per record and field, in order of first touch; births come first.

        A mark that was written is among them even if it says what it said before: the newer word stands where an
        undo takes the older one back.
        """
        nets = [
            (record, name, before, self._now(record, name)) for (record, name), before in self._before.items()
        ]
        nets = [net for net in nets if net[2] != net[3] or self._is_mark(net[0], net[1])]
        # In this order they become rows: fields need a record to be written to.
        return sorted(nets, key=lambda net: net[1] != "record" or not net[3])

    def as_kept(self, change: Net) -> Net:
        """A change of a record that is known here, told earlier, as `changes` has it now."""
        record, name, before, after = change
        sheet = self._sheets.get(record) or self._gone[record]
        was, now = ([as_kept(sheet.kind, name, one) for one in values] for values in (before, after))
        return record, name, was, now

    def touched(self) -> list[Sheet]:
        """Records that exist and have a changed field."""
        ids = dict.fromkeys(record for record, _name in self._before)
        return [sheet for sheet in map(self._sheets.get, ids) if sheet is not None]

    def removed(self) -> list[Sheet]:
        """Records that this act took away, as they were last."""
        return [self._gone[one] for one in self._gone if self._sheets.get(one) is None]

    def pointed_at(self) -> list[Sheet]:
        """Records that a changed field names. `StateRefusal` where a field names one that is not there (any more)."""
        found: dict[str, Sheet] = {}
        for sheet in self.touched():
            for name, value in self._changed_refs(sheet):
                target = self.find(value)
                if target is None:
                    # Here and not by the database's foreign key, whose error would name neither record nor field.
                    raise StateRefusal(sheet.name, name, value, "there is no such record")
                found[value] = target
        return list(found.values())

    def loaded(self) -> list[Sheet]:
        """Every record looked at so far."""
        return [sheet for sheet in self._sheets.values() if sheet is not None]

    def looked_up(self) -> Mapping[str, Sheet | None]:
        """Every id looked up so far, and the record; None where there is none."""
        return self._sheets

    def _make_or_remove(self, effect: Effect) -> None:
        sheet = self.find(effect.on)
        if isinstance(effect.set, UnsetType):
            raise StateRefusal(effect.on, "record", effect.set, "a record is set, not raised or lowered")
        about = effect.set
        self._remember(effect.on, "record", [plain(sheet.about.copy())] if sheet else [])
        if about is None:
            if sheet is not None:
                # The fields too, so that an undo of the removal can bring them back.
                for name in changed_fields(sheet):
                    self._remember(effect.on, name, [sheet.fields[name]])
                self._gone[effect.on] = sheet
            self._sheets[effect.on] = None
        elif about.keys() - ABOUT:
            self._write_whole(effect.on, about)
        elif sheet is None:
            self._sheets[effect.on] = self._newborn(effect.on, about.copy())
        elif about["kind"] != sheet.kind.name:
            raise StateRefusal(
                sheet.name, "kind", about["kind"], f"it is a {sheet.kind.name}, which cannot change"
            )
        else:
            sheet.about = about.copy()

    def _write_whole(self, record_id: str, values: Values) -> None:
        """What a clause stores of a whole record: these fields, and nothing of what stood there before."""
        sheet = self.find(record_id)
        if sheet is None:
            self._born(record_id)
            sheet = self.get(record_id)
        blank = defaults(sheet.kind)
        gone = [name for name in sheet.fields if name not in values and sheet.fields[name] != blank.get(name)]
        for name in gone:
            self._set_field(set_to(record_id, name, blank.get(name)))
        for name, value in values.items():
            self._set_field(set_to(record_id, name, value))

    def _born(self, record_id: str) -> None:
        about = self.births.get(record_id)
        if about is None:
            raise UnknownRecord(record_id)
        self._make_or_remove(set_to(record_id, "record", plain(about)))

    def _newborn(self, record_id: str, about: About) -> Sheet:
        try:
            kind = self._kinds(about["kind"])
        except KeyError:
            raise StateRefusal(
                about["name"], "kind", about["kind"], "there is no such kind of record"
            ) from None
        return Sheet(record_id, kind, about, defaults(kind))

    def _set_field(self, effect: Effect) -> None:
        sheet = self.find(effect.on)
        if sheet is None:
            self._born(effect.on)
            sheet = self.get(effect.on)
        name = _find(sheet, effect)
        declared = sheet.kind.fields[name]
        if isinstance(declared, NameField):
            about = sheet.about_with(name=_checked_name(sheet, name, effect.set))
            self._make_or_remove(set_to(sheet.id, "record", about))
            return
        before = [sheet.fields[effect.field]] if effect.field in sheet.fields else []
        self._remember(effect.on, effect.field, before)
        if not isinstance(effect.change, UnsetType):
            value: Value | UnsetType = _sum(sheet, name, before, effect.change)
        else:
            value = effect.set
        if isinstance(value, UnsetType):
            raise StateRefusal(sheet.name, name, value, "it is neither set nor raised or lowered")
        if isinstance(declared, Map):
            self._set_key(sheet, effect.field, declared, value)
        elif not isinstance(declared, Derived):
            sheet.fields[name] = _checked(sheet, name, declared, value)

    def _check_whole(self, sheet: Sheet | None) -> None:
        wrong = sheet.kind.check(sheet.fields) if sheet is not None else None
        if sheet is not None and wrong is not None:
            name, reason = wrong
            raise StateRefusal(sheet.name, name, sheet.fields.get(name), reason)

    def _set_key(self, sheet: Sheet, name: str, declared: Map, value: Value) -> None:
        if isinstance(declared, Stack) and not isinstance(value, list | tuple):
            below = sheet.fields.get(name, [])
            value = [*below, value] if value is not None else below[:-1] or None
        if value is None:
            sheet.fields.pop(name, None)
        else:
            sheet.fields[name] = _converted(sheet, name, declared.type, value)

    def _changed_refs(self, sheet: Sheet) -> Iterable[tuple[str, str]]:
        for name, declared in sheet.kind.fields.items():
            value = sheet.fields.get(name)
            if isinstance(declared, Ref) and value is not None and (sheet.id, name) in self._before:
                yield name, value

    def _remember(self, record: str, name: str, before: list[Value]) -> None:
        # Only the first time in an act: what a change reports is net over all its steps.
        self._before.setdefault((record, name), deepcopy(before))

    def _is_mark(self, record: str, name: str) -> bool:
        sheet = self._sheets.get(record)
        return sheet is not None and sheet.kind.is_mark(name)

    def _now(self, record: str, name: str) -> list[Value]:
        sheet = self._sheets.get(record)
        if sheet is None:
            return []
        if name == "record":
            return [plain(sheet.about.copy())]
        return [sheet.fields[name]] if name in sheet.fields else []


def is_in_hand(fields: Values) -> bool:
    """Whether its player has a record in hand: somebody possessed, say, is the GM's for now."""
    return fields.get("control", "player") == "player"


def blank_about(kind: str) -> About:
    """What a record of a kind is of which nothing is known."""
    return {"kind": kind, "name": "", "owner": None, "visibility": "table"}


def defaults(kind: Kind) -> dict[str, Value]:
    """The fields of a record of this kind that nothing has happened to yet."""
    return {
        name: deepcopy(one.default)
        for name, one in kind.stored().items()
        if isinstance(one, Column | Ref | Whole)
    }


def changed_fields(sheet: Sheet) -> dict[str, Value]:
    """The fields of a record that something has happened to."""
    blank = defaults(sheet.kind)
    return {name: value for name, value in sheet.fields.items() if name not in blank or blank[name] != value}


def _find(sheet: Sheet, effect: Effect) -> str:
    try:
        name, key = sheet.kind.find(effect.field)
    except KeyError:
        name, key = effect.field, None
    declared = sheet.kind.fields.get(name)
    is_map = isinstance(declared, Map)
    if declared is None or isinstance(declared, Derived) or is_map is not bool(key):
        reason = f"a {sheet.kind.name} stores no such field"
        raise StateRefusal(sheet.name, effect.field, effect.set, reason)
    return name


def _sum(sheet: Sheet, name: str, before: list[Value], change: int) -> Value:
    start = before[0] if before else 0
    if type(start) is not int:
        raise StateRefusal(sheet.name, name, start, "only a number can be raised or lowered")
    return start + change


def _checked_name(sheet: Sheet, name: str, value: Value | UnsetType) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise StateRefusal(sheet.name, name, value, f"a name can have at most {LONGEST_NAME} characters")
    return value


def _checked(sheet: Sheet, name: str, declared: Column | Ref | Whole, value: Value) -> Value:
    if isinstance(declared, Ref):
        if value is not None and not isinstance(value, str):
            raise StateRefusal(sheet.name, name, value, "this must be the id of a record")
        return value
    return as_kept(sheet.kind, name, _converted(sheet, name, declared.type, value))


def _converted(sheet: Sheet, name: str, kind: Any, value: Value) -> Value:
    try:
        # Strict, so that no "3" passes for 3; plain again, as rows and the log hold values.
        as_stored: Value = msgspec.to_builtins(convert(value, kind))
    except msgspec.ValidationError as error:
        raise StateRefusal(sheet.name, name, value, str(error)) from None
    return as_stored
