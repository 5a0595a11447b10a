"""The table: the cast, what you can do now, and the log as it grows."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import MemberRequest, members_only, players_only, rights_of
from campaigns.forms.action_errors import told_to
from campaigns.forms.people import ActForm
from campaigns.forms.sessions import ClockForm, NamedForm, NoteForm
from campaigns.games.demon_city.decks import reading as decks
from campaigns.games.demon_city.rounds import reading as rounds
from campaigns.games.sorcerer.conflict import announcements
from campaigns.games.sorcerer.quick_roll.forms import QuickRoll, quick_roll
from campaigns.log.projector import Viewer
from campaigns.models import Campaign, Record
from campaigns.queries import cast, doing, timeline
from campaigns.queries.cast import Member
from campaigns.services.playing import ActRequest, Played, play
from campaigns.views.cast import cast_of
from campaigns.views.framing import frame
from campaigns.views.own_acts import own_last_act
from campaigns.views.refusals import is_htmx
from campaigns.views.waiting import pendings_of
from rules import words

AT_HAND = {
    "player": ("sorcerer.use_ability", "sorcerer.spot_telltale", "sorcerer.perceive_humanity"),
    "gm": (
        "sorcerer.damage",
        "sorcerer.rebel",
        "sorcerer.use_ability",
        "sorcerer.first_sight",
        "table.ruling",
    ),
}
"""What is reached for most often; everything else is a search away."""

OF_DEMONS = ("sorcerer.use_ability", "sorcerer.rebel", "sorcerer.first_sight")
"""What takes a demon that is here and in one's own hands."""


