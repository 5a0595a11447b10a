"""A server that lost a worker, or whose database was away, comes back by itself and has lost nothing."""

import contextlib
import os
import re
import signal
import time
import urllib.error
import urllib.request
import uuid
from pathlib import Path

import pytest

from tests import postgres
from tests.conftest import missing
from tests.served import Served, command, serving
from tests.visitor import TOKEN, Stream, Visitor

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]
PASSWORD = "seven quiet crows"
BACK_SECONDS = 30
WORDS = "The stairs count themselves."


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def environment(request: pytest.FixtureRequest) -> dict[str, str]:
    """One worker on SQLite, two on PostgreSQL."""
    if request.param == "SQLite":
        return {}
    return {"DATABASE_URL": request.getfixturevalue("migrated_postgres"), "PROCESSES": "2"}


def workers_of(served: Served) -> list[int]:
    assert served.process is not None
    pid = served.process.pid
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


def wait_until_back(served: Served, workers: int) -> None:
    """As many workers as before, and an answer."""
    end = time.monotonic() + BACK_SECONDS
    while time.monotonic() < end:
        assert served.process is not None
        assert served.process.poll() is None, served.output
        with contextlib.suppress(urllib.error.URLError, ConnectionError, TimeoutError):
            if len(workers_of(served)) == workers:
                urllib.request.urlopen(f"{served.url}/accounts/login/", timeout=2).close()
                return
        time.sleep(0.1)
    raise AssertionError(f"not back after {BACK_SECONDS} s\n{served.output}")


def verified(served: Served) -> str:
    return command("verify_log", folder=served.folder, environment=served.environment)


def test_database_that_stops_and_starts_is_told_and_loses_no_act(tmp_path: Path) -> None:
    try:
        with postgres.stoppable() as database:
            stop_and_start(tmp_path, database)
    except LookupError as error:
        missing(str(error))


def stop_and_start(folder: Path, database: postgres.Server) -> None:
    with serving(folder, "--no-demo", environment={"DATABASE_URL": database.url}) as served:
        code = re.search(r"Setup code: (\S+)", served.output)
        assert code
        visitor = Visitor(served.url)
        campaign = visitor.open_the_table(code[1], "mo", PASSWORD)
        token = TOKEN.search(visitor.see(campaign))
        assert token
        note = {"key": uuid.uuid4().hex, "words": WORDS, "audience": "table", "csrfmiddlewaretoken": token[1]}
        stream = Stream(visitor, campaign)
        stream.until("event: entry")

        database.stop()
        assert '"playable": false, "why": "away"' in stream.until('data: {"playable"')
        status, said, page = visitor.post(f"{campaign}notes/", note)
        assert (status, said["X-Unplayable"], said["Retry-After"]) == (503, "away", "3")
        assert WORDS in page
        database.start()
        stream.until('data: {"seq"')

        answers = [visitor.post(f"{campaign}notes/", note)[0] for _time in range(2)]

        assert answers == [200, 200]
        assert visitor.see(f"{campaign}log/").count(WORDS) == 1
        assert "Traceback" not in served.output
        assert served.output.count('"fault": "away"') == 1
        verified(served)


def test_killed_workers_come_back_and_an_act_sent_again_is_one(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    with serving(tmp_path, "--no-demo", environment=environment) as served:
        code = re.search(r"Setup code: (\S+)", served.output)
        assert code
        visitor = Visitor(served.url)
        campaign = visitor.open_the_table(code[1], "mo", PASSWORD)
        note = {"key": uuid.uuid4().hex, "words": WORDS, "audience": "table"}
        visitor.send(f"{campaign}notes/", note, on=campaign)
        before = workers_of(served)
        assert len(before) == int(environment.get("PROCESSES", "1"))

        for pid in before:
            os.kill(pid, signal.SIGKILL)
        wait_until_back(served, len(before))
        visitor.send(f"{campaign}notes/", note, on=campaign)
        visitor.write_note(campaign, "And on it goes.")

        assert not set(workers_of(served)) & set(before)
        shown = visitor.see(f"{campaign}log/")
        assert shown.count(WORDS) == 1
        assert "And on it goes." in shown
        assert re.search(r"The stairwell: \d+ entries, [1-9]\d* replayed", verified(served))
