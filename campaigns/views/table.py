"""The table: the cast, what you can do now, and the log as it grows."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, members_only, rights_of
from campaigns.forms.actions import ActionForm
from campaigns.forms.sessions import ClockForm, NoteForm
from campaigns.log.projector import Viewer
from campaigns.models import Record
from campaigns.queries import doing, timeline
from campaigns.views.campaign import cast_of, pendings_of
from campaigns.views.framing import frame
from rules import words

ROLL = "sorcerer.roll"
AT_HAND = {
    "player": ("sorcerer.use_ability", "sorcerer.spot_telltale", "sorcerer.perceive_humanity", "table.note"),
    "gm": (
        "sorcerer.damage",
        "sorcerer.rebel",
        "sorcerer.use_ability",
        "sorcerer.first_sight",
        "sorcerer.group_ritual",
        "table.ruling",
    ),
}
"""What is reached for most often; everything else is a search away."""


@members_only
@require_safe
def table(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The table as this viewer sees it. The head of the log is read first, so that no entry is missed."""
    context = frame(request, here="table")
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    rows = timeline.timeline_page(campaign, viewer)
    mine = [one for one in pendings_of(request, context["questions"]) if one["yours"]]
    context |= {
        **cast_of(request, context["questions"]),
        **_acts(request),
        "mine": mine,
        "others": len(context["questions"]) - len(mine),
        "rows": rows,
        "last_seq": rows[-1].seq if rows else 0,
        "clock_form": ClockForm(auto_id="clock-%s"),
        "note_form": NoteForm(auto_id="note-%s"),
    }
    return render(request, "table/table.html", context)


def _acts(request: MemberRequest) -> dict[str, Any]:
    """What this viewer can do from here: a roll at once, rituals under way, what is reached for most often."""
    campaign, member = request.member.campaign, request.viewer
    played = doing.played_by(campaign, rights_of(member))
    if member.role == "observer" or request.is_viewing_as:
        return {"roll_form": None, "played": played, "at_hand": [], "callings": []}
    everybody = Record.objects.filter(campaign=campaign, kind="character", character__state="active")
    calling = list(everybody) if member.is_gm else played
    preset = {"acting": {"id": str(played[0].pk)}} if played and not member.is_gm else {}
    return {
        "roll_form": ActionForm(ROLL, member=member, preset=preset) if played else None,
        "played": played,
        "at_hand": [
            {"label": words.action_words(one)[0], "url": reverse("play_action", args=[campaign.pk, one])}
            for one in AT_HAND["gm" if member.is_gm else "player"]
        ],
        "callings": doing.callings(campaign, Viewer.of(member), calling),
    }
