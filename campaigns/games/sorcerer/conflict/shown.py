"""A round of conflict in words, as its page shows it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict, get_args

from django.utils.translation import gettext as _

from campaigns.games.sorcerer.conflict.announcements import Announcement
from campaigns.games.sorcerer.conflict.known import power_of, weapon_of
from campaigns.games.sorcerer.conflict.map import Map, draw_map
from campaigns.games.sorcerer.conflict.reading import Fighter, Round
from campaigns.queries.odds_answers import odds_of
from campaigns.templatetags.look import share
from campaigns.viewing import Hidden
from campaigns.views.refusals import Refusal, refusal_of
from rules import words
from rules.kernel.values import Values, as_text, as_whole
from rules.sorcerer.damage import SPECIAL, Weapon, condition_of
from rules.sorcerer.procedures.conflict import Hit, Phase, Place, Status, reached
from rules.sorcerer.state import stored

WILL = "sorcerer.will_override"
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
    is_unaimed: bool


@dataclass(frozen=True)
class ShownWill:
    """Dice of Stamina that sheer will may win for somebody, and the chance that it does (SOR-WILL-03)."""

    who: str
    dice: int
    chance: str


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
    """A hit that is to be read off the chart; `rows` are those of the chart that it may be, by code."""

    attacker: str
    attacker_id: str
    target: str
    target_id: str
    victories: int
    rows: list[tuple[str, str]]


@dataclass(frozen=True)
class ShownHurt:
    """What the hits of this round do to somebody in the next (SOR-DAMAGE-05, SOR-DAMAGE-06)."""

    name: str
    temporary: int
    lasting: int
    penalties: int
    condition: str
    mine: bool


@dataclass(frozen=True)
class ShownChoice:
    """A way to meet an action, and the dice that stand against it then."""

    code: str
    label: str
    dice: int | None


class ShownRound(TypedDict):
    """What the templates of the page take."""

    conflict: Round
    phase: Phase
    announced: list[ShownAnnouncement]
    acts_for_some: bool
    wavering: list[Fighter]
    undecided: list[str]
    missing: list[str]
    own_missing: list[Fighter]
    places: list[ShownPlace]
    acting: Fighter | None
    target: Fighter | None
    target_name: str
    choices: list[ShownChoice]
    answer: str
    map: Map | None
    hits: list[ShownHit]
    hurt: list[ShownHurt]
    by_will: list[ShownWill]
    aimed_at_mine: list[ShownAnnouncement]
    in_the_way: list[tuple[str, str, list[tuple[str, str]]]]


def shown_round(found: Round, settings: Values) -> ShownRound:
    """`settings` are the campaign's, by which dice are rolled."""
    return {
        "conflict": found,
        "phase": found.course.phase,
        "announced": [_announced(found, one, one.said) for one in found.announced if one.said],
        "acts_for_some": any(one.mine for one in found.fighters.values()),
        "wavering": [one for one in found.undecided if one.mine],
        "undecided": [one.name for one in found.undecided],
        "missing": [one.name for one in found.missing],
        "own_missing": [one for one in found.missing if one.mine],
        "places": [_place(found, place, fighter) for place, fighter in found.places],
        "acting": found.acting,
        "target": found.target,
        "target_name": found.name_of(found.act.target) if found.act else "",
        "choices": [_choice(found, response) for response in found.responses] if found.is_asked else [],
        "answer": words.choice_words("sorcerer", found.answer) if found.answer else "",
        "map": _map(found),
        "hits": [_hit(found, hit) for hit in found.hits if hit.target in found.fighters],
        "hurt": [_hurt(one) for one in found.fighters.values() if _is_hurt(one)],
        "by_will": [odds for one in found.fighters.values() if one.mine for odds in _by_will(one, settings)],
        "aimed_at_mine": [_announced(found, one, one.said) for one in found.aimed_at_mine if one.said],
        "in_the_way": [(one.name, one.id, _in_the_way(found, one)) for one in found.misses],
    }


