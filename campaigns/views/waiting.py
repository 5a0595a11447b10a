"""What waits, in words: whose answer it is, and where it is given."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Required, TypedDict
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.access import MemberRequest
from campaigns.forms.action.posted import flat
from campaigns.forms.people import new_key
from campaigns.game import game_of
from campaigns.game.waiting import Place
from campaigns.policy import ASKED_BY_GM, ASKED_OF_GM, PROPOSED
from campaigns.queries import calls
from campaigns.queries.bonuses import SIZES, proposal_in
from campaigns.queries.calls import Call, Standing
from campaigns.queries.waiting import Waiting, field_to_write
from campaigns.views.addresses import addresses_of
from rules import words
from rules.kernel.values import as_values


class Pending(TypedDict, total=False):
    """What `components/_pending.html` takes."""

    question: Required[str]
    who: str
    """Who answers."""
    is_named: bool
    """Whether the question begins with whoever answers."""
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
    standing: Standing
    """Since when it waits and whether they have seen it, for the GM."""


class CallLine(TypedDict, total=False):
    key: Required[str]
    text: Required[str]
    url: Required[str]
    kind: Required[str]
    pending: Pending
    """What is answered in the line itself, as `components/_proposal.html` takes it."""


def pendings_of(
    request: MemberRequest, questions: list[Waiting], standings: Mapping[str, Standing] | None = None
) -> list[Pending]:
    """What waits, as `components/_pending.html` takes it; the GM is told how it stands."""
    found = [_pending(waiting, request) for waiting in questions]
    for waiting, shown in zip(questions, found, strict=True):
        if standings and waiting.id in standings:
            shown["standing"] = standings[waiting.id]
    return found


def own_turns(called: Sequence[CallLine]) -> list[Pending]:
    """What this person is called to that is no question, as `components/_pending.html` takes it."""
    own = (call for call in called if call["kind"] != "question")
    return [
        {"question": call["text"], "who": "", "yours": True, "url": call["url"], "action": _("Go there")}
        for call in own
    ]


class AnsweredLine(TypedDict):
    """What `campaign/_answered.html` takes of a call that is answered."""

    who: str
    what: str
    state: str
    seen: datetime | None
    seq: int | None


def answered_calls(request: MemberRequest, since: int) -> list[AnsweredLine]:
    """The newest questions to players that are answered, for the GM."""
    if not request.viewer.is_gm or request.is_viewing_as:
        return []
    return [
        {
            "who": one.who,
            "what": words.action_words(one.action)[0],
            "state": one.state,
            "seen": one.seen,
            "seq": one.seq,
        }
        for one in calls.answered(request.member.campaign, since)
    ]


def calls_of(request: MemberRequest, questions: list[Waiting], turns: Sequence[Call]) -> list[CallLine]:
    """What this person can do now because somebody waits for it: the one line of it, and where it is done."""
    if request.is_viewing_as or request.viewer.role == "observer":
        return []
    campaign = request.member.campaign
    found: list[CallLine] = []
    for waiting in questions:
        if waiting.is_call and (url := question_url(request, waiting, is_called=True)):
            pending = _pending(waiting, request)
            line: CallLine = {
                "key": waiting.id,
                "text": pending["question"],
                "url": url,
                "kind": "question",
            }
            found.append({**line, "pending": pending} if "answer_url" in pending else line)
    for call in turns:
        if calls.is_for(call, request.viewer):
            text, url = _told(call), _page_of(call, campaign.pk)
            key = calls.key_of(campaign, call)
            found.append({"key": key, "text": text, "url": url, "kind": call.what})
    return found


class OthersCalls(TypedDict):
    """What the GM is told of what waits for players: how their questions stand, by id, and whose turn it is."""

    standings: Mapping[str, Standing]
    turns: list[Pending]


def others_calls(request: MemberRequest, questions: list[Waiting], turns: Sequence[Call]) -> OthersCalls:
    """What waits for players, each with since when and whether it was seen; nothing for anybody but the GM."""
    if not request.viewer.is_gm or request.is_viewing_as:
        return {"standings": {}, "turns": []}
    campaign = request.member.campaign
    called = {calls.key_of(campaign, call): call for call in turns if call.owner}
    standings = calls.standings(campaign, questions, called)
    lines: list[Pending] = [
        {
            "question": _told(call),
            "who": call.name,
            "aside": _told(call),
            "yours": False,
            "url": _page_of(call, campaign.pk),
            "action": _("Act for them"),
            "standing": standings[key],
        }
        for key, call in called.items()
    ]
    return {"standings": standings, "turns": lines}


def _told(call: Call) -> str:
    return str(call.text) % {"name": call.name}


def _page_of(call: Call, campaign: UUID) -> str:
    return reverse(call.page, args=[campaign, *([call.who] if call.is_about_them else [])])


def question_url(request: MemberRequest, question: Waiting, *, is_called: bool = False) -> str | None:
    """Where a question is answered: a page of its game's where there is one, else the form of its action."""
    campaign = request.member.campaign
    page_of = game_of(question.question).waiting.page_of
    place = page_of(campaign, question, is_called) if question.clause != ASKED_OF_GM else None
    if place is None:
        return addresses_of(campaign.pk).of("pending_answer", question.id)
    url = _address(place, campaign.pk)
    return f"{url}#{place.fragment}" if url and place.fragment else url


