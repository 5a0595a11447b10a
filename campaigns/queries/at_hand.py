"""Whom a viewer speaks for at the table, and what each of them does most."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaigns.models import Membership
from campaigns.policy import Rights
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import RecordContext, Roll
from campaigns.queries.layouts.plain import CHARACTERS, layout_of
from campaigns.queries.palette import is_offered
from rules import words

IN_PLAY = ("active", "present")
DEEDS_AT_HAND = 6


@dataclass(frozen=True)
class PlayedCharacter:
    """A character whose layout has acts: what they roll most, and what else they do."""

    id: str
    name: str
    system: str
    rolls: tuple[Roll, ...]
    deeds: tuple[tuple[str, str, Mapping[str, str]], ...]
    """Label, action, and what its form begins with: the character in the field of theirs, and what else is known."""


def hands(seen: Iterable[RecordContext], rights: Rights) -> list[PlayedCharacter]:
    """Whom this member speaks for among those that they see, game by game, their own first."""
    found = [
        context
        for context in seen
        if context.member.kind in CHARACTERS
        and context.member["state"] == "active"
        and layout_of(context.member.kind).deeds
    ]
    mine = [context for context in found if speaks_for(context.member, rights.member)]
    order = list(dict.fromkeys(context.system for context in mine))
    mine.sort(key=lambda one: (order.index(one.system), one.member.owner != rights.id))
    return [_hand(context, rights) for context in mine]


def held_back(seen: Iterable[RecordContext], rights: Rights) -> list[Member]:
    """This member's own characters whom the GM plays for now: possessed, say."""
    return [one for one in _own(seen, rights, "active") if not speaks_for(one, rights.member)]


def unfinished(seen: Iterable[RecordContext], rights: Rights) -> list[Member]:
    """This member's own characters whose sheets are not finished: nobody acts as one of them yet."""
    return _own(seen, rights, "draft")


def _own(seen: Iterable[RecordContext], rights: Rights, state: str) -> list[Member]:
    own = (one.member for one in seen if one.member.kind in CHARACTERS and one.member.owner == rights.id)
    return [one for one in own if one["state"] == state]


def speaks_for(one: Member, member: Membership) -> bool:
    """Whether a member speaks for somebody: the GM for all, players for their own while they have them in hand."""
    return member.is_gm or (member.role == "player" and one.owner == str(member.pk) and one.in_hand)


def _hand(reading: RecordContext, rights: Rights) -> PlayedCharacter:
    one, layout = reading.member, layout_of(reading.member.kind)
    rolls = layout.rolls(reading)
    rolled = {roll.action for roll in rolls}
    fitting = (pair for pair in layout.deeds_for(reading) if pair[0] not in rolled)
    listed = [pair for pair in fitting if is_offered(pair[0], rights)]
    deeds = tuple(
        (words.action_words(action)[0], action, {field: one.id, **layout.begins(action, reading)})
        for action, field in listed[:DEEDS_AT_HAND]
    )
    return PlayedCharacter(one.id, one.name, reading.system, tuple(rolls), deeds)
