"""What the order of play forbids and no single action can see (the `procedure` clauses)."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rules.fallen.movement import speed_of
from rules.fallen.types import LEVELS
from rules.kernel.procedure import OpenQuestion, State

DEFEND: Final = "fallen.defend"
HIT: Final = "fallen.hit"
KNOCKDOWN: Final = "fallen.knockdown"
BLACKOUT: Final = "fallen.blackout"
STRIKE: Final = "fallen.strike"
ATTACKS: Final = ("fallen.attack", STRIKE)
HOLD_BACK: Final = "fallen.hold_back"
LET_GO: Final = "fallen.let_go"

OWN_ACTIONS: Final = frozenset(
    f"fallen.{verb}" for verb in ("attack", "strike", "strafe", "maintain", "escape")
)
"""Actions other than defences; the actor is the first record of their inputs."""
IN_TURN: Final = OWN_ACTIONS | {"fallen.movement", "fallen.end_turn"}
"""What a fighter does once her place in the order has come (FAL-TIME-03)."""
AFTER_THE_FALL: Final = frozenset(f"fallen.{verb}" for verb in ("roll", "resisted_roll", "multiple_actions"))
"""What an engine would let somebody do on the ground, though her knockdown roll comes before anything else."""
NEW_TURN: Final = "fallen.new_turn"
INITIATIVE: Final = "fallen.initiative"


def allowed(state: State, action: str, subjects: Sequence[str]) -> str | None:
    """The clause that forbids this action on these records now, or None.

    `subjects` are the ids of the input's records in its order. What an engine refuses by itself is not repeated here.
    """
    actor = subjects[0] if subjects else None
    if actor is not None and (clause := _not_hers_now(state, action, *subjects)) is not None:
        return clause
    if action == NEW_TURN:
        return _turn_goes_on(state)
    if action == HIT and actor is not None:
        return _nothing_to_resolve(state, actor)
    if action == DEFEND and actor is not None:
        return _nothing_to_defend_against(state, actor)
    if action == "fallen.take_turn" and actor is not None and _others_come_first(state, actor):
        return "FAL-INIT-04"
    if action == HOLD_BACK and actor is not None and not has_turn_left(state, actor):
        return "FAL-YIELD-01"
    # A grip is kept or let go of by whoever has it: where that is nobody in play, the GM plays them.
    if action == LET_GO and not state.by_gm and not stored(state, subjects[-1], "held_by", None):
        return "FAL-MANEUV-21"
    return None


def _not_hers_now(state: State, action: str, actor: str, *others: str) -> str | None:
    """What keeps a fighter from an act of her own turn: a fall, too long a run, those before her, what hinders her."""
    if action in AFTER_THE_FALL and _owes_a_fall(state, actor):
        return "FAL-KNOCK-01"
    if action in OWN_ACTIONS and ran_too_far(state, actor):
        return "FAL-MOVE-08"
    if action in IN_TURN and _is_too_early(state, actor):
        return "FAL-TIME-03"
    if action in OWN_ACTIONS and _breaks_in(state, actor, others):
        return "FAL-INIT-01"
    if action == "fallen.end_turn" and is_hindered(state, actor):
        return "FAL-TIME-03"
    return None


def asked(state: State, question: str) -> Iterator[OpenQuestion]:
    """The open questions that an action answers, oldest first."""
    return (one for one in state.pending if one.question == question)


def of(state: State, question: str, who: str) -> Iterator[OpenQuestion]:
    """Those that ask one record."""
    return (one for one in asked(state, question) if one.who == who)


def stored(state: State, who: str, field: str, default: Any) -> Any:
    """A field of a record, or `default` where either is unknown."""
    found = state.records.get(who)
    return default if found is None else found.fields.get(field, default)


def has_a_place(state: State, who: str) -> bool:
    """Neither dead nor incapacitated nor unconscious (FAL-INIT-08)."""
    marks = sum(int(stored(state, who, kind, 0) or 0) for kind in ("bashing", "lethal", "aggravated"))
    out_of_it = stored(state, who, "dead", False) or stored(state, who, "unconscious", False)
    return not out_of_it and marks < LEVELS


def has_turn_left(state: State, who: str) -> bool:
    """Whether she stands in the turn's order, has neither acted nor had her turn, and so can wait (FAL-YIELD-01)."""
    is_over = stored(state, who, "turn_done", False) or stored(state, who, "acted", 0)
    return bool(stored(state, who, "in_order", False)) and has_a_place(state, who) and not is_over


def is_hindered(state: State, who: str) -> bool:
    """Whether something of hers is dealt with before her turn, and is not yet (FAL-TIME-03)."""
    if stored(state, who, "turn_begun", False) or stored(state, who, "dead", False):
        return False
    return not has_a_place(state, who) or any(stored(state, who, name, False) for name in ("dazed", "rising"))


