"""The campaign's first page."""

from collections.abc import Mapping
from uuid import UUID

from django import forms
from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, members_only
from campaigns.forms.npcs import NpcLineForm
from campaigns.forms.sessions import ClockForm, NamedForm, NoteForm, SeatForm
from campaigns.queries import home
from campaigns.viewing import Viewer
from campaigns.views.cast import cast_of
from campaigns.views.first_steps import first_steps
from campaigns.views.live_page import live_page, render_page
from campaigns.views.page_context import page_context
from campaigns.views.presence import strip
from campaigns.views.waiting import answered_calls, others_calls, own_turns, pendings_of


@members_only
@require_safe
@live_page
def campaign_home(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Who is in play, what waits for whom, the sessions, the seats, the people."""
    return render_home(request)


def render_home(
    request: MemberRequest, faulty: Mapping[str, forms.Form] | None = None, status: int = 200
) -> HttpResponse:
    """The page, with a form whose words were not understood in the place of an empty one."""
    frame = page_context(request, here="home")
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    people = home.people(campaign)
    around = cast_of(request, frame["questions"], frame["state"].policy, frame["state"].settings)
    others = others_calls(request, frame["questions"], frame["turns"])
    session, evenings = frame["state"].session, home.sessions(campaign)
    has_begun = bool(evenings)
    waits = [asked for asked in frame["questions"] if asked.concerns(around["games"])]
    context = frame | {
        **around,
        "page_address": frame["campaign_url"],  # also of the page that answers a form
        "policy": frame["policy"] if has_begun else "",  # nothing was played that it could be about
        "pendings": [
            *own_turns(frame["calls"]),
            # Whoever comes here looks for what they can do themselves.
            *sorted(pendings_of(request, waits, others["standings"]), key=lambda one: not one.get("yours")),
            *others["turns"],
        ],
        "answered": answered_calls(request, session.born if session else 0),
        "sessions": evenings,
        # A form that came back faulty stands where it was, whatever else is still to come.
        "has_begun": has_begun or bool(faulty),
        "steps": [] if faulty else first_steps(request, around, people, has_begun=has_begun),
        "seats": home.seats(campaign, frame["state"], viewer, people),
        "people": people,
        "presence": strip(request),
        "drafts": home.drafts(request.viewer),
        "log_url": reverse("log", args=[campaign.pk]),
        "table_url": reverse("table", args=[campaign.pk]),
        "session_form": NamedForm(auto_id="session-%s"),
        "scene_form": NamedForm(auto_id="scene-%s"),
        "clock_form": ClockForm(auto_id="clock-%s"),
        "seat_form": SeatForm(auto_id="seat-%s"),
        "note_form": NoteForm(auto_id="note-%s"),
        "npc_form": NpcLineForm(around["games"].in_order()) if frame["is_gm"] else None,
        **(faulty or {}),
    }
    return render_page(request, "campaign/home.html", context, status=status)
