"""What a spell left behind is dealt with, and what it wore away comes back (PAN-AFTER-13, PAN-AFTER-16)."""

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Struct

from rules.kernel.draws import Draws
from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.origins import GM, by, record
from rules.kernel.parsing import wrong
from rules.kernel.procedure import FollowUp, State
from rules.kernel.result import Result
from rules.kernel.types import Outcome
from rules.kernel.values import Values, as_values
from rules.pandemonium.types import PandemoniumInput, Subject

END: Final = "pandemonium.end_aftereffect"


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
    """The traits and pools that what a spell left behind wears away, and how many points of each are lost."""
    start = "decay."
    found = {name.removeprefix(start): kept for name, kept in fields.items() if name.startswith(start)}
    return {
        name: _lost(fields, name, is_pool=bool(as_values(kept).get("pool")))
        for name, kept in found.items()
        if kept and as_values(kept).get("spell") == spell
    }


def ends_with(given: Struct, outcome: Struct, state: State) -> tuple[FollowUp, ...]:
    """What wore away does so no more; what is lost comes back by the Storyteller's word (PAN-AFTER-13)."""
    if not isinstance(given, EndAftereffectInput) or outcome != EndAftereffectOutcome(ended=True):
        return ()
    bearer = state.records.get(given.target.id)
    effects = tuple(_no_more_worn(given, bearer.fields)) if bearer is not None else ()
    return (FollowUp("PAN-AFTER-13", effects),) if effects else ()


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
