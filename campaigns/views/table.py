"""The table: the cast, what you can do now, and the log as it grows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypedDict
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from campaigns.access import MemberRequest, members_only
from campaigns.forms.people import ActForm
from campaigns.forms.sessions import ClockForm, NamedForm, NoteForm
from campaigns.game import TABLE, AtTable, Place, Way, games
from campaigns.queries import at_hand, home, timeline
from campaigns.queries.layouts.parts import Roll
from campaigns.viewing import Viewer
from campaigns.views.asking import asking_cards
from campaigns.views.cast import cast_of
from campaigns.views.endings import counts_turns, endings_of
from campaigns.views.live_page import live_page, render_page
from campaigns.views.own_acts import own_last_act
from campaigns.views.page_context import PageContext, page_context
from campaigns.views.presence import strip
from campaigns.views.stage import on_stage
from campaigns.views.waiting import others_calls, pendings_of
from rules import words

OF_GM = ("table.ruling",)
"""What a GM reaches for beside what the games have."""


@members_only
@require_safe
@live_page
def table(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The table as this viewer sees it. The head of the log is read first, so that no entry is missed."""
    return render_table(request)


def render_table(
    request: MemberRequest, more: Mapping[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    """The whole page; `more` stands in the place of what a game has at the table."""
    frame = page_context(request, here="table")
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    after = request.open_page.seq if request.open_page else None
    rows = timeline.turn_to(campaign, viewer, after=after).rows
    last = rows[-1].seq if rows else after or 0
    number = request.GET.get("rolled", "")
    follows = _what_follows(request, frame)
    context = frame | {
        **follows,
        "presence": strip(request),
        "endings": list(endings_of(frame["state"], follows["glances"])) if frame["is_gm"] else [],
        "counts_turns": frame["is_gm"] and counts_turns(frame["state"], follows["glances"]),
        "on_stage": on_stage(campaign, frame["state"]) if frame["is_gm"] else None,
        "page_address": reverse("table", args=[campaign.pk]),  # also of the page that answers a form
        "rolled": next((entry for entry in rows if str(entry.seq) == number), None),
        "again": urlencode({name: str(value) for name, value in request.GET.items() if name != "rolled"}),
        "rows": rows,
        "last_seq": last,
        "fresh": after is not None,
        "clock_form": ClockForm(auto_id="clock-%s"),
        "note_form": NoteForm(auto_id="note-%s"),
        "named_form": NamedForm(auto_id="gm-%s"),
        "act_form": ActForm(auto_id="end-%s"),
        **(more or {}),
    }
    return render_page(request, "table/table.html", context, status=status, shown=last)


def _what_follows(request: MemberRequest, frame: PageContext) -> Mapping[str, Any]:
    """The parts of the page that follow the log, with what the games' templates take."""
    campaign, member, rights = request.member.campaign, request.viewer, frame["rights"]
    others = others_calls(request, frame["questions"], frame["turns"])
    askings = asking_cards(request, frame, others["standings"])
    gathered = {one for card in askings for one in card["waiting"]}
    is_acting = member.role != "observer" and not request.is_viewing_as
    around = cast_of(request, frame["questions"], frame["state"].policy)
    known = around["games"]
    questions = [asked for asked in frame["questions"] if asked.concerns(known)]
    waits = list(zip(questions, pendings_of(request, questions, others["standings"]), strict=True))
    seen = [glance.reading for glance in around["glances"]] if is_acting else []
    mine = [shown for asked, shown in waits if asked.is_call]
    hands = at_hand.hands(seen, rights)
    asked_of_gm = {asked.who for asked in frame["questions"] if asked.for_role == "gm"}
    own = {
        system: games()[system].pages.at_table(request, rights, around["glances"])
        for system in known.in_order()
    }
    parts = own.values()
    shown_hands = [_hand(character, campaign.pk) for character in hands]
    reached = [*_at_hand(request, own)] if is_acting else []
    return {
        **{name: value for part in parts for name, value in part.takes.items()},
        **around,
        "last_scene": home.last_scene(campaign, frame["state"]),
        "still_open": len(questions),
        "hands": shown_hands,
        "plays_several": len({*(one.system for one in hands), *(one["system"] for one in reached)} - {TABLE})
        > 1,
        "held_back": at_hand.held_back(seen, rights),
        "unfinished": [(one, one.id in asked_of_gm) for one in at_hand.unfinished(seen, rights)],
        "mine": mine,
        "others": [shown for asked, shown in waits if shown not in mine and asked.id not in gathered],
        "turns": others["turns"],
        "askings": askings,
        "undo_seq": own_last_act(request, rights),
        "act": next((part.act for part in parts if part.act), ""),
        "played": _by_game(own, shown_hands),
        "asides": [(aside, _url_of(aside.place, campaign.pk)) for part in parts for aside in part.asides],
        "at_hand": reached,
    }


def _url_of(place: Place, campaign: UUID) -> str:
    return reverse(place.name, args=[campaign, *place.args])


class DeedLink(TypedDict):
    label: str
    url: str


class Hand(TypedDict):
    """A character as `table/_hands.html` takes it: every roll and deed with its form, filled in as far as may be."""

    id: str
    name: str
    system: str
    url: str
    rolls: list[tuple[Roll, str]]
    deeds: list[DeedLink]


def _hand(one: at_hand.PlayedCharacter, campaign: UUID) -> Hand:
    urls = {action: reverse("play_action", args=[campaign, action]) for _label, action, _given in one.deeds}
    return {
        "id": one.id,
        "name": one.name,
        "system": one.system,
        "url": reverse("character", args=[campaign, one.id]),
        "rolls": [
            (roll, f"{reverse('play_action', args=[campaign, roll.action])}?{urlencode(roll.given)}")
            for roll in one.rolls
        ],
        "deeds": [
            {"label": label, "url": f"{urls[action]}?{urlencode(given)}"}
            for label, action, given in one.deeds
        ],
    }


class Played(TypedDict):
    """Those of one game, and the template of what stands above them."""

    system: str
    above: str
    hands: list[Hand]


def _by_game(own: Mapping[str, AtTable], hands: Sequence[Hand]) -> list[Played]:
    """Whoever is played, game by game; what stands above nobody comes first."""
    above = {system: part.above for system, part in own.items() if part.above}
    systems = dict.fromkeys(one["system"] for one in hands)
    return [
        {
            "system": one,
            "above": above.get(one, ""),
            "hands": [hand for hand in hands if hand["system"] == one],
        }
        for one in (*(one for one in above if one not in systems), *systems)
    ]


class AtHand(TypedDict):
    """What of a game is reached for most often: its pages, and its acts."""

    system: str
    ways: Sequence[Way]
    deeds: list[DeedLink]


def _at_hand(request: MemberRequest, own: Mapping[str, AtTable]) -> Iterator[AtHand]:
    """What is reached for most often, game by game; everything else is a search away."""
    for system, part in own.items():
        if part.ways or part.at_hand:
            yield {"system": system, "ways": part.ways, "deeds": _deeds(request, part.at_hand)}
    if request.viewer.is_gm:
        yield {"system": TABLE, "ways": (), "deeds": _deeds(request, OF_GM)}


def _deeds(request: MemberRequest, actions: Sequence[str]) -> list[DeedLink]:
    return [
        {
            "label": words.action_words(one)[0],
            "url": reverse("play_action", args=[request.member.campaign_id, one]),
        }
        for one in actions
    ]
