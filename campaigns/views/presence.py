"""What a member's open page says of them: that they are there, away or back, and which calls they have been shown."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from campaigns.access import MemberRequest, members_only
from campaigns.queries.presence import GONE, Attendee, attendance
from campaigns.services import limits
from campaigns.services import presence as services
from campaigns.views.htmx import is_htmx
from campaigns.views.refusals import answering_refusals

IN_WORDS: dict[str, tuple[str, Promise]] = {
    "here": ("circle-check", gettext_lazy("here")),
    "quiet": ("circle-ellipsis", gettext_lazy("quiet")),
    "away": ("circle-pause", gettext_lazy("away")),
}
CALL = re.compile(r"[0-9a-z._:-]{1,100}")
MOST_SAID = 20
"""So many calls at most are said to be seen at once; a page shows fewer."""


class AttendeeLine(TypedDict):
    """One of `components/_presence.html`."""

    name: str
    colour: str
    state: str
    icon: str
    words: Promise


class Strip(TypedDict):
    """What `components/_presence.html` takes: all who belong, and how the reader says that they go or are back."""

    there: Sequence[AttendeeLine]
    gone: Sequence[str]
    may_say: bool
    is_away: bool


def strip(request: MemberRequest) -> Strip:
    """Who is there. It is the same for all members, but for what they say of themselves."""
    found = _attending(request)
    own = next((one for one in found if one.id == str(request.viewer.pk)), None)
    may_say = own is not None and own.state in IN_WORDS and not request.viewer.is_gm
    return {
        "there": [_line(one) for one in found if one.state in IN_WORDS],
        "gone": [one.name for one in found if one.state not in IN_WORDS],
        "may_say": may_say and not request.is_viewing_as,
        "is_away": own is not None and own.state == "away",
    }


def presence_words(request: MemberRequest) -> dict[str, AttendeeLine]:
    """How each member who is there now is, by id."""
    found = _attending(request)
    return {one.id: _line(one) for one in found if one.state in IN_WORDS}


def _attending(request: MemberRequest) -> list[Attendee]:
    """All who belong. Whoever reads this is there, though no process has said so yet."""
    reader = str(request.member.pk)
    return [
        replace(one, state="here") if one.id == reader and one.state == GONE else one
        for one in attendance(request.member.campaign)
    ]


def _line(one: Attendee) -> AttendeeLine:
    icon, words = IN_WORDS[one.state]
    return {"name": one.name, "colour": one.colour, "state": one.state, "icon": icon, "words": words}


@members_only
@require_POST
@answering_refusals
def say_presence(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """They touched their page just now; `away` says that they go, or are back."""
    limits.SIGN.take(str(request.member.pk))
    away = {"yes": True, "no": False}.get(request.POST.get("away", ""))
    services.say(request.member, is_away=away)
    return HttpResponse(status=204) if is_htmx(request) else redirect("table", campaign_id)


@members_only
@require_POST
@answering_refusals
def see_calls(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """A page that they look at has shown them these calls."""
    limits.SIGN.take(str(request.member.pk))
    said = [one for one in request.POST.getlist("call")[:MOST_SAID] if CALL.fullmatch(one)]
    if said:
        services.see(request.member, said)
    return HttpResponse(status=204)
