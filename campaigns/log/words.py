"""From what somebody wrote to the words it is found by, and from what somebody looks for to the same words."""

import re
import unicodedata
from functools import lru_cache

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
    # What is short is said again and again: names, actions, choices.
    return [*(_short(text) if len(text) <= LONGEST_WORD else _words(text))]


def texts_in(value: Told) -> list[str]:
    """Every text inside a value, in order; keys are the contract's words and nobody's."""
    found: list[str] = []
    waiting: list[Told] = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, dict):
            waiting.extend(reversed(one.values()))
        elif isinstance(one, list | tuple):
            waiting.extend(reversed(one))
    return found


def _words(text: str) -> tuple[str, ...]:
    return tuple(_stem(word[:LONGEST_WORD]) for word in _WORD.findall(_plain(text)))


_short = lru_cache(4096)(_words)


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
