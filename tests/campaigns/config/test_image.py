"""The image, step by step as its Dockerfile says: built, started read-only, played, lost and brought back."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from tests.conftest import missing
from tests.image import ROOT, Image, UnknownStep, instructions
from tests.served import START_SECONDS, free_port
from tests.visitor import Visitor

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
PASSWORD = "seven quiet crows"


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    if os.geteuid() != 0:
        print("Not root: the image's steps run as this user, whose files are made read-only instead.")
    folder = Path(tempfile.mkdtemp(prefix="pactbook-image-"))
    folder.chmod(0o755)
    built = Image(folder)
    try:
        built.build(DOCKERFILE)
        built.make_read_only()
        yield built
    except LookupError as error:
        missing(str(error))
    finally:
        subprocess.run(["chmod", "-R", "u+w", folder], check=False)
        shutil.rmtree(folder)


@contextlib.contextmanager
def started(image: Image, port: int) -> Iterator[Path]:
    """The image's own command; the file of what it says. Anything else than a clean end fails."""
    said = image.folder / "tmp" / f"said-{time.monotonic_ns()}"
    more = {"PORT": str(port), "BIND": "127.0.0.1", "NIGHTLY_BACKUP": "no"}
    with said.open("wb") as output:
        process = subprocess.Popen(image.command, stdout=output, stderr=output, **image.running(more))
    try:
        wait_until_healthy(process, port, said)
        yield said
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=20)


def wait_until_healthy(process: "subprocess.Popen[bytes]", port: int, said: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        assert process.poll() is None, said.read_text(encoding="utf-8")
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2).close()
            return
        time.sleep(0.1)
    raise AssertionError(said.read_text(encoding="utf-8"))


def manage(image: Image, *arguments: str) -> str:
    done = image.run(["python", "manage.py", *arguments])
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_image_is_played_lost_and_brought_back_read_only(image: Image) -> None:
    port = free_port()
    with started(image, port) as said:
        code = re.search(r"Setup code: (\S+)", said.read_text(encoding="utf-8"))
        assert code
        visitor = Visitor(f"http://127.0.0.1:{port}")
        campaign = visitor.open_the_table(code[1], "mo", PASSWORD)
        visitor.write_note(campaign, "The stairs count themselves.")
        assert image.run(image.health, more={"PORT": str(port)}).returncode == 0
        backup = manage(image, "backup").splitlines()[0]
        assert image.run(["python", "manage.py", "restore", backup]).returncode == 1
    for path in (image.folder / "data").glob("*"):
        path.unlink() if path.is_file() else None

    manage(image, "restore", backup)
    manage(image, "migrate")

    assert re.search(r"The stairwell: \d+ entries, [1-9]\d* replayed", manage(image, "verify_log"))
    with started(image, port):
        returned = Visitor(f"http://127.0.0.1:{port}")
        returned.sign_in("mo", PASSWORD)
        assert "The stairs count themselves." in returned.see(f"{campaign}log/")


def test_image_writes_only_where_it_may(image: Image) -> None:
    tried = "import pathlib, sys; pathlib.Path(sys.argv[1], 'tried').touch()"

    may = {
        place: image.run(["python", "-c", tried, image.inside(place)]).returncode == 0
        for place in ("/data", "/tmp", "/srv", "/srv/static", "/srv/pactbook")
    }

    assert may == {"/data": True, "/tmp": True, "/srv": False, "/srv/static": False, "/srv/pactbook": False}


def test_image_holds_its_modules_compiled(image: Image) -> None:
    home = Path(image.inside(image.workdir))
    modules = [path for name in ("rules", "campaigns") for path in (home / name).rglob("*.py")]

    assert modules
    assert [path for path in modules if not Path(cache_from_source(path)).is_file()] == []


def test_step_that_is_not_known_here_fails(tmp_path: Path) -> None:
    with pytest.raises(UnknownStep, match="ONBUILD"):
        Image(tmp_path).build("ONBUILD RUN true")


def test_steps_that_go_on_are_one() -> None:
    assert instructions("# why\nRUN one \\\n  && two\n\nUSER me\n") == [
        ("RUN", "one    && two"),
        ("USER", "me"),
    ]


def test_composed_container_is_read_only_but_for_its_volume() -> None:
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")

    assert re.search(r"volumes:\n\s+- pactbook:/data\n\s+read_only: true\n\s+tmpfs:\n\s+- /tmp\n", compose)
    assert [said for name, said in instructions(DOCKERFILE) if name == "VOLUME"] == ["/data"]
