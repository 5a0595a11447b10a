"""Whom Demon City calls, and what its questions ask in words."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext_lazy

from campaigns.game import Waits
from campaigns.games.demon_city.rounds import reading as rounds
from campaigns.log.projector import Viewer
from campaigns.models import Campaign, Record
from campaigns.policy import Rights
from campaigns.queries.calls import Call
from campaigns.queries.waiting import Waiting
from campaigns.state.rows import read_sheets

ANNOUNCE = gettext_lazy("A round is on: announce for %(name)s")
GET_UP = gettext_lazy("%(name)s is out of the fight: throw to get up again")
TIE = gettext_lazy("%(who)s and an ally tie: who comes first?")


def _calls(
    campaign: Campaign, viewer: Viewer, rights: Rights, questions: Sequence[Waiting]
) -> Iterable[Call]:
    if rights.member.role == "player" and not viewer.is_gm:
        yield from _to_action(campaign, viewer, rights)
        yield from _to_get_up(campaign, viewer, rights)


def _to_action(campaign: Campaign, viewer: Viewer, rights: Rights) -> Iterator[Call]:
    """Whoever is next in the round's list by Agility announces (DEC-ROUND-09)."""
    who = rounds.announces_next(campaign, viewer)
    own = Record.objects.filter(campaign=campaign, owner=rights.member, kind=rounds.FIGHTER) if who else ()
    for one in read_sheets(own):
        if one.id == who and rights.plays(one):
            yield Call("action_round", one.id, one.name, ANNOUNCE, "action_round")


def _to_get_up(campaign: Campaign, viewer: Viewer, rights: Rights) -> Iterator[Call]:
    """Whoever is out may throw at the start of a round (DEC-DMG-08), if players may say how hard that is."""
    own = Record.objects.filter(
        campaign=campaign, owner=rights.member, kind=rounds.FIGHTER, demon_city_health__out=True
    )
    down = {one.id: one for one in read_sheets(own) if rights.plays(one)}
    if down and rights.agreed("player_rulings"):
        ready = rounds.may_get_up(campaign, viewer, down)
        yield from (
            Call("get_up", one.id, one.name, GET_UP, "action_round")
            for one in down.values()
            if one.id in ready
        )


WAITING = Waits(
    calls=_calls,
    titles={
        "demon_city.damage": gettext_lazy("%(who)s is hit"),
        "demon_city.clash": TIE,
        "demon_city.chase": TIE,
    },
)
