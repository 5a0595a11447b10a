"""What waits between two actions of a fight, and what settles it (FAL, *How a fight runs*)."""

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from rules.fallen.allowed import (
    BLACKOUT,
    DEFEND,
    HIT,
    INITIATIVE,
    KNOCKDOWN,
    STRIKE,
    allowed,
    has_a_place,
    of,
    stored,
    waits_for,
)
from rules.fallen.ambushes import AmbushInput, AmbushOutcome
from rules.fallen.attacks import AttackInput
from rules.fallen.blackouts import BlackoutInput
from rules.fallen.chains import attack_met, blow_resolved, contradicts
from rules.fallen.defences import DefendInput, DefendOutcome
from rules.fallen.due import due, running
from rules.fallen.exchanges import AttackOutcome
from rules.fallen.falls import KnockdownInput
from rules.fallen.grips import MaintainInput
from rules.fallen.harm import HarmOutcome
from rules.fallen.initiative import InitiativeInput
from rules.fallen.maneuvers import row_of
from rules.fallen.moments import at_fight_end, at_scene_end, in_fight
from rules.fallen.moot import moot
from rules.fallen.progress import progress
from rules.fallen.strafing import StrafeInput, StrafeOutcome
from rules.fallen.strikes import HitInput, StrikeInput
from rules.fallen.turn_order import order_made, out_cold
from rules.fallen.turns import NewTurnInput, TakeTurnInput, TakeTurnOutcome
from rules.fallen.types import Subject
from rules.kernel.effects import set_to
from rules.kernel.procedure import FollowUp, OpenQuestion, Question, State
from rules.kernel.procedures import Procedures
from rules.kernel.result import Result
from rules.kernel.values import Value, Values

RULING: Final = "table.ruling"
CONSEQUENCES: Final = {"botch_consequence": "FAL-BOTCH-01", "defence_botch_consequence": "FAL-BOTCH-02"}


def follows(action: str, given: Struct, result: Result, state: State) -> tuple[FollowUp, ...]:
    """How far the turn has come, and its order where nobody has to roll any more."""
    soaks = _soaks_with(given, state)
    left = progress(action, given, result.outcome, state)
    return (*left, *out_cold(given, state), *order_made(given, result, state), *soaks)


def asks(_action: str, given: Struct, result: Result, state: State) -> tuple[Question, ...]:
    """What an act leaves: a free attack, a defence, damage, a knockdown roll, the Storyteller's answers."""
    return (
        *_initiatives(given, state),
        *_free_attack(given, result),
        *_hits(given, result, state),
        *_falls(given, result, state),
        *_rulings(given, result, state),
    )


def answers(action: str, given: Struct, result: Result, state: State) -> tuple[str, ...]:
    """The ids of the open questions that an act settles, each once."""
    found = _settled(action, given, state)
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
    in_fight=in_fight,
    contradicts=contradicts,
    waits_for=waits_for,
    moot=moot,
)
"""What the system says around its actions."""


def _soaks_with(given: Struct, state: State) -> tuple[FollowUp, ...]:
    """What somebody soaked with, she soaks with again where nobody asks her, as in a clinch (FAL-SOAK-06)."""
    if (
        not isinstance(given, HitInput)
        or stored(state, given.target.id, "soaks_with", None) == given.soak.with_
    ):
        return ()
    return (FollowUp("FAL-SOAK-06", (set_to(given.target.id, "soaks_with", given.soak.with_),)),)


def _initiatives(given: Struct, state: State) -> Iterator[Question]:
    """Everybody rolls their own die: those who are asked into a fight, and all of them where each turn has its own."""
    asked: tuple[Subject, ...] = ()
    if isinstance(given, InitiativeInput):
        asked = given.asked
    elif isinstance(given, NewTurnInput) and given.settings.initiative_rolled == "turn":
        asked = tuple(one for one in given.fighters if has_a_place(state, one.id))
    for one in asked:
        yield Question(INITIATIVE, "player", one.id, "FAL-INIT-01", optional=False, data={})


def _free_attack(given: Struct, result: Result) -> Iterator[Question]:
    outcome = result.outcome
    if isinstance(given, AmbushInput) and isinstance(outcome, AmbushOutcome) and outcome.free_attack:
        yield Question(
            question=STRIKE,
            for_role="player",
            who=given.attacker.id,
            clause="FAL-AMBUSH-03" if outcome.result == "surprise" else "FAL-AMBUSH-05",
            optional=True,
            data={"target": given.target.id, "ambush": {"result": outcome.result, "extra": outcome.extra}},
        )