@members_only
@require_safe
def table(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The table as this viewer sees it. The head of the log is read first, so that no entry is missed."""
    if "parts" in request.GET:
        context = frame(request, here="table")
        return render(request, "table/_parts.html", context | _what_follows(request, context))
    return _render(request)


@players_only
@require_http_methods(["GET", "HEAD", "POST"])
def roll_at_table(request: MemberRequest, campaign_id: UUID) -> HttpResponse:
    """The quick roll by itself: with somebody else chosen, or played."""
    if request.method != "POST":
        return _answer(request, _roll(request, _in_play(request)))
    found = _roll(request, _in_play(request), request.POST)
    if found is None:
        return redirect("table", campaign_id)
    if found.form.is_draft:
        return _answer(request, found)
    if not found.form.is_valid():
        return _answer(request, found, status=422)
    done, status = told_to(found.form, lambda: play(request.member, _act(found)))
    return _rolled(request, found, done) if done else _answer(request, found, status=status)


def _answer(request: MemberRequest, found: QuickRoll | None, status: int = 200) -> HttpResponse:
    if not is_htmx(request):
        return _render(request, found, status=status)
    context = {"roll": found, "campaign": request.member.campaign}
    return render(request, "table/_roll.html", context, status=status)


def _rolled(request: MemberRequest, found: QuickRoll, done: Played) -> HttpResponse:
    """What came of it, in the place of the form; without script on the table itself."""
    campaign, seq = request.member.campaign, done.entry.seq
    if not is_htmx(request):
        query = f"{found.again}&{urlencode({'rolled': seq})}"
        return redirect(f"{reverse('table', args=[campaign.pk])}?{query}#act")
    shown = timeline.one_entry(campaign, Viewer.of(request.viewer), seq)
    context = {"rolled": shown, "again": found.again, "campaign": campaign, "fresh": True}
    return render(request, "table/_rolled.html", context | {"undo_seq": own_last_act(request)})


def _act(found: QuickRoll) -> ActRequest:
    form = found.form
    return ActRequest(
        key=form.key,
        steps=(form.request(),),
        nonce=form.nonce,
        hand=form.hand,
        on_behalf_of=form.on_behalf_of,
    )


def _render(request: MemberRequest, roll: QuickRoll | None = None, status: int = 200) -> HttpResponse:
    context = frame(request, here="table")
    campaign, viewer = request.member.campaign, Viewer.of(request.viewer)
    rows = timeline.timeline_page(campaign, viewer)
    number = request.GET.get("rolled", "")
    follows = _what_follows(request, context)
    around = [one.member for one in follows["glances"]]
    roll = roll or _roll(request, around)
    context |= {
        **follows,
        "roll": roll,
        "rolled": next((one for one in rows if str(one.seq) == number), None),
        "again": urlencode({name: str(value) for name, value in request.GET.items() if name != "rolled"}),
        "rows": rows,
        "last_seq": rows[-1].seq if rows else 0,
        "clock_form": ClockForm(auto_id="clock-%s"),
        "note_form": NoteForm(auto_id="note-%s"),
        "named_form": NamedForm(auto_id="gm-%s"),
        "act_form": ActForm(auto_id="end-%s"),
        "at_hand": _at_hand(request, around, has_sorcerers=roll is not None),
    }
    return render(request, "table/table.html", context, status=status)


def _what_follows(request: MemberRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The parts of the page that follow the log."""
    campaign, member, rights = request.member.campaign, request.viewer, context["rights"]
    played = doing.played_by(campaign, rights)
    everybody = Record.objects.filter(campaign=campaign, kind="character", character__state="active")
    waits = list(zip(context["questions"], pendings_of(request, context["questions"]), strict=True))
    mine = [shown for asked, shown in waits if asked.is_call]
    is_acting = member.role != "observer" and not request.is_viewing_as
    around = cast_of(request, context["questions"])
    hands = doing.hands((one.reading for one in around["glances"]), rights) if is_acting else []
    return {
        **around,
        "decks": _decks(campaign, Viewer.of(member), hands),
        "hands": [_hand(one, campaign.pk) for one in hands],
        "mine": mine,
        "others": [shown for _asked, shown in waits if shown not in mine],
        "played": played,
        "callings": doing.callings(campaign, Viewer.of(member), list(everybody) if member.is_gm else played),
        "may_call": bool(played) and is_acting,
        "is_round_on": announcements.is_round_on(campaign, Viewer.of(member)),
        "undo_seq": own_last_act(request),
    }


def _roll(request: MemberRequest, seen: Iterable[Member], sent: QueryDict | None = None) -> QuickRoll | None:
    """The quick roll for or against one of those that this viewer sees."""
    if request.viewer.role == "observer" or request.is_viewing_as:
        return None
    rollers = doing.rollers(seen, rights_of(request.viewer))
    return quick_roll(request.viewer, rollers, request.GET, sent)


def _in_play(request: MemberRequest) -> list[Member]:
    return cast.of_kind(request.member.campaign, Viewer.of(request.viewer), *doing.SCORES)


def _hand(one: doing.Hand, campaign: UUID) -> dict[str, Any]:
    """A character as `table/_hands.html` takes it: every roll and deed with its form, filled in as far as may be."""
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


def _decks(campaign: Campaign, viewer: Viewer, hands: list[doing.Hand]) -> dict[str, Any] | None:
    """Where somebody throws with cards: whether the decks for it stand (DEC-DECK-01), and who of these announces."""
    if not any(one.system == "demon_city" for one in hands):
        return None
    both_stand = len(decks.standing(campaign)) == len(decks.BOTH)
    on = rounds.announces_next(campaign, viewer)
    announces = next((one.name for one in hands if one.id == on), "")
    return {"both_stand": both_stand, "form": ActForm(auto_id="decks-%s"), "announces": announces}


def _at_hand(
    request: MemberRequest, around: Iterable[Member], *, has_sorcerers: bool
) -> list[dict[str, str]]:
    if request.viewer.role == "observer" or request.is_viewing_as:
        return []
    rights = rights_of(request.viewer)
    ours = [one for one in around if one.kind == "demon" and doing.speaks_for(one, rights)]
    has_demons = any(one["state"] in doing.IN_PLAY for one in ours)
    return [
        {
            "label": words.action_words(one)[0],
            "url": reverse("play_action", args=[request.member.campaign_id, one]),
        }
        for one in AT_HAND["gm" if request.viewer.is_gm else "player"]
        if has_sorcerers or not one.startswith("sorcerer.")
        if has_demons or one not in OF_DEMONS
    ]
