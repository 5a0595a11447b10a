"""The pure functions that a system has around its actions, and what each takes and gives."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from rules.kernel.clock import Clock, Due
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import FollowUp, OpenQuestion, Question, RecordState, State
from rules.kernel.result import Result

Allowed = Callable[[State, str, Sequence[str]], str | None]
Follows = Callable[[str, Struct, Result, State], Iterable[FollowUp]]
Asks = Callable[[str, Struct, Result, State], Iterable[Question]]
Answers = Callable[[str, Struct, Result, State], Iterable[str]]
FallsDue = Callable[[State, int, int], Iterable[Due]]
DueBefore = Callable[[str, State, str | None], Iterable[Due]]
Running = Callable[[RecordState], Mapping[str, Clock]]
SetsGoing = Callable[[State, State], Iterable[FollowUp]]
TurnBegins = Callable[[State, str], Iterable[FollowUp]]
Ends = Callable[[State], Iterable[FollowUp]]
Contradicts = Callable[[str, Struct, State], RuleViolation | None]
Moot = Callable[[State], Iterable[tuple[str, OpenQuestion]]]
WaitsFor = Callable[[OpenQuestion, Sequence[OpenQuestion]], OpenQuestion | None]
InFight = Callable[[RecordState], bool]
KnownToAll = Callable[[Struct], Struct]


class Procedures(Struct, frozen=True):
    """A system's pure functions around its actions, as `rules.service` calls them.

    `allowed(state, action, subject ids)` gives the clause that forbids it now, or None.
    `follows`, `asks` and `answers` take `(action, given, result, state)`.

    Time, where the system has any of it: `due(state, start, end)` lists what falls due between two seconds of game
    time, in order; `running(record)` names a record's clocks (`rules.kernel.clock`); `set_going(before, after)` gives
    what else an act's changes begin. `turn_begins(state, who)`, `round_ends(state)`, `fight_ends(state)`,
    `scene_ends(state)` and `session_ends(state)` give what ends with these moments of the table,
    `due_at(action, state, who)` the steps that come just before the act that makes such a moment. Their state holds
    every record that time touches, kinds by whole name.

    `in_fight(record)` says whether somebody is in a fight that the table's `fight_ends` would end.

    `contradicts(action, given, state)` gives the refusal of an input that goes with nothing that waits, or None;
    `waits_for(asked, pending)` the open question that is answered before this one, or None.

    `moot(state)` gives each open question that asks for nothing any more, after the clause by which it does not.
    Its state is the one that an act has left, with every record that time touches, kinds by whole name.

    `known_to_all(given)` is an input without what only the GM knows: odds that rest on it are refused then.

    `ranges` has how many dice a source of a modifier may give or take.
    """

    allowed: Allowed
    follows: Follows
    asks: Asks
    answers: Answers
    due: FallsDue | None = None
    running: Running | None = None
    set_going: SetsGoing | None = None
    due_at: DueBefore | None = None
    turn_begins: TurnBegins | None = None
    round_ends: Ends | None = None
    fight_ends: Ends | None = None
    scene_ends: Ends | None = None
    session_ends: Ends | None = None
    in_fight: InFight | None = None
    contradicts: Contradicts | None = None
    waits_for: WaitsFor | None = None
    moot: Moot | None = None
    known_to_all: KnownToAll | None = None
    ranges: Mapping[str, tuple[int, int]] = {}
