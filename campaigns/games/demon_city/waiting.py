"""Whom Demon City calls, and what its questions ask in words."""

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from django.utils.translation import gettext_lazy

from campaigns.game import FaceToFace, Waits
from campaigns.games.demon_city.decks.deck_draws import known_of_flip
from campaigns.games.demon_city.rounds import reading as rounds
from campaigns.models import Campaign, Record
from campaigns.policy import Rights
from campaigns.queries.calls import Call
from campaigns.queries.waiting import Waiting
from campaigns.state.rows import read_kinds
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer
from rules.kernel.values import Values

ANNOUNCE = gettext_lazy("A round has begun: announce for %(name)s")
GET_UP = gettext_lazy("%(name)s is out of the fight: throw to get back up")
TIE = gettext_lazy("%(who)s and an ally tie: who goes first?")


def _calls(
    campaign: Campaign, viewer: Viewer, rights: Rights, questions: Sequence[Waiting]
) -> Iterable[Call]:
    if viewer.is_gm or rights.member.role != "player":
        return
    found = Record.objects.filter(campaign=campaign, owner=rights.member, kind=rounds.FIGHTER)
    own = list(found.values_list("pk", "demon_city_health__out"))
    if own:
        yield from _to_action(campaign, viewer, rights, [pk for pk, _out in own])
        yield from _to_get_up(campaign, viewer, rights, [pk for pk, out in own if out])


def _to_action(campaign: Campaign, viewer: Viewer, rights: Rights, own: Sequence[UUID]) -> Iterator[Call]:
    """Whoever is next in the round's list by Agility announces (DEC-ROUND-09)."""
    who = rounds.announces_next(campaign, viewer)
    for sheet in _played([pk for pk in own if str(pk) == who], rights):
        yield Call("action_round", sheet.id, sheet.name, ANNOUNCE, "action_round")


def _to_get_up(campaign: Campaign, viewer: Viewer, rights: Rights, out: Sequence[UUID]) -> Iterator[Call]:
    """Whoever is out may throw at the start of a round (DEC-DMG-08), or asks the Host how hard that is (DEC-DMG-09)."""
    down = {sheet.id: sheet for sheet in _played(out, rights) if not sheet["never_acts"]}
    ready = rounds.may_get_up(campaign, viewer, down) if down else ()
    able = [sheet for sheet in down.values() if sheet.id in ready]
    yield from (Call("get_up", sheet.id, sheet.name, GET_UP, "action_round") for sheet in able)


def _played(ids: Sequence[UUID], rights: Rights) -> list[Sheet]:
    found = read_kinds(Record.objects.filter(pk__in=ids), rounds.FIGHTER) if ids else []
    return [sheet for sheet in found if rights.plays(sheet)]


def _known_of(campaign: Campaign, asked: Waiting) -> Values:
    """A flip that waits for who comes first is flipped again with the cards that it had (DEC-CLASH-08)."""
    return known_of_flip(campaign, asked.question, str(asked.data.get("about")))


WAITING = Waits(
    asked_most=("demon_city.static_throw", "demon_city.calm", "demon_city.opposed_throw"),
    asks_both={"demon_city.opposed_throw": FaceToFace(("actor", "opponent"), "DEC-THROW-06")},
    asks_first=dict.fromkeys(
        ("demon_city.static_throw", "demon_city.opposed_throw"), "games/demon_city/_before_a_throw.html"
    ),  # DEC-THROW-01
    may_hide={
        "demon_city.static_throw": ("intensity", "degrees"),
        "demon_city.calm": ("intensity",),
    },  # DEC-INTENS-10
    calls=_calls,
    known_of=_known_of,
    says_more={"demon_city.static_throw": "thrower"},
    titles={
        "demon_city.damage": gettext_lazy("%(who)s is hit"),
        "demon_city.clash": TIE,
        "demon_city.chase": TIE,
    },
)
