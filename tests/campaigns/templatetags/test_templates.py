"""Rules of the house for every template."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

FOLDER = Path(settings.BASE_DIR) / "templates"
TEMPLATES = sorted(FOLDER.rglob("*.html"))
FORBIDDEN = [
    r"\sstyle=",
    r"<style",
    r"<script(?![^>]*\ssrc=)",
    r"\son[a-z]+=",
    r"hx-on",
    r"javascript:",
    r"js:",
]
STYLESHEET = Path(settings.BASE_DIR) / "static/css/pactbook.css"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_template_has_no_inline_style_or_script(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert [rule for rule in FORBIDDEN if re.search(rule, text)] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_partial_says_what_it_takes(path: Path) -> None:
    if path.name.startswith("_"):
        assert "{# takes: " in path.read_text(encoding="utf-8")


@pytest.mark.slow
def test_stylesheet_names_only_fonts_that_are_served() -> None:
    names = re.findall(r'url\("\.\./(fonts/[^"]+)"\)', STYLESHEET.read_text(encoding="utf-8"))

    assert len(names) == 12
    assert [name for name in names if not finders.find(name)] == []
