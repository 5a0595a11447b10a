"""A fight from ambush to the next turn: what comes now, and whose it is (FAL, *How a fight runs*)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from rules.fallen.allowed import (
    BLACKOUT,
    DEFEND,
    HIT,
    KNOCKDOWN,
    STRIKE,
    allowed,
    asked,
    has_a_place,
    is_hindered,
    still_to_come,
    stored,
)
from rules.fallen.follows import RULING
from rules.fallen.turn_order import has_rolled
from rules.kernel.procedure import OpenQuestion, State

Role = Literal["player", "gm"]

OWN_TURN: Final = (
    "fallen.multiple_actions",
    "fallen.strike",
    "fallen.attack",
    "fallen.strafe",
    "fallen.maintain",
    "fallen.escape",
    "fallen.roll",
    "fallen.movement",
    "fallen.end_turn",
)
"""What a fighter whose place has come may choose from (FAL-TIME-03)."""
TAKE_TURN: Final = "fallen.take_turn"


class Fight(Struct, frozen=True, kw_only=True):
    """How far a fight has come, as its fighters' records tell it.

    `rolled` are those who have rolled initiative (for this turn, where it is rolled every turn), `ordered` whether this
    turn's order is made, `begun` who has taken her turn and not ended it, `turn` its number.
    """

    fighters: tuple[str, ...]
    rolled: tuple[str, ...]
    ordered: bool
    begun: str | None
    turn: int


class Next(Struct, frozen=True):
    """An action that comes now: whom it is about, who decides, and the clause that forbids it for the moment.

    `pending` is the open question that it answers; `must` whether everything else waits for it.
    """

    action: str
    who: tuple[str, ...]
    decides: Role
    must: bool = False
    forbidden: str | None = None
    pending: str | None = None


def fight_of(state: State, among: Iterable[str], *, each_turn: bool = False) -> Fight:
    """The fight of those among these records who are in combat.

    `each_turn` where a campaign rolls initiative every turn (FAL-INIT-01).
    """
    fighters = tuple(who for who in among if stored(state, who, "in_combat", False))
    rolled = tuple(who for who in fighters if has_rolled(state, who, each_turn=each_turn))
    # Whoever rolled after the order was made has still to be put into it; who is out of it never will be.
    late = any(
        stored(state, who, "rolled_initiative", False) and not stored(state, who, "in_order", False)
        for who in fighters
        if has_a_place(state, who)
    )
    ordered = not late and any(stored(state, who, "in_order", False) for who in fighters)
    on = whose_place(fighters, state)
    begun = on if on is not None and stored(state, on, "turn_begun", False) else None
    past = (int(stored(state, who, "turns_past", 0)) for who in fighters)
    return Fight(
        fighters=fighters, rolled=rolled, ordered=ordered, begun=begun, turn=1 + max(past, default=0)
    )


def next_steps(fight: Fight, state: State) -> tuple[Next, ...]:
    """What can be done now, in the order in which it is offered. `state` holds every fighter's record."""
    owed = (*_owed(fight, state), *_free_attacks(fight, state))
    if any(step.must for step in owed):
        return owed
    return (*owed, *_going_on(fight, state))


def whose_place(fighters: Sequence[str], state: State) -> str | None:
    """The fighter whose place it is: the first in order who is not done (FAL-INIT-04).

    Whoever has no place has no turn of her own either: a new turn counts hers (FAL-INIT-08, FAL-UNCON-02).
    """
    waiting = [who for who in still_to_come(state) if who in fighters]
    return min(waiting, key=lambda who: int(stored(state, who, "turn_order", 0) or 0), default=None)


def _owed(fight: Fight, state: State) -> Iterator[Next]:
    """What is settled before anybody goes on: hits and the defences against them, falls, blackouts, botches."""
    for one in _about(fight, state, DEFEND):
        yield _answer(one, "player")
    for one in _about(fight, state, HIT):
        yield _answer(one, "player", must=True)
    for one in _about(fight, state, KNOCKDOWN):
        awake = one.who is not None and has_a_place(state, one.who)
        if awake:  # for one out cold, after she wakes
            yield _answer(one, "player", must=True)
    for question in (BLACKOUT, RULING):  # FAL-UNCON-02, FAL-BOTCH-01
        for one in _about(fight, state, question):
            yield _answer(one, "gm")


def _free_attacks(fight: Fight, state: State) -> Iterator[Next]:
    """The free attack of an ambush comes before initiative (FAL-AMBUSH-09)."""
    return (_answer(question, "player") for question in _about(fight, state, STRIKE))


def _going_on(fight: Fight, state: State) -> tuple[Next, ...]:
    late = tuple(who for who in fight.fighters if who not in fight.rolled and has_a_place(state, who))
    # While an order stands, nobody waits for those who join it.
    rolls = tuple(Next("fallen.initiative", (who,), "player") for who in late)  # FAL-INIT-01
    if not fight.ordered:
        goes_on = (Next("fallen.order_actions", fight.rolled, "gm"),) if fight.rolled else ()
        return (*rolls, *goes_on)
    who = whose_place(fight.fighters, state)
    if who is None:
        return (*rolls, Next("fallen.new_turn", fight.fighters, "gm"))
    if _lies(state, who):
        return (*rolls, _step(KNOCKDOWN, who, state))
    # What hinders her is dealt with by an act of its own; whoever comes before her may be unseen to this viewer.
    if fight.begun != who and (is_hindered(state, who) or allowed(state, TAKE_TURN, (who,))):
        return (*rolls, *_before_her_turn(state, who), _step(TAKE_TURN, who, state))
    return (*rolls, *(_step(action, who, state) for action in OWN_TURN))


def _lies(state: State, who: str) -> bool:
    """Whether she was laid on the ground by the Storyteller's word, after which nothing is asked (FAL-KNOCK-06)."""
    return bool(stored(state, who, "prone", False)) and not stored(state, who, "rising", False)


def _before_her_turn(state: State, who: str) -> Iterator[Next]:
    """One who is getting up declares several actions first, as standing up is one of them (FAL-KNOCK-03)."""
    is_able = has_a_place(state, who) and not stored(state, who, "dazed", False)
    is_late = stored(state, who, "multiple", False)
    if is_able and not is_late and stored(state, who, "rising", False):
        yield _step("fallen.multiple_actions", who, state)


def _step(action: str, who: str, state: State) -> Next:
    return Next(action, (who,), "player", forbidden=allowed(state, action, (who,)))


def _answer(one: OpenQuestion, decides: Role, *, must: bool = False) -> Next:
    who = () if one.who is None else (one.who,)
    return Next(one.question, who, decides, must=must, pending=one.id)


def _about(fight: Fight, state: State, question: str) -> Iterator[OpenQuestion]:
    # Whoever is hit answers the hit, where this viewer does not know who struck.
    return (
        one
        for one in asked(state, question)
        if one.who in fight.fighters or one.data.get("answered_by") in fight.fighters
    )
