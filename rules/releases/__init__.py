"""Releases of the rules: those that are closed lie here as archives, the newest is the package itself and still open.

A step of a log says which release played it. What a closed one decides never changes: it is played again by its own
archive, in a process of its own. A release is named by what is in it, whatever the bytes of its archive are.
"""

import hashlib
import tomllib
import zipfile
from collections.abc import Mapping
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
CLOSED_FILE: Final = "closed.toml"
ANSWERING: Final = "answering.py"
"""What becomes the `__main__` of an archive."""

EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest time that an archive can hold: the same package gives the same bytes."""


class DamagedRelease(Exception):
    """An archive that is not here, or does not hold the rules that it is named for."""


def closed() -> dict[int, str]:
    """The closed releases by number, each with its digest."""
    told = tomllib.loads((files(__name__) / CLOSED_FILE).read_text(encoding="utf-8"))
    return {int(number): digest for number, digest in told["releases"].items()}


CLOSED: Final[Mapping[int, str]] = closed()
CURRENT: Final = max(CLOSED, default=0) + 1
"""The release that is open: what the package decides today, and what the steps of today's acts say."""


def archive_of(number: int) -> Path:
    """Where the archive of a closed release lies, checked against its digest; `DamagedRelease` otherwise.

    Only what this installation came with is ever run: a log may name a release, and never brings one.
    """
    path = HERE / f"{number}.pyz"
    try:
        with zipfile.ZipFile(path) as archive:
            # The digest is of the files and not of the archive, whose bytes depend on the zlib that packed it.
            held = {name: archive.read(name) for name in archive.namelist()}
    except (OSError, zipfile.BadZipFile) as error:
        raise DamagedRelease(
            f"the archive of release {number} of the rules cannot be read: {error}"
        ) from error
    if digest(held) != CLOSED[number]:
        raise DamagedRelease(f"{path.name} does not hold release {number} of the rules")
    return path


def digest(held: Mapping[str, bytes]) -> str:
    """The name of a release: SHA-256 of its sorted list, a line `path <tab> SHA-256 of the bytes` for each file."""
    lines = (f"{path}\t{hashlib.sha256(data).hexdigest()}\n" for path, data in sorted(held.items()))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def package() -> dict[str, bytes]:
    """The files of the package as it stands, by their paths (`rules/…`), without what was made from them."""
    root = HERE.parent
    held = (path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(root.parent).as_posix(): path.read_bytes() for path in held}


def packed(held: Mapping[str, bytes]) -> tuple[str, bytes]:
    """A release out of the files of the package by their paths (`rules/…`): its digest, and its archive.

    What is about releases stays out, but for what answers for the archive.
    """
    kept = {path: data for path, data in held.items() if not path.startswith("rules/releases/")}
    kept["__main__.py"] = (HERE / ANSWERING).read_bytes()
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sorted(kept.items()):
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return digest(kept), file.getvalue()
