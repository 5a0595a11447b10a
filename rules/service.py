"""The doors of the rules: everything outside calls these and nothing else in here."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from msgspec import Struct, structs

from rules import catalogue
from rules.kernel import budget
from rules.kernel.action import Chances
from rules.kernel.clock import Due, begun, in_order
from rules.kernel.clock import unbegun as unbegun_in
from rules.kernel.draws import BegunDraws, Draws, GivenDraws
from rules.kernel.effects import set_to
from rules.kernel.errors import DrawsExhausted, InvalidInput, NoOdds, RuleViolation
from rules.kernel.parsing import parse
from rules.kernel.procedure import FollowUp, OpenQuestion, Question, State
from rules.kernel.procedures import Ends, Procedures, TurnBegins
from rules.kernel.result import Result
from rules.kernel.values import Value

MOMENTS: Final = {
    "table.begin_turn": "turn_begins",
    "table.end_round": "round_ends",
    "table.end_fight": "fight_ends",
    "table.end_scene": "scene_ends",
    "table.end_session": "session_ends",
}
"""The acts of the table that end something by their nature, and what of a system's procedures says so."""


def read(action: str, raw: Value) -> Struct:
    """`raw` (plain JSON values) as the typed input of `action`; UnknownAction or InvalidInput where it is not one."""
    return parse(catalogue.find(action).input_type, raw)


def perform(action: str, given: Struct, draws: Draws) -> Result:
    """Play one action: the result of `given` with these draws, `draws_used` filled in.

    Refuses with a `RulesError` before the first draw wherever the input or the rules are at fault.
    """
    before = len(draws.taken)
    result = catalogue.find(action).engine(given, draws)
    return structs.replace(result, draws_used=len(draws.taken) - before)


def draws_taken(action: str, given: Struct, begun: Sequence[Value]) -> int:
    """How many draws `given` takes of which these are the first.

    Where their number hangs on what comes (a card that is drawn anew), it is that for the first that may come.
    """
    draws = BegunDraws(begun)
    perform(action, given, draws)
    return len(draws.taken)


def refused(action: str, given: Struct) -> RuleViolation | None:
    """What the engine of `action` refuses of `given` before its first draw, or None; any other error is raised."""
    try:
        perform(action, given, GivenDraws(()))
    except RuleViolation as refusal:
        return refusal
    except DrawsExhausted:  # it would draw now, so it has refused nothing
        pass
    return None


def odds(action: str, given: Struct, *, work: int | None = None) -> Chances:
    """The exact chances of `given` before any draw; NoOdds for an action whose spec has none.

    TooLarge where counting takes more than `work` (`rules.kernel.budget`), which does not hang on the machine.
    """
    found = catalogue.find(action)
    if found.odds is None:
        raise NoOdds(f"{action} has no odds", field="action")
    with budget.at_most(work):
        return found.odds(given)


def odds_for_all(action: str, given: Struct, *, work: int | None = None) -> Chances | None:
    """The same as everybody may see them; None where they rest on what only the GM knows (DEC-DECK-18)."""
    procedures = _procedures(action)
    if procedures is None or procedures.known_to_all is None:
        return odds(action, given, work=work)
    known = procedures.known_to_all(given)
    if known == given:
        return odds(action, given, work=work)
    try:
        return odds(action, known, work=work)
    except InvalidInput:
        # Without what only the GM knows it may be no input at all.
        return None


@cache
def fields(action: str) -> tuple[str, ...]:
    """The contract names of an action's input fields."""
    return tuple(field.encode_name for field in structs.fields(catalogue.find(action).input_type))


def forbidden(action: str, subjects: tuple[str, ...], state: State, *, game: str | None = None) -> str | None:
    """The clause that forbids an action now, or None: asked by `play()` and by every button alike.

    A moment of the table may be against the order of any system, that of one `game` against its own.
    """
    asked = _those_of(game) if action in MOMENTS else filter(None, (_procedures(action),))
    clauses = (procedures.allowed(state, action, subjects) for procedures in asked)
    return next(filter(None, clauses), None)


def contradicted(action: str, given: Struct, state: State) -> RuleViolation | None:
    """Why an input goes with nothing that waits, such as a hit with other numbers than its attack left; or None."""
    procedures = _procedures(action)
    if procedures is None or procedures.contradicts is None:
        return None
    return procedures.contradicts(action, given, state)


def waits_for(asked: OpenQuestion, pending: Sequence[OpenQuestion]) -> OpenQuestion | None:
    """The open question among these that is answered before this one, or None."""
    procedures = catalogue.PROCEDURES.get(asked.question.partition(".")[0])
    if procedures is None or procedures.waits_for is None:
        return None
    return procedures.waits_for(asked, pending)


