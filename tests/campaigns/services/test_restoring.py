"""Bringing a backup back where there is nothing, where there is rubble, and not under a running server."""

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from campaigns.models import Campaign
from campaigns.services.hosting import backups, in_use
from tests.campaigns.spine import Game, new_game
from tests.served import ROOT, serving

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.postgres]
PAGE = 4096


@pytest.fixture(autouse=True)
def _own_folder(settings: object, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path  # type: ignore[attr-defined]  # the fixture of pytest-django


@pytest.fixture
def game() -> Game:
    game = new_game()
    game.make("character", "Mara", will=4)
    return game


def manage(
    folder: Path, *arguments: str, largest_file: int | None = None
) -> subprocess.CompletedProcess[str]:
    """A command on another machine's folder; `largest_file` is where its disk ends."""

    def limit() -> None:
        if largest_file is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))

    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limit,  # no threads here
    )


def brought_back(folder: Path) -> tuple[Path, Path]:
    """A backup, and the database in a folder that it was brought back to: on SQLite the same file."""
    path, database = backups.backup(), folder / "pactbook.sqlite3"
    folder.mkdir()
    shutil.copyfile(path, database)
    return path, database


def without_a_header(file: Path) -> None:
    file.write_bytes(b"\xff" * PAGE + file.read_bytes()[PAGE:])


def with_pages_overwritten(file: Path) -> None:
    whole = file.read_bytes()
    middle = len(whole) // 2 // PAGE * PAGE
    file.write_bytes(whole[:middle] + b"\xa5" * 40 * PAGE + whole[middle + 40 * PAGE :])


def of_nothing_known(file: Path) -> None:
    file.write_bytes(b"no database at all\n" * 1000)


def with_an_entry_short(file: Path) -> None:
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("UPDATE campaigns_campaign SET head_seq = head_seq + 1")
        opened.commit()


@pytest.mark.sqlite
def test_backup_comes_back_where_nothing_was(game: Game, tmp_path: Path) -> None:
    path = backups.backup()

    done = manage(tmp_path / "another" / "machine", "restore", str(path))

    assert done.returncode == 0, done.stderr
    assert "There was no earlier data." in done.stdout
    verified = manage(tmp_path / "another" / "machine", "verify_log")
    assert verified.stdout.startswith(f"{game.campaign.name}: 5 entries, 5 replayed"), verified.stderr


@pytest.mark.sqlite
@pytest.mark.parametrize(
    "damage", [without_a_header, with_pages_overwritten, of_nothing_known, with_an_entry_short]
)
def test_damaged_database_is_set_aside_whole(game: Game, tmp_path: Path, damage: object) -> None:
    path, database = brought_back(tmp_path / "damaged")
    folder = database.parent
    damage(database)  # type: ignore[operator]  # one of the four above
    rubble = database.read_bytes()

    done = manage(folder, "restore", str(path))

    assert done.returncode == 0, done.stderr
    kept = next((folder / "backups").glob("before-restore-*.damaged.sqlite3"))
    assert f"was damaged. It was kept as it is: {kept}" in done.stdout
    assert kept.read_bytes() == rubble
    assert {one.stat().st_mode & 0o077 for one in (database, kept)} == {0}
    assert backups.read_contents(database) == backups.read_contents(path)


def test_log_that_is_not_whole_is_kept_beside_what_comes_back(game: Game) -> None:
    path, state = backups.backup(), game.state()
    Campaign.objects.update(head_seq=F("head_seq") + 1)

    kept = backups.restore(path, yes=False)

    assert kept is not None
    assert backups.is_damaged(kept)
    assert kept.stat().st_size > PAGE
    assert game.state() == state
    assert game.verified().holds


@pytest.mark.sqlite
def test_damaged_database_stays_where_no_room_is_for_another(game: Game, tmp_path: Path) -> None:
    path, database = brought_back(tmp_path / "damaged")
    folder = database.parent
    of_nothing_known(database)
    rubble = database.read_bytes()

    done = manage(folder, "restore", str(path), largest_file=10 * PAGE)

    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: The disk holding ")
    assert done.stderr.count("\n") == 1
    assert database.read_bytes() == rubble


def test_nothing_comes_back_under_a_running_server(game: Game) -> None:
    path = backups.backup()
    game.act("table.note", {"words": "played since"})

    with in_use.serving(), pytest.raises(CommandError, match=r"A server is running on .*\. Stop it first"):
        call_command("restore", str(path), "--yes")

    assert game.verified().entries == 6
    call_command("restore", str(path), "--yes")
    assert game.verified().entries == 5


@pytest.mark.sqlite
def test_running_server_holds_its_folder(game: Game, tmp_path: Path) -> None:
    path, folder = backups.backup(), tmp_path / "served"
    folder.mkdir()

    with serving(folder, "--no-demo") as served:
        refused = manage(folder, "restore", str(path), "--yes")
        served.stop()
    done = manage(folder, "restore", str(path))

    assert (
        refused.stderr == f"CommandError: A server is running on {folder}. Stop it first, then try again.\n"
    )
    assert done.returncode == 0, done.stderr


def test_several_servers_share_a_folder_and_none_starts_under_a_restore() -> None:
    with in_use.serving(), in_use.serving():
        pass

    with in_use.alone(), pytest.raises(in_use.InUse, match="Try again when that is done"), in_use.serving():
        pass
