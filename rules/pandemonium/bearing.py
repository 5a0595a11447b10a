"""When and how often a spell may be brought to bear, which depends on what is said of it and on whose turn it is."""

from typing import Any, Final

from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import State
from rules.pandemonium.moments import on_turn
from rules.pandemonium.progress import APPLIED, CAST, SHAPE, is_fresh
from rules.pandemonium.targets import KEPT_UP

KEPT_UP_ON_TURN: Final = {
    "pandemonium.attack": "PAN-ATTACK-04",
    "pandemonium.direct": "PAN-TIME-01",
    "pandemonium.added_damage": "PAN-ADDED-01",
}
"""What goes on doing harm does so on its caster's turn, and the clause that says so."""


def contradicts(action: str, given: Any, state: State) -> RuleViolation | None:
    """Why a spell does not come to bear in this way, or now; None where it does."""
    if action in (CAST, SHAPE):
        return _not_their_turn(given, state)
    if action in KEPT_UP_ON_TURN and _is_kept_up(given) and is_anothers_turn(given.spell.id, state):
        clause = KEPT_UP_ON_TURN[action]
        return RuleViolation(
            "it does harm on its caster's turn: wait for that", field="action", clause=clause
        )
    if action in APPLIED and _is_used_up(given, state):
        return RuleViolation(
            f"it was not {given.spell.applied} since it was last tried on them: say that it is sustained, "
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


def _not_their_turn(given: Any, state: State) -> RuleViolation | None:
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


def _is_kept_up(given: Any) -> bool:
    """Whether a spell only goes on doing harm; what is triggered strikes at that moment."""
    return getattr(given.spell, "applied", "sustained") in KEPT_UP and not getattr(given, "triggered", False)


def _is_used_up(given: Any, state: State) -> bool:
    """Whether the casting or Shaping that is named was used on this target (PAN-POT-15).

    Of a spell that nobody cast or Shaped here nothing is known.
    """
    how = getattr(given.spell, "applied", None)
    stored = [state.records.get(one.id) for one in (given.spell, given.target)]
    spell, target = (one.fields if one else {} for one in stored)
    made = spell.get("made")
    if how is None or how in KEPT_UP or not made or not made["number"]:
        return False
    return made["how"] != how or not is_fresh(given.spell.id, spell, target)
