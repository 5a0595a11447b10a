"""What an act of the system brings along in the same act. It asks nobody anything afterwards."""

from typing import Any, Final

from rules.kernel.procedure import FollowUp, Procedures, Question, State
from rules.kernel.result import Result
from rules.pandemonium.allowed import allowed
from rules.pandemonium.moments import at_scene_end, at_spell_end


def follows(action: str, given: Any, result: Result, state: State) -> tuple[FollowUp, ...]:
    """What goes when a spell ends, or is cast again (PAN-TRACK-06, PAN-TRACK-07).

    `state` is the one before the act; a hold that the act itself set ends with its spell too.
    """
    ended = [effect.on for effect in result.effects if effect.field == "state" and effect.set == "ended"]
    recast = [
        effect.on for effect in result.effects if effect.field == "record" and effect.on in state.records
    ]
    after = _with_holds(state, result)
    return tuple(found for spell in (*ended, *recast) for found in at_spell_end(after, spell))


def asks(action: str, given: Any, result: Result, state: State) -> tuple[Question, ...]:
    """No act of this system leaves a question."""
    return ()


def answers(action: str, given: Any, result: Result, state: State) -> tuple[str, ...]:
    """There are no questions to answer."""
    return ()


def _with_holds(state: State, result: Result) -> State:
    """The state with the holds that the act set."""
    records = dict(state.records)
    for effect in result.effects:
        if effect.field.startswith("hold.") and effect.on in records:
            one = records[effect.on]
            records[effect.on] = type(one)(one.kind, {**one.fields, effect.field: effect.set})
    return State(records, state.pending)


PROCEDURES: Final = Procedures(
    allowed=allowed, follows=follows, asks=asks, answers=answers, scene_ends=at_scene_end
)
"""What the system says around its actions."""
