"""Open questions of a table, and a player's answers to them."""

from typing import Any

from campaigns.models import Pending
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from tests.campaigns.spine import Game


def asked(game: Game, question: str) -> list[Pending]:
    found = Pending.objects.filter(record__campaign=game.campaign, question=question, state="open")
    return list(found.order_by("record__born", "pk"))


def answered(game: Game, question: str, given: dict[str, Any] | None = None) -> Played:
    """The oldest of these questions answered by the player: as it was asked, with what they say besides."""
    request = ActRequest(
        game.key(), (Request(question, given or {}),), answers=str(asked(game, question)[0].pk)
    )
    return play(game.player, request)
