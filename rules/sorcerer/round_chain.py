"""What goes with nothing that a round has come to: another target or answer, a hit twice, somebody left out."""

from msgspec import Struct

from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import State
from rules.sorcerer.answers import AnswerAttackInput, GoAstrayInput
from rules.sorcerer.attacks import ResolveAttackInput
from rules.sorcerer.damage import DamageInput
from rules.sorcerer.guns import ReadyGunInput, takes_a_round, unready
from rules.sorcerer.procedures.conflict import answered, course, hits_left, met_by, order_of, reached
from rules.sorcerer.round_abilities import too_tired
from rules.sorcerer.round_end import EndRoundInput
from rules.sorcerer.rounds import ConflictRoundInput
from rules.sorcerer.state import stored


def against_the_round(given: Struct, state: State) -> RuleViolation | None:
    """Why an act in a round goes with nothing that the round has come to, or None."""
    match given:
        case ReadyGunInput():
            return _in_other_hands(given, state) or takes_a_round(given, state)
        case ConflictRoundInput():
            return unready(given, state) or too_tired(given, state)
        case AnswerAttackInput():
            return _no_choice(given, state)
        case ResolveAttackInput():
            return _not_as_announced(given, state) or _not_as_answered(given, state)
        case GoAstrayInput():
            return _already_astray(given, state)
        case DamageInput():
            return _no_such_hit(given, state)
        case EndRoundInput():
            return _left_out(given, state)
    return None


def _in_other_hands(given: ReadyGunInput, state: State) -> RuleViolation | None:
    """Drawing and aiming is done by whoever holds the gun (SOR-GUN-01)."""
    holder = stored(state, given.gun.id, "holder")
    if holder in (None, given.character):
        return None
    return RuleViolation(f"{given.gun.id} is held by {holder}", field="input.gun", clause="SOR-GUN-01")


def _not_as_announced(given: ResolveAttackInput, state: State) -> RuleViolation | None:
    """Once rolled, an action is aimed at whom it was announced against (SOR-CONFLICT-14), unless it goes astray."""
    announced = stored(state, given.attacker.id, "round_stray" if given.stray else "round_target")
    named = given.target.id if given.target else None
    if announced in (None, named):
        return None
    return RuleViolation(
        "once rolled, an action keeps its target",
        field="input.target",
        clause="SOR-CONFLICT-14",
        known=announced,
    )


def _not_as_answered(given: ResolveAttackInput, state: State) -> RuleViolation | None:
    """The target has said how they meet it (SOR-CONFLICT-18, SOR-CONFLICT-19)."""
    said = answered(state, given.attacker.id)
    if said in (None, given.response):
        return None
    told = f"the target has chosen to {said}"
    return RuleViolation(told, field="input.response", clause="SOR-CONFLICT-18", known=said)


def _no_choice(given: AnswerAttackInput, state: State) -> RuleViolation | None:
    """Only whoever is aimed at now answers, and only with what is open to them (SOR-CONFLICT-17 to -19)."""
    place = course(state).place_of(given.acting)
    if place is None or place.status != "acts" or place.target != given.target.id:
        told = "it is not the turn of an action that is aimed at them"
        return RuleViolation(told, field="input.target", clause="SOR-CONFLICT-16")
    offered = met_by(state, place.who)
    if given.response in offered:
        return None
    has_acted = "SOR-CONFLICT-17" if "defend" in offered else "SOR-CONFLICT-18"
    clause = "SOR-CONFLICT-12" if "full_defense" in offered else has_acted
    told = f"this action can be met so: {', '.join(offered)}"
    return RuleViolation(told, field="input.response", clause=clause)


def _already_astray(given: GoAstrayInput, state: State) -> RuleViolation | None:
    """An action goes on from whom it missed to somebody else, one after the other (SOR-CONFLICT-24)."""
    if given.target not in reached(state, given.attacker.id):
        return None
    told = "it has met them already"
    return RuleViolation(told, field="input.target", clause="SOR-CONFLICT-24")


def _no_such_hit(given: DamageInput, state: State) -> RuleViolation | None:
    """A hit is read off the chart once, with the victories that it had (SOR-DAMAGE-01)."""
    if given.attacker is None:
        return None
    left = (
        hit for hit in hits_left(state) if (hit.attacker, hit.target) == (given.attacker, given.target.id)
    )
    hit = next(left, None)
    if hit is None:
        told = "no hit of theirs on this target is left to read off"
        return RuleViolation(told, field="input.attacker", clause="SOR-DAMAGE-01")
    if hit.victories != given.victories:
        told = f"this hit had {hit.victories} victories"
        return RuleViolation(told, field="input.victories", clause="SOR-DAMAGE-01", known=hit.victories)
    return None


def _left_out(given: EndRoundInput, state: State) -> RuleViolation | None:
    """A round ends for everybody in it (SOR-CONFLICT-22)."""
    named = {one.id for one in given.combatants}
    if all(who in named for who in order_of(state)):
        return None
    told = "a round ends for everybody who is in it"
    return RuleViolation(told, field="input.combatants", clause="SOR-CONFLICT-22")
