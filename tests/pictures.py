"""Makes the pictures of the README and the docs anew, from the demos in a browser.

.venv/bin/python -m tests.pictures [folder]
"""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import django
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests import chromium
from tests.served import ROOT, serving

FOLDER = ROOT / "docs" / "pictures"
GAMES = ("sorcerer", "demon_city", "fallen", "pandemonium")
QUALITY = 78


@dataclass(frozen=True)
class Picture:
    """What somebody sees of a demo: a page of it, or what a link on its home leads to."""

    name: str
    who: str
    campaign: str
    page: str = ""
    link: str = ""
    width: int = 390
    height: int = 780
    theme: Literal["light", "dark"] = "light"
    down: int = 0
    """How far the page is scrolled, in pixels."""


PICTURES = (
    Picture("table", "gm", "Ash Street", "table/", width=1280, height=800),
    Picture("entry", "gm", "Ash Street", "log/60/", width=1280, height=800, theme="dark"),
    Picture("sheet", "iris", "Ash Street", link="Mara"),
    Picture("fight", "iris", "St. Brannoc's", "fight/", theme="dark", down=180),
    Picture("cards", "kit", "Weigh Street", "action/", theme="dark", down=420),
    Picture("spell", "iris", "The Drowned Library", "spells/", down=250),
)


def make(folder: Path) -> None:
    """Every picture as WebP into a folder, from a server of its own."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaigns.config.settings")
    django.setup()  # the server is started with static files that it finds
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, serving(Path(data), "--no-demo") as server, _browser() as browser:
        environment = {**os.environ, "DATA_DIR": data}
        for game in GAMES:
            command = [sys.executable, "manage.py", "demo", "--game", game]
            subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
        told = (Path(data) / "demo-accounts.txt").read_text(encoding="utf-8")
        passwords = dict(line.split() for line in told.splitlines()[1:])
        for picture in PICTURES:
            shown = _taken(browser, server.url, picture, passwords[picture.who])
            file = folder / f"{picture.name}.webp"
            Image.open(io.BytesIO(shown)).save(file, "WEBP", quality=QUALITY, method=6)
            print(f"{file.name}: {file.stat().st_size:,} bytes")


@contextmanager
def _browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.program(), args=["--no-sandbox"])
        yield browser
        browser.close()


def _taken(browser: Browser, url: str, picture: Picture, password: str) -> bytes:
    context = browser.new_context(
        base_url=url,
        viewport={"width": picture.width, "height": picture.height},
        color_scheme=picture.theme,
        reduced_motion="reduce",
    )
    page = context.new_page()
    _sign_in(page, picture.who, password)
    page.get_by_role("link", name=picture.campaign).last.click()
    page.wait_for_load_state()
    if picture.link:
        page.get_by_role("link", name=picture.link, exact=True).first.click()
    else:
        page.goto(f"{page.url}{picture.page}")
    page.wait_for_load_state()
    for news in page.get_by_role("button", name="Dismiss").all():
        news.click()
    page.mouse.wheel(0, picture.down)
    page.wait_for_timeout(500)  # what is loaded into the page comes after it
    shown = page.screenshot()
    context.close()
    return shown


def _sign_in(page: Page, name: str, password: str) -> None:
    page.goto("/")
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill(password)
    page.locator("main form [type=submit]").first.click()
    page.wait_for_load_state()


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
