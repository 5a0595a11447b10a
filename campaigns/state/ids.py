"""What has the shape of a record's id."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

RECORD_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def ids_in(value: Any) -> Iterator[str]:
    """Every text inside a plain value, keys included, that may be the id of a record."""
    if isinstance(value, str):
        if RECORD_ID.fullmatch(value):
            yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from ids_in(key)
            yield from ids_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from ids_in(one)
