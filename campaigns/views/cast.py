"""The cast as the campaign's home and the table show it: each with their state at a glance."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import TypedDict

from django.utils.translation import gettext as _

from campaigns.access import MemberRequest
from campaigns.game import Way, game_of, games
from campaigns.policy import ASKED_OF_GM, PROPOSED, Rights
from campaigns.queries import home
from campaigns.queries.at_hand import speaks_for
from campaigns.queries.bonuses import SIZES, Bonuses
from campaigns.queries.cast import Member
from campaigns.queries.clauses import systems
from campaigns.queries.games import KnownGames, games_among
from campaigns.queries.home import Glance
from campaigns.queries.layouts.parts import Chip
from campaigns.queries.layouts.plain import page_of
from campaigns.queries.waiting import Waiting
from campaigns.state.kinds import fits
from campaigns.viewing import Viewer
from campaigns.views.addresses import Addresses, addresses_of
from campaigns.views.cast_rows import CastRow, rows_of
from campaigns.views.shown_member import Grants, ShownMember
from rules import words
from rules.kernel.values import Values
from rules.table.moments import ROLLS

AWAY = ("draft", "lost", "dead", "banished", "annihilated", "beyond", "contacted")
"""States of a character or demon that say more than that they are in play."""


class CastContext(TypedDict):
    """What `table/_cast.html` takes, and those that it shows as they were read."""

    glances: list[Glance]
    games: KnownGames
    is_mixed: bool
    """Whether those who are shown play different games."""
    cast_ways: list[Way]
    cast: list[ShownMember]
    cast_rows: list[CastRow]
    """The same, with several who were made in one line in one row."""
    gone: list[ShownMember]


def cast_of(
    request: MemberRequest,
    questions: list[Waiting],
    policies: Values,
    settings: Values = MappingProxyType({}),
) -> CastContext:
    """The cast as this viewer sees it, those that are gone apart; `settings` where what is shown goes by them."""
    glances = home.glances(request.member.campaign, Viewer.of(request.viewer), questions, settings)
    owners = ((one.member.kind, one.member.owner) for one in glances)
    known = games_among(request.viewer, owners, policies)
    found = sorted(glances, key=lambda one: known.place(one.reading.system))
    bonuses, addresses = Bonuses(request.member.campaign_id), addresses_of(request.member.campaign_id)
    shown = [_shown(glance, request, bonuses, known, addresses) for glance in found]
    here = [(glance, one) for glance, one in zip(found, shown, strict=True) if not one["is_gone"]]
    return {
        "glances": found,
        "games": known,
        "is_mixed": len({one.reading.system for one in found if not one.is_gone}) > 1,
        "cast_ways": list(_ways(found, known)),
        "cast": [one for _glance, one in here],
        "cast_rows": rows_of(here, _acting(request, policies), addresses),
        "gone": [one for one in shown if one["is_gone"]],
    }


def _acting(request: MemberRequest, policies: Values) -> Rights | None:
    """What whoever looks may do; None for those who do nothing here."""
    is_acting = request.viewer.role != "observer" and not request.is_viewing_as
    return Rights(request.viewer, policies) if is_acting else None


def _ways(seen: list[Glance], known: KnownGames) -> Iterator[Way]:
    """Where those who are seen are played, of the games that concern this viewer."""
    here = {glance.reading.system for glance in seen}.intersection(known.shown)
    for game in games().values():
        if game.code in here and game.pages.way and game.pages.way.is_main:
            yield game.pages.way


def _shown(
    one: Glance, request: MemberRequest, bonuses: Bonuses, known: KnownGames, addresses: Addresses
) -> ShownMember:
    member = one.member
    shown: ShownMember = {
        "name": member.name,
        "url": addresses.of(page_of(member.kind), member.id),
        "kind": _kind_words(one),
        "face": one.face,
        "game": one.reading.system,
        "scores": [{"label": label, "value": value} for label, value in one.glimpse.scores],
        "chips": [
            *_chips(one, known),
            *(Chip(bonus.label, "magic", "plus") for bonus in bonuses.of(member.id)),
        ],
        "track": one.glimpse.track,
        "brief": one.glimpse.brief or (one.glimpse.track.words if one.glimpse.track else ""),
        "is_gone": one.is_gone,
        "more": one.glimpse.more,
        "id": member.id,
        "ask_url": _ask_url(one, request, addresses),
        "whisper_url": _whisper_url(one, request, addresses),
        "change_url": _change_url(one, request, addresses),
        "is_noted": not request.viewer.is_gm,
    }
    if request.viewer.is_gm and not one.is_gone and fits(member.kind, ROLLS, one.reading.system):
        shown["grants"] = _grants(member, bonuses, addresses)
    return shown


def _grants(who: Member, bonuses: Bonuses, addresses: Addresses) -> Grants:
    return {
        "url": addresses.of("grant_bonus", who.id),
        "title": game_of(who.kind).inputs.awards.title,
        "sizes": SIZES,
        "open": [
            {"label": one.label, "url": addresses.of("take_back_bonus", one.id)} for one in bonuses.of(who.id)
        ],
    }


def _ask_url(one: Glance, request: MemberRequest, addresses: Addresses) -> str:
    if not _is_anothers(one, request):
        return ""
    return f"{addresses.of('ask')}?who={one.member.id}"


def _whisper_url(one: Glance, request: MemberRequest, addresses: Addresses) -> str:
    if not _is_anothers(one, request):
        return ""
    return f"{addresses.of('whisper')}?to={one.member.owner}"


def _is_anothers(one: Glance, request: MemberRequest) -> bool:
    """Whether this is the GM's page, and somebody else plays them."""
    is_gms = request.viewer.is_gm and not request.is_viewing_as
    return is_gms and not one.is_gone and one.member.owner not in (None, str(request.viewer.pk))


