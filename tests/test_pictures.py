"""The pictures of the docs: each is shown with words in its place, and together they stay light."""

import re

from tests.pictures import FOLDER, PICTURES
from tests.served import ROOT

HEAVIEST = 300_000
SHOWN = re.compile(r"!\[([^]]+)\]\(docs/pictures/(\w+)\.webp\)")


def test_every_picture_that_is_made_is_shown_and_there() -> None:
    shown = SHOWN.findall((ROOT / "README.md").read_text(encoding="utf-8"))

    made = sorted(picture.name for picture in PICTURES)
    assert sorted(name for _words, name in shown) == made
    assert sorted(file.stem for file in FOLDER.glob("*.webp")) == made


def test_the_pictures_are_light() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < HEAVIEST
