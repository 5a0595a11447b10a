"""The only place that reads package data: a system's clauses, words and tables (TOML)."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read_table(package: str, name: str) -> dict[str, Any]:
    """The TOML file `name` of a rules package such as `rules.sorcerer`, read once. Treat it as read-only."""
    return tomllib.loads((files(package) / name).read_text(encoding="utf-8"))
