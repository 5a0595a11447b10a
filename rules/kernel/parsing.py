"""Strict reading of inputs: the first thing wrong is named by its path, such as `input.modifiers.0.dice`."""

import re
from collections.abc import Hashable, Iterable
from threading import RLock
from typing import Any, TypeVar, overload

import msgspec

from rules.kernel.errors import InvalidInput
from rules.kernel.values import Value

T = TypeVar("T")

# msgspec tells the place of a fault in the text of its error and nowhere else.
_PATH = re.compile(r"^(?P<message>.*?)(?: - at `(?P<path>\$[^`]*)`)?$", re.DOTALL)
_FIELD = re.compile(r"(?:missing required|contains unknown) field `(?P<field>[^`]*)`|^\[(?P<own>[^\]]*)\] ")

_LEARNED = set[Any]()
_LEARNING = RLock()


@overload
def convert(raw: object, kind: type[T]) -> T: ...
@overload
def convert(raw: object, kind: Any) -> Any: ...
def convert(raw: object, kind: Any) -> Any:
    """`raw` as this type, or `msgspec.ValidationError`.

    What msgspec knows of a type it works out at its first use, and threads that do so at once crash the process: here
    it is one thread at a time.
    """
    if kind in _LEARNED:
        return msgspec.convert(raw, kind, strict=True)
    with _LEARNING:
        try:
            return msgspec.convert(raw, kind, strict=True)
        finally:
            _LEARNED.add(kind)


def parse(input_type: type[T], raw: Value) -> T:
    """`raw` (plain JSON values) as `input_type`, or `InvalidInput` with the path of the first fault.

    A type whose system reads some values in its own way has a class method `tidied(raw)`.
    """
    tidied = getattr(input_type, "tidied", None)
    try:
        return convert(tidied(raw) if tidied else raw, input_type)
    except msgspec.ValidationError as error:
        raise _invalid(str(error)) from None


def wrong(field: str, message: str) -> ValueError:
    """For `__post_init__` of an input: a fault of this object's `field` that its types cannot express."""
    # Of a ValueError msgspec hands on the text alone, so the field travels in it.
    return ValueError(f"[{field}] {message}")


def check_distinct(field: str, values: Iterable[Hashable]) -> None:
    """For `__post_init__`: refuse a list that holds one thing twice."""
    seen = set()
    for value in values:
        if value in seen:
            raise wrong(field, f"contains {value!r} twice")
        seen.add(value)


def _invalid(text: str) -> InvalidInput:
    found = _PATH.match(text)
    message, path = (found["message"], found["path"]) if found else (text, None)
    steps = re.sub(r"\[(\d+)\]", r".\1", (path or "$").replace("[...]", "")).removeprefix("$")
    field = f"input{steps}"
    inner = _FIELD.search(message)
    if inner:
        field += f".{inner['field'] or inner['own']}"
    return InvalidInput(re.sub(r"^\[[^\]]*\] ", "", message), field=field)
