"""What waits, in words: whose answer it is, and where it is given."""

from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.access import MemberRequest
from campaigns.games.fallen.fights.reading import is_fight_on
from campaigns.log.projector import Viewer
from campaigns.policy import ASKED_BY_GM, Rights
from campaigns.queries.calls import calls
from campaigns.queries.waiting import Waiting
from rules import words
from rules.fallen.allowed import DEFEND, HIT, STRIKE
from rules.sorcerer.allowed import ANSWER, BIND

CREATE_DEMON = "sorcerer.create_demon"
TIE = gettext_lazy("%(who)s and an ally tie: who comes first?")
TITLES = {
    BIND: gettext_lazy("%(who)s Binds: are its Need and its Desire met?"),
    "demon_city.damage": gettext_lazy("%(who)s is hit"),
    "demon_city.clash": TIE,
    "demon_city.chase": TIE,
}
"""What is asked where the action that answers it would not tell: by question."""
ROUND = gettext_lazy("A round is on: announce for %(name)s")
SAID = {
    "conflict": ROUND,
    "content": gettext_lazy("All have announced: is %(name)s content?"),
    "action_round": ROUND,
    "get_up": gettext_lazy("%(name)s is out of the fight: throw to get up again"),
    "fight": gettext_lazy("It is the turn of %(name)s"),
    "complete_demon": gettext_lazy("Complete the sheet of %(name)s"),
}
"""What a call says."""
PAGES = {"content": "conflict", "get_up": "action_round"}
"""Where a call is answered, but for those named as their page."""
ANSWERED = gettext_lazy(
    "This waits no more: it was answered or put away, or it is somebody else's. The log tells what came of it."
)
"""Of a question that is not open to whoever asks for it."""
IN_A_FIGHT = (DEFEND, HIT, STRIKE)
"""What is answered on the page of the fight, where the ways to answer stand with their odds."""
CALLS = ("sorcerer.contact", "sorcerer.summon", "sorcerer.bind")
"""What is answered on the page of a ritual: the Contact, and the checks after its steps."""


def pendings_of(request: MemberRequest, questions: list[Waiting]) -> list[dict[str, Any]]:
    """What waits, as `components/_pending.html` takes it."""
    return [_pending(one, request) for one in questions]


def calls_of(request: MemberRequest, questions: list[Waiting], rights: Rights) -> list[dict[str, str]]:
    """What this person can do now because somebody waits for it: the one line of it, and where it is done."""
    if request.is_viewing_as or request.viewer.role == "observer":
        return []
    campaign = request.member.campaign
    asked = [one for one in questions if one.is_call]
    in_fight = {one.id for one in asked if one.question in IN_A_FIGHT and is_fight_on(campaign)}
    fight_url = f"{reverse('fight', args=[campaign.pk])}#fight-now"
    found = [
        (
            _pending(one, request)["question"],
            fight_url if one.id in in_fight else question_url(request, one),
            "question",
        )
        for one in asked
    ]
    for one in calls(campaign, Viewer.of(request.viewer), rights, questions):
        about = [one.who] if one.what == "complete_demon" else []
        url = reverse(PAGES.get(one.what, one.what), args=[campaign.pk, *about])
        found.append((SAID[one.what] % {"name": one.name}, url, one.what))
    return [{"text": text, "url": url, "kind": kind} for text, url, kind in found if url]


def question_url(request: MemberRequest, question: Waiting) -> str | None:
    """Where a question is answered: its own page where there is one, else the form of its action."""
    campaign = request.member.campaign_id
    demon = question.data.get("demon")
    if question.question == CREATE_DEMON and demon:
        return _address("complete_demon", campaign, demon)
    if (
        demon
        and question.who
        and (question.question in (ANSWER, BIND) or question.data.get("after") in CALLS)
    ):
        return _address("ritual", campaign, question.who, demon)
    return _address("pending_answer", campaign, question.id)


def _address(name: str, *args: object) -> str | None:
    """The address of a page; None where a question that was brought in names what can be no record."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return None


def _pending(one: Waiting, request: MemberRequest) -> dict[str, Any]:
    label, _help = words.action_words(one.question)
    who = one.who_name or _("the GM")
    waits_for = one.first or (_("the GM") if one.for_role == "gm" else one.asked_name)
    asked = one.question if one.clause != ASKED_BY_GM else ""
    title = str(TITLES.get(asked, _("%(who)s: %(what)s"))) % {"who": who, "what": label}
    url = question_url(request, one) if one.is_ready and not request.is_viewing_as else None
    return {
        "question": title,
        "who": waits_for,
        "aside": title if title.startswith(str(waits_for)) else f"{waits_for}: {title}",
        "yours": one.is_call,
        "url": url,
        "action": label,
        "clause": one.clause,
        "optional": one.optional,
    }
