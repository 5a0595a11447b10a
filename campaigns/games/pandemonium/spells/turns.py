"""Whose turn it is among mages and those they meet, and what spells do on it (PAN-TIME, PAN-ATTACK-04)."""

from dataclasses import dataclass

from campaigns.games.pandemonium.spells.actions import caught_by
from campaigns.games.pandemonium.spells.casters import SpellOptions
from campaigns.queries.layouts.parts import RecordContext, ValueInWords
from rules.pandemonium.bearing import tried_already
from rules.pandemonium.book import STRIKING
from rules.pandemonium.moments import CHARACTER, HAD_A_TURN


@dataclass(frozen=True)
class Turn:
    """One character's place in the round. A puppet has none of their own (PAN-TIME-04)."""

    who: ValueInWords
    is_hidden: bool
    had: bool
    is_now: bool
    is_over: bool
    strikes: tuple[ValueInWords, ...]
    """Spells of theirs that still strike on it, each target once a round (PAN-ATTACK-04, PAN-ATTACK-05)."""
    puppet_of: tuple[ValueInWords, ...]


def turns_of(hands: SpellOptions, count: int) -> list[Turn]:
    """Everybody in play: whoever is on turn, those whose turn is still to come, those who have had it.

    `count` is how many turns the round has had.
    """
    found = [one for one in hands.seen.values() if one.kind == CHARACTER and one["state"] == "active"]
    turns = [_turn(hands, RecordContext(member, hands.seen), count) for member in found]
    return sorted(turns, key=lambda turn: (not turn.is_now, turn.had))


def _turn(hands: SpellOptions, reading: RecordContext, count: int) -> Turn:
    who = reading.member
    cast = reading.linked("pandemonium.spell", "caster")
    running = [member for member in cast if member["state"] == "active" and member["kind"] in STRIKING]
    striking = [spell for spell in running if _strikes(hands, RecordContext(spell, hands.seen))]
    return Turn(
        who=reading.name_of(who.id),
        is_hidden=who.is_hidden,
        had=any(value for name, value in who.fields.items() if name.startswith(HAD_A_TURN)),
        is_now=bool(reading.value(f"{HAD_A_TURN}{count}")),
        is_over=bool(reading.value("turn.over")),
        strikes=tuple(reading.name_of(member.id) for member in striking),
        puppet_of=tuple(reading.name_of(one) for one in _commanding(reading)),
    )


def _strikes(hands: SpellOptions, reading: RecordContext) -> bool:
    """Whether a spell has anybody left whom it may still strike; one that is meant for nobody may yet be."""
    spell, caught = reading.member.id, caught_by(reading)
    at_once = [one for one in caught if not one.fields.get(f"ongoing.{spell}")]
    return not caught or any(tried_already(spell, one.id, hands.state) is None for one in at_once)


def _commanding(reading: RecordContext) -> list[str]:
    """Spells that control somebody completely: they act, if at all, as the caster's (PAN-TIME-04)."""
    severe = [spell for spell, hold in reading.under("hold").items() if hold == "severe"]
    known = [reading.others[one] for one in severe if one in reading.others]
    return [member.id for member in known if member["kind"] == "control" and member["state"] == "active"]
