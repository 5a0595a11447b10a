"""What a spell has come to: how it was last made, and with what result it was tried on whom (PAN-POT-15).

A casting's outcome and a Shaping's total count for the one moment in which they are used, so the stored Potency stays
as it is (PAN-POT-07). How a spell was last made stands on its own record, what it came to on that of each target.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, to_builtins

from rules.kernel.effects import Effect, set_to
from rules.kernel.procedure import FollowUp, State
from rules.kernel.types import Id, Input
from rules.pandemonium.types import Wound

CLAUSE: Final = "PAN-POT-15"
CAST: Final = "pandemonium.cast"
SHAPE: Final = "pandemonium.shape"
APPLIED: Final = tuple(
    f"pandemonium.{verb}"
    for verb in (
        *("control", "attack", "direct", "heal", "investigate", "plunder", "drain"),
        *("boosted_attack", "ongoing_start"),
    )
)
"""Acts that bring a spell to bear on one target. Resisting it beforehand only tells how far it would get."""

How = Literal["cast", "shaped"]
Count = Annotated[int, Meta(ge=0, le=9999)]
"""A Potency or net, which exploding dice leave without a bound of its own, or a number of castings and Shapings."""


class Made(Input):
    """How a spell was last made: which casting or Shaping of it that was, and the Potency that came of it."""

    number: Count = 0
    how: How | None = None
    potency: Count | None = None


class CameTo(Input):
    """What a spell last came to on somebody, kept on their own record.

    `making` is the casting or Shaping it was tried after, by number, and `tries` how often it has been tried on them;
    `compare` the trait that the net was measured by, `scene` the scene in which it was. What an act tells nothing of is
    None.
    """

    making: Count
    tries: Count
    net: Count | None = None
    compare: str | None = None
    kind: Wound | None = None
    resistant: bool = False
    scene: Id | None = None


def progress(action: str, given: Any, outcome: Any, state: State) -> tuple[FollowUp, ...]:
    """What an act leaves of its spell for the acts after it; `state` is the one before it."""
    left = _LEFT.get(action)
    effects = tuple(left(given, outcome, state)) if left is not None else ()
    return (FollowUp(CLAUSE, effects),) if effects else ()


def is_fresh(spell: str, fields: Mapping[str, Any], target: Mapping[str, Any]) -> bool:
    """Whether the newest casting or Shaping of a spell has not been used on this target yet (PAN-POT-15).

    `fields` are those of the spell, `target` those of whom it is meant for, as they are stored.
    """
    tried = target.get(f"came_to.{spell}")
    return bool(fields["made"]["number"] > (tried["making"] if tried else 0))


def _by_casting(given: Any, outcome: Any, state: State) -> Iterator[Effect]:
    return _made(state, given.spell.id, "cast", outcome.potency)


def _by_shaping(given: Any, outcome: Any, state: State) -> Iterator[Effect]:
    if outcome.raised == "potency":
        yield from _made(state, given.spell.id, "shaped", outcome.total)


def _made(state: State, spell: str, how: How, potency: int) -> Iterator[Effect]:
    found = (one.fields.get(f"came_to.{spell}") for one in state.records.values())
    # Above whatever was tried, too: the making that it was tried after may have been undone since.
    number = 1 + max(_makings(state, spell), *(tried["making"] for tried in found if tried), 0)
    yield set_to(spell, "made", to_builtins(Made(number=number, how=how, potency=potency)))


def _by_applying(given: Any, outcome: Any, state: State) -> Iterator[Effect]:
    compared, damage = getattr(outcome, "compare", None), getattr(given, "damage", None)
    yield _tried(
        state,
        given.spell.id,
        given.target.id,
        net=getattr(outcome, "net", None),
        compare=compared.name if compared else None,
        kind=damage.kind if damage else None,
        resistant=bool(getattr(damage, "resistant", False)),
    )


def _by_transfer(given: Any, _outcome: Any, state: State) -> Iterator[Effect]:
    for who in (given.donor, *given.recipients):
        yield _tried(state, given.spell.id, who.id)


def _tried(state: State, spell: str, target: str, **came_to: Any) -> Effect:
    name = f"came_to.{spell}"
    before = state.records[target].fields.get(name) if target in state.records else None
    # The count makes each word another than the one before it, so that an undo of the older leaves the newer.
    tries = 1 + (before["tries"] if before else 0)
    kept = CameTo(making=_makings(state, spell), tries=tries, scene=_scene(state), **came_to)
    return set_to(target, name, to_builtins(kept))


def _makings(state: State, spell: str) -> int:
    made = state.records[spell].fields.get("made") if spell in state.records else None
    return int(made["number"]) if made else 0


def _scene(state: State) -> str | None:
    found = (one.fields.get("scene") for one in state.records.values() if one.kind == "campaign")
    return next(found, None)


_LEFT: Final[dict[str, Callable[[Any, Any, State], Iterator[Effect]]]] = {
    CAST: _by_casting,
    SHAPE: _by_shaping,
    "pandemonium.transfer": _by_transfer,
    **dict.fromkeys(APPLIED, _by_applying),
}
LEAVES_MARKS: Final = frozenset(_LEFT)
"""The actions that leave anything."""
