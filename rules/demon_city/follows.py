"""What an act of the system brings along in the same act, whom it asks, and which questions it answers."""

from collections.abc import Iterator
from typing import Any, Final, Literal

from rules.demon_city.allowed import BUILT, CHASE, CLASH, DAMAGE, allowed, open_questions
from rules.demon_city.announcing import PLACEMENT
from rules.demon_city.cards import HIGHEST_NUMBER
from rules.demon_city.decks import known_to_all
from rules.demon_city.due import at_action_end, due
from rules.demon_city.progress import progress
from rules.kernel.effects import set_to
from rules.kernel.procedure import FollowUp, OpenQuestion, Question, State
from rules.kernel.procedures import Procedures
from rules.kernel.result import Result

Role = Literal["player", "gm"]

STATIC: Final = "demon_city.static_throw"
OPPOSED: Final = "demon_city.opposed_throw"
SORT: Final = "demon_city.sort_clashes"
RESISTING: Final = ("hand_to_hand", "agility")
COMPLICATION: Final = "table.edit"
"""The Host writes down what a tie has changed: an edit of the task."""
RULING: Final = "table.ruling"
"""The Host says what a tie without a task changes, or what the failure of a task brings."""


def follows(action: str, given: Any, result: Result, state: State) -> tuple[FollowUp, ...]:
    """The changes that clauses make the application carry out after a result, in order.

    A throw at somebody who does nothing is an attack all the same: its success gives free placement (DEC-ROUND-26).
    A record becomes the deck that it is made up as (DEC-DECK-01). How far the round has come is kept.
    """
    if action in BUILT:
        stands = state.records.get(given.deck.id)
        if stands is None or stands.fields.get("deck") == BUILT[action]:
            return ()
        return (FollowUp("DEC-DECK-01", (set_to(given.deck.id, "deck", BUILT[action]),)),)
    if action != STATIC or not _is_hit(given, result, state):
        return progress(action, given, result.outcome, state)
    placed = set_to(given.thrower.id, "reposition", PLACEMENT)
    return (FollowUp("DEC-ROUND-26", (placed,)),)


def asks(action: str, given: Any, result: Result, state: State) -> tuple[Question, ...]:
    """The questions that a result raises: damage to be thrown, a tie to be settled, what a tie or a failure brings."""
    if action == CLASH:
        return (*_choice(action, given.clash.id, result), *_clash_damage(given, result))
    if action == CHASE:
        return tuple(_choice(action, given.chase.id, result))
    if action == SORT:
        return tuple(_attacks_on_the_passive(given, result, state))
    if action in (STATIC, OPPOSED):
        return (*_landed(action, given, result, state), *_to_describe(action, given, result, state))
    return ()


def answers(action: str, given: Any, result: Result, state: State) -> tuple[str, ...]:
    """The ids of the open questions that an act answers."""
    if action == DAMAGE:
        return tuple(
            question.id for question in open_questions(state, DAMAGE) if question.who == given.target.id
        )[:1]
    if action in (CLASH, CHASE):
        about = given.clash.id if action == CLASH else given.chase.id
        return tuple(
            question.id for question in open_questions(state, action) if question.data.get("about") == about
        )
    if action in (STATIC, OPPOSED):
        return (*_described(given, state), *_thrown(action, given, state))
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


def _clash_damage(given: Any, result: Result) -> Iterator[Question]:
    """Whoever landed an attack that does damage throws it for each target hit (DEC-CLASH-21)."""
    people = {participant.id: participant for participant in given.participants}
    decks = {side.id: "players" if side.by == "players" else "horror" for side in given.sides}
    for attack in getattr(result.outcome, "attacks", ()):
        for target in attack.targets if attack.damage else ():
            attacker = people[attack.by]
            yield _damage(target, attack.by, attacker.deck or decks[attacker.side], "DEC-CLASH-21")


def _landed(action: str, given: Any, result: Result, state: State) -> Iterator[Question]:
    """The damage of an attack on somebody who does nothing (DEC-ROUND-26)."""
    attack = _open_attack(given, state) if action == STATIC and _is_hit(given, result, state) else None
    if attack:
        yield _damage(attack.data["target"], given.thrower.id, given.thrower.deck, "DEC-ROUND-26")


def _to_describe(action: str, given: Any, result: Result, state: State) -> Iterator[Question]:
    """What the Host says of a tie and of a failure: on the task, or where there is none as a ruling."""
    if action == OPPOSED and getattr(result.outcome, "complication", False):
        if given.task:
            yield Question(COMPLICATION, "gm", given.task.id, "DEC-TIE-02", False, {"field": "complication"})
        else:
            yield Question(RULING, "gm", given.actor.id, "DEC-TIE-02", True, {})
    elif given.task and set_to(given.task.id, "state", "failed") in result.effects:
        is_asked = any(one.who == given.task.id for one in open_questions(state, RULING))
        if not is_asked:
            yield Question(RULING, "gm", given.task.id, "DEC-THROW-09", True, {})


def _damage(target: str, attacker: str, deck: str, clause: str) -> Question:
    role: Role = "player" if deck == "players" else "gm"
    return Question(DAMAGE, role, target, clause, False, {"attacker": attacker, "deck": deck})


def _attacks_on_the_passive(given: Any, result: Result, state: State) -> Iterator[Question]:
    """An attack on somebody who takes no action is a static throw, unless the Host lets it happen (DEC-ROUND-26).

    What resists it is the Intensity; of somebody without such a stat the Host says it.
    """
    uncontested = getattr(result.outcome, "uncontested", ())
    acting = {action.id for action in given.actions}
    for action in given.actions:
        if action.id in uncontested and action.kind == "attack":
            for target in action.targets:
                if target not in acting:
                    data = {"target": target, **_resisting(target, state)}
                    yield Question(STATIC, "player", action.id, "DEC-ROUND-26", True, data)


def _resisting(target: str, state: State) -> dict[str, Any]:
    """The stat that a close attack meets, as an Intensity (DEC-CTHROW-10)."""
    stands = state.records.get(target)
    stats = (stands.fields.get(f"stats.{name}") for name in RESISTING) if stands else ()
    found = next((stat for stat in stats if isinstance(stat, int)), None)
    return {} if found is None else {"intensity": min(found, HIGHEST_NUMBER)}


def _is_hit(given: Any, result: Result, state: State) -> bool:
    return bool(getattr(result.outcome, "success", False)) and _open_attack(given, state) is not None


def _open_attack(given: Any, state: State) -> OpenQuestion | None:
    """The attack on somebody passive that this throw settles, if it is one: no other throw of theirs does."""
    mine = (question for question in open_questions(state, STATIC) if question.who == given.thrower.id)
    return next(
        (question for question in mine if given.target and question.data.get("target") == given.target), None
    )


def _described(given: Any, state: State) -> Iterator[str]:
    """A new throw for a task shows that its complication has been written down (DEC-TIE-03)."""
    return (
        question.id
        for question in open_questions(state, COMPLICATION)
        if given.task and question.who == given.task.id
    )


def _thrown(action: str, given: Any, state: State) -> tuple[str, ...]:
    attack = _open_attack(given, state) if action == STATIC else None
    return (attack.id,) if attack else ()
