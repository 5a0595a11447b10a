"""A sorcerer's sheet."""

from django.http import HttpResponse
from django.shortcuts import render

from campaigns.access import MemberRequest
from campaigns.forms.people import new_key
from campaigns.games.sorcerer.sheet import reading
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer
from campaigns.views.page_context import page_context


def character_page(request: MemberRequest, sheet: Sheet) -> HttpResponse:
    """The page of a sorcerer who exists for this viewer."""
    frame = page_context(request, here="cast")
    viewer = Viewer.of(request.viewer)
    page = reading.character_page(
        request.member.campaign, viewer, frame["rights"], sheet.id, frame["questions"]
    )
    context = frame | {"page": page, "key": new_key()}
    return render(request, "games/sorcerer/sheet/character.html", context)
