"""From which stored fields a derived trait is worked out: found by watching what it looks at."""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from campaigns.state.fields import Derived, Stands
from campaigns.state.kinds import kind as find_kind
from campaigns.state.unit_of_work import Sheet, blank_about, defaults
from rules.kernel.values import Value


@dataclass(frozen=True)
class Sources:
    """Fields of the record itself, and kinds of records that name it."""

    fields: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()


@cache
def worked_out_from(kind: str, trait: str) -> Sources:
    """What a derived trait of a blank record looks at; nothing for a stored field.

    What it would look at in another state only is not found.
    """
    declared = find_kind(kind).fields.get(trait)
    if not isinstance(declared, Derived):
        return Sources()
    fields, others = _Watched(defaults(find_kind(kind))), _Others()
    declared.derive(others, Sheet("", find_kind(kind), blank_about(kind), fields))
    return Sources(frozenset(fields.asked), frozenset(others.kinds))


class _Watched(dict[str, Value]):
    """Fields that remember which of them were asked for."""

    def __init__(self, fields: dict[str, Value]) -> None:
        super().__init__(fields)
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> Value:
        self.asked.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)


@dataclass
class _Others:
    """All other records, of which there are none; it remembers which kinds were asked for."""

    kinds: set[str] = field(default_factory=set)

    def linked(self, kind: str, ref: str, target: str) -> list[Stands]:
        self.kinds.add(kind)
        return []

    def find(self, record_id: str) -> None:
        return None
