"""What an act of the system brings along in the same act, whom it asks, and which questions it answers."""

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from rules.demon_city.allowed import BUILT, DAMAGE, allowed, open_questions
from rules.demon_city.announcing import PLACEMENT
from rules.demon_city.building import BuildHorrorDeckInput, BuildPlayersDeckInput
from rules.demon_city.cards import HIGHEST_NUMBER
from rules.demon_city.chase import ChaseInput
from rules.demon_city.clash_input import ClashInput
from rules.demon_city.clash_outcome import ClashOutcome
from rules.demon_city.combat import resisting_stat
from rules.demon_city.decks import known_to_all
from rules.demon_city.due import at_action_end, due, in_fight
from rules.demon_city.health import DamageInput
from rules.demon_city.opposed_throw import OpposedThrow, OpposedThrowInput
from rules.demon_city.progress import clashes_without, progress
from rules.demon_city.recovering import Calm, CalmInput
from rules.demon_city.sorting import SortClashesInput, SortedClashes
from rules.demon_city.static_throw import StaticThrow, StaticThrowInput
from rules.demon_city.tasks import Task
from rules.kernel.effects import set_to
from rules.kernel.procedure import FollowUp, OpenQuestion, Question, RecordState, State
from rules.kernel.procedures import Procedures
from rules.kernel.result import Result
from rules.kernel.values import Values, as_text

Role = Literal["player", "gm"]

STATIC: Final = "demon_city.static_throw"
WRITING: Final = "table.edit"
"""The Host writes down what a tie has changed, or what a failure brings: an edit of the task."""
RULING: Final = "table.ruling"
"""The Host says what a tie without a task changes."""


def follows(action: str, given: Struct, result: Result, state: State) -> tuple[FollowUp, ...]:
    """The changes that clauses make the application carry out after a result, in order.

    A throw at somebody who does nothing is an attack all the same: its success gives free placement (DEC-ROUND-26).
    A record becomes the deck that it is made up as (DEC-DECK-01). How far the round has come is kept.
    """
    if isinstance(given, BuildPlayersDeckInput | BuildHorrorDeckInput):
        stands = state.records.get(given.deck.id)
        if stands is None or stands.fields.get("deck") == BUILT[action]:
            return ()
        return (FollowUp("DEC-DECK-01", (set_to(given.deck.id, "deck", BUILT[action]),)),)
    task = given.task if isinstance(given, StaticThrowInput | OpposedThrowInput) else None
    again = _consequence_again(task, result, state) if task else ()
    if not isinstance(given, StaticThrowInput) or not _is_hit(given, result, state):
        return (*again, *progress(action, given, result.outcome, state))
    placed = set_to(given.thrower.id, "reposition", PLACEMENT)
    return (FollowUp("DEC-ROUND-26", (placed,)),)


def asks(action: str, given: Struct, result: Result, state: State) -> tuple[Question, ...]:
    """The questions that a result raises: damage to be thrown, a tie to be settled, what a tie or a failure brings."""
    match given:
        case ClashInput():
            return (*_flipped(action, given.clash.id, result), *_clash_damage(given, result))
        case ChaseInput():
            return tuple(_flipped(action, given.chase.id, result))
        case SortClashesInput():
            return tuple(_attacks_on_the_passive(given, result, state))
        case CalmInput() if isinstance(result.outcome, Calm) and result.outcome.panicked:
            return tuple(_attacks_on_the_panicked(given.character.id, state))
        case StaticThrowInput():
            return (*_landed(given, result, state), *_failed(given.task, result, state))
        case OpposedThrowInput():
            return (*_tied(given, result), *_failed(given.task, result, state))
    return ()


def answers(action: str, given: Struct, _result: Result, state: State) -> tuple[str, ...]:
    """The ids of the open questions that an act answers."""
    if isinstance(given, DamageInput):
        return tuple(
            question.id for question in open_questions(state, DAMAGE) if question.who == given.target.id
        )[:1]
    if isinstance(given, ClashInput | ChaseInput):
        about = given.clash.id if isinstance(given, ClashInput) else given.chase.id
        return tuple(
            question.id for question in open_questions(state, action) if question.data.get("about") == about
        )
    if isinstance(given, StaticThrowInput | OpposedThrowInput):
        written = _to_write(given.task, "complication", state) if given.task else ()
        return (*written, *_thrown(given, state))
    return ()


PROCEDURES: Final = Procedures(
    allowed=allowed,
    follows=follows,
    asks=asks,
    answers=answers,
    due=due,
    fight_ends=at_action_end,
    scene_ends=at_action_end,
    session_ends=at_action_end,
    in_fight=in_fight,
    known_to_all=known_to_all,
)
"""What the system says around its actions."""


def _flipped(action: str, about: str, result: Result) -> Iterator[Question]:
    """What a tie leaves open: between sides what the Host changes, among allies who comes first.

    The same cards are then read again (DEC-CLASH-08).
    """
    if getattr(result.outcome, "complication", False):  # DEC-CLASH-09
        yield Question(RULING, "gm", about, "DEC-TIE-02", True, {})
    choice = getattr(result.outcome, "choice", None)
    if choice is None:
        return
    role: Role = "player" if choice.by == "players" else "gm"
    data = {"about": about, "from": list(choice.among), "either": list(choice.among)}
    yield Question(action, role, choice.among[0], "DEC-CLASH-08", False, data)


