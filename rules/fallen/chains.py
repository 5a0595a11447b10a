"""What comes second goes with what came first: a defence or a hit with its attack, an order with its rolls."""

import msgspec
from msgspec import UNSET, Struct

from rules.fallen.allowed import DEFEND, HIT, STRIKE, asked, awaits_defence, of, ran_too_far, stored
from rules.fallen.attacks import AttackInput
from rules.fallen.damage import DamageInput, HarmInput
from rules.fallen.deeds import deed_of, undeclared
from rules.fallen.defences import DefendInput
from rules.fallen.healing import HealInput
from rules.fallen.initiative import InitiativeInput
from rules.fallen.ordering import OrderInput
from rules.fallen.rolls import RollInput
from rules.fallen.soak import SoakInput
from rules.fallen.strafing import StrafeInput
from rules.fallen.strikes import HitInput
from rules.fallen.turn_order import has_rolled
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import OpenQuestion, State
from rules.kernel.values import Values


def contradicts(_action: str, given: Struct, state: State) -> RuleViolation | None:
    """Why this input goes with nothing that waits, or None where it does or need not.

    `allowed` has settled that whoever acts is waited for at all; here the values are compared.
    """
    return _by_itself(given, state) or undeclared(given, state) or moved_already(given, state)


def _by_itself(given: Struct, state: State) -> RuleViolation | None:
    """Why one kind of act goes with nothing that waits."""
    match given:
        case AttackInput():
            return _in_other_hands(given, state) or _wrong_free_attack(given, state)
        case StrafeInput():
            return _in_other_hands(given, state)
        case InitiativeInput():
            return _rolled_already(given, state)
        case HealInput() if not state.by_clock:
            return RuleViolation(
                "wounds heal as game time passes", field="input.hours", clause="FAL-HEALTH-08"
            )
        case RollInput(in_turn=True) if ran_too_far(state, given.roller.id):
            return RuleViolation("she has run too far to act", field="input.in_turn", clause="FAL-MOVE-08")
        case OrderInput(rolled_this_turn=True):
            return _not_rolled(given, state)
        case HitInput():
            return _wrong_hit(given, state)
        case DamageInput() | SoakInput():
            return _wrong_roll(given, state)
        case DefendInput():
            return _wrong_defence(given, state)
    return None


def moved_already(given: Struct, state: State) -> RuleViolation | None:
    """What the turn's movement makes an action harder by is said with the move, once (FAL-MOVE-06)."""
    done = deed_of(given)
    fights = done is not None and stored(state, done.who, "in_order", False)
    sources = [one.source for one in getattr(given, "modifiers", ())] if fights else []
    if "movement" not in sources:
        return None
    return RuleViolation(
        "the turn's movement is counted already",
        field=f"input.modifiers.{sources.index('movement')}.source",
        clause="FAL-MOVE-06",
    )


def blow_resolved(given: HitInput, state: State) -> OpenQuestion | None:
    """The hit that an input of `fallen.hit` resolves: the oldest with its values whose defence is settled."""
    told = _told_of_hit(given)
    fitting = (question for question in _blows(given, state) if not _differing(question, told))
    return next((question for question in fitting if not awaits_defence(question, state)), None)


def attack_met(given: DefendInput, state: State) -> OpenQuestion | None:
    """The question of a defence that an input of `fallen.defend` answers: the oldest with its values."""
    told = {"against": given.against, "ranged": given.ranged}
    return next(
        (question for question in of(state, DEFEND, given.defender.id) if not _differing(question, told)),
        None,
    )


def _in_other_hands(given: AttackInput | StrafeInput, state: State) -> RuleViolation | None:
    """A weapon adds its wielder's Strength, and nobody wields what somebody else holds (FAL-ATTACK-06)."""
    if given.weapon is None:
        return None
    holder = stored(state, given.weapon.id, "holder", None)
    if holder in (None, given.attacker.id):
        return None
    return RuleViolation(
        f"{given.weapon.id} is held by {holder}", field="input.weapon", clause="FAL-ATTACK-06"
    )


def _rolled_already(given: InitiativeInput, state: State) -> RuleViolation | None:
    """Nobody who has rolled rolls again for the same fight, or turn (FAL-INIT-01)."""
    each_turn = given.settings.initiative_rolled == "turn"
    fighting = [one.id for one in given.fighters if stored(state, one.id, "in_combat", False)]
    again = next((who for who in fighting if has_rolled(state, who, each_turn=each_turn)), None)
    if again is None:
        return None
    at = [one.id for one in given.fighters].index(again)
    return RuleViolation(
        f"{again} has rolled initiative already", field=f"input.fighters.{at}", clause="FAL-INIT-01"
    )


