"""What waits, in words: whose answer it is, and where it is given."""

from typing import Required, TypedDict
from uuid import UUID

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from campaigns.access import MemberRequest
from campaigns.forms.action.posted import flat
from campaigns.forms.people import new_key
from campaigns.game import game_of
from campaigns.policy import ASKED_BY_GM, ASKED_OF_GM, PROPOSED, Rights
from campaigns.queries.bonuses import SIZES, proposal_in
from campaigns.queries.calls import calls
from campaigns.queries.waiting import Waiting, field_to_write
from campaigns.viewing import Viewer
from rules import words
from rules.kernel.values import as_values


class Pending(TypedDict, total=False):
    """What `components/_pending.html` takes."""

    question: Required[str]
    who: str
    """Who answers."""
    aside: str
    yours: bool
    url: str | None
    action: str
    clause: str
    optional: bool
    since: str
    answer_url: str
    """Where the GM answers what was proposed in one tap, with one of `sizes`."""
    sizes: tuple[int, ...]
    said: dict[str, str]
    """What the player said of an act that the GM lets be played in one tap, by control."""
    yes_or_no: str
    """The control by which."""


class CallLine(TypedDict, total=False):
    text: Required[str]
    url: Required[str]
    kind: Required[str]
    pending: Pending
    """What is answered in the line itself, as `components/_proposal.html` takes it."""


def pendings_of(request: MemberRequest, questions: list[Waiting]) -> list[Pending]:
    """What waits, as `components/_pending.html` takes it."""
    return [_pending(waiting, request) for waiting in questions]


def calls_of(request: MemberRequest, questions: list[Waiting], rights: Rights) -> list[CallLine]:
    """What this person can do now because somebody waits for it: the one line of it, and where it is done."""
    if request.is_viewing_as or request.viewer.role == "observer":
        return []
    campaign = request.member.campaign
    found: list[CallLine] = []
    for waiting in questions:
        if waiting.is_call and (url := question_url(request, waiting, is_called=True)):
            pending = _pending(waiting, request)
            line: CallLine = {"text": pending["question"], "url": url, "kind": "question"}
            found.append({**line, "pending": pending} if "answer_url" in pending else line)
    for call in calls(campaign, Viewer.of(request.viewer), rights, questions):
        url = reverse(call.page, args=[campaign.pk, *([call.who] if call.is_about_them else [])])
        found.append({"text": str(call.text) % {"name": call.name}, "url": url, "kind": call.what})
    return found


def question_url(request: MemberRequest, question: Waiting, *, is_called: bool = False) -> str | None:
    """Where a question is answered: a page of its game's where there is one, else the form of its action."""
    campaign = request.member.campaign
    page_of = game_of(question.question).waiting.page_of
    place = page_of(campaign, question, is_called) if question.clause != ASKED_OF_GM else None
    if place is None:
        return _address("pending_answer", campaign.pk, question.id)
    url = _address(place.name, campaign.pk, *place.args)
    return f"{url}#{place.fragment}" if url and place.fragment else url


def _address(name: str, *args: UUID | str | None) -> str | None:
    """The address of a page; None where a question that was brought in names what can be no record."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return None


def _pending(one: Waiting, request: MemberRequest) -> Pending:
    writes = field_to_write(one)
    label, _help = words.field_words(one.system, writes) if writes else words.action_words(one.question)
    who = one.who_name or _("the GM")
    waits_for = one.first or (_("the GM") if one.for_role == "gm" else one.asked_name)
    asked = one.question if one.clause not in (ASKED_BY_GM, ASKED_OF_GM) else ""
    waits = game_of(asked).waiting
    own = waits.titles.get(asked)
    what = (one.named or waits.unnamed) if asked in waits.names else label
    asks_whether = None
    title = str(own or _("%(who)s: %(what)s")) % {"who": who, "what": what}
    url = question_url(request, one) if one.is_ready and not request.is_viewing_as else None
    if one.clause == PROPOSED:
        title = _asked_for(one)
    elif one.clause == ASKED_OF_GM:
        asks_whether = game_of(one.question).waiting.yes_or_no.get(one.question)
        told = str(asks_whether[1]) if asks_whether else _("%(who)s asks: %(what)s")
        what = (one.named or game_of(one.question).waiting.unnamed) if asks_whether else label
        title = told % {"who": who, "what": what}
    shown: Pending = {
        "question": title,
        "who": waits_for,
        "aside": title if title.startswith(str(waits_for)) else f"{waits_for}: {title}",
        "yours": one.is_call,
        "url": url,
        "action": label,
        "clause": one.clause,
        "optional": one.optional,
    }
    if one.clause == PROPOSED and url:
        shown["answer_url"] = reverse("answer_proposal", args=[request.member.campaign_id, one.id])
        shown["sizes"] = SIZES
    elif one.clause == ASKED_OF_GM and asks_whether and url:
        campaign = request.member.campaign_id
        given = flat(as_values(one.data.get("given", {})))
        said = {name: str(value) for name, value in given.items() if isinstance(value, str)}
        shown["answer_url"] = reverse("pending_answer", args=[campaign, one.id])
        shown["said"] = {"key": new_key(), "next": reverse("table", args=[campaign]), **said}
        shown["yes_or_no"] = asks_whether[0]
    return shown


def _asked_for(one: Waiting) -> str:
    """What a player proposed, in a line."""
    asked = proposal_in(one.id, one.who, one.data)
    told = {"who": one.who_name, "n": asked.dice, "words": asked.words}
    said = _("%(who)s asks for +%(n)s") % told if asked.dice else _("%(who)s asks for a bonus") % told
    return _("%(said)s: %(words)s") % {"said": said, "words": asked.words} if asked.words else said
