"""Asking the rules as the contract's requests do: JSON in, JSON out."""

from typing import Any

import msgspec

from rules import requests

ANN: dict[str, Any] = {
    "id": "ann",
    "traits": {
        "strength": 3,
        "dexterity": 2,
        "stamina": 2,
        "wits": 3,
        "resolve": 3,
        "composure": 2,
        "defense": 2,
        "power": 2,
        "forces": 3,
    },
    "willpower": 3,
}


def someone(**fields: Any) -> dict[str, Any]:
    """Ann, with some fields of her own."""
    return {**ANN, **fields}


def track(boxes: int = 7, *, resistant: Any = None, **wounds: int) -> dict[str, Any]:
    """A health track with every key written."""
    none = {"bashing": 0, "lethal": 0, "aggravated": 0}
    return {"boxes": boxes, **none, **wounds, "resistant": {**none, **(resistant or {})}}


def play(verb: str, given: dict[str, Any], draws: list[Any] | None = None) -> dict[str, Any]:
    """The answer to a request with draws (none by default)."""
    return _ask(requests.resolve, verb, {"input": given, "draws": draws or []})


def odds(verb: str, given: dict[str, Any]) -> dict[str, Any]:
    """The odds of an input."""
    answer = _ask(requests.odds, verb, {"input": given})
    assert "odds" in answer, answer
    found: dict[str, Any] = answer["odds"]
    return found


def outcome(verb: str, given: dict[str, Any], draws: list[Any] | None = None) -> dict[str, Any]:
    """The outcome of a request that is played."""
    answer = play(verb, given, draws)
    assert "outcome" in answer, answer
    found: dict[str, Any] = answer["outcome"]
    return found


def effects(verb: str, given: dict[str, Any], draws: list[Any] | None = None) -> list[tuple[str, str, Any]]:
    """The effects of a request that is played: on, field, and what is added or set."""
    answer = play(verb, given, draws)
    assert "effects" in answer, answer
    return [
        (effect["on"], effect["field"], effect.get("change", effect.get("set")))
        for effect in answer["effects"]
    ]


def refusal(verb: str, given: dict[str, Any]) -> tuple[str | None, str | None]:
    """The clause (or for a fault of form the code) and the field of a refused input."""
    error = play(verb, given).get("error", {})
    return error.get("clause") or error.get("code"), error.get("field")


def _ask(door: Any, verb: str, request: dict[str, Any]) -> dict[str, Any]:
    line = msgspec.json.encode({"action": f"pandemonium.{verb}", **request})
    answer: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(door(line)))
    return answer