def _change_url(one: Glance, request: MemberRequest, addresses: Addresses) -> str:
    if request.is_viewing_as or not speaks_for(one.member, request.viewer):
        return ""
    return addresses.of("change_somebody", one.member.id)


def _kind_words(one: Glance) -> str:
    if one.glimpse.what:
        return one.glimpse.what
    played = _("played by %(name)s") % {"name": one.owner_name or _("the GM")}
    system = one.member.kind.partition(".")[0]
    return f"{systems()[system]}, {played}" if system in systems() else played


def _chips(one: Glance, known: KnownGames) -> Iterator[Chip]:
    member = one.member
    if member["state"] in AWAY:
        yield _standing(one, str(member["state"]))
    if member.visibility == "gm":
        yield Chip(_("hidden from the table"), symbol="eye-off")
    if member.fields.get("complete") is False:
        yield Chip(_("incomplete sheet"), "waits")
    if member.owner and not member.in_hand:
        yield Chip(_("controlled by the GM"), "waits", "hand")
    yield from one.glimpse.chips
    for question in filter(lambda asked: asked.concerns(known), one.waits):
        yield Chip(_waits(question), "waits", "hourglass")


def _waits(question: Waiting) -> str:
    """What somebody is asked or asks themselves: never an act alone, which would be read as what they do."""
    if question.clause == PROPOSED:
        return _("asks for a bonus")
    if question.clause == ASKED_OF_GM:
        return _("asks the GM")
    told = (
        game_of(question.question).waiting.answered_as(question) or words.action_words(question.question)[0]
    )
    asked = _("for the GM: %(what)s") if question.for_role == "gm" else _("asked: %(what)s")
    return asked % {"what": told}


def _standing(one: Glance, state: str) -> Chip:
    text = _("unfinished sheet") if state == "draft" else words.choice_words(one.reading.system, state)
    return Chip(text, "loss" if one.is_gone else "magic")