def told_of(found: Round, error: Exception) -> Refusal:
    """What keeps the dice from being rolled, and whose action it is."""
    refusal = refusal_of(error)
    place = re.match(r"input\.combatants\.(\d+)", refusal.field or "")
    fighter = found.fighters.get(found.said[int(place[1])].who) if place else None
    return replace(refusal, text=f"{fighter.name}: {refusal.text}") if fighter else refusal


def _by_will(one: Fighter, settings: Values) -> Iterator[ShownWill]:
    if not one.may_override:
        return
    named = ("lore", "stamina", "will", "penalties")
    character: Values = {"id": one.id, **{name: int(one.member[name] or 0) for name in named}}
    chosen: Values = {"die": settings["sorcerer.die"]} if "sorcerer.die" in settings else {}
    for dice in one.override_dice:
        found = odds_of(WILL, {"character": character, "dice": dice, "settings": chosen})
        yield ShownWill(one.id, dice, share(found["success"]))


def _announced(found: Round, fighter: Fighter, said: Announcement) -> ShownAnnouncement:
    return ShownAnnouncement(
        fighter=fighter,
        said=said,
        act=words.choice_words("sorcerer", said.action),
        score=said.ability or words.choice_words("sorcerer", said.score),
        target=found.name_of(said.target),
        dice=None if fighter.dice is None else max(1, fighter.dice),
        owed=max(0, 1 - fighter.dice) if fighter.dice is not None else 0,
        awards=[
            (words.choice_words("sorcerer", as_text(award["source"])), as_whole(award["dice"]))
            for award in said.awards
        ]
        + [(bonus.words or _("bonus dice"), bonus.dice) for bonus in fighter.bonuses],
        is_unaimed=found.is_unaimed(said),
    )


def _place(found: Round, place: Place, fighter: Fighter) -> ShownPlace:
    return ShownPlace(
        fighter=fighter,
        status=place.status,
        mark=MARKS[place.status],
        act=words.choice_words("sorcerer", place.action),
        target=found.name_of(place.target),
        faces=stored(found.state, fighter.id, "faces", ()),
        against=fighter.member["against"],
    )


def _hit(found: Round, hit: Hit) -> ShownHit:
    weapon = weapon_of(found.state, hit.attacker, hit.target)
    has_power = power_of(found.state, hit.attacker) is not None
    rows = [weapon] if weapon else [row for row in get_args(Weapon) if has_power or row not in SPECIAL]
    return ShownHit(
        attacker=found.name_of(hit.attacker) or _("Someone hidden"),
        attacker_id=hit.attacker,
        target=found.name_of(hit.target) or _("someone hidden"),
        target_id=hit.target,
        victories=hit.victories,
        rows=[(row, words.choice_words("sorcerer", row)) for row in rows],
    )


def _choice(found: Round, response: str) -> ShownChoice:
    """A way to meet this turn's action, with the dice that it puts against it."""
    member = found.target.member if found.target else None
    dice = None
    if member is not None and response in ("abort", "defend"):
        stamina = found.target.dice_with("stamina") if found.target else None
        dice = None if stamina is None else max(0, stamina)
    if response == "maintain":
        dice = 1  # SOR-CONFLICT-19: nearly always
    return ShownChoice(response, words.choice_words("sorcerer", response), dice)


def _is_hurt(one: Fighter) -> bool:
    names = ("incoming_temporary", "incoming_lasting")
    return any(one.member[name] and not isinstance(one.member[name], Hidden) for name in names)


def _hurt(one: Fighter) -> ShownHurt:
    member = one.member
    temporary, lasting = int(member["incoming_temporary"]), int(member["incoming_lasting"])
    penalties = temporary + lasting + int(member["lasting"])
    condition = condition_of(penalties, int(member["stamina"]))
    told = words.choice_words("sorcerer", condition)
    return ShownHurt(one.name, temporary, lasting, penalties, told, one.mine)


def _in_the_way(found: Round, shooter: Fighter) -> list[tuple[str, str]]:
    """What a shot that missed may meet, by id and name: anybody in play and anything that it has not met yet."""
    met = {shooter.id, *reached(found.state, shooter.id)}
    people = [(one.id, one.name) for one in found.fighters.values() if one.id not in met]
    return [*people, *((thing, name) for thing, name in found.things.items() if thing not in met)]


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
