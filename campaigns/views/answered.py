"""What stands in the place of a question that was answered: who is still asked, or who was chosen meanwhile."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.access import MemberRequest
from campaigns.models import Pending
from campaigns.queries import timeline, waiting
from campaigns.viewing import Viewer
from campaigns.views.absolute_urls import own_address
from campaigns.views.htmx import is_htmx
from campaigns.views.page_context import page_context
from rules import words
from rules.kernel.values import as_list, as_text

FACE_DOWN, CHOSEN, PAGE = "play/_face_down.html", "play/_chosen.html", "play/answered.html"
CHOICE = "tie_choice"
"""The field of what is chosen among those who stand in a question."""


def is_choice(asked: waiting.Waiting) -> bool:
    """Whether a question asks only who goes first of those who stand in it."""
    return "from" in asked.data


def choice_label() -> str:
    """What choosing is called, on its page and its button."""
    return _("Choose who goes first")


def face_down(request: MemberRequest, asked: waiting.Waiting, other: Pending) -> HttpResponse:
    """Who of two is ready and who is still asked; once they have answered too, what came of it."""
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    is_open = other.state == "open"
    seq = None if is_open else waiting.closed_by(campaign, other.pk)
    if not is_htmx(request) and not is_open:
        return redirect(
            reverse("log_entry", args=[campaign.pk, seq]) if seq else reverse("log", args=[campaign.pk])
        )
    if request.method == "GET" and is_htmx(request) and is_open:
        return HttpResponse(status=204)
    name = other.who.name if other.who and viewer.sees(other.who.visibility) else _("The other side")
    shown = timeline.one_entry(campaign, viewer, seq) if seq else None
    around = {"asked": asked, "other": name, "shown": shown, "campaign": campaign}
    if is_htmx(request):
        return render(request, FACE_DOWN, around | {"was_sent": request.method == "POST"})
    around |= {"label": words.action_words(asked.question)[0], "part": FACE_DOWN}
    return render(request, PAGE, page_context(request, here="table") | around)


def chosen(request: MemberRequest, asked: waiting.Waiting) -> HttpResponse:
    """Who was chosen meanwhile, where two could have said it: nothing is left to play."""
    campaign, seq = request.member.campaign, asked.closed_by
    shown = timeline.one_entry(campaign, Viewer.of(request.viewer), seq) if seq else None
    given = shown.main["input"] if shown and shown.main else {}
    first = [shown.names.get(as_text(one)) for one in as_list(given.get(CHOICE, ()))] if shown else []
    who = ", ".join(name for name in first if isinstance(name, str))
    back = own_address(request, request.POST.get("next", "")) or reverse("table", args=[campaign.pk])
    around = {"asked": asked, "who": who, "back": back, "campaign": campaign}
    if is_htmx(request):
        return render(request, CHOSEN, around | {"was_sent": request.method == "POST"})
    around |= {"label": choice_label(), "part": CHOSEN, "was_sent": True}
    return render(request, PAGE, page_context(request, here="table") | around)
