"""Whose turn it is among mages and those they meet, and what spells do on it (PAN-TIME, PAN-ATTACK-04)."""

from collections.abc import Mapping
from dataclasses import dataclass

from campaigns.games.pandemonium.spell_page import STRIKES
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import RecordContext, ValueInWords
from rules.pandemonium.moments import CHARACTER, HAD_A_TURN


@dataclass(frozen=True)
class Turn:
    """One character's place in the round. A puppet has none of their own (PAN-TIME-04)."""

    who: ValueInWords
    had: bool
    is_now: bool
    is_over: bool
    strikes: tuple[ValueInWords, ...]
    """Spells of theirs that strike on it, once each (PAN-ATTACK-04)."""
    puppet_of: tuple[ValueInWords, ...]


def turns_of(seen: Mapping[str, Member], count: int) -> list[Turn]:
    """Everybody in play: whoever is on turn, those whose turn is still to come, those who have had it.

    `count` is how many turns the round has had.
    """
    found = [member for member in seen.values() if member.kind == CHARACTER and member["state"] == "active"]
    turns = [_turn(RecordContext(member, seen), count) for member in found]
    return sorted(turns, key=lambda turn: (not turn.is_now, turn.had))


def _turn(reading: RecordContext, count: int) -> Turn:
    who = reading.member
    cast = reading.linked("pandemonium.spell", "caster")
    running = [member for member in cast if member["state"] == "active" and member["kind"] in STRIKES]
    return Turn(
        who=reading.name_of(who.id),
        had=any(value for name, value in who.fields.items() if name.startswith(HAD_A_TURN)),
        is_now=bool(reading.value(f"{HAD_A_TURN}{count}")),
        is_over=bool(reading.value("turn.over")),
        strikes=tuple(reading.name_of(member.id) for member in running),
        puppet_of=tuple(reading.name_of(one) for one in _commanding(reading)),
    )


def _commanding(reading: RecordContext) -> list[str]:
    """Spells that control somebody completely: they act, if at all, as the caster's (PAN-TIME-04)."""
    severe = [spell for spell, hold in reading.under("hold").items() if hold == "severe"]
    known = [reading.others[one] for one in severe if one in reading.others]
    return [member.id for member in known if member["kind"] == "control" and member["state"] == "active"]
