"""What a system's procedures see and say: stored state in, follow-ups and questions out. All of it pure."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from rules.kernel.effects import Effect


class RecordState(Struct, frozen=True):
    """A stored record: its kind, and its fields under their contract names."""

    kind: str
    fields: Mapping[str, Any]


class OpenQuestion(Struct, frozen=True):
    """An open question: the action that answers it, whom it is about, and what was asked for besides.

    `who` is the record asked (a sorcerer); `data` holds the rest (`demon`, `contact`, `basis`, `change`, …).
    """

    id: str
    question: str
    who: str | None
    optional: bool
    data: Mapping[str, Any]


class State(Struct, frozen=True):
    """What a procedure may know: the records that an act names, and the open questions about them."""

    records: Mapping[str, RecordState]
    pending: tuple[OpenQuestion, ...] = ()
    helpers: tuple[str, ...] = ()
    """The records that an act names for their help alone: they neither act nor are acted on."""
    by_hand: bool = False
    """Whether the dice or cards of the act lie on the players' own table."""
    by_gm: bool = False
    """Whether the GM acts."""


class FollowUp(Struct, frozen=True):
    """What a clause makes the application change in the same act."""

    clause: str
    effects: tuple[Effect, ...]


class Question(Struct, frozen=True):
    """What an act leaves for somebody to answer: the action that answers it, and whose answer it is."""

    question: str
    for_role: Literal["player", "gm"]
    who: str | None
    clause: str
    optional: bool
    data: Mapping[str, Any]


class Procedures(Struct, frozen=True):
    """A system's pure functions around its actions, as `rules.service` calls them.

    `allowed(state, action, subject ids)` gives the clause that forbids it now, or None.
    `follows`, `asks` and `answers` take `(action, given, result, state)`.

    Time, where the system has any of it: `due(state, start, end)` lists what falls due between two seconds of game
    time, in order; `running(record)` names a record's clocks (`rules.kernel.clock`); `set_going(before, after)` gives
    what else an act's changes begin. `turn_begins(state, who)`, `round_ends(state)`, `fight_ends(state)` and
    `scene_ends(state)` give what ends with these moments of the table, `due_at(action, state, who)` the steps that come
    just before the act that makes such a moment. Their state holds every record that time touches, kinds by whole name.

    `contradicts(action, given, state)` gives the refusal of an input that goes with nothing that waits, or None;
    `waits_for(asked, pending)` the open question that is answered before this one, or None.

    `known_to_all(given)` is an input without what only the GM knows: odds that rest on it are refused then.

    `ranges` has how many dice a source of a modifier may give or take.
    """

    allowed: Any
    follows: Any
    asks: Any
    answers: Any
    due: Any = None
    running: Any = None
    set_going: Any = None
    due_at: Any = None
    turn_begins: Any = None
    round_ends: Any = None
    fight_ends: Any = None
    scene_ends: Any = None
    contradicts: Any = None
    waits_for: Any = None
    known_to_all: Any = None
    ranges: Mapping[str, tuple[int, int]] = {}
