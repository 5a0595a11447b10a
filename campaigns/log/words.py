"""From what somebody wrote to the words it is found by, and from what somebody looks for to the same words."""

import re
import unicodedata
from collections.abc import Iterator

from campaigns.game import Told

LONGEST_WORD = 40
NOT_WORDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}")
"""Ids and hashes: nobody looks for them by typing."""

_WORD = re.compile(r"[^\W_]+")
_STEM = 3
"""So many letters are left at least when an ending is taken away."""


def words_of(text: str) -> list[str]:
    """The words of a text without accents, case and English endings, in order: `Bindings` and `bind` are one."""
    if NOT_WORDS.fullmatch(text):
        return []
    return [_stem(word[:LONGEST_WORD]) for word in _WORD.findall(_plain(text))]


def texts_in(value: Told) -> Iterator[str]:
    """Every text inside a value; keys are the contract's words and nobody's."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts_in(one)


def _plain(text: str) -> str:
    # By far the most texts are, and need no taking apart of accents.
    if text.isascii():
        return text.lower().replace("'s", "")
    bare = "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))
    return bare.casefold().replace("’s", "").replace("'s", "")


def _stem(word: str) -> str:
    """A word without the endings of plural and tense. Both sides of a search are cut alike, so it may cut boldly."""
    if word.endswith("ies") and len(word) > _STEM + 1:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith("ss") and len(word) > _STEM:
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            word = word.removesuffix(ending)
            return word[:-1] if word[-1] == word[-2] and word[-1] not in "lsz" else word
    return word[:-1] if word.endswith("e") and len(word) > _STEM else word
