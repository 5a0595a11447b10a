"""What waits between two actions of a fight, and what settles it (FAL, *How a fight runs*)."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from rules.fallen.allowed import (
    ATTACKS,
    BLACKOUT,
    DEFEND,
    HIT,
    KNOCKDOWN,
    STRIKE,
    allowed,
    asked,
    of,
    stored,
    waits_for,
)
from rules.fallen.chains import attack_met, blow_resolved, contradicts
from rules.fallen.due import due, running
from rules.fallen.maneuvers import row_of
from rules.fallen.moments import at_fight_end, at_scene_end
from rules.fallen.progress import INITIATIVE, progress
from rules.kernel.effects import set_to
from rules.kernel.procedure import FollowUp, OpenQuestion, Question, State
from rules.kernel.procedures import Procedures
from rules.kernel.result import Result

RULING: Final = "table.ruling"
CONSEQUENCES: Final = {"botch_consequence": "FAL-BOTCH-01", "defence_botch_consequence": "FAL-BOTCH-02"}
VICTIMS: Final = {
    "fallen.strike": "target",
    "fallen.hit": "target",
    "fallen.maintain": "target",
    "fallen.take_turn": "fighter",
}
"""Where the one stands who may have been knocked down or out."""


def follows(action: str, given: Any, result: Result, state: State) -> tuple[FollowUp, ...]:
    """How far the turn has come, and whoever rolls initiative after the others is ranked after them (FAL-INIT-06)."""
    return (*_ranked_later(action, result, state), *progress(action, given, result.outcome, state))


def asks(action: str, given: Any, result: Result, state: State) -> tuple[Question, ...]:
    """What an act leaves: a free attack, a defence, damage, a knockdown roll, the Storyteller's answers."""
    return (
        *_free_attack(action, given, result),
        *_hits(action, given, result, state),
        *_falls(action, given, result, state),
        *_rulings(action, given, result, state),
    )


def answers(action: str, given: Any, result: Result, state: State) -> tuple[str, ...]:
    """The ids of the open questions that an act settles, each once."""
    found = (*_settled(action, given, state), *_moot(result, state))
    return tuple(dict.fromkeys(question.id for question in found if question is not None))


PROCEDURES: Final = Procedures(
    allowed=allowed,
    follows=follows,
    asks=asks,
    answers=answers,
    due=due,
    running=running,
    fight_ends=at_fight_end,
    scene_ends=at_scene_end,
    contradicts=contradicts,
    waits_for=waits_for,
)
"""What the system says around its actions."""


def _ranked_later(action: str, result: Result, state: State) -> tuple[FollowUp, ...]:
    if action != INITIATIVE:
        return ()
    outcome: Any = result.outcome
    places = {place.id: place.rank for place in outcome.order}
    highest = max((_rank(state, who) for who in state.records if who not in places), default=0)
    if not highest:
        return ()
    later = tuple(set_to(who, "initiative_rank", rank + highest) for who, rank in places.items())
    return (FollowUp("FAL-INIT-06", later),)


def _rank(state: State, who: str) -> int:
    """What orders a fighter whom nothing else orders; 0 for one who is in no fight."""
    return int(stored(state, who, "initiative_rank", None) or 0)


def _free_attack(action: str, given: Any, result: Result) -> Iterator[Question]:
    outcome: Any = result.outcome
    if action == "fallen.ambush" and outcome.free_attack:
        yield Question(
            question=STRIKE,
            for_role="player",
            who=given.attacker.id,
            clause="FAL-AMBUSH-03" if outcome.result == "surprise" else "FAL-AMBUSH-05",
            optional=True,
            data={"target": given.target.id, "ambush": {"result": outcome.result, "extra": outcome.extra}},
        )


