"""The campaign's first page."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, members_only
from campaigns.forms.sessions import ClockForm, NamedForm, NoteForm, SeatForm
from campaigns.log.projector import Viewer
from campaigns.models import CampaignState
from campaigns.queries import home
from campaigns.queries.waiting import Waiting
from campaigns.views.cast import cast_of
from campaigns.views.framing import frame
from rules import words

CREATE_DEMON = "sorcerer.create_demon"
ANSWER = "sorcerer.alter_contact"
TIE = gettext_lazy("%(who)s and an ally tie: who comes first?")
TITLES = {
    "demon_city.damage": gettext_lazy("%(who)s is hit"),
    "demon_city.clash": TIE,
    "demon_city.chase": TIE,
}
"""What is asked where the action that answers it would not tell: by question."""
CALLS = ("sorcerer.contact", "sorcerer.summon", "sorcerer.bind")
"""What is answered on the page of a ritual: the Contact, and the checks after its steps."""


@members_only
@require_safe
def campaign_home(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """Who is in play, what waits for whom, the sessions, the seats, the people."""
    return render_home(request)


def render_home(
    request: MemberRequest, faulty: Mapping[str, forms.Form] | None = None, status: int = 200
) -> HttpResponse:
    """The page, with a form whose words were not understood in the place of an empty one."""
    context = frame(request, here="home")
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    context |= {
        **cast_of(request, context["questions"], need_days(context["state"])),
        "pendings": pendings_of(request, context["questions"]),
        "sessions": home.sessions(campaign),
        "seats": home.seats(campaign, context["state"], viewer),
        "people": home.people(campaign),
        "drafts": home.drafts(request.viewer),
        "log_url": reverse("log", args=[campaign.pk]),
        "table_url": reverse("table", args=[campaign.pk]),
        "session_form": NamedForm(auto_id="session-%s"),
        "scene_form": NamedForm(auto_id="scene-%s"),
        "clock_form": ClockForm(auto_id="clock-%s"),
        "seat_form": SeatForm(auto_id="seat-%s"),
        "note_form": NoteForm(auto_id="note-%s"),
        **(faulty or {}),
    }
    return render(request, "campaign/home.html", context, status=status)


def pendings_of(request: MemberRequest, questions: list[Waiting]) -> list[dict[str, Any]]:
    """What waits, as `components/_pending.html` takes it."""
    return [_pending(one, request) for one in questions]


def question_url(request: MemberRequest, question: Waiting) -> str | None:
    """Where a question is answered: its own page where there is one, else the form of its action."""
    campaign = request.member.campaign_id
    demon = question.data.get("demon")
    if question.question == CREATE_DEMON and demon:
        return _address("complete_demon", campaign, demon)
    if demon and question.who and (question.question == ANSWER or question.data.get("after") in CALLS):
        return _address("ritual", campaign, question.who, demon)
    return _address("pending_answer", campaign, question.id)


def _address(name: str, *args: object) -> str | None:
    """The address of a page; None where a question that was brought in names what can be no record."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return None


def need_days(state: CampaignState) -> int:
    """After how many days an unmet Need tells; 0 counts as 1 (SOR-NEED-04)."""
    return max(1, int(state.settings.get("sorcerer.need_days", 1)))


def _pending(one: Waiting, request: MemberRequest) -> dict[str, Any]:
    label, _help = words.action_words(one.question)
    who = one.who_name or _("the GM")
    waits_for = one.first or (_("the GM") if one.for_role == "gm" else one.who_name)
    title = str(TITLES.get(one.question, _("%(who)s: %(what)s"))) % {"who": who, "what": label}
    url = question_url(request, one) if one.is_ready and not request.is_viewing_as else None
    return {
        "question": title,
        "who": waits_for,
        "aside": title if title.startswith(str(waits_for)) else f"{waits_for}: {title}",
        "yours": one.is_ready,
        "url": url,
        "action": label,
        "clause": one.clause,
        "optional": one.optional,
    }
