"""`/healthz` and `/readyz`: answered beside the pages, in time, by whatever name."""

import asyncio
import json
import os
import re
import shutil
import sqlite3
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaigns.config import probes
from campaigns.config.asgi import THREADS
from campaigns.config.probes import Probes, Standing
from tests.campaigns.config.test_asgi import ask
from tests.conftest import missing
from tests.served import ROOT, Served, serving
from tests.visitor import TOKEN, Visitor

PASSWORD = "seven quiet crows"
SOUND: Standing = {"database": True}


def test_process_answers_by_whatever_name_it_is_asked() -> None:
    status, said, body = ask("/healthz", headers=[(b"host", b"10.244.3.7:8000")])

    assert (status, body) == (200, b"ok")
    assert said["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_probe_is_only_read(path: str) -> None:
    assert ask(path, method="POST")[0] == 405


def test_probe_that_asks_for_the_head_gets_no_body() -> None:
    assert ask("/healthz", method="HEAD")[::2] == (200, b"")


@pytest.mark.parametrize(("standing", "status"), [(SOUND, 200), ({"database": False, "why": "full"}, 503)])
def test_what_stands_in_the_way_is_said(standing: Standing, status: int) -> None:
    made = Probes(lambda: standing, dict)

    assert asyncio.run(made.answer("/readyz", "GET")) == (status, "application/json", json.dumps(standing))


def test_database_that_says_nothing_is_answered_for_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "READY_SECONDS", 0.1)
    go_on, looks = threading.Event(), []

    def look() -> Standing:
        looks.append(1)
        go_on.wait(20)
        return SOUND

    made = Probes(look, lambda: {"database": False, "why": "busy"})

    async def ask_often() -> list[tuple[int, str, str]]:
        try:
            return await asyncio.gather(*(made.answer("/readyz", "GET") for _time in range(5)))
        finally:
            go_on.set()

    answers = asyncio.run(ask_often())

    assert {(status, text) for status, _, text in answers} == {(503, '{"database": false, "why": "busy"}')}
    assert len(looks) == 1


def get(url: str, **more: Any) -> tuple[int, str, float]:
    """Status, text and how long it took."""
    started = time.monotonic()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, **more), timeout=30) as answer:
            status, text = answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        status, text = error.code, error.read().decode()
    return status, text, time.monotonic() - started


def opened(served: Served) -> tuple[Visitor, str]:
    code = re.search(r"Setup code: (\S+)", served.output)
    assert code
    visitor = Visitor(served.url)
    return visitor, visitor.open_the_table(code[1], "mo", PASSWORD)


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_while_every_thread_waits_for_the_file_probes_answer_and_no_act_is_lost(tmp_path: Path) -> None:
    patience = {"campaigns.config.databases.LOCK_SECONDS": 4, "campaigns.config.probes.READY_SECONDS": 1.0}
    with serving(tmp_path, "--no-demo", numbers=patience) as served:
        visitor, campaign = opened(served)
        assert get(f"{served.url}/readyz")[0] == 200
        found = TOKEN.search(visitor.see(campaign))
        assert found
        notes = [
            {
                "csrfmiddlewaretoken": found[1],
                "key": uuid.uuid4().hex,
                "words": f"Note {n}.",
                "audience": "table",
            }
            for n in range(THREADS + 4)
        ]
        with closing(sqlite3.connect(tmp_path / "pactbook.sqlite3")) as holder:
            holder.execute("BEGIN EXCLUSIVE")
            with ThreadPoolExecutor(len(notes)) as pool:
                sent = [pool.submit(visitor.post, f"{campaign}notes/", note) for note in notes]
                time.sleep(0.5)
                healthy, _, took = get(f"{served.url}/healthz", headers={"Host": "probe.example"})
                ready, why, waited = get(f"{served.url}/readyz", headers={"Host": "probe.example"})
                refused = [one.result() for one in sent]
                holder.rollback()

        assert (healthy, took < 2) == (200, True)
        assert (ready, json.loads(why)) == (503, {"database": False, "why": "busy"})
        assert waited < 3
        assert {(status, said["X-Unplayable"], said["Retry-After"]) for status, said, _ in refused} == {
            (503, "busy", "3")
        }
        assert served.output.count('"fault": "busy"') <= 2
        assert "Traceback" not in served.output
        for note in notes[:2] * 2:
            assert visitor.post(f"{campaign}notes/", note)[0] == 200
        assert visitor.see(f"{campaign}log/").count("Note 0.") == 1
        assert get(f"{served.url}/readyz")[0] == 200


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_server_upon_a_damaged_file_is_alive_and_not_ready(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-demo") as served:
        with (tmp_path / "pactbook.sqlite3").open("r+b") as raw:
            raw.seek(100 * 4096)
            raw.write(b"\xff" * 60 * 4096)

        ready, why, _ = get(f"{served.url}/readyz")

        assert (ready, json.loads(why)) == (503, {"database": False, "why": "damaged"})
        assert get(f"{served.url}/healthz")[0] == 200


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_health_check_of_the_container_speaks_https_where_the_server_does(tmp_path: Path) -> None:
    openssl = shutil.which("openssl")
    if openssl is None:
        missing("openssl is missing, which makes the certificate: `apt install openssl`")
        return
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    make = [
        openssl,
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=table.example",
    ]
    subprocess.run([*make, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    production = {
        "PACTBOOK_PROFILE": "production",
        "PUBLIC_URL": "https://table.example",
        "TLS_CERT": str(certificate),
        "TLS_KEY": str(key),
    }

    served = Served(tmp_path, "--no-demo", environment=production)
    served.url = served.url.replace("http:", "https:")
    served.trusts = ssl.create_default_context(cafile=str(certificate))
    served.trusts.check_hostname = False
    try:
        served.start()
        asked = ask_health(served, production)
        told_wrong = ask_health(served, {})
    finally:
        if served.process is not None:
            served.stop()

    assert asked.returncode == 0, asked.stderr
    assert told_wrong.returncode == 1


def ask_health(served: Served, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """As the container does: the variables of its server, and the command of the Dockerfile."""
    said = re.search(
        r"HEALTHCHECK .*?CMD (\[.*?\])$", (ROOT / "Dockerfile").read_text(), re.DOTALL | re.MULTILINE
    )
    assert said
    _python, *arguments = json.loads(said[1])
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "PORT": str(served.port), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=20,
    )
