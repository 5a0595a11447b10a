"""What has the shape of a record's id."""

import re
from collections.abc import Iterator, Mapping

from campaigns.game import Told

RECORD_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
LENGTH = 36


def ids_in(value: Told) -> Iterator[str]:
    """Every text inside a plain value, keys included, that may be the id of a record."""
    found = [value]
    for one in found:  # it grows while it is read: a page of the log looks through thousands of values
        if isinstance(one, str):
            if len(one) == LENGTH and RECORD_ID.fullmatch(one):
                yield one
        elif isinstance(one, Mapping):
            found.extend(one)
            found.extend(one.values())
        elif isinstance(one, list | tuple):
            found.extend(one)
