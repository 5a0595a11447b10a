"""A round of conflict in words, as its page shows it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TypedDict
from uuid import UUID

from django.urls import reverse
from django.utils.http import urlencode

from campaigns.games.sorcerer.conflict.announcements import Announcement
from campaigns.games.sorcerer.conflict.map import Map, draw_map
from campaigns.games.sorcerer.conflict.reading import Fighter, Round
from campaigns.views.refusals import Refusal, refusal_of
from rules import words
from rules.kernel.values import as_text, as_whole
from rules.sorcerer.procedures.conflict import Hit, Phase, Place, Status
from rules.sorcerer.state import stored

MARKS = {"acts": "now", "waits": "later", "done": "done", "gave_up": "failed"}


@dataclass(frozen=True)
class ShownAnnouncement:
    """What somebody announced; `owed` are the dice that the opposition gets for those that they lack."""

    fighter: Fighter
    said: Announcement
    act: str
    score: str
    target: str
    dice: int | None
    owed: int
    awards: list[tuple[str, int]]


@dataclass(frozen=True)
class ShownPlace:
    """A place in the order of the round."""

    fighter: Fighter
    status: Status
    mark: str
    act: str
    target: str
    faces: Sequence[int]
    against: int


@dataclass(frozen=True)
class ShownHit:
    """A hit whose damage is to be read off the chart, at `url`."""

    attacker: str
    target: str
    victories: int
    url: str


class ShownRound(TypedDict):
    """What the templates of the page take."""

    conflict: Round
    phase: Phase
    mark: str
    announced: list[ShownAnnouncement]
    acts_for_some: bool
    wavering: list[Fighter]
    undecided: list[str]
    missing: list[str]
    own_missing: list[Fighter]
    places: list[ShownPlace]
    acting: Fighter | None
    acts_unseen: bool
    target: Fighter | None
    choices: list[tuple[str, str]]
    answer: str
    map: Map | None
    hits: list[ShownHit]


def shown_round(found: Round, campaign: UUID) -> ShownRound:
    return {
        "conflict": found,
        "phase": found.course.phase,
        "mark": mark_of(found),
        "announced": [_announced(found, one, one.said) for one in found.announced if one.said],
        "acts_for_some": any(one.mine for one in found.fighters.values()),
        "wavering": [one for one in found.undecided if one.mine],
        "undecided": [one.name for one in found.undecided],
        "missing": [one.name for one in found.missing],
        "own_missing": [one for one in found.missing if one.mine],
        "places": [_place(found, place, fighter) for place, fighter in found.places],
        "acting": found.acting,
        "acts_unseen": found.course.acting is not None and found.acting is None,
        "target": found.target,
        "choices": [
            (response, words.choice_words("sorcerer", response))
            for response in found.responses
            if response in ("abort", "maintain")
        ],
        "answer": words.choice_words("sorcerer", found.answer) if found.answer else "",
        "map": _map(found),
        "hits": [_hit(found, hit, campaign) for hit in found.hits if hit.target in found.fighters],
    }


def told_of(found: Round, error: Exception) -> Refusal:
    """What keeps the dice from being rolled, and whose action it is."""
    refusal = refusal_of(error)
    place = re.match(r"input\.combatants\.(\d+)", refusal.field or "")
    fighter = found.fighters.get(found.said[int(place[1])].who) if place else None
    return replace(refusal, text=f"{fighter.name}: {refusal.text}") if fighter else refusal


def mark_of(found: Round) -> str:
    """A mark that changes with what this viewer can see of the round, so that nothing is shown anew in vain."""
    said = [(fighter.id, fighter.said, fighter.dice) for fighter in found.announced]
    seen = (
        said,
        found.places,
        [fighter.id for fighter in (*found.missing, *found.sitting_out)],
        found.answer,
        found.entries,
        [hit for hit in found.hits if hit.target in found.fighters],
    )
    return sha256(repr(seen).encode()).hexdigest()[:16]


def _announced(found: Round, fighter: Fighter, said: Announcement) -> ShownAnnouncement:
    return ShownAnnouncement(
        fighter=fighter,
        said=said,
        act=words.choice_words("sorcerer", said.action),
        score=words.choice_words("sorcerer", said.score),
        target=_name(found, said.target),
        dice=None if fighter.dice is None else max(1, fighter.dice),
        owed=max(0, 1 - fighter.dice) if fighter.dice is not None else 0,
        awards=[
            (words.choice_words("sorcerer", as_text(award["source"])), as_whole(award["dice"]))
            for award in said.awards
        ],
    )


def _place(found: Round, place: Place, fighter: Fighter) -> ShownPlace:
    return ShownPlace(
        fighter=fighter,
        status=place.status,
        mark=MARKS[place.status],
        act=words.choice_words("sorcerer", place.action),
        target=_name(found, place.target),
        faces=stored(found.state, fighter.id, "faces", ()),
        against=fighter.member["against"],
    )


def _hit(found: Round, hit: Hit, campaign: UUID) -> ShownHit:
    back = reverse("conflict", args=[campaign])
    query = urlencode([("target", hit.target), ("victories", hit.victories), ("next", back)])
    return ShownHit(
        attacker=_name(found, hit.attacker),
        target=_name(found, hit.target),
        victories=hit.victories,
        url=f"{reverse('play_action', args=[campaign, 'sorcerer.damage'])}?{query}",
    )


def _map(found: Round) -> Map | None:
    """Who acts on whom, of what was announced or of what was rolled."""
    if found.course.phase == "announce":
        acts = [
            (fighter.said.who, fighter.said.action, fighter.said.target)
            for fighter in found.announced
            if fighter.said
        ]
    else:
        acts = [(place.who, place.action, place.target) for place, _fighter in found.places]
    known = [one for one in acts if one[2] in found.fighters]
    names = {who: found.fighters[who].name for who, _act, _target in acts}
    names |= {str(target): found.fighters[str(target)].name for _who, _act, target in known}
    return draw_map(
        names, [(who, words.choice_words("sorcerer", act), str(target)) for who, act, target in known]
    )


def _name(found: Round, record: str | None) -> str:
    fighter = found.fighters.get(str(record))
    return fighter.name if fighter else ""
