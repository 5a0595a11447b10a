"""Splitting what an act says by who may read it, and putting it together again.

The document of an act holds everything. Secret values and people's own words are lifted out of it, each into a part
for its audience, and a marker `{"$": n}` stays behind: n is the position of the part that holds the value.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

MARK = "$"
Path = tuple[str | int, ...]
Lifted = tuple[str, str, Any]
"""Audience, kind (`act` or `text`) and value of what was lifted out."""


def lift(
    document: Any, secrets: Mapping[Path, str], words: Iterable[str], audience: str
) -> tuple[Any, list[Lifted]]:
    """The document with markers, and what was lifted out in order of position (from 1).

    `secrets` gives the audience of the value at a path; `words` are people's own words, lifted wherever they stand;
    `audience` is that of the document itself.
    """
    lifted: list[Lifted] = []
    places: dict[tuple[str, str], int] = {}
    own_words = {word for word in words if word}

    def put(reader: str, kind: str, value: Any) -> dict[str, int]:
        known = (reader, value) if isinstance(value, str) else None
        if known in places:
            return {MARK: places[known]}
        lifted.append((reader, kind, value))
        if known is not None:
            places[known] = len(lifted)
        return {MARK: len(lifted)}

    def walk(value: Any, path: Path) -> Any:
        if path in secrets and value not in ("", None, [], {}):
            return put(secrets[path], "text" if isinstance(value, str) else "act", value)
        if isinstance(value, str) and value in own_words:
            return put(audience, "text", value)
        if isinstance(value, dict):
            return {key: walk(one, (*path, key)) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return [walk(one, (*path, number)) for number, one in enumerate(value)]
        return value

    return walk(document, ()), lifted


def restore(document: Any, value_of: Callable[[int], Any]) -> Any:
    """A document with every marker replaced by `value_of(position)`."""
    if isinstance(document, dict):
        if set(document) == {MARK} and isinstance(document[MARK], int):
            return value_of(document[MARK])
        return {key: restore(one, value_of) for key, one in document.items()}
    if isinstance(document, list):
        return [restore(one, value_of) for one in document]
    return document