def still_to_come(state: State) -> list[str]:
    """Those of the turn's order who have not had their turn (FAL-TIME-02)."""
    placed = (who for who in state.records if stored(state, who, "in_order", False))
    return [
        who
        for who in placed
        if stored(state, who, "in_combat", False)
        and has_a_place(state, who)
        and not stored(state, who, "turn_done", False)
    ]


def ran_too_far(state: State, who: str) -> bool:
    """Beyond half the running distance there is no action but a defence (FAL-MOVE-08)."""
    dexterity = stored(state, who, "dexterity", None)
    moved = int(stored(state, who, "moved", 0) or 0)
    return dexterity is not None and moved > speed_of("run", int(dexterity)) // 2


def _owes_a_fall(state: State, who: str) -> bool:
    """A knockdown roll comes at once, for one out cold after she wakes (FAL-KNOCK-01)."""
    lies = stored(state, who, "prone", False) and not stored(state, who, "rising", False)
    return bool(lies) and has_a_place(state, who) and any(of(state, KNOCKDOWN, who))


def _turn_goes_on(state: State) -> str | None:
    """A turn is over when everybody has had theirs and nothing of it is left to settle (FAL-TIME-02)."""
    if any(asked(state, HIT)) or any(asked(state, DEFEND)):
        return "FAL-DAMAGE-01"
    if any(_owes_a_fall(state, str(one.who)) for one in asked(state, KNOCKDOWN)):
        return "FAL-KNOCK-01"
    return "FAL-TIME-02" if still_to_come(state) else None


def awaits_defence(blow: OpenQuestion, state: State) -> bool:
    """Whether the one whom a hit is about has still to defend against it, or to let it through (FAL-DEFEND-03)."""
    return waits_for(blow, state.pending) is not None


def waits_for(blow: OpenQuestion, pending: Sequence[OpenQuestion]) -> OpenQuestion | None:
    """The open question that is answered before this one: the defence against a hit (FAL-DEFEND-03)."""
    if blow.question != HIT:
        return None
    met = (
        question
        for question in pending
        if question.question == DEFEND and question.who == blow.data.get("target")
    )
    mine = (question for question in met if question.data.get("striker") == blow.who)
    return next((question for question in mine if question.data.get("against") == blow.data.get("net")), None)


def _nothing_to_resolve(state: State, who: str) -> str | None:
    """Damage follows a hit (FAL-DAMAGE-01), once its defence is settled (FAL-DEFEND-03)."""
    blows = list(of(state, HIT, who))
    if not blows:
        return "FAL-DAMAGE-01"
    return "FAL-DEFEND-03" if all(awaits_defence(question, state) for question in blows) else None


def _nothing_to_defend_against(state: State, who: str) -> str | None:
    """A defence answers an attack that hits (FAL-DEFEND-03), and never that of a surprise (FAL-AMBUSH-03)."""
    if any(of(state, DEFEND, who)):
        return None
    blows = (question for question in asked(state, HIT) if question.data.get("target") == who)
    return "FAL-AMBUSH-03" if any(question.data.get("surprise") for question in blows) else "FAL-DEFEND-03"


def _others_come_first(state: State, who: str) -> bool:
    """Whoever has an earlier place takes her turn before; those without one come after all others (FAL-INIT-04)."""
    mine = stored(state, who, "turn_order", None)
    if not stored(state, who, "in_combat", False) or mine is None:
        return False
    last = not has_a_place(state, who)
    return any(
        _waits(state, other) and (last or _place(state, other) < mine)
        for other in state.records
        if other != who
    )


def _is_too_early(state: State, who: str) -> bool:
    """Before her place there is only the free attack of an ambush."""
    if any(of(state, STRIKE, who)):
        return False
    return _others_come_first(state, who)


def _breaks_in(state: State, who: str, others: Sequence[str]) -> bool:
    """Whoever has rolled no initiative attacks nobody of a turn's order before all of it is done (FAL-INIT-01)."""
    if _has_rolled(state, who) or any(of(state, STRIKE, who)):
        return False
    return any(_has_rolled(state, one) for one in others) and any(_waits(state, one) for one in state.records)


def _has_rolled(state: State, who: str) -> bool:
    return bool(stored(state, who, "in_combat", False)) and stored(state, who, "turn_order", None) is not None


def _waits(state: State, who: str) -> bool:
    is_done = stored(state, who, "turn_done", False)
    return _has_rolled(state, who) and has_a_place(state, who) and not is_done


def _place(state: State, who: str) -> int:
    return int(stored(state, who, "turn_order", 0))
