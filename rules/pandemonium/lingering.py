"""What a spell left behind is dealt with, and what it wore away comes back (PAN-AFTER-13, PAN-AFTER-16)."""

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Struct

from rules.kernel.clock import DAY, now_of
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.origins import GM, by, record
from rules.kernel.parsing import wrong
from rules.kernel.procedure import FollowUp, State
from rules.kernel.result import Result
from rules.kernel.types import Outcome
from rules.kernel.values import Values, as_values, as_whole
from rules.pandemonium.types import PandemoniumInput, Subject

END: Final = "pandemonium.end_aftereffect"
REFUSED: Final = "began.refused."
"""Kept until the scene ends: since when the Storyteller holds that a spell's aftereffect is not dealt with."""


class EndAftereffectInput(PandemoniumInput):
    """`dealt_with` is the Storyteller's word on the magic or the effort; `back`, on what was lost to it."""

    target: Annotated[Subject, record("character", "thing", "place"), by("PAN-AFTER-13")]
    spell: Annotated[Subject, record("spell"), by("PAN-AFTER-13")]
    dealt_with: Annotated[bool | None, GM, by("PAN-AFTER-16")]
    back: Annotated[bool, GM, by("PAN-AFTER-13")] = False

    def __post_init__(self) -> None:
        if self.back and not self.dealt_with:
            raise wrong("back", "nothing comes back before what took it is dealt with")


class EndAftereffectOutcome(Outcome):
    ended: bool


def end_aftereffect(given: EndAftereffectInput, draws: Draws) -> Result:
    """End what a spell left behind, if that was dealt with (PAN-AFTER-16); `follows` knows what it wore away."""
    is_over = bool(given.dealt_with)
    over = (set_to(given.target.id, f"aftereffect.{given.spell.id}", None),) if is_over else ()
    return Result(EndAftereffectOutcome(ended=is_over), over, ("PAN-AFTER-16",))


def worn_by(fields: Values, spell: str) -> dict[str, int]:
    """The traits and pools that what a spell left behind wears away, and how many points of each it has taken."""
    start = "decay."
    found = {name.removeprefix(start): kept for name, kept in fields.items() if name.startswith(start)}
    wearing = {name: as_values(kept) for name, kept in found.items() if kept}
    return {
        name: min(as_whole(kept.get("took", 0)), _lost(fields, name, is_pool=bool(kept.get("pool"))))
        for name, kept in wearing.items()
        if kept.get("spell") == spell
    }


def ends_with(given: Struct, outcome: Struct, state: State) -> tuple[FollowUp, ...]:
    """What wore away does so no more; what is lost comes back by the Storyteller's word (PAN-AFTER-13)."""
    if not isinstance(given, EndAftereffectInput):
        return ()
    refused = f"{REFUSED}{given.spell.id}"
    if outcome != EndAftereffectOutcome(ended=True):
        return (FollowUp("PAN-AFTER-16", (set_to(given.target.id, refused, now_of(state)),)),)
    bearer = state.records.get(given.target.id)
    fields = bearer.fields if bearer is not None else {}
    effects = (
        *_no_more_worn(given, fields),
        *([set_to(given.target.id, refused, None)] if refused in fields else []),
    )
    return (FollowUp("PAN-AFTER-13", effects),) if effects else ()


def is_refused(fields: Values, spell: str, now: int) -> bool:
    """Whether the Storyteller has said on this day of game time, in this scene, that it is not dealt with."""
    said = fields.get(f"{REFUSED}{spell}")
    return said is not None and as_whole(said) // DAY == now // DAY


def _no_more_worn(given: EndAftereffectInput, fields: Values) -> Iterator[Effect]:
    who = given.target.id
    for name, lost in worn_by(fields, given.spell.id).items():
        is_pool = bool(as_values(fields[f"decay.{name}"]).get("pool"))
        yield set_to(who, f"decay.{name}", None)
        if not given.back or not lost:
            continue
        yield change_by(who, f"pools.{name}" if is_pool else f"traits.{name}", lost)
        if not is_pool:
            yield change_by(who, f"lost.{name}", -lost)


def _lost(fields: Values, name: str, *, is_pool: bool) -> int:
    kept = fields.get(f"pools.{name}" if is_pool else f"lost.{name}")
    points = kept if isinstance(kept, int) else 0
    return max(0, -points if is_pool else points)
