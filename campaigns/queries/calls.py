"""What waits and is no question: whose turn it is to announce or to act, and a sheet that something waits for."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from campaigns.game import games
from campaigns.models import Campaign
from campaigns.policy import Rights
from campaigns.queries.waiting import Waiting
from campaigns.viewing import Viewer


@dataclass(frozen=True)
class Call:
    """Somebody whose player is to do something now: what of, in words with their name, and the page for it."""

    what: str
    who: str
    name: str
    text: Promise
    page: str
    is_about_them: bool = False
    """Whether the page is one of its own for `who`."""


def calls(campaign: Campaign, viewer: Viewer, rights: Rights, questions: Sequence[Waiting]) -> list[Call]:
    """Who is called now, game by game; observers watch."""
    if rights.member.role == "observer":
        return []
    return [
        call for game in games().values() for call in game.waiting.calls(campaign, viewer, rights, questions)
    ]
