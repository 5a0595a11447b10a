"""Rounds that wait for a word of a player: for each character in their hands that has not announced, one call."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from campaigns.log.projector import Viewer
from campaigns.models import Campaign, Record
from campaigns.policy import Rights
from campaigns.queries import rounds
from campaigns.queries.announcements import asked_to_announce
from campaigns.queries.doing import IN_PLAY
from campaigns.state.rows import read_sheets


@dataclass(frozen=True)
class Call:
    """Somebody whose player is to announce now, and the page on which that is done."""

    page: Literal["conflict", "action_round"]
    who: str
    name: str


def calls(campaign: Campaign, viewer: Viewer, rights: Rights) -> list[Call]:
    """The calls of a player; a GM begins rounds and runs everybody else, and observers watch."""
    if viewer.is_gm or rights.member.role != "player":
        return []
    return [*_to_conflict(campaign, viewer, rights), *_to_action(campaign, viewer, rights)]


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