def _not_rolled(given: OrderInput, state: State) -> RuleViolation | None:
    """Where initiative is rolled every turn, an order is made of this turn's scores (FAL-INIT-01)."""
    late = [one.id for one in given.fighters if not stored(state, one.id, "rolled_initiative", True)]
    if not late:
        return None
    at = [one.id for one in given.fighters].index(late[0])
    return RuleViolation(
        f"{late[0]} has not rolled initiative this turn", field=f"input.fighters.{at}", clause="FAL-INIT-01"
    )


def _wrong_hit(given: HitInput, state: State) -> RuleViolation | None:
    blows = _blows(given, state)
    if not blows:
        return RuleViolation(
            f"no attack on {given.target.id} has hit", field="input.target", clause="FAL-DAMAGE-01"
        )
    if blow_resolved(given, state) is not None:
        return None
    told = _told_of_hit(given)
    fits = any(not _differing(question, told) for question in blows)
    if fits:
        return RuleViolation(f"{given.target.id} may still defend", field="action", clause="FAL-DEFEND-03")
    return _other_than_left(blows[0], told, "FAL-DAMAGE-01")


def _wrong_roll(given: DamageInput | SoakInput, state: State) -> RuleViolation | None:
    """Damage or soak that is rolled by itself while a hit is open is of what its attack left."""
    told: Values
    if isinstance(given, DamageInput):
        blows, told, clause = list(of(state, HIT, given.attacker.id)), _told_of_harm(given), "FAL-DAMAGE-01"
    else:
        blows = [blow for blow in asked(state, HIT) if blow.data.get("target") == given.target.id]
        told, clause = {"bypass_armor": given.bypass_armor}, "FAL-LOCATE-05"
    if not blows or any(not _differing(blow, told) for blow in blows):
        return None
    return _other_than_left(blows[0], told, clause)


def _other_than_left(blow: OpenQuestion, told: Values, clause: str) -> RuleViolation:
    """The refusal of the first value that is not what an attack left."""
    name = _differing(blow, told)
    left = blow.data.get(name, UNSAID.get(name))
    return RuleViolation(f"the attack left {left}", field=f"input.{name}", clause=clause, known=left)


def _wrong_defence(given: DefendInput, state: State) -> RuleViolation | None:
    if attack_met(given, state) is not None:
        return None
    asked = next(of(state, DEFEND, given.defender.id), None)
    told = {"against": given.against, "ranged": given.ranged}
    name = "against" if asked is None else _differing(asked, told)
    known = UNSET if asked is None else asked.data.get(name, UNSAID.get(name))
    told_of = "no attack has that result"
    return RuleViolation(told_of, field=f"input.{name}", clause="FAL-DEFEND-03", known=known)


def _wrong_free_attack(given: AttackInput, state: State) -> RuleViolation | None:
    """The free attack is what a rolled ambush left."""
    if given.ambush is None:
        return None
    left = {"result": given.ambush.result, "extra": given.ambush.extra}
    free = (
        question
        for question in of(state, STRIKE, given.attacker.id)
        if question.data.get("target") == given.target.id
    )
    if any(question.data.get("ambush") == left for question in free):
        return None
    return RuleViolation(
        f"no ambush on {given.target.id} has that result", field="input.ambush", clause="FAL-AMBUSH-07"
    )


def _blows(given: HitInput, state: State) -> list[OpenQuestion]:
    mine = of(state, HIT, given.attacker.id)
    return [question for question in mine if question.data.get("target") == given.target.id]


def _told_of_hit(given: HitInput) -> Values:
    """What an input says of what its attack has settled, as the question of the hit keeps it."""
    return {**_told_of_harm(given), "bypass_armor": given.bypass_armor}


def _told_of_harm(given: HarmInput) -> Values:
    """The same without what concerns armor."""
    # Through JSON, since the question keeps it as plain values.
    custom = None if given.custom is None else msgspec.json.decode(msgspec.json.encode(given.custom))
    return {
        "net": given.net,
        "maneuver": given.maneuver,
        "location": given.location,
        "weapon": None if given.weapon is None else given.weapon.id,
        "custom": custom,
    }


UNSAID: Values = {"location": "none", "bypass_armor": False, "ranged": False}
"""What a question means that says nothing of it."""


def _differing(asked: OpenQuestion, told: Values) -> str:
    """The first value in which an input is not what was asked for; empty where all are."""
    return next((name for name, one in told.items() if asked.data.get(name, UNSAID.get(name)) != one), "")
