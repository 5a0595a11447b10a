"""Fonts that are served where they are found, asked for by several at once."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from campaigns.config import fonts


def test_a_font_is_placed_once_and_whole_however_many_ask(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folders: list[TemporaryDirectory[str]] = []

    def slowly(prefix: str) -> TemporaryDirectory[str]:
        time.sleep(0.05)
        folders.append(TemporaryDirectory(prefix=prefix, dir=tmp_path))
        return folders[-1]

    def made(_source: Path, family: str, _letters: str) -> bytes:
        time.sleep(0.05)
        return family.encode()

    monkeypatch.setattr(fonts, "_folder", cache(lambda: slowly("fonts-")))
    monkeypatch.setattr(fonts, "made", made)

    def read(_number: int) -> bytes:
        return fonts.place(tmp_path / "a.ttf", "fonts/a.woff2", "Family").read_bytes()

    with ThreadPoolExecutor(4) as several:
        found = set(several.map(read, range(4)))

    assert (found, len(folders)) == ({b"Family"}, 1)
    folders[0].cleanup()
