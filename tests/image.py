"""The Dockerfile's own steps, done in a folder: what it copies, runs and starts, as the user that it says.

There is no container here. A path of the image (/srv, /data, /tmp, /var) is the same path below the folder, and three
programs stand in for what a test cannot have: `useradd` writes the user down for `chown`, `apt-get` does nothing, and
`pip install` takes from the environment of the tests the very packages that the requirements name, no others.
"""

import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
OF_THE_IMAGE = re.compile(r"(?<![\w./:}$-])/(?=(?:srv|data|tmp|var)(?![\w-]))")
ELSEWHERE = re.compile(r"(?<![\w./:}$*-])/(?!dev/null\b)\w+")
LETTERS = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH

STAND_INS = {
    "apt-get": "exit 0",
    "useradd": 'while [ $# -gt 1 ]; do [ "$1" = --uid ] && uid=$2; shift; done; echo "$1 $uid" >> {users}',
    "chown": 'who=$1; shift; {chown} "$(sed -n "s/^$who //p" {users})" "$@"',
    "pip": 'exec {python} {here} {packages} "$@"',
    "python": 'PYTHONPATH={packages} exec {base} "$@"',
}


class UnknownStep(Exception):
    """The Dockerfile says something that is not done here yet."""


def instructions(text: str) -> list[tuple[str, str]]:
    """Each step with what it says, lines that go on put together and comments left out."""
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    whole = [line for line in lines.replace("\\\n", " ").splitlines() if line.strip()]
    pairs = (line.split(None, 1) for line in whole)
    return [(name, said.strip()) for name, said in pairs]


