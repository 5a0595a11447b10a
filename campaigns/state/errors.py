"""What can be wrong with a change of state, told so that a person can mend it."""

from msgspec import UnsetType

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