def _address(place: Place, campaign: UUID) -> str | None:
    """The address of a page; None where a question that was brought in names what can be no record."""
    try:
        return addresses_of(campaign).of(place.name, *[str(UUID(str(one))) for one in place.args])
    except ValueError:
        return None


def _pending(one: Waiting, request: MemberRequest) -> Pending:
    writes = field_to_write(one)
    label, _help = words.field_words(one.system, writes) if writes else words.action_words(one.question)
    answered_as = "" if writes else game_of(one.question).waiting.answered_as(one)
    who = one.who_name or _("the GM")
    waits_for = one.first or (_("the GM") if one.for_role == "gm" else one.asked_name)
    asked = one.question if one.clause not in (ASKED_BY_GM, ASKED_OF_GM) else ""
    waits = game_of(asked).waiting
    own = waits.titles.get(asked)
    what = (one.named or waits.unnamed) if asked in waits.names else label
    by_people = one.clause in (ASKED_BY_GM, PROPOSED)
    asks_whether = None if by_people else game_of(one.question).waiting.yes_or_no.get(one.question)
    title = str(own or _("%(who)s: %(what)s")) % {"who": who, "what": what}
    url = question_url(request, one) if one.is_ready and not request.is_viewing_as else None
    if one.clause == PROPOSED:
        title = _asked_for(one)
    elif one.clause == ASKED_OF_GM:
        title = _("%(who)s asks: %(what)s") % {"who": who, "what": label}
    if asks_whether:
        named = one.named or game_of(one.question).waiting.unnamed
        title = str(asks_whether[1]) % {"who": who, "what": named}
    is_named = title.startswith(str(waits_for))
    shown: Pending = {
        "question": title,
        "who": waits_for,
        "is_named": is_named,
        "aside": title if is_named else f"{waits_for}: {title}",
        "yours": one.is_call,
        "url": url,
        "action": answered_as or label if one.for_me else _("Act for them"),
        "clause": one.clause,
        "optional": one.optional,
    }
    if one.clause == PROPOSED and url:
        shown["answer_url"] = reverse("answer_proposal", args=[request.member.campaign_id, one.id])
        shown["sizes"] = SIZES
    elif asks_whether and url:
        campaign = request.member.campaign_id
        given = flat(as_values(one.data.get("given", {})))
        said = {name: str(value) for name, value in given.items() if isinstance(value, str)}
        shown["answer_url"] = reverse("pending_answer", args=[campaign, one.id])
        shown["said"] = {"key": new_key(), **said}
        shown["yes_or_no"] = asks_whether[0]
    return shown


def _asked_for(one: Waiting) -> str:
    """What a player proposed, in a line."""
    asked = proposal_in(one.id, one.who, one.data)
    told = {"who": one.who_name, "n": asked.dice, "words": asked.words}
    said = _("%(who)s asks for +%(n)s") % told if asked.dice else _("%(who)s asks for a bonus") % told
    return _("%(said)s: %(words)s") % {"said": said, "words": asked.words} if asked.words else said
