"""The terms by which an entry is found: the words of its parts, its tags and changes, each for its own audience."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from campaigns.game import Document, as_document
from campaigns.log import canonical
from campaigns.log.words import texts_in, words_of
from rules.kernel.values import Value

TABLE, GM = "table", "gm"
SEALED = "sealed:yes"
"""Of an entry in which something is not for all, and may be revealed; only GMs find by it."""

AGAIN, DIFFERS = "again", "differs"
OF_TWO = (AGAIN, DIFFERS)
"""Tags that tell of two entries: the undone one that an entry does again, and what is other. Nobody finds by them."""

MOST_WORDS = 3000
"""So many different words of an entry are found at most, for one audience."""

_LARGEST_TERM = 260


class Readable(Protocol):
    """A part of an entry, stored or about to be."""

    @property
    def audience(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def opened(self) -> int | None: ...
    @property
    def readers(self) -> str: ...


@dataclass(frozen=True)
class ChangeTold:
    """One row of `Change`."""

    record: str
    field: str
    before: list[Value]
    after: list[Value]
    audience: str


def terms_of(
    entry_parts: Iterable[Readable], tags: Iterable[tuple[str, str, str]], changes: Iterable[ChangeTold]
) -> dict[str, set[str]]:
    """By audience, the words of its parts in order of position, and its tags and changes as `kind:value`."""
    found: dict[str, set[str]] = {}
    for position, part in enumerate(entry_parts):
        if part.text:
            value = canonical.decode(part.text)
            texts = _told_in(as_document(value)) if position == 0 else texts_in(value)
            words = {f"w:{word}" for text in texts for word in words_of(text)}
            # Sorted, so that an index made again leaves out the same words.
            for audience in part.readers.split() or [audience_of(part)]:
                found.setdefault(audience, set()).update(sorted(words)[:MOST_WORDS])
        if audience_of(part) != TABLE and not part.readers:
            found.setdefault(GM, set()).add(SEALED)
    for kind, value, audience in tags:
        if kind in OF_TWO:
            continue
        found.setdefault(audience, set()).add(f"{kind}:{value}"[:_LARGEST_TERM])
    for change in changes:
        if change.before == change.after:  # a mark said again: nobody who looks for changes looks for it
            continue
        terms = found.setdefault(change.audience, set())
        terms.add(f"change:{change.record}")
        terms.add(f"field:{change.record}/{change.field}"[:_LARGEST_TERM])
    return found


def for_readers(tags: list[tuple[str, str, str]], readers: Iterable[str]) -> list[tuple[str, str, str]]:
    """The tags of an entry that is for these audiences alone; as they are where it names none."""
    return [(kind, value, one) for one in readers for kind, value, _audience in tags] or tags


def audience_of(part: Readable) -> str:
    """Who reads a part by now, by the header and what was revealed."""
    return TABLE if part.opened is not None else part.audience


def _told_in(document: Document) -> Iterable[str]:
    """The texts of an account that somebody may look for: names, what was done, what came of it.

    Markers stand in it for what is a part of its own, as every change that is the GM's as a whole.
    """
    yield from texts_in(document["names"])
    for step in document["steps"]:
        yield step["action"].partition(".")[2]
        yield from texts_in(step["outcome"])
    for change in document["changes"]:
        if not isinstance(change, dict):
            yield from texts_in(change[3])
