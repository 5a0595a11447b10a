"""Which event of a roll the odds spoke of, and whether it happened: what luck is measured by."""

from campaigns.game import Event, Given, game_of
from rules.kernel.values import as_number, as_values


def event_of(action: str, given: Given, outcome: Given, odds: Given) -> tuple[bool, float] | None:
    """Whether the roll went the way of whoever acted, and the chance of that before it.

    None where the action has no such event, or where it was certain one way or the other.
    """
    found = _event_in(action)
    if found is None:
        return None
    try:
        happened, chance = found(given, outcome, odds)
    except (KeyError, IndexError, TypeError):  # this result has no such event: nothing was contested, say
        return None
    return (happened, chance) if 0 < chance < 1 else None


def has_event(action: str) -> bool:
    """Whether luck is told of an action at all."""
    return _event_in(action) is not None


def _event_in(action: str) -> Event | None:
    odds_of_game = game_of(action).odds
    return odds_of_game.events.get(action) or odds_of_game.usual_event


def flag(name: str, chance: str) -> Event:
    return lambda _given, outcome, odds: (bool(outcome[name]), as_number(odds[chance]))


def result(name: str) -> Event:
    return lambda _given, outcome, odds: (outcome["result"] == name, as_number(odds[name]))


def winner(path: str, chance: str) -> Event:
    return lambda given, outcome, odds: (
        outcome["winner"] == as_values(given[path])["id"],
        as_number(odds[chance]),
    )
