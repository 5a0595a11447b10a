"""The words of the games: what each means in a line, and the clause behind it."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
from django.conf import settings
from django.utils.text import slugify
from msgspec import Struct


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """A word of a game."""

    name: str
    told: str
    clause: str

    @property
    def key(self) -> str:
        """Its anchor on the page of its game."""
        return slugify(self.name)

    def has(self, words: str) -> bool:
        """Whether it is one that a reader looks for by these words."""
        text = f"{self.name} {self.told}".casefold()
        return all(word in text for word in words.casefold().split())


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    term: tuple[Term, ...]


@cache
def glossaries() -> Mapping[str, tuple[Term, ...]]:
    """The terms of each game that has a glossary, in their order."""
    rooms = {
        package.rpartition(".")[2]: files(package).joinpath("glossary.toml") for package in settings.GAMES
    }
    return {
        system: msgspec.toml.decode(file.read_text(encoding="utf-8"), type=_Table).term
        for system, file in rooms.items()
        if file.is_file()
    }


@cache
def terms_of(system: str) -> Mapping[str, Term]:
    """Those of a game by name, in small letters."""
    return {term.name.casefold(): term for term in glossaries().get(system, ())}
