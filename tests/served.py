"""The whole application as its own process, the way people run it."""

import contextlib
import functools
import hashlib
import json
import os
import random
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests import template_database

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 90
NEVER_GIVEN = range(20_000, 32_000)
"""Ports below those from which systems take one for a connection that somebody opens."""
TRIES = 20
NOT_INHERITED = {"PACTBOOK_PROFILE", "DJANGO_SETTINGS_MODULE", "DATABASE_URL", "PUBLIC_URL"}


class Served:
    """One `manage.py serve` on a port and a data folder of its own; it can be killed and started again.

    `numbers` are constants of the application that are others there, so that no test waits as long as people might.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        environment: Mapping[str, str] | None = None,
        numbers: Mapping[str, float] | None = None,
        port: int | None = None,
    ) -> None:
        self.folder = folder
        self.environment = dict(environment or {})
        self.numbers = dict(numbers or {})
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.options = options
        self.trusts: ssl.SSLContext | None = None
        self.process: subprocess.Popen[bytes] | Copy | None = None

    @property
    def output(self) -> str:
        return (self.folder / "output").read_text(encoding="utf-8", errors="replace")

    def start(self) -> None:
        self.process = self._begun(self._environment())
        self._wait_until_ready()

    def _environment(self) -> dict[str, str]:
        inherited = {key: value for key, value in os.environ.items() if key not in NOT_INHERITED}
        mine = {"DATA_DIR": str(self.folder), "PORT": str(self.port), "BIND": "127.0.0.1"}
        quiet = {"NIGHTLY_BACKUP": "no"}  # most servers of the tests are too young for one
        environment = {**inherited, **mine, **quiet, "STATIC_ROOT": str(_static_root()), **self.environment}
        if "--no-demo" in self.options and not {"DATA_DIR", "DATABASE_URL"} & self.environment.keys():
            template_database.put_into(self.folder)  # a first start is tried where it is the question
        return environment

    def _begun(self, environment: Mapping[str, str]) -> "subprocess.Popen[bytes] | Copy":
        with (self.folder / "output").open("ab") as output:
            return subprocess.Popen(
                [sys.executable, *self._program(), "serve", *self.options],
                cwd=ROOT,
                env=environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def stop(self, how: signal.Signals = signal.SIGTERM) -> float:
        """End it by a signal; the seconds that took."""
        assert self.process is not None
        started = time.monotonic()
        self.process.send_signal(how)
        self.process.wait(timeout=20)
        self.process = None
        return time.monotonic() - started

    def kill(self) -> None:
        """End it with its workers, as where the power goes.

        Left alone for a moment, one of them would tell whoever starts it again that it is ready, and go.
        """
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):  # all of them have ended by themselves
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=20)
        self.process = None
        _wait_until_free(self.port)

    def restart(self) -> None:
        """Kill it in the middle and start it again: open pages stay open."""
        self.kill()
        self.start()

    def _program(self) -> list[str]:
        """What is started, or the same with numbers of its own: workers are forked from it."""
        if not self.numbers:
            return [str(ROOT / "manage.py")]
        lines = ["import manage, os", "from importlib import import_module"]
        lines.append("os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'campaigns.config.settings')")
        for name, number in self.numbers.items():
            module, _, constant = name.rpartition(".")
            lines.append(f"import_module({module!r}).{constant} = {number!r}")
        return ["-c", "\n".join([*lines, "manage.main()"])]

    def _wait_until_ready(self) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            assert self.process is not None
            assert self.process.poll() is None, self.output
            with contextlib.suppress(urllib.error.URLError, ConnectionError):
                urllib.request.urlopen(f"{self.url}/healthz", timeout=2, context=self.trusts).close()
                return
            time.sleep(0.1)
        raise AssertionError(f"not ready after {START_SECONDS} s\n{self.output}")


class Copy:
    """A copy of a `ready_server`, which is no child of ours: what `subprocess` says of one that is."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        """None while it runs; how it ended nobody tells."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 0
        return None

    def send_signal(self, how: signal.Signals) -> None:
        os.kill(self.pid, how)

    def wait(self, timeout: float) -> None:
        end = time.monotonic() + timeout
        while self.poll() is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("serve", timeout)
            time.sleep(0.01)


class ReadyServed(Served):
    """The same from a process that has loaded everything: one after another, in the same folder on the same port."""

    def __init__(self, folder: Path, *options: str, environment: Mapping[str, str], port: int) -> None:
        super().__init__(folder, *options, environment=environment, port=port)
        self._ready: subprocess.Popen[str] | None = None

    def close(self) -> None:
        """Let the process go that has loaded everything: nobody writes to it any more."""
        if self._ready is not None:
            self._ready.communicate(timeout=20)

    def _begun(self, environment: Mapping[str, str]) -> Copy:
        if self._ready is None:
            module = {"DJANGO_SETTINGS_MODULE": "campaigns.config.settings"}
            self._ready = subprocess.Popen(
                [sys.executable, "-m", "tests.ready_server"],
                cwd=ROOT,
                env={**environment, **module},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self._ready.stdin is not None
        assert self._ready.stdout is not None
        print(json.dumps([str(self.folder / "output"), *self.options]), file=self._ready.stdin, flush=True)
        return Copy(int(self._ready.stdout.readline()))


def command(*arguments: str, folder: Path, environment: Mapping[str, str]) -> str:
    """What `manage.py` prints with a data folder and an environment of its own; it may not fail."""
    inherited = {key: value for key, value in os.environ.items() if key not in NOT_INHERITED}
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**inherited, "DATA_DIR": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@functools.cache
def _static_root() -> Path:
    """One folder of collected static files for all servers of these very files: collecting takes seconds."""
    from campaigns.config import statics

    packages = (ROOT / "requirements.txt").read_bytes()
    digest = hashlib.sha256(statics.digest().encode() + packages).hexdigest()[:20]
    return template_database.kept_folder(f"static-{digest}")


@contextlib.contextmanager
def serving(
    folder: Path,
    *options: str,
    environment: Mapping[str, str] | None = None,
    numbers: Mapping[str, float] | None = None,
    port: int | None = None,
) -> Iterator[Served]:
    with started(Served(folder, *options, environment=environment, numbers=numbers, port=port)) as served:
        yield served


@contextlib.contextmanager
def started(served: Served) -> Iterator[Served]:
    try:
        served.start()
        yield served
    finally:
        if served.process is not None:
            served.kill()


def _wait_until_free(port: int) -> None:
    """A process that was killed listens a moment longer, and whoever comes next would find its port taken."""
    end = time.monotonic() + 20
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return
        assert time.monotonic() < end, f"somebody still listens on port {port}"
        time.sleep(0.01)


def free_port() -> int:
    """One that nobody listens on, and that no connection is given: a server may begin on it again much later."""
    for port in random.sample(NEVER_GIVEN, TRIES):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError(f"none of {TRIES} ports was free")