@dataclass
class Image:
    """The steps done so far, in a folder that everybody may read."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    workdir: str = "/"
    user: str = ""
    volumes: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)

    def build(self, dockerfile: str) -> None:
        for name in ("srv", "data", "tmp", "var", "programs", "packages"):
            (self.folder / name).mkdir()
        (self.folder / "data").rmdir()  # the image makes it
        (self.folder / "tmp").chmod(0o1777)
        self._put_stand_ins()
        for name, said in instructions(dockerfile):
            step = getattr(self, f"_{name.lower()}", None)
            if step is None:
                raise UnknownStep(f"{name} {said}")
            step(said)
        self._keep_times_as_an_image_does()

    def run(
        self, command: Sequence[str], *, more: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            list(command), capture_output=True, text=True, check=False, timeout=60, **self.running(more or {})
        )

    def running(self, more: Mapping[str, str]) -> dict[str, Any]:
        """How a process of the container is started: what it sees, where it stands, who it is."""
        path = f"{self.folder / 'programs'}:/usr/local/bin:/usr/bin:/bin"
        environment = {"PATH": path, **self.environment, **more}
        who: dict[str, Any] = {}
        if os.geteuid() == 0 and self.user:
            who = {"user": self.uid, "group": self.uid, "extra_groups": []}
        return {"env": environment, "cwd": self.inside(self.workdir), **who}

    def make_read_only(self) -> None:
        """As `read_only: true` does: nobody may write, but to a volume and to /tmp."""
        writable = [self.inside(volume) for volume in (*self.volumes, "/tmp")]
        for path in [self.folder, *self.folder.rglob("*")]:
            if not path.is_symlink() and not any(path.is_relative_to(one) for one in writable):
                path.chmod(path.stat().st_mode & ~LETTERS)

    def inside(self, text: str) -> str:
        """The same path, or a text with such paths in it, below the folder."""
        found = OF_THE_IMAGE.sub(f"{self.folder}/", text)
        left = ELSEWHERE.findall(found.replace(str(self.folder), ""))
        strange = [path for path in left if path.split("/")[1] not in ("srv", "data", "tmp", "var")]
        if strange:
            raise UnknownStep(f"a path of the image that is nowhere here: {strange[0]} in {text}")
        return found

    @cached_property
    def uid(self) -> int:
        lines = (self.folder / "users").read_text(encoding="ascii").splitlines()
        return {name: int(uid) for name, uid in map(str.split, lines)}[self.user]

    def _from(self, said: str) -> None:
        wanted = re.match(r"python:3\.(\d+)-slim", said)
        if wanted is None or int(wanted[1]) != sys.version_info.minor:
            raise UnknownStep(f"FROM {said}: these tests run on Python {sys.version_info.minor}")

    def _env(self, said: str) -> None:
        for pair in shlex.split(said):
            name, _, value = pair.partition("=")
            self.environment[name] = self.inside(value)

    def _workdir(self, said: str) -> None:
        self.workdir = said
        Path(self.inside(said)).mkdir(parents=True, exist_ok=True)

    def _copy(self, said: str) -> None:
        *sources, target = said.split()
        allowed = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
        there = Path(self.inside(self.workdir)) / target
        for source in sources:
            assert f"!{source}" in allowed, f"{source} is not sent to the builder: .dockerignore"
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, there, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(ROOT / source, there)

    def _run(self, said: str) -> None:
        done = self.run(["sh", "-c", self.inside(said)])
        assert done.returncode == 0, f"RUN {said}\n{done.stdout}{done.stderr}"

    def _user(self, said: str) -> None:
        self.user = said

    def _volume(self, said: str) -> None:
        self.volumes.append(said)

    def _expose(self, said: str) -> None:
        assert said.isdigit()

    def _healthcheck(self, said: str) -> None:
        self.health = json.loads(said.partition("CMD")[2])

    def _cmd(self, said: str) -> None:
        self.command = json.loads(said)

    def _put_stand_ins(self) -> None:
        users, packages = self.folder / "users", self.folder / "packages"
        users.touch()
        names = {
            "users": users,
            "packages": packages,
            "python": sys.executable,
            "here": Path(__file__).resolve(),
            "base": _python_for_everybody(),
            # Whoever is not root gives nothing away: the folder stays theirs, and they play the image's user too.
            "chown": shutil.which("chown") if os.geteuid() == 0 else "true",
        }
        for name, does in STAND_INS.items():
            program = self.folder / "programs" / name
            program.write_text(f"#!/bin/sh\n{_filled(does, names)}\n", encoding="utf-8")
            program.chmod(0o755)

    def _keep_times_as_an_image_does(self) -> None:
        for path in self.folder.rglob("*"):
            if path.is_file() and not path.is_symlink():
                os.utime(path, (int(path.stat().st_atime), int(path.stat().st_mtime)))


def _filled(text: str, names: Mapping[str, object]) -> str:
    for name, value in names.items():
        text = text.replace(f"{{{name}}}", shlex.quote(str(value)))
    return text


def _python_for_everybody() -> str:
    """This Python, where another user may run it; else the machine's own of the same version."""
    mine = Path(sys.executable).resolve()
    if _is_open(mine):
        return str(mine)
    found = shutil.which(f"python3.{sys.version_info.minor}", path="/usr/local/bin:/usr/bin")
    if found is None:
        raise LookupError(f"no Python 3.{sys.version_info.minor} that another user than root may run")
    return found


def _is_open(path: Path) -> bool:
    """Whether the image's user comes to it."""
    return os.geteuid() != 0 or all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents)


def install(packages: Path, arguments: Sequence[str]) -> None:
    """What `pip install -r` would put there, taken from here; an error where a version is not the one named."""
    assert "--require-hashes" in arguments, "the image installs what was locked"
    lines = Path(arguments[-1]).read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line[:1] not in ("", " ", "#"):
            wanted = Requirement(line.rstrip("\\ "))
            if wanted.marker is None or wanted.marker.evaluate():
                _put(wanted, packages)


def _put(wanted: Requirement, packages: Path) -> None:
    try:
        found = distribution(wanted.name)
    except PackageNotFoundError:
        sys.exit(f"{wanted} is not here: run `make setup`")
    if not wanted.specifier.contains(found.version):
        sys.exit(f"{wanted} is wanted, {found.version} is here: run `make setup`")
    for name in {package_path.parts[0] for package_path in found.files or ()} - {"..", "__pycache__"}:
        source = Path(str(found.locate_file(name))).resolve()
        if _is_open(source):
            (packages / name).symlink_to(source)
        elif source.is_dir():
            shutil.copytree(source, packages / name, dirs_exist_ok=True)
        else:
            shutil.copy2(source, packages)


if __name__ == "__main__":
    install(Path(sys.argv[1]), sys.argv[2:])
