"""What a viewer is in the middle of: whom they play and roll for, and which demons are being called."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaigns.log import standing
from campaigns.log.projector import Hidden, Viewer
from campaigns.models import Campaign, Record, Tag
from campaigns.policy import Rights
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import Reading, Roll
from campaigns.queries.layouts.plain import CHARACTERS, layout_of
from campaigns.queries.palette import is_offered
from campaigns.state.rows import read_sheets
from rules import words

SCORES = {
    "character": ("stamina", "will", "lore", "humanity", "cover"),
    "demon": ("stamina", "will", "lore", "power"),
}
IN_PLAY = ("active", "present")
DEEDS_AT_HAND = 6
UNHURT = "humanity"
"""The one score that penalties do not touch (SOR-HUMANITY-15)."""


@dataclass(frozen=True)
class Calling:
    """A sorcerer's business with a demon, by name."""

    sorcerer: str
    sorcerer_name: str
    demon: str
    demon_name: str
    state: str


@dataclass(frozen=True)
class Score:
    """A score that can be rolled: its dice as they are now, and how many penalties have taken."""

    name: str
    label: str
    dice: int
    lost: int


@dataclass(frozen=True)
class Hand:
    """A character of a system without a quick roll of its own here: what they roll most, and what else they do."""

    id: str
    name: str
    system: str
    rolls: tuple[Roll, ...]
    deeds: tuple[tuple[str, str, Mapping[str, str]], ...]
    """Label, action, and what its form begins with: the character in the field of theirs, and what else is known."""


@dataclass(frozen=True)
class Roller:
    """Somebody in play for whom a member may roll, or against whom."""

    id: str
    name: str
    scores: tuple[Score, ...]
    mine: bool


def played_by(campaign: Campaign, rights: Rights) -> list[Record]:
    """The active characters that this member speaks for, those of their own first."""
    found = Record.objects.filter(campaign=campaign, kind="character", character__state="active")
    rows = list(found.order_by("born", "pk"))
    mine = [row for row, sheet in zip(rows, read_sheets(rows), strict=True) if rights.plays(sheet)]
    return sorted(mine, key=lambda row: str(row.owner_id) != rights.id)


def rollers(seen: Iterable[Member], rights: Rights) -> list[Roller]:
    """Whoever of these is in play, those first for whom this member speaks, which are `mine`."""
    ready = [_roller(one, rights) for one in seen if one.kind in SCORES and one["state"] in IN_PLAY]
    return sorted(ready, key=lambda one: not one.mine)


def hands(seen: Iterable[Reading], rights: Rights) -> list[Hand]:
    """Whom this member speaks for among those that they see, sorcerers apart, their own first."""
    found = [one for one in seen if one.member.kind in CHARACTERS[1:] and one.member["state"] == "active"]
    mine = [one for one in found if speaks_for(one.member, rights)]
    return [_hand(one, rights) for one in sorted(mine, key=lambda one: one.member.owner != rights.id)]


def callings(campaign: Campaign, viewer: Viewer, sorcerers: list[Record]) -> list[Calling]:
    """Demons that these sorcerers have acted on and that are not here yet or not Bound, newest first."""
    demons = Record.objects.filter(
        campaign=campaign, kind="demon", demon__state__in=("beyond", "contacted", "present")
    )
    if not viewer.is_gm:
        demons = demons.filter(visibility="table")
    unbound = list(demons.exclude(bindings__state="active").select_related("demon").order_by("-born", "pk"))
    seen = [one for one in sorcerers if viewer.sees({"visibility": one.visibility})]
    about = entries_about(campaign, viewer, [*seen, *unbound])
    return [
        Calling(str(one.pk), one.name, str(demon.pk), demon.name, demon.demon.state)
        for demon in unbound
        for one in seen
        if about[str(one.pk)] & about[str(demon.pk)]
    ]


def entries_about(campaign: Campaign, viewer: Viewer, records: list[Record]) -> dict[str, set[int]]:
    """The standing entries about each of these records that this viewer may read (three queries)."""
    about: dict[str, set[int]] = {str(one.pk): set() for one in records}
    tags = Tag.objects.filter(campaign=campaign, kind="record", audience__in=viewer.audiences)
    neutral = standing.neutral(campaign, 0)
    for value, seq in tags.filter(value__in=about).values_list("value", "seq"):
        if seq not in neutral:
            about[value].add(seq)
    return about


def _roller(one: Member, rights: Rights) -> Roller:
    penalties = int(one["penalties"])
    scores = []
    for name in SCORES[one.kind]:
        value = one.fields[name]
        if value is None or isinstance(value, Hidden):
            continue
        lost = 0 if name == UNHURT else penalties
        scores.append(Score(name, words.field_words("sorcerer", name)[0], value - lost, lost))
    return Roller(one.id, one.name, tuple(scores), speaks_for(one, rights))


def speaks_for(one: Member, rights: Rights) -> bool:
    in_hand = one.fields.get("control", "player") == "player"
    return rights.member.is_gm or (rights.member.role == "player" and one.owner == rights.id and in_hand)


def _hand(reading: Reading, rights: Rights) -> Hand:
    one, layout = reading.member, layout_of(reading.member.kind)
    rolls = layout.rolls(reading)
    rolled = {roll.action for roll in rolls}
    fitting = (pair for pair in layout.deeds_for(reading) if pair[0] not in rolled)
    listed = [pair for pair in fitting if is_offered(pair[0], rights)]
    deeds = tuple(
        (words.action_words(action)[0], action, {field: one.id, **layout.begins(action, reading)})
        for action, field in listed[:DEEDS_AT_HAND]
    )
    return Hand(one.id, one.name, reading.system, tuple(rolls), deeds)
