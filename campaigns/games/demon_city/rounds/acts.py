"""A round of Action: begun with its order, sorted into Clashes, and flipped, each in one act."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from textwrap import shorten

from django.db import transaction
from django.db.models import Q

from campaigns.games.demon_city.rounds.counts import GRANTED, READY, granted_for, ready_for
from campaigns.games.demon_city.rounds.flips import PURPOSE
from campaigns.games.demon_city.rounds.reading import number_of_next
from campaigns.live import hub
from campaigns.models import Campaign, Draft, Membership
from campaigns.queries.cast import Member
from campaigns.services.play.action_inputs import Request, new_record_id
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.unit_of_work import LONGEST_NAME
from campaigns.viewing import TABLE
from rules import service
from rules.demon_city.sorting import SortedClashes
from rules.kernel.draws import GivenDraws
from rules.kernel.values import Values, as_values

ANNOUNCE, ORDER, SORT = (f"demon_city.{verb}" for verb in ("announce", "announce_order", "sort_clashes"))


def begin_round(
    *,
    actor: Membership,
    name: str,
    who: Sequence[str],
    previous: Sequence[str],
    anew: bool,
    key: str,
) -> Played:
    """A round of Action with everybody listed by Agility (DEC-ROUND-05); equals keep their places unless `anew`."""
    made = new_record_id(actor.campaign_id, f"{actor.pk}/{key}", 0, "input.id")
    given: Values = {
        "round": {"id": made},
        "characters": [{"id": one} for one in who],
        "previous": list(previous),
        "rethrow": anew,
    }

    def plan(campaign: Campaign) -> tuple[Request, ...]:
        number: Values = {"field": "number", "set": number_of_next(campaign)}
        return _made("round", name, made, number), Request(ORDER, given)

    # Planned: sent twice, the same form finds its own round as the one before it.
    return play(actor, ActRequest(key, (), plan, asked=[list(who), anew]))


def announce(*, actor: Membership, given: Values, words: str, owner: str | None, key: str) -> Played:
    """What somebody does this round, with how they say it; the GM may say it for a player's character."""
    note = Request("table.note", {"words": words, "about": [as_values(given["character"])["id"]]})
    steps = (Request(ANNOUNCE, given), *([note] if words else []))
    acts_for = owner if actor.is_gm and owner != str(actor.pk) else None
    return play(actor, ActRequest(key, steps, on_behalf_of=acts_for))


def sort_round(
    *,
    actor: Membership,
    actions: Sequence[Values],
    names: Mapping[str, str],
    key: str,
    links: Sequence[Sequence[str]] = (),
) -> Played:
    """Sort what was announced, and make a record for each Clash, and for the chase (DEC-CLASH-03, DEC-CLASH-29).

    `links` are pairs who could interfere with each other, as the Host judges (DEC-CLASH-04).
    """
    given: Values = {
        "actions": [dict(action) for action in actions],
        **({"links": [list(pair) for pair in links]} if links else {}),
    }
    # Sorted once here to learn which records are needed; the step itself sorts again, under the lock.
    found = service.perform(SORT, service.read(SORT, given), GivenDraws(())).outcome
    if not isinstance(found, SortedClashes):
        raise TypeError(f"{SORT} comes to Clashes, not {found!r}")
    groups = [("clash", one) for one in found.clashes] + ([("chase", found.drivers)] if found.drivers else [])
    steps = list(_opened(actor, groups, names, key))
    of_before = (Q(purpose__startswith=kept) for kept in (PURPOSE, READY, GRANTED))
    Draft.objects.filter(reduce(or_, of_before), campaign=actor.campaign).delete()
    return play(actor, ActRequest(key, (*steps, Request(SORT, given))))


def flip_round(*, actor: Membership, flips: Sequence[Request], nonce: str, key: str) -> Played:
    """Turn over the cards of all Clashes and of the chase at once: one entry, one clearing of the table (DEC-CLASH-05).

    Each is resolved by itself, in the order given, after all those before it.
    """
    return play(actor, ActRequest(key, tuple(flips), nonce=nonce))


def keep_settled(member: Membership, settled: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
    """Keep what was settled of Clashes, by the purpose of its draft, until they are flipped (or again, after an undo).

    It is no game state and in no log; whichever GM settled it last counts.
    """
    with transaction.atomic():
        for purpose, values in settled.items():
            _keep(member, purpose, values)


def say_ready(member: Membership, who: Member, claims: Sequence[str]) -> None:
    """Keep that a player is ready with somebody, and what they claim, until the cards are flipped.

    Open pages hear of it; not of somebody whom the table does not know.
    """
    with transaction.atomic():
        _keep(member, ready_for(who.id), {"claims": list(claims)})
        if who.visibility == TABLE:
            hub.stir(member.campaign_id)


def grant(member: Membership, granted: Iterable[tuple[Member, Sequence[str]]]) -> None:
    """Keep what the Host grants each of them until the cards are flipped; open pages hear of it as of claims."""
    with transaction.atomic():
        for who, claims in granted:
            _keep(member, granted_for(who.id), {"claims": list(claims)})
            if who.visibility == TABLE:
                hub.stir(member.campaign_id)


def _keep(member: Membership, purpose: str, data: Mapping[str, Sequence[str]]) -> None:
    of_others = Draft.objects.filter(campaign=member.campaign, purpose=purpose).exclude(member=member)
    of_others.delete()
    found = {"campaign": member.campaign, "data": dict(data)}
    Draft.objects.update_or_create(member=member, purpose=purpose, defaults=found)


def _opened(
    actor: Membership, groups: Sequence[tuple[str, Sequence[str]]], names: Mapping[str, str], key: str
) -> Iterator[Request]:
    for number, (noun, people) in enumerate(groups):
        made = new_record_id(actor.campaign_id, f"{actor.pk}/{key}", number, "input.id")
        yield _made(
            noun, shorten(", ".join(names[person] for person in people), LONGEST_NAME, placeholder="…"), made
        )


def _made(noun: str, name: str, record: str, *fields: Values) -> Request:
    about = {"kind": f"demon_city.{noun}", "name": name, "owner": None, "visibility": "table"}
    return Request("table.create", {"about": about, "fields": list(fields)}, known={"id": record})
