"""Rounds and fights that wait for a player: a call for each character of theirs who is to announce or to act now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from campaigns.log.projector import Viewer
from campaigns.models import Campaign, CampaignState, Record
from campaigns.policy import Rights
from campaigns.queries import fights, rounds
from campaigns.queries.announcements import asked_to_announce
from campaigns.queries.doing import IN_PLAY
from campaigns.queries.waiting import Waiting
from campaigns.state.rows import read_sheets


@dataclass(frozen=True)
class Call:
    """Somebody whose player is to announce or to act now, and the page on which that is done."""

    page: Literal["conflict", "action_round", "fight"]
    who: str
    name: str


def calls(campaign: Campaign, viewer: Viewer, rights: Rights, questions: Sequence[Waiting]) -> list[Call]:
    """The calls of a player; a GM begins rounds and runs everybody else, and observers watch."""
    if viewer.is_gm or rights.member.role != "player":
        return []
    return [
        *_to_conflict(campaign, viewer, rights),
        *_to_action(campaign, viewer, rights),
        *_to_fight(campaign, viewer, rights, questions),
    ]


def _to_conflict(campaign: Campaign, viewer: Viewer, rights: Rights) -> Iterator[Call]:
    """Once somebody whom this viewer may know of has announced, everybody else is asked, until the dice are rolled."""
    own = Record.objects.filter(campaign=campaign, owner=rights.member, kind__in=("character", "demon"))
    for one in read_sheets(asked_to_announce(campaign, viewer, own.order_by("born", "pk"))):
        if rights.plays(one) and one["state"] in IN_PLAY:
            yield Call("conflict", one.id, one.name)


def _to_action(campaign: Campaign, viewer: Viewer, rights: Rights) -> Iterator[Call]:
    """Whoever is next in the round's list by Agility announces (DEC-ROUND-09)."""
    who = rounds.announces_next(campaign, viewer)
    own = Record.objects.filter(campaign=campaign, owner=rights.member, pk=who) if who else ()
    for one in read_sheets(own):
        if rights.plays(one):
            yield Call("action_round", one.id, one.name)


def _to_fight(
    campaign: Campaign, viewer: Viewer, rights: Rights, questions: Sequence[Waiting]
) -> Iterator[Call]:
    """Whoever is next in the order takes her turn (FAL-INIT-04); an open question comes first and is called itself."""
    ready = {"fallen_turn__in_combat": True, "fallen_turn__turn_done": False}
    own = Record.objects.filter(campaign=campaign, owner=rights.member, kind=fights.FIGHTER, **ready)
    found = [one for one in read_sheets(own) if rights.plays(one)]
    if not found:
        return
    chosen = CampaignState.objects.values_list("settings", flat=True).get(pk=campaign.pk)
    who = fights.acts_now(campaign, viewer, questions, each_turn=fights.rolls_each_turn(chosen))
    yield from (Call("fight", one.id, one.name) for one in found if one.id == who)
