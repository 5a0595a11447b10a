"""What all look at together until it is turned over, in a line on every page."""

from typing import TypedDict

from django.urls import reverse

from campaigns.access import MemberRequest
from campaigns.game import Gathering, games
from campaigns.viewing import Viewer


class GatheringLine(TypedDict):
    """What `components/_gathering.html` takes of each."""

    told: Gathering
    url: str


def gatherings_of(request: MemberRequest) -> list[GatheringLine]:
    """What gathers now, game by game, but on the page where it is seen as it is."""
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    found = [game.waiting.gathering(campaign, viewer) for game in games().values()]
    lines = [GatheringLine(told=one, url=reverse(one.page, args=[campaign.pk])) for one in found if one]
    return [line for line in lines if line["url"] != request.path]
