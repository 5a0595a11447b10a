"""Which event of a roll the odds spoke of, and whether it happened: what luck is measured by."""

from collections.abc import Callable, Mapping
from typing import Any

Told = Mapping[str, Any]
Event = Callable[[Told, Told, Told], tuple[bool, float]]


def event_of(action: str, given: Told, outcome: Told, odds: Told) -> tuple[bool, float] | None:
    """Whether the roll went the way of whoever acted, and the chance of that before it.

    None where the action has no such event, or where it was certain one way or the other.
    """
    found = EVENTS.get(action) or SYSTEMS.get(action.partition(".")[0])
    if found is None:
        return None
    try:
        happened, chance = found(given, outcome, odds)
    except (KeyError, IndexError, TypeError):  # this result has no such event: nothing was contested, say
        return None
    return (happened, chance) if 0 < chance < 1 else None


def _flag(name: str, chance: str) -> Event:
    return lambda _given, outcome, odds: (bool(outcome[name]), float(odds[chance]))


def _result(name: str) -> Event:
    return lambda _given, outcome, odds: (outcome["result"] == name, float(odds[name]))


def _winner(path: str, chance: str) -> Event:
    return lambda given, outcome, odds: (outcome["winner"] == given[path]["id"], float(odds[chance]))


def _severity(_given: Told, outcome: Told, odds: Told) -> tuple[bool, float]:
    return outcome["severity"] != "none", 1 - float(odds["none"])


def _at_least_one(_given: Told, outcome: Told, odds: Told) -> tuple[bool, float]:
    chance = odds["success"] if "success" in odds else odds["at_least"][1]
    return bool(outcome["success"]), float(chance)


SYSTEMS: Mapping[str, Event] = {
    "sorcerer": _flag("success", "success"),
    "pandemonium": _severity,
    "demon_city": _flag("success", "win"),
}

EVENTS: Mapping[str, Event] = {
    "fallen.roll": _result("success"),
    "fallen.strafe": _result("success"),
    "fallen.knockdown": _result("success"),
    "fallen.attack": _result("hit"),
    "fallen.strike": _result("hit"),
    "fallen.defend": _flag("avoided", "avoided"),
    "fallen.escape": _flag("freed", "freed"),
    "fallen.ambush": _result("surprise"),
    "fallen.resisted_roll": _winner("acting", "acting"),
    "demon_city.opposed_throw": _winner("actor", "win"),
    "pandemonium.roll": _at_least_one,
    "pandemonium.act_against_hindrance": _flag("acts", "success"),
    "pandemonium.resist": lambda _given, outcome, odds: (bool(outcome["affected"]), 1 - float(odds["none"])),
}
