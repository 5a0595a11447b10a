"""The one consequence that a casting or Shaping of a spell inflicts (PAN-CONSEQ-13)."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from rules.kernel.effects import set_to
from rules.kernel.procedure import FollowUp, State
from rules.kernel.values import Values, as_values
from rules.pandemonium.ongoing import OngoingStartInput

CLAUSE: Final = "PAN-CONSEQ-13"
HOLDS: Final = "pandemonium.control"
"""What a spell of the kind `other` does where it does nothing that has a kind of its own."""
DEALS_DAMAGE: Final = frozenset(("attack", "direct"))
MADE_FOR: Final = {
    HOLDS: frozenset(("control",)),
    "pandemonium.attack": frozenset(("attack",)),
    "pandemonium.direct": frozenset(("direct",)),
    "pandemonium.ongoing_start": DEALS_DAMAGE,
    "pandemonium.investigate": frozenset(("investigation",)),
    "pandemonium.plunder": frozenset(("plunder",)),
    "pandemonium.transfer": frozenset(("transfer",)),
    "pandemonium.offer_wounds": frozenset(("transfer",)),
    # Damage may heal or drain besides, and be reaped: PAN-ATTACK-07, PAN-DIRECT-01.
    "pandemonium.heal": DEALS_DAMAGE | {"healing"},
    "pandemonium.drain": DEALS_DAMAGE | {"drain"},
    "pandemonium.reap": DEALS_DAMAGE,
}
"""The kinds of spells that each act brings to bear; one of the kind `other` may be brought to bear by any of them."""
BECOMES: Final = {
    "pandemonium.attack": "attack",
    "pandemonium.direct": "direct",
    "pandemonium.investigate": "investigation",
    "pandemonium.plunder": "plunder",
    "pandemonium.transfer": "transfer",
    "pandemonium.offer_wounds": "transfer",
    "pandemonium.heal": "healing",
    "pandemonium.drain": "drain",
}
"""The kind that one of the kind `other` is from the first of these acts on."""


def is_for_another_end(state: State, action: str, subjects: Sequence[str]) -> bool:
    """Whether a spell has another consequence than this act's since it was last cast or Shaped."""
    spells = [one for one in subjects if one in state.records and state.records[one].kind == "spell"]
    return action in MADE_FOR and any(not _may(state, action, one) for one in spells)


def chosen(action: str, given: Struct, state: State) -> tuple[FollowUp, ...]:
    """The first act that brings a spell of the kind `other` to bear chooses its consequence."""
    spell = getattr(getattr(given, "spell", None), "id", "")
    kind = given.effect if isinstance(given, OngoingStartInput) else BECOMES.get(action)
    if kind is None or _fields(state, spell).get("kind") != "other":
        return ()
    return (FollowUp(CLAUSE, (set_to(spell, "kind", kind),)),)


def _may(state: State, action: str, spell: str) -> bool:
    kind = _fields(state, spell).get("kind")
    if kind == "other":
        return action == HOLDS or not _is_tried(state, spell)
    return kind is None or kind in MADE_FOR[action]


def _is_tried(state: State, spell: str) -> bool:
    """Whether the newest casting or Shaping was brought to bear on anybody; while its kind is `other`, it held them."""
    newest = as_values(_fields(state, spell).get("made") or {}).get("number")
    found = (one.fields.get(f"came_to.{spell}") for one in state.records.values())
    return bool(newest) and any(one and one["making"] == newest for one in found)


def _fields(state: State, record: str) -> Values:
    return state.records[record].fields if record in state.records else {}
