"""An evening of a game, played for whoever wants to look around."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campaigns.services.demo import Table


@dataclass(frozen=True, kw_only=True)
class Evening:
    """The demo of a game: a session that has ended, and an open one in which something waits for GM and player."""

    name: str
    """What its campaign is called."""
    play: Callable[["Table"], None]
    agreed: Mapping[str, bool | str] = field(default_factory=dict)
    """Policies of its table that are not as usual."""
