import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from campaigns.config.finders import WheelFinder


@pytest.mark.parametrize("name", sorted(settings.WHEEL_ASSETS))
def test_font_is_found_in_its_package(name: str) -> None:
    place = finders.find(name)

    assert isinstance(place, str)
    assert Path(place).read_bytes()[:4] == b"\x00\x01\x00\x00"


def test_finder_publishes_nothing_else() -> None:
    finder = WheelFinder()

    assert {name for name, _ in finder.list([])} == set(settings.WHEEL_ASSETS)
    assert finder.find("fonts/Spectral-Bold.ttf") == []
    assert finder.check() == []


def test_stylesheets_name_only_files_that_are_there() -> None:
    folder = Path(settings.BASE_DIR) / "static"
    sheets = sorted(folder.rglob("*.css"))
    named = [
        (sheet, url) for sheet in sheets for url in re.findall(r'url\("?([^")]+)"?\)', sheet.read_text())
    ]

    missing = [url for sheet, url in named if not _is_there(folder, sheet, url)]

    assert missing == []


def _is_there(folder: Path, sheet: Path, url: str) -> bool:
    name = (sheet.parent / url).resolve().relative_to(folder.resolve())
    return bool(finders.find(str(name)))
