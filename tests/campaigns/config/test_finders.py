import re
from importlib.resources import files
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from fontTools.ttLib import TTFont

from campaigns.config.finders import WheelFinder

pytestmark = pytest.mark.slow

NAMED = re.compile(r"{% static '([^']+)'")
RESERVED = re.compile("spectral|cinzel|atkinson|hyperlegible", re.IGNORECASE)
"""Names that the licences let nobody give to a font that was changed."""
NAMES_OF_FAMILY = (1, 3, 4, 6, 16, 21, 25)
COPYRIGHT, LICENCE = 0, 13


@pytest.fixture(params=sorted(settings.FONTS))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def font(name: str) -> TTFont:
    place = finders.find(name)
    assert isinstance(place, str)
    assert Path(place).read_bytes()[:4] == b"wOF2"
    return TTFont(place)


def test_font_bears_a_name_of_ours_and_its_authors_stay_named(font: TTFont) -> None:
    names = {row.nameID: row.toUnicode() for row in font["name"].names}
    ours = [name for number, name in names.items() if number in NAMES_OF_FAMILY]

    assert ours
    assert not [name for name in ours if RESERVED.search(name)]
    assert names[1].startswith("Pactbook ")
    assert "Copyright" in names[COPYRIGHT]
    assert "SIL Open Font License" in names[LICENCE]


def test_font_has_every_letter_of_the_pages_that_it_had(name: str, font: TTFont) -> None:
    _family, package, file = settings.FONTS[name]
    whole = TTFont(files(package) / file)
    templates = Path(settings.BASE_DIR) / "templates"
    written = set("".join(path.read_text(encoding="utf-8") for path in templates.rglob("*.html")))

    here = set(font.getBestCmap())

    if name.endswith("-extended.woff2"):
        assert {ord(one) for one in "ŁđčŠžőĞ"} & set(whole.getBestCmap()) <= here
        assert not {ord(one) for one in "abcé"} & here
    else:
        assert {ord(one) for one in written} & set(whole.getBestCmap()) <= here
        assert {ord(one) for one in "ÆøßœÀÿ"} <= here


@pytest.mark.parametrize("family", ["reading", "hand", "display"])
def test_licence_of_a_font_lies_beside_it(family: str) -> None:
    place = finders.find(f"fonts/{family}-licence.txt")

    assert isinstance(place, str)
    assert "SIL OPEN FONT LICENSE" in Path(place).read_text(encoding="utf-8").upper()


def test_finder_publishes_nothing_else() -> None:
    finder = WheelFinder()

    assert {name for name, _ in finder.list([])} == {*settings.WHEEL_ASSETS, *settings.FONTS}
    assert finder.find("fonts/Spectral-Bold.ttf") == []
    assert finder.check() == []


def test_what_is_collected_is_what_is_found() -> None:
    name = "fonts/hand-bold.woff2"
    ((_name, storage),) = [found for found in WheelFinder().list([]) if found[0] == name]

    with storage.open(name) as collected:
        assert collected.read() == Path(str(finders.find(name))).read_bytes()


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


def test_every_file_that_a_template_names_is_there() -> None:
    """Served with a manifest, a page that names another is a fault; the test server would not say so."""
    named = {
        name
        for template in (Path(settings.BASE_DIR) / "templates").rglob("*.html")
        for name in NAMED.findall(template.read_text(encoding="utf-8"))
    }

    assert {name for name in named if finders.find(name) is None} == set()
    assert "js/stage.js" in named
