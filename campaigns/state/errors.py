"""What can be wrong with a change of state, told so that a person can mend it."""

from collections.abc import Sequence

from msgspec import UnsetType

from rules.kernel.errors import InvalidInput
from rules.kernel.values import Value


class StateRefusal(Exception):
    """A stored value would leave its range. Nothing is written."""

    def __init__(self, record: str, field: str, value: Value | UnsetType, reason: str) -> None:
        super().__init__(f"{record}: {field} cannot be {value!r}: {reason}")
        self.record = record
        self.field = field
        self.value = value
        self.reason = reason


class UnknownRecord(LookupError):
    """An effect or an input points at a record that this campaign does not have."""

    def __init__(self, record_id: str) -> None:
        super().__init__(f"no record {record_id}")
        self.record_id = record_id


class Lacking(InvalidInput):
    """Records have nothing that an act reads of them, whatever else is said: `what` is a field of the contract.

    `record` is the one on which it is filled in, where it is one of its own fields.
    """

    def __init__(
        self, names: Sequence[str], what: str, *, field: str | None = None, record: str = ""
    ) -> None:
        super().__init__(f"{', '.join(names)} has no {what}", field=field)
        self.names, self.what, self.record = names, what, record

    def at(self, path: str) -> "Lacking":
        """The same, said of the field beside the one at this path: whoever worked that out knows no paths."""
        return Lacking(self.names, self.what, field=f"{path.rpartition('.')[0]}.{self.field}")
