"""Static files that lie in installed packages, or are made of those, found under names of our own."""

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.checks import CheckMessage, Error
from django.core.files.base import ContentFile, File
from django.core.files.storage import FileSystemStorage, Storage

from campaigns.config import fonts


def _place(package: str, file: str) -> str:
    with as_file(files(package) / file) as path:
        return str(path)


class NamedFiles(FileSystemStorage):
    """Files under public names, wherever they lie."""

    prefix = ""

    def __init__(self, places: Mapping[str, str]) -> None:
        self.places = places
        super().__init__(location="/")

    def path(self, name: str) -> str:
        return self.places[name]


class Fonts(NamedFiles):
    """What is made of fonts that lie somewhere, under its public names."""

    def _open(self, name: str, mode: str = "rb") -> "File[bytes]":
        made = fonts.made(Path(self.path(name)), settings.FONTS[name][0], fonts.letters_of(name))
        return ContentFile(made, name)


class WheelFinder(BaseFinder):
    """Publishes the files of WHEEL_ASSETS out of installed packages, and what is made of FONTS, and only those."""

    def __init__(self) -> None:
        self.storages = [
            NamedFiles({name: _place(*lies) for name, lies in settings.WHEEL_ASSETS.items()}),
            Fonts({name: _place(*lies) for name, (_family, *lies) in settings.FONTS.items()}),
        ]

    def check(self, **kwargs: object) -> list[CheckMessage]:
        return [
            Error(f"The static file {name} is missing from its package.", id="pactbook.E001")
            for name, storage in self.list(None)
            if not storage.exists(name)
        ]

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        place = next(
            (self._found(storage, path) for storage in self.storages if path in storage.places), None
        )
        if find_all:
            return [place] if place else []
        return place or []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        for storage in self.storages:
            for name in storage.places:
                if not matches_patterns(name, ignore_patterns or []):
                    yield name, storage

    def _found(self, storage: NamedFiles, name: str) -> str:
        if not isinstance(storage, Fonts):
            return storage.path(name)
        return str(fonts.place(Path(storage.path(name)), name, settings.FONTS[name][0]))
