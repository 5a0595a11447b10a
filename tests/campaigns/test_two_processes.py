"""Two servers on one database: what is played at one, who is there and who is called is told at the other."""

import re
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.served import command, serving
from tests.visitor import CAMPAIGN, Stream, Visitor

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]
SOON_SECONDS = 10.0
FENSTER = "Fenster: Roll two pools"
GONE_SECONDS = 60.0
"""Fifteen until somebody is gone, and the beat after that, on a machine that may be busy."""
ACCOUNT = re.compile(r"^  (\w+) +(\S+)$", re.MULTILINE)


@pytest.fixture
def environment(migrated_postgres: str) -> dict[str, str]:
    return {"DATABASE_URL": migrated_postgres, "SECRET_KEY": "one for both " * 5}


def played_demo(environment: dict[str, str], folder: Path) -> dict[str, str]:
    """An evening in this database; the passwords of its people."""
    return dict(ACCOUNT.findall(command("demo", folder=folder, environment=environment)))


def seat(url: str, name: str, passwords: dict[str, str]) -> tuple[Visitor, str]:
    """Somebody signed in, and the address of the campaign."""
    visitor = Visitor(url)
    found = CAMPAIGN.search(visitor.sign_in(name, passwords[name]) + visitor.see("/"))
    assert found
    return visitor, found[0]


def words_of(page: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", page).split())


def soon(page: Callable[[], str], words: str, seconds: float = SOON_SECONDS) -> None:
    """A page that is asked for anew says this before long."""
    end = time.monotonic() + seconds
    while words not in (shown := page()):
        assert time.monotonic() < end, f"{words!r} is not there after {seconds} s: {shown}"
        time.sleep(0.2)


def test_two_processes_tell_the_same_of_acts_of_who_is_there_and_of_calls(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    passwords = played_demo(environment, tmp_path)
    folders = tmp_path / "one", tmp_path / "other"
    for folder in folders:
        folder.mkdir()
    with (
        serving(folders[0], "--no-demo", environment=environment) as one,
        serving(folders[1], "--no-demo", environment=environment) as other,
    ):
        gm, campaign = seat(one.url, "gm", passwords)
        player, _same = seat(other.url, "jonas", passwords)
        at_the_gm, at_the_player = Stream(gm, campaign), Stream(player, campaign)
        at_the_gm.until("event: entry")
        at_the_player.until("event: entry")

        player.write_note(campaign, "Somebody is on the stairs.")
        at_the_gm.until("event: entry", SOON_SECONDS)
        assert "Somebody is on the stairs." in gm.see(f"{campaign}log/")

        soon(lambda: words_of(gm.see(f"{campaign}people/")), "Jonas Player here")
        soon(lambda: words_of(player.see(f"{campaign}people/")), "Mo GM here")

        assert FENSTER not in words_of(player.see(f"{campaign}table/"))
        people = re.findall(
            r'name="who" value="([0-9a-f-]{36})"[^>]*>([^<]+?)\s*<', gm.see(f"{campaign}ask/")
        )
        fenster = next(pk for pk, name in people if name == "Fenster")
        roll = {
            "acting.id": fenster,
            "acting.score": "will",
            "opposing.score": "difficulty",
            "opposing.dice": "3",
        }
        asking = f"{campaign}ask/?act=sorcerer.roll&who={fenster}"
        gm.send(asking, {"key": uuid.uuid4().hex, **roll})
        at_the_player.until("event: entry", SOON_SECONDS)
        assert FENSTER in words_of(player.see(f"{campaign}table/"))

        at_the_player.close()
        soon(lambda: words_of(gm.see(f"{campaign}people/")), "Jonas Player not here", GONE_SECONDS)
        at_the_gm.close()