def _clash_damage(given: ClashInput, result: Result) -> Iterator[Question]:
    """Whoever landed an attack that does damage throws it for each target hit (DEC-CLASH-21)."""
    people = {participant.id: participant for participant in given.participants}
    decks = {side.id: "players" if side.by == "players" else "horror" for side in given.sides}
    for attack in result.outcome.attacks if isinstance(result.outcome, ClashOutcome) else ():
        for target in attack.targets if attack.damage else ():
            attacker = people[attack.by]
            yield _damage(target, attack.by, attacker.deck or decks[attacker.side], "DEC-CLASH-21")


def _landed(given: StaticThrowInput, result: Result, state: State) -> Iterator[Question]:
    """The damage of an attack on somebody who does nothing (DEC-ROUND-26)."""
    attack = _open_attack(given, state) if _is_hit(given, result, state) else None
    if attack:
        yield _damage(as_text(attack.data["target"]), given.thrower.id, given.thrower.deck, "DEC-ROUND-26")


def _tied(given: OpposedThrowInput, result: Result) -> list[Question]:
    """What the Host says of a tie: on the task, or where there is none as a ruling."""
    if not isinstance(result.outcome, OpposedThrow) or not result.outcome.complication:
        return []
    if given.task:
        data = {"field": "complication"}
        return [Question(WRITING, "gm", given.task.id, "DEC-TIE-02", False, data)]
    return [Question(RULING, "gm", given.actor.id, "DEC-TIE-02", True, {})]


def _failed(task: Task | None, result: Result, state: State) -> Iterator[Question]:
    """What the Host writes down of the failure of a task; a question that stands is not asked twice."""
    if task and _fails(task, result) and not _to_write(task, "consequence", state):
        yield Question(WRITING, "gm", task.id, "DEC-THROW-09", True, {"field": "consequence"})


def _fails(task: Task, result: Result) -> bool:
    return set_to(task.id, "state", "failed") in result.effects


def _to_write(task: Task, field: str, state: State) -> list[str]:
    """The open questions that ask the Host to write something down of a task."""
    asked = (question for question in open_questions(state, WRITING) if question.who == task.id)
    return [question.id for question in asked if question.data.get("field") == field]


def _consequence_again(task: Task, result: Result, state: State) -> tuple[FollowUp, ...]:
    """A task that fails once more has not what it brought the last time: the Host writes it anew."""
    stands = state.records.get(task.id)
    if stands is None or not stands.fields.get("consequence") or not _fails(task, result):
        return ()
    return (FollowUp("DEC-THROW-09", (set_to(task.id, "consequence", None),)),)


def _damage(target: str, attacker: str, deck: str, clause: str) -> Question:
    role: Role = "player" if deck == "players" else "gm"
    return Question(DAMAGE, role, target, clause, False, {"attacker": attacker, "deck": deck})


def _attacks_on_the_passive(given: SortClashesInput, result: Result, state: State) -> Iterator[Question]:
    """An attack on somebody who takes no action is a static throw, unless the Host lets it happen (DEC-ROUND-26).

    So is one on a driver, whose throw goes into the chase (DEC-CLASH-29). What resists it is the Intensity; of somebody
    without such a stat the Host says it.
    """
    if not isinstance(result.outcome, SortedClashes):
        return
    uncontested, drivers = result.outcome.uncontested, result.outcome.drivers
    acting = {action.id for action in given.actions}
    for action in given.actions:
        if action.id in uncontested and action.kind == "attack":
            for target in action.targets:
                if target in drivers:
                    yield _attack(action.id, target, state, "DEC-CLASH-29")
                elif target not in acting:
                    yield _attack(action.id, target, state)


def _attacks_on_the_panicked(who: str, state: State) -> Iterator[Question]:
    """Whoever is left without a foe in a Clash, and attacked whom Calm took out of it, throws by themselves."""
    for record, left in clashes_without(who, state):
        for one in state.records[record].fields["people"] if not left else ():
            fields = state.records[one].fields if one in state.records else {}
            if fields.get("deed") == "attack" and who in fields.get("aims", ()):
                yield _attack(one, who, state)


def _attack(attacker: str, target: str, state: State, clause: str = "DEC-ROUND-26") -> Question:
    data: Values = {"target": target, **_resisting(attacker, target, state)}
    return Question(STATIC, "player", attacker, clause, True, data)


def _resisting(attacker: str, target: str, state: State) -> dict[str, int]:
    """The stat that the announced attack meets, as an Intensity (DEC-CTHROW-10 to DEC-CTHROW-12)."""
    nobody = RecordState("", {})
    how, whom = (state.records.get(one, nobody).fields for one in (attacker, target))
    stats = {name.removeprefix("stats."): stat for name, stat in whom.items() if isinstance(stat, int)}
    named = how.get("power_resist") or resisting_stat(stats, how.get("attacks_by") or "close")
    return {"intensity": min(stats[named], HIGHEST_NUMBER)} if named in stats else {}


def _is_hit(given: StaticThrowInput, result: Result, state: State) -> bool:
    is_success = isinstance(result.outcome, StaticThrow) and result.outcome.success
    return is_success and _open_attack(given, state) is not None


def _open_attack(given: StaticThrowInput, state: State) -> OpenQuestion | None:
    """The attack on somebody passive that this throw settles, if it is one: no other throw of theirs does."""
    mine = (question for question in open_questions(state, STATIC) if question.who == given.thrower.id)
    return next(
        (question for question in mine if given.target and question.data.get("target") == given.target), None
    )


def _thrown(given: StaticThrowInput | OpposedThrowInput, state: State) -> tuple[str, ...]:
    attack = _open_attack(given, state) if isinstance(given, StaticThrowInput) else None
    return (attack.id,) if attack else ()