def _hits(given: Struct, result: Result, state: State) -> Iterator[Question]:
    match given, result.outcome:
        case AttackInput(), AttackOutcome(hit=True) as attacked:
            yield from _attacked(given, attacked)
        case StrafeInput(), StrafeOutcome() as strafed:
            for share in (share for share in strafed.shares if share.hit):
                yield _defence(share.id, given.attacker.id, share.successes, ranged=True)
                used = {"weapon": given.weapon.id}
                yield _blow(given.attacker.id, share.id, "strafing", share.successes, used)
        case DefendInput(), DefendOutcome(net=net) if net:
            waiting = _blow_met(given, state)
            if waiting is not None and waiting.who is not None:
                data = {**waiting.data, "net": net}
                yield Question(HIT, "player", waiting.who, "FAL-DAMAGE-01", optional=False, data=data)


def _attacked(given: AttackInput, outcome: AttackOutcome) -> Iterator[Question]:
    """Of an attack that hit, the defence that is left to its target, and its damage."""
    surprised = given.ambush is not None and given.ambush.result == "surprise"
    ranged = row_of(given.maneuver, given.custom).is_ranged
    if given.defence is None and not surprised and not outcome.automatic_hit:
        yield _defence(given.target.id, given.attacker.id, outcome.net, ranged=ranged)
    blow = {"location": given.location, "bypass_armor": "armor" in given.bypass, "surprise": surprised}
    yield _blow(given.attacker.id, given.target.id, given.maneuver, outcome.net, {**blow, **_tools(given)})


def _defence(defender: str, attacker: str, against: int, *, ranged: bool) -> Question:
    data: Values = {"striker": attacker, "against": against, "ranged": ranged}
    return Question(DEFEND, "player", defender, "FAL-DEFEND-03", optional=True, data=data)


def _blow(attacker: str, target: str, maneuver: str, net: int, more: Values) -> Question:
    data = {"target": target, "answered_by": target, "maneuver": maneuver, "net": net, **more}
    return Question(HIT, "player", attacker, "FAL-DAMAGE-01", optional=False, data=data)


def _tools(given: AttackInput) -> Values:
    tools: dict[str, Value] = {}
    if given.weapon is not None:
        tools["weapon"] = given.weapon.id
    if given.custom is not None:
        tools["custom"] = msgspec.to_builtins(given.custom)
    return tools


def _falls(given: Struct, result: Result, state: State) -> Iterator[Question]:
    is_down = isinstance(result.outcome, HarmOutcome) and "prone" in result.outcome.conditions
    who = _victim(given) if is_down else None
    if who is not None and not list(of(state, KNOCKDOWN, who)):
        yield Question(KNOCKDOWN, "player", who, "FAL-KNOCK-01", optional=False, data={})


def _victim(given: Struct) -> str | None:
    """The one who may have been knocked down or out."""
    match given:
        case StrikeInput() | HitInput() | MaintainInput():
            return given.target.id
        case TakeTurnInput():
            return given.fighter.id
    return None


def _rulings(given: Struct, result: Result, state: State) -> Iterator[Question]:
    for need in _needs(result.outcome):
        if need == "unconscious_for":
            who = _victim(given)
            if who is not None and not list(of(state, BLACKOUT, who)):
                yield Question(BLACKOUT, "gm", who, "FAL-UNCON-02", optional=False, data={})
        else:
            who = _botcher(given, need)
            yield Question(RULING, "gm", who, CONSEQUENCES[need], optional=True, data={})


def _needs(outcome: Struct) -> tuple[str, ...]:
    """What of an outcome the Storyteller has still to say."""
    if isinstance(outcome, AttackOutcome | DefendOutcome | HarmOutcome | StrafeOutcome | TakeTurnOutcome):
        return outcome.needs
    return ()


def _botcher(given: Struct, need: str) -> str | None:
    """Who botched: the attacker, or the one who defended."""
    match given:
        case DefendInput():
            return given.defender.id
        case AttackInput():
            return given.target.id if need == "defence_botch_consequence" else given.attacker.id
        case StrafeInput():
            return given.attacker.id
    return None


def _settled(action: str, given: Struct, state: State) -> Iterator[OpenQuestion | None]:
    match given:
        case AttackInput() if given.ambush is not None:
            free = of(state, STRIKE, given.attacker.id)
            yield next((one for one in free if one.data.get("target") == given.target.id), None)
        case DefendInput():
            yield attack_met(given, state)
            yield _blow_met(given, state)
        case HitInput():
            yield blow_resolved(given, state)
        case InitiativeInput():
            for fighter in given.fighters:
                yield from of(state, INITIATIVE, fighter.id)
        case KnockdownInput() | BlackoutInput():
            yield from of(state, action, given.fighter.id)


def _blow_met(given: DefendInput, state: State) -> OpenQuestion | None:
    """The hit that a defence may take successes off: the one that its attack left."""
    met = attack_met(given, state)
    if met is None:
        return None
    blows = of(state, HIT, str(met.data.get("striker")))
    return next((question for question in blows if waits_for(question, [met]) is met), None)
