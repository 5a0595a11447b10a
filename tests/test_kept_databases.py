"""A database of an older version is brought up to date: nobody loses what they played."""

import gzip
import hashlib
import os
import re
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from tests.served import ROOT, serving
from tests.visitor import CAMPAIGN, Visitor

FOLDER = Path(__file__).parent / "kept"
DIGESTS = tomllib.loads((FOLDER / "digests.toml").read_text(encoding="utf-8"))
KEPT = sorted(path for path in FOLDER.glob("*/*"))
LINK = re.compile(rf'href="({CAMPAIGN.pattern}[^"#]*)')


def test_kept_databases_are_added_and_never_changed() -> None:
    found = {
        path.relative_to(FOLDER).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in KEPT
    }

    assert found == DIGESTS


class Upgraded:
    """A kept database in a folder of its own, as people would start today's version on it."""

    def __init__(self, kept: Path, folder: Path) -> None:
        self.folder = folder
        packed = (kept / "pactbook.sqlite3.gz").read_bytes()
        (folder / "pactbook.sqlite3").write_bytes(gzip.decompress(packed))
        self.passwords = dict(
            re.findall(r"^  (\w+) +(\S+)$", (kept / "demo-accounts.txt").read_text("utf-8"), re.MULTILINE)
        )

    def hashes(self) -> list[str]:
        """Of every entry in the file, in their order."""
        with closing(sqlite3.connect(self.folder / "pactbook.sqlite3")) as opened:
            return [one for (one,) in opened.execute("SELECT hash FROM campaigns_entry ORDER BY seq")]

    def manage(self, *arguments: str, url: str = "") -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "DATA_DIR": str(self.folder), "DATABASE_URL": url},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def play_on(self, words: str, *, url: str = "") -> str:
        """Open every page that the GM and a player are led to, write a note as one, read it as the other.

        The exported log.
        """
        with serving(self.folder, "--no-demo", environment={"DATABASE_URL": url}) as served:
            gm, player = Visitor(served.url), Visitor(served.url)
            found = CAMPAIGN.search(gm.sign_in("gm", self.passwords["gm"]))
            assert found, served.output
            player.sign_in("iris", self.passwords["iris"])
            for visitor in (gm, player):
                look_around(visitor, found[0])
            player.write_note(found[0], words)
            assert words in gm.see(f"{found[0]}log/")
            return gm.see(f"{found[0]}exports/gm/")


def look_around(visitor: Visitor, campaign: str) -> None:
    """See the campaign's home and every page it leads to; one that does not open is an error."""
    links = set(LINK.findall(visitor.see(campaign)))
    assert links >= {f"{campaign}{page}" for page in ("log/", "table/", "people/")}
    for link in sorted(links):
        assert "<h1" in visitor.see(link), link


@pytest.fixture(params=sorted({path.parent for path in KEPT}), ids=lambda kept: str(kept.name))
def upgraded(request: pytest.FixtureRequest, tmp_path: Path) -> Upgraded:
    return Upgraded(request.param, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_kept_database_is_brought_up_to_date_and_played_on(upgraded: Upgraded, tmp_path: Path) -> None:
    before = upgraded.hashes()

    lines = upgraded.play_on("The same stairs, another house.")

    after = upgraded.hashes()
    assert after[: len(before)] == before
    assert list((upgraded.folder / "backups").glob("before-upgrade-*"))
    proved = f": {len(after)} entries, {len(after)} replayed, 0 by their changes only"
    assert proved in upgraded.manage("verify_log")
    (tmp_path / "log.jsonl").write_text(lines, encoding="utf-8")
    told = upgraded.manage("verify_export", str(tmp_path / "log.jsonl"))
    assert f"the chain is intact: {len(after)} entries; {len(after)} replayed" in told
    assert f"newest entry {len(after)}, hash {after[-1]}" in told


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_kept_database_moves_to_postgresql_and_is_played_on(
    upgraded: Upgraded, migrated_postgres: str
) -> None:
    upgraded.manage("migrate", "--verbosity", "0", "--skip-checks")
    upgraded.manage("move_database", "--to", migrated_postgres)

    upgraded.play_on("The same stairs, another house.", url=migrated_postgres)

    entries = len(upgraded.hashes()) + 1
    told = upgraded.manage("verify_log", url=migrated_postgres)
    assert f": {entries} entries, {entries} replayed, 0 by their changes only" in told
