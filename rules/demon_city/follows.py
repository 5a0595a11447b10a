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
from rules.demon_city.decks import known_to_all
from rules.demon_city.due import at_action_end, due
from rules.demon_city.health import DamageInput
from rules.demon_city.opposed_throw import OpposedThrow, OpposedThrowInput
from rules.demon_city.progress import progress
from rules.demon_city.sorting import SortClashesInput, SortedClashes
from rules.demon_city.static_throw import StaticThrow, StaticThrowInput
from rules.demon_city.tasks import Task
from rules.kernel.effects import set_to
from rules.kernel.procedure import FollowUp, OpenQuestion, Question, State
from rules.kernel.procedures import Procedures
from rules.kernel.result import Result
from rules.kernel.values import Values, as_text

Role = Literal["player", "gm"]

STATIC: Final = "demon_city.static_throw"
RESISTING: Final = ("hand_to_hand", "agility")
COMPLICATION: Final = "table.edit"
"""The Host writes down what a tie has changed: an edit of the task."""
RULING: Final = "table.ruling"
"""The Host says what a tie without a task changes, or what the failure of a task brings."""


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
    if not isinstance(given, StaticThrowInput) or not _is_hit(given, result, state):
        return progress(action, given, result.outcome, state)
    placed = set_to(given.thrower.id, "reposition", PLACEMENT)
    return (FollowUp("DEC-ROUND-26", (placed,)),)


def asks(action: str, given: Struct, result: Result, state: State) -> tuple[Question, ...]:
    """The questions that a result raises: damage to be thrown, a tie to be settled, what a tie or a failure brings."""
    match given:
        case ClashInput():
            return (*_choice(action, given.clash.id, result), *_clash_damage(given, result))
        case ChaseInput():
            return tuple(_choice(action, given.chase.id, result))
        case SortClashesInput():
            return tuple(_attacks_on_the_passive(given, result, state))
        case StaticThrowInput():
            return (*_landed(given, result, state), *_failed(given.task, result, state))
        case OpposedThrowInput():
            return tuple(_tied(given, result) or _failed(given.task, result, state))
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
        return (*_described(given.task, state), *_thrown(given, state))
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
    known_to_all=known_to_all,
)
"""What the system says around its actions."""


def _choice(action: str, about: str, result: Result) -> Iterator[Question]:
    """Allies who tie for the one place say who comes first; the same cards are then read again (DEC-CLASH-08)."""
    choice = getattr(result.outcome, "choice", None)
    if choice is None:
        return
    role: Role = "player" if choice.by == "players" else "gm"
    data = {"about": about, "from": list(choice.among)}
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
        return [Question(COMPLICATION, "gm", given.task.id, "DEC-TIE-02", False, data)]
    return [Question(RULING, "gm", given.actor.id, "DEC-TIE-02", True, {})]


def _failed(task: Task | None, result: Result, state: State) -> list[Question]:
    """What the Host says of the failure of a task."""
    if not task or set_to(task.id, "state", "failed") not in result.effects:
        return []
    is_asked = any(one.who == task.id for one in open_questions(state, RULING))
    return [] if is_asked else [Question(RULING, "gm", task.id, "DEC-THROW-09", True, {})]


def _damage(target: str, attacker: str, deck: str, clause: str) -> Question:
    role: Role = "player" if deck == "players" else "gm"
    return Question(DAMAGE, role, target, clause, False, {"attacker": attacker, "deck": deck})


def _attacks_on_the_passive(given: SortClashesInput, result: Result, state: State) -> Iterator[Question]:
    """An attack on somebody who takes no action is a static throw, unless the Host lets it happen (DEC-ROUND-26).

    What resists it is the Intensity; of somebody without such a stat the Host says it.
    """
    uncontested = result.outcome.uncontested if isinstance(result.outcome, SortedClashes) else ()
    acting = {action.id for action in given.actions}
    for action in given.actions:
        if action.id in uncontested and action.kind == "attack":
            for target in action.targets:
                if target not in acting:
                    data: Values = {"target": target, **_resisting(target, state)}
                    yield Question(STATIC, "player", action.id, "DEC-ROUND-26", True, data)


def _resisting(target: str, state: State) -> dict[str, int]:
    """The stat that a close attack meets, as an Intensity (DEC-CTHROW-10)."""
    stands = state.records.get(target)
    stats = (stands.fields.get(f"stats.{name}") for name in RESISTING) if stands else ()
    found = next((stat for stat in stats if isinstance(stat, int)), None)
    return {} if found is None else {"intensity": min(found, HIGHEST_NUMBER)}


def _is_hit(given: StaticThrowInput, result: Result, state: State) -> bool:
    is_success = isinstance(result.outcome, StaticThrow) and result.outcome.success
    return is_success and _open_attack(given, state) is not None


def _open_attack(given: StaticThrowInput, state: State) -> OpenQuestion | None:
    """The attack on somebody passive that this throw settles, if it is one: no other throw of theirs does."""
    mine = (question for question in open_questions(state, STATIC) if question.who == given.thrower.id)
    return next(
        (question for question in mine if given.target and question.data.get("target") == given.target), None
    )


def _described(task: Task | None, state: State) -> Iterator[str]:
    """A new throw for a task shows that its complication has been written down (DEC-TIE-03)."""
    return (
        question.id for question in open_questions(state, COMPLICATION) if task and question.who == task.id
    )


def _thrown(given: StaticThrowInput | OpposedThrowInput, state: State) -> tuple[str, ...]:
    attack = _open_attack(given, state) if isinstance(given, StaticThrowInput) else None
    return (attack.id,) if attack else ()
