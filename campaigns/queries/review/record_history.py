"""When a record came into sight and went out of it, as one viewer may know it."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.log.past import Life


@dataclass(frozen=True)
class RecordPresence:
    """What there is to say of a record at an entry besides its fields: its name, and when it came or went.

    `went` is the entry that took it out of sight before that, `comes` the one that brings it into sight after.
    """

    record: str
    kind: str
    name: str
    went: int | None
    comes: int | None


def told_at(record: str, life: Sequence[Life], seq: int) -> RecordPresence:
    """A record's coming and going as seen from entry `seq`; `life` is what this viewer may know of it."""
    before = [one for one in life if one[0] <= seq]
    is_there = bool(before and before[-1][1])
    seen = [(at, about) for at, about in before if about] or [(at, about) for at, about in life if about]
    last_seen, known = seen[-1]
    went = next((at for at, about in before if at > last_seen and about is None), None)
    return RecordPresence(
        record=record,
        kind=known["kind"],
        name=known["name"],
        went=went,
        comes=None if is_there else next((at for at, about in life if at > seq and about), None),
    )
