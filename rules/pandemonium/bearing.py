"""When and how often a spell may be brought to bear, which depends on what is said of it and on whose turn it is."""

from typing import Final

from msgspec import Struct

from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import State
from rules.pandemonium.added import AddedDamageInput
from rules.pandemonium.casting import CastInput
from rules.pandemonium.moments import on_turn
from rules.pandemonium.progress import Bearing, is_fresh
from rules.pandemonium.shaping import ShapeInput
from rules.pandemonium.striking import AttackInput, DirectInput
from rules.pandemonium.targets import KEPT_UP

KEPT_UP_ON_TURN: Final = {
    "pandemonium.attack": "PAN-ATTACK-04",
    "pandemonium.direct": "PAN-TIME-01",
    "pandemonium.added_damage": "PAN-ADDED-01",
}
"""What goes on doing harm does so on its caster's turn, and the clause that says so."""
KeptUp = AttackInput | DirectInput | AddedDamageInput
"""What these acts are given."""


def contradicts(action: str, given: Struct, state: State) -> RuleViolation | None:
    """Why a spell does not come to bear in this way, or now; None where it does."""
    if isinstance(given, CastInput | ShapeInput):
        return _not_their_turn(given, state)
    if isinstance(given, KeptUp) and _is_kept_up(given) and is_anothers_turn(given.spell.id, state):
        clause = KEPT_UP_ON_TURN[action]
        return RuleViolation(
            "it does harm on its caster's turn: wait for that", field="action", clause=clause
        )
    if isinstance(given, Bearing) and _is_used_up(given, state):
        return RuleViolation(
            f"it was not {_applied(given)} since it was last tried on them: say that it is sustained, "
            "or cast or Shape it again",
            field="input.spell.applied",
            clause="PAN-POT-15",
        )
    return None


def is_anothers_turn(spell: str, state: State) -> bool:
    """Whether somebody else than the caster of a spell has their turn."""
    kept = state.records.get(spell)
    caster = kept.fields.get("caster") if kept else None
    return caster is not None and on_turn(state) not in (None, caster)


def _not_their_turn(given: CastInput | ShapeInput, state: State) -> RuleViolation | None:
    """Whoever acts takes an instant action on their own turn, and has one (PAN-TIME-01)."""
    now = on_turn(state)
    if given.timing != "instant" or now is None:
        return None
    if now != given.caster.id:
        if _is_moved_by(now, given.caster.id, state):
            return None
        message = "it is somebody else's turn: wait for the caster's, or act reflexively"
        return RuleViolation(message, field="input.timing", clause="PAN-TIME-01")
    if state.records[now].fields.get("turn.over"):
        message = "the instant action of this turn is spent: wait for the next turn, or act reflexively"
        return RuleViolation(message, field="input.timing", clause="PAN-TIME-01")
    return None


def _is_moved_by(mage: str, who: str, state: State) -> bool:
    """Whether somebody acts in the place of a mage whose spell controls them completely (PAN-TIME-04)."""
    held = state.records[who].fields if who in state.records else {}
    return any(
        held.get(f"hold.{ident}") == "severe"
        and (one.fields.get("caster"), one.fields["kind"], one.fields["state"]) == (mage, "control", "active")
        for ident, one in state.records.items()
        if one.kind == "spell"
    )


def _is_kept_up(given: KeptUp) -> bool:
    """Whether a spell only goes on doing harm; what is triggered strikes at that moment."""
    is_triggered = not isinstance(given, AddedDamageInput) and given.triggered
    return (_applied(given) or "sustained") in KEPT_UP and not is_triggered


def _is_used_up(given: Bearing, state: State) -> bool:
    """Whether the casting or Shaping that is named was used on this target (PAN-POT-15).

    Of a spell that nobody cast or Shaped here nothing is known.
    """
    how = _applied(given)
    stored = [state.records.get(one.id) for one in (given.spell, given.target)]
    spell, target = (one.fields if one else {} for one in stored)
    made = spell.get("made")
    if how is None or how in KEPT_UP or not made or not made["number"]:
        return False
    return made["how"] != how or not is_fresh(given.spell.id, spell, target)


def _applied(given: Bearing | KeptUp) -> str | None:
    """How the spell comes to bear, where its act says so."""
    found: str | None = getattr(given.spell, "applied", None)
    return found
