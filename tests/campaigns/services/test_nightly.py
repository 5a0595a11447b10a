"""A backup each night without anybody asking: when, by whom, which are kept, and who hears of a missed one."""

import errno
import json
import tempfile
import time
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from campaigns.services.hosting import backups, in_use, nightly
from tests.campaigns.spine import browser, new_game
from tests.served import serving

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

NIGHT = datetime(2026, 11, 22, 4, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def nights(count: int) -> list[datetime]:
    return [NIGHT - n * DAY for n in range(count)]


def test_days_weeks_and_months_are_kept() -> None:
    kept = sorted((one.date() for one in nightly.kept(nights(800))), reverse=True)

    days = [date(2026, 11, day) for day in range(22, 15, -1)]
    weeks = [date(2026, 11, day) for day in (15, 8, 1)]  # the newest week's last day is among the days
    months = [
        *(date(2026, month, last) for month, last in ((10, 31), (9, 30), (8, 31), (7, 31), (6, 30))),
        *(date(2026, month, last) for month, last in ((5, 31), (4, 30), (3, 31), (2, 28), (1, 31))),
        date(2025, 12, 31),
    ]
    assert kept == [*days, *weeks, *months]


def test_nothing_is_missing_after_any_night_of_three_years() -> None:
    there: set[datetime] = set()
    for night in reversed(nights(3 * 365)):
        there = nightly.kept({*there, night})
        began = min(nights(3 * 365))
        assert {night - n * DAY for n in range(7) if night - n * DAY >= began} <= there
        assert len({one.strftime("%G-%V") for one in there if night - one < 28 * DAY}) >= min(
            4, (night - began).days // 7
        )
        months = {one.strftime("%Y-%m") for one in there}
        assert len(months) >= min(12, len({n.strftime("%Y-%m") for n in nights(3 * 365) if n <= night}))
        assert len(there) <= 7 + 4 + 12


@given(st.sets(st.integers(0, 90_000), min_size=1, max_size=80))
@hypothesis.settings(deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
def test_newest_is_kept_and_keeping_twice_keeps_the_same(hours: set[int]) -> None:
    moments = {NIGHT - hour * HOUR for hour in hours}
    kept = nightly.kept(moments)

    assert max(moments) in kept
    assert kept <= moments
    assert nightly.kept(kept) == kept


@pytest.mark.parametrize(
    ("now", "looked", "newest", "due"),
    [
        (NIGHT, NIGHT - HOUR, NIGHT - DAY, True),
        (NIGHT - HOUR, NIGHT - 2 * HOUR, NIGHT - DAY, False),
        (NIGHT + HOUR, NIGHT, NIGHT - DAY, False),
        (NIGHT + 9 * HOUR, NIGHT - 9 * HOUR, NIGHT - DAY, True),
        (NIGHT + HOUR, NIGHT - HOUR, NIGHT + HOUR / 2, False),
        (NIGHT + 9 * HOUR, None, NIGHT - 16 * HOUR, False),
        (NIGHT + 9 * HOUR, None, NIGHT - 18 * HOUR, True),
        (NIGHT + 9 * HOUR, None, None, True),
    ],
    ids=[
        "the hour comes",
        "before it",
        "it came before the last look",
        "a laptop slept through it",
        "somebody made one since",
        "started, 25 hours old",
        "started, 27 hours old",
        "started, none yet",
    ],
)
def test_backup_is_due_at_the_quiet_hour_and_when_one_was_missed(
    now: datetime, looked: datetime | None, newest: datetime | None, due: bool
) -> None:
    assert nightly.is_due(now, looked=looked, newest=newest) is due


def test_quiet_hour_is_that_of_the_machine() -> None:
    zone = timezone(timedelta(hours=9))
    four = datetime(2026, 11, 22, 4, 0, tzinfo=zone)

    assert nightly.is_due(four, looked=four - HOUR, newest=four - DAY)
    assert not nightly.is_due(NIGHT.astimezone(zone), looked=NIGHT - HOUR, newest=NIGHT - DAY)


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    settings.NIGHTLY_BACKUP = True
    return backups.folder()


def put(folder: Path, name: str, moment: datetime, ending: str = "sqlite3") -> Path:
    path = folder / f"{name}-{moment:%Y%m%d-%H%M%S}.{ending}"
    path.write_bytes(b"")
    path.with_suffix(".json").write_text("{}", encoding="utf-8")
    return path


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_old_nights_go_and_what_a_person_made_stays(folder: Path) -> None:
    new_game()
    old = [put(folder, "nightly", night) for night in nights(60)[1:]]
    theirs = [
        put(folder, name, NIGHT - 900 * DAY) for name in ("pactbook", "before-restore", "before-upgrade")
    ]
    theirs.append(put(folder, "the-good-one", NIGHT - 900 * DAY))
    (folder / ".nightly-20261101-040000.sqlite3.unfinished").touch()
    Session.objects.create(session_key="ended", session_data="", expire_date=NIGHT - 900 * DAY)

    path = nightly.make(datetime.now(UTC))

    assert path is not None
    assert backups.read_contents(path).heads
    assert all(their.is_file() and their.with_suffix(".json").is_file() for their in theirs)
    left = [one for one in old if one.exists()]
    assert 7 <= len(left) <= 12
    assert {one.stem for one in folder.glob("nightly-*.json")} == {one.stem for one in (path, *left)}
    assert not list(folder.glob(".*.unfinished"))
    assert not Session.objects.filter(pk="ended").exists()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_one_of_several_processes_makes_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with in_use.lease(folder / "nightly.lock") as is_ours:
        assert is_ours
        assert nightly.make(datetime.now(UTC)) is None
    call_command("backup", "--nightly")
    call_command("backup", "--nightly")

    assert len(list(folder.glob("nightly-*.json"))) == 1
    assert capsys.readouterr().out.endswith("Another process has just made a backup.\n")


def test_what_a_restore_kept_and_a_clock_that_ran_ahead_do_not_count(folder: Path) -> None:
    put(folder, "before-restore", NIGHT - HOUR)
    put(folder, "nightly", NIGHT + 9 * DAY)
    put(folder, "nightly", NIGHT - 3 * DAY, "dump")

    assert nightly.newest(NIGHT) == NIGHT - 3 * DAY
    assert nightly.missed(NIGHT) == nightly.Missed(3)


def test_folder_that_cannot_be_read_counts_as_no_backup(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR, settings.NIGHTLY_BACKUP = tmp_path, True
    (tmp_path / "backups").touch()

    assert nightly.missed(NIGHT) == nightly.Missed(None)


@pytest.mark.slow
@pytest.mark.django_db
def test_missed_backup_is_told_to_those_who_keep_the_table(folder: Path, settings: Any) -> None:
    game = new_game()

    def told(member: Any) -> str:
        return browser(member).get(reverse("campaigns_list")).content.decode()

    assert "There is no backup yet." in told(game.gm)
    path = put(folder, "nightly", datetime.now(UTC) - 3 * DAY)
    assert "The last backup is 3 days old." in told(game.gm)
    assert "backup" not in told(game.player)
    settings.NIGHTLY_BACKUP = False
    assert "backup" not in told(game.gm)
    settings.NIGHTLY_BACKUP = True
    path.rename(folder / f"nightly-{datetime.now(UTC):%Y%m%d-%H%M%S}.sqlite3")
    assert "backup" not in told(game.gm)


@pytest.mark.parametrize(("code", "event"), [(0, "nightly backup"), (1, "nightly backup failed")])
def test_each_night_stands_in_the_servers_log(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, event: str
) -> None:
    (tmp_path / "manage.py").write_text(f"import sys\nprint('the disk is full')\nsys.exit({code})\n")
    settings.BASE_DIR = tmp_path
    logged: list[tuple[str, str]] = []

    class Log:
        def error(self, event: str, why: str) -> None:
            logged.append((event, why))

        def info(self, event: str, said: str) -> None:
            logged.append((event, said))

    monkeypatch.setattr(nightly, "logger", Log())

    assert nightly._is_made() is (code == 0)
    assert logged == [(event, "the disk is full")]


def test_disk_too_full_to_begin_is_one_failed_night(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: Any, **_kwargs: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)

    assert nightly._is_made() is False


def test_file_named_by_no_day_is_no_backup(folder: Path) -> None:
    there = put(folder, "nightly", NIGHT)
    (folder / "nightly-20261399-250000.sqlite3").touch()

    assert list(nightly._stamped()) == [there]


@pytest.mark.slow
def test_server_makes_one_by_itself(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-demo", environment={"NIGHTLY_BACKUP": "yes"}) as served:
        end = time.monotonic() + 60
        while time.monotonic() < end and "nightly backup" not in served.output:
            time.sleep(0.1)
        lines = [json.loads(line) for line in served.output.splitlines() if '"nightly backup' in line]

    assert [line["event"] for line in lines] == ["nightly backup"]
    assert len(list((tmp_path / "backups").glob("nightly-*.sqlite3"))) == 1