def follows(action: str, given: Struct, result: Result, state: State) -> tuple[FollowUp, ...]:
    """What clauses make the application change in the same act."""
    procedures = _procedures(action)
    return tuple(procedures.follows(action, given, result, state)) if procedures else ()


def asks(action: str, given: Struct, result: Result, state: State) -> tuple[Question, ...]:
    """What the act leaves for somebody to answer."""
    procedures = _procedures(action)
    return tuple(procedures.asks(action, given, result, state)) if procedures else ()


def answers(action: str, given: Struct, result: Result, state: State) -> tuple[str, ...]:
    """The ids of the open questions that the act answers."""
    procedures = _procedures(action)
    return tuple(procedures.answers(action, given, result, state)) if procedures else ()


def ends_with(action: str, given: Any, state: State) -> tuple[FollowUp, ...]:
    """What every system ends with a moment of the table: a turn, a round, a fight, a scene, a session; else nothing.

    A round or a fight of one game ends that of no other (TAB-TURN-04).
    """
    moment = MOMENTS.get(action)
    if moment is None:
        return ()
    who = (given.who.id,) if moment == "turn_begins" else ()
    endings: Iterable[Ends | TurnBegins | None] = (
        getattr(procedure, moment) for procedure in _those_of(getattr(given, "game", None))
    )
    return tuple(follow_up for ends in endings if ends for follow_up in ends(state, *who))


def ending(action: str) -> tuple[str, ...]:
    """The systems that end something with a moment of the table."""
    ends = MOMENTS[action]
    return tuple(system for system, procedure in catalogue.PROCEDURES.items() if getattr(procedure, ends))


def fighting(state: State) -> tuple[str, ...]:
    """The systems of which a fight goes on: somebody is in one, or the table counts their turns and rounds."""
    table = (one.fields for one in state.records.values() if one.kind == "campaign")
    is_counted = any(fields["round"] or fields["turn"] for fields in table)
    counting = counting_by_the_table(state) if is_counted else ()
    return tuple(
        system
        for system, procedure in catalogue.PROCEDURES.items()
        if system in counting or (procedure.in_fight and any(map(procedure.in_fight, state.records.values())))
    )


def counting_by_the_table(state: State) -> tuple[str, ...]:
    """The systems played here whose turns and rounds are those that the table counts."""
    played = {one.kind.partition(".")[0] for one in state.records.values()}
    return tuple(system for system in ending("table.end_round") if system in played)


def due(state: State, start: int, end: int) -> Iterator[Due]:
    """What falls due in all systems when game time goes from `start` to `end` (seconds), in the order it comes in.

    Only the first step is certain: make the list again after each. `state` holds every record that time touches,
    kinds by their whole names, and all open questions.
    """
    return in_order(
        procedure.due(state, start, end) for procedure in catalogue.PROCEDURES.values() if procedure.due
    )


def due_at(action: str, state: State, who: str | None = None) -> tuple[Due, ...]:
    """The steps of all systems that come just before an act of the table, such as the end of a scene."""
    if action not in MOMENTS:
        return ()
    asked = (procedure.due_at for procedure in catalogue.PROCEDURES.values() if procedure.due_at)
    return tuple(found for due_then in asked for found in due_then(action, state, who))


def set_going(before: State, after: State, now: int) -> tuple[FollowUp, ...]:
    """The clocks that an act's changes set going, or stopped: `before` and `after` hold the records that it changed."""
    found: list[FollowUp] = []
    for procedure in catalogue.PROCEDURES.values():
        found += begun(procedure.running, before, after, now) if procedure.running else ()
        found += procedure.set_going(before, after) if procedure.set_going else ()
    return tuple(found)


def moot(state: State) -> tuple[FollowUp, ...]:
    """The open questions that ask for nothing any more, struck off: `state` is the one that an act has left."""
    asked = (procedure.moot for procedure in catalogue.PROCEDURES.values() if procedure.moot)
    found = {one.id: (clause, one) for is_moot in asked for clause, one in is_moot(state)}
    return tuple(FollowUp(clause, (set_to(one.id, "state", "struck"),)) for clause, one in found.values())


def unbegun(state: State, now: int) -> tuple[FollowUp, ...]:
    """Clocks of all systems that run without anybody having kept since when: they run from now on."""
    running = (procedure.running for procedure in catalogue.PROCEDURES.values() if procedure.running)
    return tuple(follow_up for one in running for follow_up in unbegun_in(one, state, now))


def _those_of(game: str | None) -> Iterable[Procedures]:
    """The procedures of one game, or of all."""
    return [one for system, one in catalogue.PROCEDURES.items() if game in (None, system)]


def _procedures(action: str) -> Procedures | None:
    return catalogue.PROCEDURES.get(catalogue.find(action).system)
