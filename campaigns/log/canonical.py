"""The one way in which a value is written as text, so that its hash means something.

Keys sorted by code point, no spaces, NFC text, whole numbers only. `docs/log-format.md` has it in full.
"""

import json
import unicodedata

from rules.kernel.values import Value

LARGEST = 2**53 - 1
"""Beyond it a browser's numbers are no longer exact."""


class NotCanonical(ValueError):
    """A value that has no canonical text: a fraction, too large a number, half a character, a key that is no string."""


def encode(value: Value) -> str:
    """The canonical JSON text of plain values (objects, lists, strings, integers, true, false, null)."""
    return json.dumps(_checked(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def decode(text: str) -> Value:
    """The value of a canonical text."""
    value: Value = json.loads(text)
    return value


def _checked(value: Value) -> Value:
    if isinstance(value, str):  # first, as by far the most are
        return _checked_text(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return _checked_number(value)
    if isinstance(value, list | tuple):
        return [_checked(one) for one in value]
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise NotCanonical("a key must be a string")
        return {_checked_text(key): _checked(one) for key, one in value.items()}
    raise NotCanonical(f"{type(value).__name__} {value!r} cannot be logged")


def _checked_number(value: int) -> int:
    if abs(value) > LARGEST:
        raise NotCanonical(f"{value} is too large a number to be logged")
    return value


def _checked_text(value: str) -> str:
    if value.isascii():
        return value
    if any("\ud800" <= one <= "\udfff" for one in value):
        raise NotCanonical("text with an incomplete character cannot be logged")
    return unicodedata.normalize("NFC", value)