def _hits(action: str, given: Any, result: Result, state: State) -> Iterator[Question]:
    outcome: Any = result.outcome
    if action == "fallen.attack" and outcome.hit:
        surprised = given.ambush is not None and given.ambush.result == "surprise"
        ranged = row_of(given.maneuver, given.custom).is_ranged
        if given.defence is None and not surprised and not outcome.automatic_hit:
            yield _defence(given.target.id, given.attacker.id, outcome.net, ranged=ranged)
        blow = {"location": given.location, "bypass_armor": "armor" in given.bypass, "surprise": surprised}
        yield _blow(
            given.attacker.id, given.target.id, given.maneuver, outcome.net, {**blow, **_tools(given)}
        )
    if action == "fallen.strafe":
        for share in (share for share in outcome.shares if share.hit):
            yield _defence(share.id, given.attacker.id, share.successes, ranged=True)
            yield _blow(given.attacker.id, share.id, "strafing", share.successes, {"weapon": given.weapon.id})
    if action == DEFEND and outcome.net:
        waiting = _blow_met(given, state)
        if waiting is not None and waiting.who is not None:
            data = {**waiting.data, "net": outcome.net}
            yield Question(HIT, "player", waiting.who, "FAL-DAMAGE-01", optional=False, data=data)


def _defence(defender: str, attacker: str, against: int, *, ranged: bool) -> Question:
    data = {"striker": attacker, "against": against, "ranged": ranged}
    return Question(DEFEND, "player", defender, "FAL-DEFEND-03", optional=True, data=data)


def _blow(attacker: str, target: str, maneuver: str, net: int, more: dict[str, Any]) -> Question:
    data = {"target": target, "maneuver": maneuver, "net": net, **more}
    return Question(HIT, "player", attacker, "FAL-DAMAGE-01", optional=False, data=data)


def _tools(given: Any) -> dict[str, Any]:
    tools: dict[str, Any] = {}
    if given.weapon is not None:
        tools["weapon"] = given.weapon.id
    if given.custom is not None:
        tools["custom"] = msgspec.to_builtins(given.custom)
    return tools


def _falls(action: str, given: Any, result: Result, state: State) -> Iterator[Question]:
    conditions = getattr(result.outcome, "conditions", ())
    if action not in VICTIMS or "prone" not in conditions:
        return
    who = getattr(given, VICTIMS[action]).id
    if not list(of(state, KNOCKDOWN, who)):
        yield Question(KNOCKDOWN, "player", who, "FAL-KNOCK-01", optional=False, data={})


def _rulings(action: str, given: Any, result: Result, state: State) -> Iterator[Question]:
    for need in getattr(result.outcome, "needs", ()):
        if need == "unconscious_for":
            who = getattr(given, VICTIMS[action]).id
            if not list(of(state, BLACKOUT, who)):
                yield Question(BLACKOUT, "gm", who, "FAL-UNCON-02", optional=False, data={})
        else:
            who = _botcher(action, given, need)
            yield Question(RULING, "gm", who, CONSEQUENCES[need], optional=True, data={})


def _botcher(action: str, given: Any, need: str) -> str:
    """Who botched: the attacker, or the one who defended."""
    if action == DEFEND:
        return str(given.defender.id)
    return str(given.target.id if need == "defence_botch_consequence" else given.attacker.id)


def _settled(action: str, given: Any, state: State) -> Iterator[OpenQuestion | None]:
    if action in ATTACKS and given.ambush is not None:
        free = of(state, STRIKE, given.attacker.id)
        yield next((question for question in free if question.data.get("target") == given.target.id), None)
    elif action == DEFEND:
        yield attack_met(given, state)
        yield _blow_met(given, state)
    elif action == HIT:
        yield blow_resolved(given, state)
    elif action in (KNOCKDOWN, BLACKOUT):
        yield from of(state, action, given.fighter.id)


def _moot(result: Result, state: State) -> Iterator[OpenQuestion]:
    """What nobody has to answer any more, since the one it was about has died."""
    died = {effect.on for effect in result.effects if effect.field == "dead" and effect.set is True}
    for question in (DEFEND, KNOCKDOWN, BLACKOUT, STRIKE, HIT):
        yield from (one for one in asked(state, question) if {one.who, one.data.get("target")} & died)


def _blow_met(given: Any, state: State) -> OpenQuestion | None:
    """The hit that a defence may take successes off: the one that its attack left."""
    met = attack_met(given, state)
    if met is None:
        return None
    blows = of(state, HIT, str(met.data.get("striker")))
    return next((question for question in blows if waits_for(question, [met]) is met), None)
