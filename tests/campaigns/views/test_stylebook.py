import re

import pytest
from django.conf import settings
from django.test import Client


@pytest.mark.parametrize("path", ["/stylebook/", "/stylebook/table/", "/stylebook/cover/"])
def test_stylebook_is_open_to_all(client: Client, path: str) -> None:
    assert client.get(path).status_code == 200


def test_unknown_page_of_the_stylebook_is_not_found(client: Client) -> None:
    assert client.get("/stylebook/index/").status_code == 404


def test_every_tone_of_a_chip_has_its_colour() -> None:
    pages = "".join(page.read_text() for page in (settings.BASE_DIR / "templates").rglob("*.html"))
    css = (settings.BASE_DIR / "static/css/pactbook.css").read_text()
    tones = set(re.findall(r'_chip\.html" with [^%]*?\btone="(\w+)"', pages))

    assert {"waits", "gain", "loss"} <= tones
    assert [tone for tone in sorted(tones) if f".chip-{tone} " not in css] == []
