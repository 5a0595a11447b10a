"""Static files that lie in installed packages, found under names of our own."""

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import as_file, files
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.checks import CheckMessage, Error
from django.core.files.storage import FileSystemStorage, Storage


def _places() -> dict[str, str]:
    places = {}
    for name, (package, file) in settings.WHEEL_ASSETS.items():
        with as_file(files(package) / file) as path:
            places[name] = str(path)
    return places


class NamedFiles(FileSystemStorage):
    """Files under public names, wherever they lie."""

    prefix = ""

    def __init__(self, places: Mapping[str, str]) -> None:
        self.places = places
        super().__init__(location="/")

    def path(self, name: str) -> str:
        return self.places[name]


class WheelFinder(BaseFinder):
    """Publishes the files of WHEEL_ASSETS out of installed packages, and only those."""

    def __init__(self) -> None:
        self.storage = NamedFiles(_places())

    def check(self, **kwargs: object) -> list[CheckMessage]:
        missing = [name for name in self.storage.places if not self.storage.exists(name)]
        return [
            Error(f"The static file {name} is missing from its package.", id="pactbook.E001")
            for name in missing
        ]

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        place = self.storage.places.get(path)
        if find_all:
            return [place] if place else []
        return place or []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        for name in self.storage.places:
            if not matches_patterns(name, ignore_patterns or []):
                yield name, self.storage
