"""Whose turn an act belongs to, whom a spell moves and whom one hampers, turn by turn (PAN-TIME, PAN-HIND)."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import State
from rules.kernel.values import Values
from rules.pandemonium.allowed import STRUGGLE, spent_by
from rules.pandemonium.assail import AssailInput
from rules.pandemonium.blows import StrikeInput
from rules.pandemonium.casting import CastInput
from rules.pandemonium.hindrance import HindranceInput
from rules.pandemonium.moments import on_turn
from rules.pandemonium.rolls import RollInput
from rules.pandemonium.shaping import ShapeInput
from rules.pandemonium.struggle import StruggleInput

PUPPET: Final = "PAN-TIME-04"
INSTANT: Final = "PAN-TIME-03"
LENT: Final = "pandemonium.roll"
"""What somebody whom a mage controls completely does in the mage's place, at the word of the mage's player."""
HAMPERS: Final = ("control", "plunder")
"""Kinds of spells that, short of complete, hamper whomever they were meant for (PAN-CTRL-04, PAN-PLUNDER-06)."""
HIDDEN: Final = "is_hidden"
"""Told of a spell that its victims know nothing of: no refusal tells of it (PAN-RESIST-11)."""
ASKS_WHAT_HOLDS: Final = tuple(
    f"pandemonium.{verb}" for verb in ("roll", "assail", "act_against_hindrance", "cast", "shape", "strike")
)
"""Acts that are refused by what holds whoever acts."""


def refused(given: Struct, state: State) -> RuleViolation | None:
    """Why it is not the turn for this; None where it is, where it takes no instant action, or no turns are counted."""
    who, now = who_acts(given), on_turn(state)
    if who is None:
        return None
    if isinstance(given, RollInput) and (hampered := _hampered(given, state)) is not None:
        return hampered
    if isinstance(given, HindranceInput) and (unnamed := _leaves_out(given, state)) is not None:
        return unnamed
    if now is None:
        return None
    if now == who and _only_struggles(given, state):
        told = "a spell controls them completely: on their own turn they can only struggle free"
        return RuleViolation(told, field="action", clause=PUPPET)
    clause = instant(given, state)
    if clause is None or _may_at_once(given, state):
        return None
    is_lent = isinstance(given, RollInput) and now in movers_of(who, state)
    if now != who and not is_lent:
        if clause == PUPPET:
            told = "a spell controls them completely: they act on the turn of its caster, or reflexively"
            return RuleViolation(told, field="action", clause=PUPPET)
        return RuleViolation(
            "it is somebody else's turn: wait for theirs, or act reflexively", field="action", clause=clause
        )
    if has_acted(now, state):
        told = "the instant action of this turn is spent: wait for the next turn"
        own = INSTANT if clause == PUPPET else clause
        return RuleViolation(told, field="action", clause=spent_by(state, now, own))
    return None


def spender(who: str, state: State) -> str | None:
    """Whose instant action is spent by what somebody does now: theirs, or that of the mage in whose place they act."""
    now = on_turn(state)
    return now if now is not None and (now == who or now in movers_of(who, state)) else None


def has_acted(who: str, state: State) -> bool:
    """Whether the instant action of somebody's turn is spent."""
    return bool(_fields(state, who).get("turn.over"))


def movers_of(who: str, state: State) -> list[str]:
    """The mages in whose place somebody acts, since their spells control them completely (PAN-TIME-04)."""
    return [str(one["caster"]) for _ident, one in _controlling(who, state) if one.get("caster")]


def hampering(who: str, state: State) -> list[str]:
    """The spells that are known to hamper what somebody does, until they overcome them in this turn (PAN-HIND-09)."""
    done = _fields(state, who)
    return [
        ident
        for ident, spell in _on(who, "normal", state)
        if spell["kind"] in HAMPERS
        and spell["aspect"] != "sensory"
        and not spell.get(HIDDEN)
        and done.get(f"turn.hindrance.{ident}") != "overcome"
    ]


def _hampered(given: RollInput, state: State) -> RuleViolation | None:
    """Whoever a spell hampers acts despite it; where it has nothing to do with what they do, the GM says so."""
    is_ruled = state.by_gm and given.purpose != "ordinary"
    if given.pool is None or is_ruled or given.timing == "reflexive":
        return None
    if not hampering(given.actor.id, state):
        return None
    told = "a spell hampers them: act despite it, or reflexively"
    return RuleViolation(told, field="action", clause="PAN-HIND-09")


def _leaves_out(given: HindranceInput, state: State) -> RuleViolation | None:
    """Every spell that hampers them counts, for only the highest is overcome (PAN-HIND-05)."""
    named, done = {one.id for one in given.spells}, _fields(state, given.actor.id)
    others = (one for one in hampering(given.actor.id, state) if one not in named)
    if given.timing == "reflexive" or all(done.get(f"turn.hindrance.{one}") == "failed" for one in others):
        return None
    told = "another spell hampers them too: name every one, as “Spells at work” does"
    return RuleViolation(told, field="input.spells", clause="PAN-HIND-09")


def _only_struggles(given: Struct, state: State) -> bool:
    """Whether whoever acts is moved by a spell that they know of, and this is neither a struggle nor reflexive."""
    is_reflexive = getattr(given, "timing", None) == "reflexive"
    is_moved = _is_moved(who_acts(given) or "", state)
    return is_moved and not is_reflexive and not isinstance(given, StruggleInput)


def _is_moved(who: str, state: State) -> bool:
    """Whether a spell that is known controls somebody completely."""
    return any(not one.get(HIDDEN) for _ident, one in _controlling(who, state))


def _controlling(who: str, state: State) -> Iterator[tuple[str, Values]]:
    return (found for found in _on(who, "severe", state) if found[1]["kind"] == "control")


def _on(who: str, hold: str, state: State) -> Iterator[tuple[str, Values]]:
    """The spells in force that hold somebody in this way."""
    held = _fields(state, who)
    for ident, one in state.records.items():
        holds = one.kind == "spell" and held.get(f"hold.{ident}") == hold
        if holds and one.fields["state"] == "active":
            yield ident, one.fields


def who_acts(given: Struct) -> str | None:
    """Whose turn an act belongs to."""
    match given:
        case AssailInput() | StruggleInput() | HindranceInput() | RollInput():
            return given.actor.id
        case CastInput() | ShapeInput():
            return given.caster.id
        case StrikeInput():
            return given.attacker.id
    return None


def instant(given: Struct, state: State) -> str | None:
    """The clause by which an act takes the instant action of a turn; magic has its own (PAN-TIME-01).

    What a mage has somebody do in their place does, unless it is reflexive.
    """
    match given:
        case RollInput(timing=None) if given.pool is not None and _is_moved(given.actor.id, state):
            return PUPPET
        case AssailInput():
            return "PAN-ASSAIL-02"
        case StruggleInput():
            return "PAN-STRUGGLE-02"
        case HindranceInput(timing="instant") | RollInput(timing="instant") | StrikeInput():
            return INSTANT
    return None


def _may_at_once(given: Struct, state: State) -> bool:
    """Whoever has just regained a point struggles in anybody's turn (PAN-HELPLESS-08)."""
    is_struggle = isinstance(given, StruggleInput)
    return is_struggle and any(
        one.question == STRUGGLE and one.who == who_acts(given) for one in state.pending
    )


def _fields(state: State, record: str) -> Values:
    return state.records[record].fields if record in state.records else {}
