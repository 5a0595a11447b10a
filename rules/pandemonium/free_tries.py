"""Of a spell that cost no Mana of its caster's one try at somebody each scene is counted, and no second is made."""

from collections.abc import Collection
from typing import Final

from msgspec import Struct

from rules.kernel.effects import change_by, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.procedure import FollowUp, State
from rules.kernel.values import Value, Values, as_whole
from rules.pandemonium.control import ControlInput
from rules.pandemonium.drain import DrainInput
from rules.pandemonium.free import FreeSpellInput, FreeSpellOutcome
from rules.pandemonium.investigation import InvestigateInput
from rules.pandemonium.plunder import PlunderInput

FREE_TRY: Final = "PAN-FREE-01"
ASKED: Final = "scene.asked."
"""That a free try was asked for and is still to be made; gone with the scene (PAN-TRACK-04)."""
Limited = ControlInput | PlunderInput | InvestigateInput | DrainInput
"""What is given to bring a spell to bear of a kind that may be limited (PAN-FREE-04)."""


def refused(given: Struct, state: State) -> RuleViolation | None:
    """Why a free spell is not tried on somebody again in this scene; None where it may be, or costs something."""
    if not isinstance(given, Limited) or not _is_free_try(given, state):
        return None
    if not is_spent(given.spell.id, given.target.id, state):
        return None
    return refusal("input.spell.applied")


def is_spent(spell: str, target: str, state: State, entry: str | None = None) -> bool:
    """Whether somebody has had the free try of a spell in this scene, or of another from this entry of a book."""
    on = _fields(state, target)
    return not on.get(f"{ASKED}{spell}") and bool(_tries(spell, on, state, entry))


def is_limited(spell: str, kinds: Collection[str], state: State) -> bool:
    """Whether a spell that is in force has one free try at each target in this scene (PAN-FREE-02 to PAN-FREE-04)."""
    fields = _fields(state, spell)
    is_free = fields.get("timing") is not None and not fields.get("paid") and _scene(state) is not None
    return is_free and fields.get("kind") in kinds


def refusal(field: str) -> RuleViolation:
    """That a free spell is not tried on somebody again."""
    return RuleViolation(
        "it cost no Mana and was tried on them in this scene: pay a point for the casting, or wait for the next scene",
        field=field,
        clause=FREE_TRY,
    )


def counted(given: Struct, outcome: Struct, state: State) -> tuple[FollowUp, ...]:
    """The one free try that somebody has had in this scene (PAN-FREE-01).

    Who asks first whether it may be tried has it counted by that, and kept for the try itself.
    """
    if isinstance(given, FreeSpellInput) and isinstance(outcome, FreeSpellOutcome):
        is_to_come = outcome.free and outcome.limited and outcome.allowed
        effect = set_to(given.target.id, f"{ASKED}{given.spell.id}", 1)
        return (FollowUp(FREE_TRY, (effect,)),) if is_to_come else ()
    if not isinstance(given, Limited) or not _is_free_try(given, state):
        return ()
    on, spell = given.target.id, given.spell.id
    if _fields(state, on).get(f"{ASKED}{spell}"):
        return (FollowUp(FREE_TRY, (set_to(on, f"{ASKED}{spell}", None),)),)
    if _tries(spell, _fields(state, on), state):
        return ()
    return (FollowUp(FREE_TRY, (change_by(on, f"scene.tries.{spell}", 1),)),)


def _is_free_try(given: Limited, state: State) -> bool:
    """Whether a spell that is brought to bear anew is limited (PAN-FREE-02 to PAN-FREE-04).

    Of one of which nobody knows how it was made, nobody knows what it cost.
    """
    is_anew = given.spell.applied != "sustained"
    return is_anew and is_limited(given.spell.id, given.settings.free_kinds, state)


def _tries(spell: str, target: Values, state: State, entry: Value = None) -> int:
    """How often a spell was tried on somebody, with all others from the same entry of a book (PAN-TRACK-07)."""
    entry = entry or _fields(state, spell).get("book")
    same = [one for one, kept in state.records.items() if entry and kept.fields.get("book") == entry]
    return sum(as_whole(target.get(f"scene.tries.{one}") or 0) for one in {spell, *same})


def _scene(state: State) -> Value:
    return next((one.fields.get("scene") for one in state.records.values() if one.kind == "campaign"), None)


def _fields(state: State, record: str) -> Values:
    return state.records[record].fields if record in state.records else {}
