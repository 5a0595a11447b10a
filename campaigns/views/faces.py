"""A face on somebody's own page, and for whoever may the way to change it."""

from typing import TypedDict

from django.urls import reverse

from campaigns.access import MemberRequest
from campaigns.game import games
from campaigns.queries.cast import Member
from campaigns.queries.faces import Face, face_of
from campaigns.queries.layouts.plain import CHARACTERS
from campaigns.queries.templates import all_saved
from campaigns.services.images.portraits import may_change


class ShownFace(TypedDict):
    """What `characters/_own_face.html` and `characters/_portrait_tools.html` take."""

    face: Face
    portrait_url: str
    save_url: str


def portrayed() -> tuple[str, ...]:
    """The kinds of those who stand in the cast: they have portraits."""
    return (*CHARACTERS, *(kind for game in games().values() for kind in game.records.in_cast))


def shown_face(request: MemberRequest, member: Member) -> ShownFace:
    """The face of somebody who was read for the viewer of this page."""
    campaign = request.member.campaign
    changes = member.kind in portrayed() and may_change(request.member, member.owner)
    if not changes or request.is_viewing_as:
        return {"face": face_of(campaign, member), "portrait_url": "", "save_url": ""}
    portrait, save = (reverse(name, args=[campaign.pk, member.id]) for name in ("portrait", "save_template"))
    return {
        "face": face_of(campaign, member),
        "portrait_url": portrait,
        "save_url": save if member.kind in all_saved() else "",
    }
