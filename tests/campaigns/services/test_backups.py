"""Backups are checked copies; restoring one loses nothing by accident."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from campaigns.log import guards
from campaigns.models import Campaign, Entry, Record, StoredImage
from campaigns.services.hosting import backups, postgres_tools
from campaigns.services.hosting.backup_contents import read_notes
from campaigns.services.images import storing
from tests.campaigns.spine import Game, new_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _own_folder(settings: object, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path  # type: ignore[attr-defined]  # the fixture of pytest-django


@pytest.fixture
def game() -> Game:
    game = new_game()
    game.make("character", "Mara", will=4)
    return game


def test_backup_holds_every_campaign_as_it_stands(game: Game) -> None:
    other = new_game()

    path = backups.backup()

    held = backups.read_contents(path)
    for campaign in (game.campaign, other.campaign):
        campaign.refresh_from_db()
        assert held.heads[campaign.pk.hex] == (campaign.head_seq, campaign.head_hash)
    assert path.parent == backups.folder()
    assert path.parent.stat().st_mode & 0o077 == 0
    assert json.loads(path.with_suffix(".json").read_text())["newest"] == held.newest
    assert [one.name for one in backups.folder().iterdir() if one.name.startswith(".")] == []


def test_backup_is_its_owners_alone_in_a_folder_that_was_open(game: Game, tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir(mode=0o755)

    path = backups.backup()

    assert path.parent.stat().st_mode & 0o077 == 0
    assert {one.stat().st_mode & 0o077 for one in path.parent.iterdir()} == {0}


def test_restored_campaign_is_the_one_backed_up(game: Game) -> None:
    image, mara = (b"small", b"medium", b"large"), Record.objects.get(campaign=game.campaign, name="Mara")
    storing.set_portrait(game.campaign.pk, mara.pk, image, 0)
    path, before = backups.backup(), game.state()
    game.make("demon", "Vesh")
    storing.remove_portrait(game.campaign.pk, mara.pk, 1)

    kept = backups.restore(path, yes=True)

    assert game.state() == before
    assert {bytes(one.data) for one in StoredImage.objects.all()} == set(image)
    assert game.verified().holds
    assert guards.missing() == []
    assert kept is not None
    assert kept.name.startswith("before-restore")


def test_what_was_there_before_comes_back_too(game: Game) -> None:
    path = backups.backup()
    game.make("demon", "Vesh")
    after = game.state()

    kept = backups.restore(path, yes=True)
    assert kept is not None
    backups.restore(kept, yes=False)

    assert game.state() == after
    assert game.verified().holds


def test_newer_database_is_not_set_back_without_a_word(game: Game) -> None:
    path = backups.backup()
    game.act("table.note", {"words": "played since"})
    entries = Entry.objects.count()

    with pytest.raises(CommandError, match="--yes"):
        call_command("restore", str(path))

    assert Entry.objects.count() == entries


def test_campaign_that_the_backup_lacks_counts_as_newer(game: Game) -> None:
    path = backups.backup()
    new_game()

    with pytest.raises(backups.BackupFailed):
        backups.restore(path, yes=False)

    assert Campaign.objects.count() == 2


def test_backup_is_read_wherever_it_lies(game: Game, tmp_path: Path) -> None:
    (tmp_path / "50% #1?").mkdir()
    path = backups.backup()
    moved = path.replace(tmp_path / "50% #1?" / path.name)
    path.with_suffix(".json").replace(moved.with_suffix(".json"))

    assert game.campaign.pk.hex in backups.read_contents(moved).heads


@pytest.mark.parametrize("text", ["", "[]", '{"heads": {"a": 1}}'])
def test_damaged_note_beside_a_dump_is_refused(tmp_path: Path, text: str) -> None:
    notes = tmp_path / "pactbook.json"
    notes.write_text(text, encoding="utf-8")

    with pytest.raises(backups.BackupFailed, match="damaged"):
        read_notes(notes)


def test_file_that_is_no_backup_is_refused(game: Game, tmp_path: Path) -> None:
    odd = tmp_path / "odd.sqlite3"
    odd.write_bytes(b"not a database at all" * 100)

    for path in (odd, tmp_path / "missing"):
        with pytest.raises(CommandError):
            call_command("restore", str(path), "--yes")

    assert game.verified().holds


@pytest.mark.sqlite
def test_damaged_copy_is_refused(game: Game) -> None:
    path = backups.backup()
    broken = bytearray(path.read_bytes())
    broken[len(broken) // 2 : len(broken) // 2 + 9000] = b"\xff" * 9000
    path.write_bytes(broken)

    with pytest.raises(backups.BackupFailed):
        backups.restore(path, yes=True)

    assert game.verified().holds


@pytest.mark.sqlite
def test_copy_whose_log_is_not_whole_is_refused(game: Game) -> None:
    path = backups.backup()
    with closing(sqlite3.connect(path)) as copy:
        copy.execute("UPDATE campaigns_campaign SET head_seq = head_seq + 1")
        copy.commit()

    with pytest.raises(backups.BackupFailed, match="is incomplete"):
        backups.restore(path, yes=True)


def test_backup_of_a_newer_version_is_refused(game: Game) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('campaigns', '9999_later', '2030-01-01')"
        )
    path = backups.backup()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = '9999_later'")

    with pytest.raises(backups.BackupFailed, match="newer version"):
        backups.restore(path, yes=True)


def test_command_says_what_it_holds(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("backup")

    assert "campaigns: 1, entries: 5" in capsys.readouterr().out


def test_two_backups_of_one_second_are_two_files(game: Game) -> None:
    assert backups.backup() != backups.backup()


def test_missing_program_is_one_clear_line(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite needs no program")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(postgres_tools, "DEBIAN", Path("/nowhere"))

    with pytest.raises(CommandError, match="apt install postgresql-client"):
        call_command("backup")
