"""What the round itself knows of an act in it, so that nobody types it: whom it meets and how, and what it dealt."""

from collections.abc import Callable, Mapping
from typing import Final

from campaigns.game import Preparing
from campaigns.games.sorcerer.conflict.around import for_whom_it_ends, round_of
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import State
from rules.kernel.values import Value, Values, as_list, as_whole
from rules.sorcerer.guns import gun_to
from rules.sorcerer.procedures.conflict import answered, course, hits_left, met_by
from rules.sorcerer.progress import DAMAGE, END, RESOLVE, ROUND
from rules.sorcerer.state import stored
from rules.sorcerer.turns import ANSWER_ATTACK


def _rolled(preparing: Preparing) -> Values:
    """What is drawn and aimed of the gun that each of them shoots."""
    combatants = [one for one in as_list(preparing.given.get("combatants", ())) if isinstance(one, Mapping)]
    if not any(one.get("action") == "shoot" for one in combatants):
        return {}
    state = round_of(preparing.campaign, preparing.working)
    return {"combatants": [_of_gun(one, state) for one in combatants]}


def _of_gun(one: Values, state: State) -> Values:
    """The gun of a combatant who shoots, drawn and aimed as its record has it (SOR-GUN-01, SOR-GUN-02).

    Where nobody says more of it, whoever shoots is proficient.
    """
    if one.get("action") != "shoot":
        return {}
    gun = gun_to("shoot", state, str(one.get("id")), id_of(one.get("target")))
    known = {"drawn": gun is not None, "aimed_at": stored(state, gun, "aimed_at")}
    return {"gun": known if one.get("gun") else {**known, "proficient": True}}


def _resolved(preparing: Preparing) -> Values:
    """Against whom an action goes, and how that is met: as it was announced, and as its target has answered."""
    given, attacker = preparing.given, id_of(preparing.given.get("attacker"))
    state = round_of(preparing.campaign, preparing.working)
    place = course(state).place_of(attacker)
    if place is None or attacker is None:
        return {}
    known: dict[str, Value] = {}
    if place.is_astray and "stray" not in given:
        known["stray"] = True
    if "target" not in given and place.target is not None:
        known["target"] = {"id": place.target}
    if "response" not in given:
        known["response"] = _response(state, attacker)
    return known


def _response(state: State, attacker: str) -> str:
    said, offered = answered(state, attacker), met_by(state, attacker)
    if said is None and len(offered) > 1:
        told = "whoever is aimed at says first how they meet it"
        raise RuleViolation(told, field="input.response", clause="SOR-CONFLICT-18")
    return said or offered[0]


def _answered(preparing: Preparing) -> Values:
    """Whose action it is that somebody meets."""
    state = round_of(preparing.campaign, preparing.working)
    return {"acting": course(state).acting}


def _hurt(preparing: Preparing) -> Values:
    """What hit it is, with how many victories, and with what where a gun or a demon's Ability says so."""
    given, target = preparing.given, id_of(preparing.given.get("target"))
    state = round_of(preparing.campaign, preparing.working)
    attacker = id_of(given.get("attacker"))
    left = (hit for hit in hits_left(state) if hit.target == target and attacker in (None, hit.attacker))
    hit = next(left, None)
    if hit is None and attacker is not None and "victories" not in given:
        told = "no hit of theirs on this target is left to read off"
        raise RuleViolation(told, field="input.attacker", clause="SOR-DAMAGE-01")
    if hit is None:
        return {}
    # What was given otherwise is refused by the round itself, with what it knows.
    said: dict[str, Value] = {"attacker": hit.attacker, "victories": hit.victories}
    known = {name: value for name, value in said.items() if name not in given}
    weapon = weapon_of(state, hit.attacker, hit.target)
    if weapon is not None:
        known["weapon"] = weapon
    power = power_of(state, hit.attacker)
    if power is not None and str(weapon or given.get("weapon", "")).startswith("special"):
        known["power"] = power
    return known


def weapon_of(state: State, attacker: str, target: str) -> str | None:
    """The row of the chart for a shot, where its gun's record has it."""
    gun = gun_to("shoot", state, attacker, target) if _shoots(state, attacker) else None
    weapon: str | None = stored(state, gun, "weapon")
    return weapon


def power_of(state: State, attacker: str) -> int | None:
    """The Power of whoever's Ability deals special damage (SOR-DAMAGE-02)."""
    power = stored(state, attacker, "power")
    return None if power is None else as_whole(power)


def _shoots(state: State, attacker: str) -> bool:
    return bool(stored(state, attacker, "round_action") == "shoot")


def _ended(preparing: Preparing) -> Values:
    """Everybody in the round and whoever it hurt: nobody is left out (SOR-CONFLICT-22)."""
    whole = [] if preparing.given.get("combatants") else for_whom_it_ends(preparing.campaign)
    return {"combatants": whole} if whole else {}


OF_A_ROUND: Final[Mapping[str, Callable[[Preparing], Values]]] = {
    ROUND: _rolled,
    RESOLVE: _resolved,
    ANSWER_ATTACK: _answered,
    DAMAGE: _hurt,
    END: _ended,
}


def id_of(value: Value) -> str | None:
    """The record that a value names, by itself or as a subject."""
    found = value.get("id") if isinstance(value, Mapping) else value
    return str(found) if found else None
