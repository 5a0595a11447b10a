"""How a contract field is stored: the few kinds of declarations that kinds of records are made of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from django.db.models import Model

from campaigns.models.typed_rows import Declared, TypedRow
from rules.kernel.values import Value, Values, as_text


@dataclass(frozen=True)
class Column:
    """A contract field in a column of its own. `type` is what values are checked against before they are stored."""

    model: type[Model]
    attribute: str
    type: Any
    default: Value = None
    secret: str | None = None
    """The audience that alone may see it (`gm`), or None for whoever sees the record."""
    is_mark: bool = False
    """Whether each act that writes it says it anew, whatever it was before: how far a turn has come, who waits.

    Nothing depends on an older word then: undone, an act leaves what was said later, or else what stood before it.
    """
    is_set: bool = False
    """Whether the order of its values says nothing: it is kept sorted, whatever order an effect has."""
    unless: tuple[str, ...] = ()
    """What of the same record keeps this from being said: undone, an act that ended one of these takes it along."""
    kinds: tuple[str, ...] = ()
    """Of a list of records by their ids alone which it may hold, where their order says nothing."""


@dataclass(frozen=True)
class Ref:
    """A contract field that names another record, or null: one of these kinds, as the rules of its system say them."""

    model: type[Model]
    attribute: str
    kinds: tuple[str, ...]
    secret: str | None = None
    default: None = None
    is_mark: bool = False


@dataclass(frozen=True)
class Map:
    """A prefix under which each key is a field (`settings.<system>.die`), all kept in one JSON column.

    As a trait it is all its keys with their values. Under the prefix `*` lies what no other field is called, without
    a prefix: resources of any name.
    """

    model: type[Model]
    attribute: str
    type: Any = Any
    secret: str | None = None
    is_mark: bool = False


@dataclass(frozen=True)
class Stack(Map):
    """A map whose values are lists: an object that is set lies on top, null takes the newest away, a list is all."""


@dataclass(frozen=True)
class Whole:
    """One value of the contract in several columns. `columns` has the attribute for each path inside the value."""

    model: type[Model]
    columns: Mapping[str, str]
    type: Any
    default: Value
    secret: str | None = None
    is_mark: bool = False


class Stands(Protocol):
    """A record as it stands, to be read only: its own fields, maps under `prefix.key`."""

    id: str
    fields: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        """The value of a stored field."""


class Others(Protocol):
    """The other records, as far as a derived trait looks at them."""

    def find(self, record_id: str) -> Stands | None:
        """The record with an id, if there is one."""

    def linked(self, kind: str, ref: str, target: str) -> Sequence[Stands]:
        """Records of a kind whose field `ref` names `target`, oldest first."""


@dataclass(frozen=True)
class Derived:
    """A trait that actions read but nothing stores: it is worked out from what is stored."""

    derive: Callable[[Others, Stands], Value]


@dataclass(frozen=True)
class NameField:
    """The record's own name, where a system's sheet has a field for it."""


Stored = Column | Ref | Map | Whole
Field = Stored | Derived | NameField


def fields_of(model: type[TypedRow], *without: str) -> dict[str, Stored]:
    """The contract fields that a typed row declares, in its order, but for those of these names."""
    declared = model.declared.items()
    return {
        one.name: _stored(model, attribute, one) for attribute, one in declared if one.name not in without
    }


def _stored(model: type[TypedRow], attribute: str, one: Declared) -> Stored:
    if one.shape == "ref":
        return Ref(model, attribute, one.of, one.secret, is_mark=one.is_mark)
    if one.shape == "column":
        return Column(
            model, attribute, one.kind, one.default, one.secret, one.is_mark, one.is_set, one.unless, one.of
        )
    kind_of_map = Stack if one.shape == "stack" else Map
    return kind_of_map(model, attribute, one.kind, one.secret, one.is_mark)


Unsound = tuple[str, str]
"""A field whose value does not go with the others, and why."""


@dataclass(frozen=True)
class Kind:
    """A kind of record: the typed rows that it has and where each contract field lies in them.

    `check` looks at all fields together, as a constraint over several columns does: what is wrong with them, or None.
    """

    name: str
    models: tuple[type[Model], ...]
    fields: Mapping[str, Field] = field(default_factory=dict)
    check: Callable[[Values], Unsound | None] = lambda fields: None

    @property
    def noun(self) -> str:
        """The kind without its system, as its own system's rules and people call it."""
        return self.name.rpartition(".")[2]

    def stored(self) -> Mapping[str, Stored]:
        """The fields that rows keep, by contract name."""
        return self._stored

    @cached_property
    def _stored(self) -> Mapping[str, Stored]:
        return {name: one for name, one in self.fields.items() if isinstance(one, Stored)}

    def find(self, name: str) -> tuple[str, str | None]:
        """A field's declared name and, for a map, its key: the longest declared prefix counts."""
        if name in self.fields:
            return name, None
        prefixes = [prefix for prefix in self._maps if name.startswith(f"{prefix}.")]
        if not prefixes and "*" in self.fields and "." not in name:
            return "*", name
        if not prefixes:
            raise KeyError(f"a {self.name} has no field {name!r}")
        prefix = max(prefixes, key=len)
        return prefix, name[len(prefix) + 1 :]

    @cached_property
    def _maps(self) -> tuple[str, ...]:
        return tuple(name for name, one in self.fields.items() if isinstance(one, Map))

    def secret(self, name: str) -> str | None:
        """The audience that alone may see a field."""
        return self._secrets.get(name if name in self.fields else self.find(name)[0])

    @cached_property
    def _secrets(self) -> Mapping[str, str]:
        return {name: one.secret for name, one in self.stored().items() if one.secret is not None}

    def is_mark(self, name: str) -> bool:
        """Whether what was written last is all that counts of a field."""
        try:
            declared = self.fields.get(self.find(name)[0])
        except KeyError:
            return False
        return isinstance(declared, Stored) and declared.is_mark


def as_kept(kind: Kind, name: str, value: Value) -> Value:
    """A value of a field as it is kept: a set is sorted. Entries from before it was one have it in some order."""
    declared = kind.fields.get(name)
    if isinstance(declared, Column) and declared.is_set and isinstance(value, list):
        return sorted(map(as_text, value))
    return value
