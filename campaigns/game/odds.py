"""What the odds explorer may be asked of a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from campaigns.game.terms import Given

if TYPE_CHECKING:
    from campaigns.queries.odds_questions import OddsQuestion

Event = Callable[[Given, Given, Given], tuple[bool, float]]
"""Whether something happened and the chance that it had, from an act's input, its outcome and its odds."""


@dataclass(frozen=True, kw_only=True)
class Odds:
    """What the odds explorer may be asked of a game, and what luck is measured by in it."""

    questions: Mapping[str, "OddsQuestion"] = field(default_factory=dict)
    """By the name that stands in the explorer's address: no two games have one alike."""
    events: Mapping[str, Event] = field(default_factory=dict)
    """Which event of a roll its odds spoke of, by action."""
    usual_event: Event | None = None
    """That of every other action."""
