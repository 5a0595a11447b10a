"""Typed reading of environment variables. A bad value ends the program with one line that names it."""

import os
from collections.abc import Collection
from pathlib import Path


class BadEnvironment(SystemExit):
    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name}: {problem}")


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def exactly(name: str) -> str:
    """To the last character, as a password is meant."""
    return os.environ.get(name, "")


def choice(name: str, choices: Collection[str], default: str) -> str:
    value = text(name, default)
    if value not in choices:
        raise BadEnvironment(name, f"must be one of {', '.join(choices)}, not {value!r}")
    return value


def integer(name: str, default: int, low: int, high: int) -> int:
    value = text(name, str(default))
    if not (value.isascii() and value.isdigit() and low <= int(value) <= high):
        raise BadEnvironment(name, f"must be a whole number from {low} to {high}, not {value!r}")
    return int(value)


def words(name: str) -> list[str]:
    return [word.strip() for word in text(name).split(",") if word.strip()]


def folder(name: str, default: Path) -> Path:
    """An absolute folder, made if it is not there: for its owner alone, as it may hold a database."""
    path = Path(text(name, str(default))).expanduser().resolve()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadEnvironment(name, f"cannot make the folder {path} ({error.strerror})") from None
    return path


def origin(name: str) -> str:
    """An address such as https://table.example:8443, without a path; empty if not set."""
    value = text(name).rstrip("/")
    scheme, separator, rest = value.partition("://")
    if value and (not separator or scheme not in {"http", "https"} or not rest or "/" in rest):
        raise BadEnvironment(name, f"must look like https://table.example, not {value!r}")
    return value
