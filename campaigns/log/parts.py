"""Splitting what an act says by who may read it, and putting it together again.

The document of an act holds everything. Secret values and people's own words are lifted out of it, each into a part
for its audience, and a marker `{"$": n}` stays behind: n is the position of the part that holds the value. An object
of the document itself that looks like a marker gets one more `$`, and loses it again when the document is restored.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from campaigns.game import Told
from rules.kernel.values import Value

MARK = "$"
Path = tuple[str | int, ...]
Lifted = tuple[str, str, Value]
"""Audience, kind (`act` or `text`) and value of what was lifted out."""


@dataclass(frozen=True)
class Secret:
    """Who alone may read a value, and which record's field it is: one field's value is lifted once."""

    audience: str
    of: str


IsWord = Callable[[Path, str], bool]


def lift(
    document: Value, secrets: Mapping[Path, Secret], is_word: IsWord, audience: str
) -> tuple[Value, list[Lifted]]:
    """The document with markers, and what was lifted out in order of position (from 1).

    `secrets` says who may read the value at a path; `is_word` whether a text at a path is somebody's own words;
    `audience` is that of the document itself. Nothing about a secret value shows, not even whether there is one.
    """
    lifted: list[Lifted] = []
    places: dict[tuple[str, str], int] = {}

    def put(reader: str, of: str, value: Value) -> dict[str, int]:
        known = (of, value) if isinstance(value, str) else None
        if known is not None and known in places:
            return {MARK: places[known]}
        lifted.append((reader, "text" if isinstance(value, str) else "act", value))
        if known is not None:
            places[known] = len(lifted)
        return {MARK: len(lifted)}

    def walk(value: Value, path: Path) -> Value:
        if path in secrets:
            return put(secrets[path].audience, secrets[path].of, value)
        if isinstance(value, str) and value and is_word(path, value):
            return put(audience, "", value)
        if isinstance(value, dict):
            inside = {key: walk(one, (*path, key)) for key, one in value.items()}
            return {_escaped(key): one for key, one in inside.items()}
        if isinstance(value, list | tuple):
            return [walk(one, (*path, number)) for number, one in enumerate(value)]
        return value

    return walk(document, ()), lifted


def restore(document: Value, value_of: Callable[[int], Told]) -> Told:
    """A document with every marker replaced by `value_of(position)`."""
    if isinstance(document, dict):
        if set(document) == {MARK}:
            return value_of(document[MARK])
        return {_unescaped(key): restore(one, value_of) for key, one in document.items()}
    if isinstance(document, list):
        return [restore(one, value_of) for one in document]
    return document


def _escaped(key: str) -> str:
    return MARK + key if key and not key.strip(MARK) else key


def _unescaped(key: str) -> str:
    return key.removeprefix(MARK) if key and not key.strip(MARK) else key
