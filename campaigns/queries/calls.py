"""What waits and is no question: whose turn it is to announce or to act, and a sheet that a Summoning waits for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from campaigns.games.demon_city.rounds import reading as rounds
from campaigns.games.fallen.fights import reading as fights
from campaigns.games.fallen.fights.turns import rolls_each_turn
from campaigns.games.sorcerer.conflict.announcements import open_round
from campaigns.games.sorcerer.conflict.reading import is_awaited
from campaigns.log.projector import Viewer
from campaigns.models import Campaign, CampaignState, Contact, Record
from campaigns.policy import Rights
from campaigns.queries import cast
from campaigns.queries.waiting import Waiting
from campaigns.state.rows import read_sheets
from rules.sorcerer.allowed import ANSWER


@dataclass(frozen=True)
class Call:
    """Somebody whose player is to announce, to be content or to act now, or whose sheet is missing."""

    what: Literal["conflict", "content", "action_round", "get_up", "fight", "complete_demon"]
    who: str
    name: str


def calls(campaign: Campaign, viewer: Viewer, rights: Rights, questions: Sequence[Waiting]) -> list[Call]:
    """Who is called now: a GM begins rounds and runs everybody else, and observers watch."""
    if viewer.is_gm:
        return list(_to_complete(campaign, questions))
    if rights.member.role != "player":
        return []
    return [
        *_to_conflict(campaign, viewer, rights),
        *_to_action(campaign, viewer, rights),
        *_to_get_up(campaign, viewer, rights),
        *_to_fight(campaign, viewer, rights, questions),
    ]


def _to_conflict(campaign: Campaign, viewer: Viewer, rights: Rights) -> Iterator[Call]:
    """Those for whom the dice wait are asked: first to announce, then to be content (SOR-CONFLICT-03)."""
    said = open_round(campaign, viewer)
    played = {"owner__role": "player", "owner__left": None}
    asked = Record.objects.filter(campaign=campaign, kind="character", **played) if said else ()
    found = [one for one in cast.members(campaign, viewer, asked) if is_awaited(one)] if said else []
    own = [one for one in found if one.owner == str(rights.member.pk)]
    yield from (Call("conflict", one.id, one.name) for one in own if one.id not in said)
    if all(one.id in said for one in found):
        wavering = [one for one in own if not (said[one.id].content or said[one.id].out)]
        yield from (Call("content", one.id, one.name) for one in wavering)


def _to_complete(campaign: Campaign, questions: Sequence[Waiting]) -> Iterator[Call]:
    """A demon in Contact, once the GM has said what answered, lacks its whole sheet (SOR-DEMON-25)."""
    answered_first = {one.data.get("contact") for one in questions if one.question == ANSWER}
    reached = Contact.objects.filter(
        record__campaign=campaign, state="open", demon__demon__state="contacted", demon__demon__complete=False
    )
    for contact, demon, name in reached.order_by("record__born").values_list("pk", "demon", "demon__name"):
        if str(contact) not in answered_first:
            yield Call("complete_demon", str(demon), name)


def _to_action(campaign: Campaign, viewer: Viewer, rights: Rights) -> Iterator[Call]:
    """Whoever is next in the round's list by Agility announces (DEC-ROUND-09)."""
    who = rounds.announces_next(campaign, viewer)
    own = Record.objects.filter(campaign=campaign, owner=rights.member, kind=rounds.FIGHTER) if who else ()
    for one in read_sheets(own):
        if one.id == who and rights.plays(one):
            yield Call("action_round", one.id, one.name)


def _to_get_up(campaign: Campaign, viewer: Viewer, rights: Rights) -> Iterator[Call]:
    """Whoever is out may throw at the start of a round (DEC-DMG-08), if players may say how hard that is."""
    own = Record.objects.filter(
        campaign=campaign, owner=rights.member, kind=rounds.FIGHTER, demon_city_health__out=True
    )
    down = {one.id: one for one in read_sheets(own) if rights.plays(one)}
    if down and rights.agreed("player_rulings"):
        ready = rounds.may_get_up(campaign, viewer, down)
        yield from (Call("get_up", one.id, one.name) for one in down.values() if one.id in ready)


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
    who = fights.acts_now(campaign, viewer, questions, each_turn=rolls_each_turn(chosen))
    yield from (Call("fight", one.id, one.name) for one in found if one.id == who)
