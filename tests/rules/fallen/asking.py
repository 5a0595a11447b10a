"""Asking the rules as the contract's requests do: JSON in, JSON out."""

from typing import Any

import msgspec

from rules import requests


def play(verb: str, given: dict[str, Any], draws: list[Any] | None = None) -> dict[str, Any]:
    """The answer to a request with draws (none by default)."""
    return _ask(requests.resolve, verb, {"input": given, "draws": draws or []})


def odds(verb: str, given: dict[str, Any]) -> dict[str, Any]:
    """The odds of an input."""
    answer = _ask(requests.odds, verb, {"input": given})
    assert "odds" in answer, answer
    found: dict[str, Any] = answer["odds"]
    return found


def refusal(verb: str, given: dict[str, Any]) -> tuple[str | None, str | None]:
    """The clause (or for a fault of form the code) and the field of a refused input."""
    error = play(verb, given).get("error", {})
    return error.get("clause", error.get("code")), error.get("field")


def effects(answer: dict[str, Any]) -> list[tuple[str, str, Any]]:
    """The effects of a result as (record, field, what): a number to add with its sign as text, or the value set."""
    return [
        (effect["on"], effect["field"], f"{effect['change']:+}" if "change" in effect else effect.get("set"))
        for effect in answer["effects"]
    ]


def parts(pool: dict[str, Any]) -> dict[str, int]:
    """The parts of a pool by name."""
    return {part["name"]: part["dice"] for part in pool["parts"]}


def difficulty(pool: dict[str, Any]) -> dict[str, int]:
    """The parts of a difficulty by name."""
    return {part["name"]: part["value"] for part in pool["difficulty_parts"]}


def _ask(door: Any, verb: str, rest: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = door(msgspec.json.encode({"action": f"fallen.{verb}", **rest}))
    back: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(answer))
    return back
