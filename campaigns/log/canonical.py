"""The one way in which a value is written as text, so that its hash means something.

Keys sorted by code point, no spaces, NFC text, whole numbers only.
"""

import json
import unicodedata
from typing import Any


class NotCanonical(ValueError):
    """A value that has no canonical text: a fraction, or a key that is no string."""


def encode(value: Any) -> str:
    """The canonical JSON text of plain values (objects, lists, strings, integers, true, false, null)."""
    return json.dumps(_checked(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def decode(text: str) -> Any:
    """The value of a canonical text."""
    return json.loads(text)


def _checked(value: Any) -> Any:
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, list | tuple):
        return [_checked(one) for one in value]
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise NotCanonical("a key is not a string")
        return {_checked(key): _checked(one) for key, one in value.items()}
    raise NotCanonical(f"{type(value).__name__} {value!r} cannot be logged")
