"""What the GM settled of an act when they asked for it, and what a form still asks."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from campaigns.forms.action.questions import Ask
from campaigns.game import game_of
from campaigns.state.ids import ids_in
from rules.kernel.values import Values, as_values


@dataclass(frozen=True)
class OfGM:
    """What the GM settled of an act when they asked for it, and of whom."""

    settled: Values = field(default_factory=dict)
    who: str = ""
    kept_back: Collection[str] = ()
    """What else they settled, and nobody reads before the act is played."""
    left_out: Collection[str] = ()
    """What they could have kept back and left empty."""
    is_asked_for: bool = False
    """Whether a player asked the GM for the act, who settles it and may let them play it."""

    awaits_other: bool = False
    """Whether somebody else is asked of the same act, and has not said their side of it yet."""
    face_down: Collection[str] = ()
    """The side that somebody else has said already, and nobody reads before this one is said too."""

    def is_half_said(self, action: str) -> bool:
        """Whether it hangs on what is kept back, or on what somebody else picks: its odds are not known."""
        if self.kept_back or self.face_down or not self.awaits_other:
            return bool(self.kept_back or self.face_down)
        picks = (at.partition(".") for act, at in game_of(action).values.said_outright if act == action)
        others = ((self.settled.get(side), name) for side, _dot, name in picks)
        return any(
            self.who not in ids_in(said) and name not in (said if isinstance(said, Mapping) else ())
            for said, name in others
        )

    @property
    def told(self) -> Values:
        """What is read of it: of a side that lies face down, whose it is."""
        return {
            name: {"id": as_values(said)["id"]} if name in self.face_down else said
            for name, said in self.settled.items()
        }

    def left_open(self, asks: Iterable[Ask]) -> tuple[Ask, ...]:
        """What is still asked."""
        settled = {*self.kept_back, *self.left_out}
        return tuple(_left_open((ask for ask in asks if ask.name not in settled), self.settled, self.who))


def _left_open(asks: Iterable[Ask], settled: Values, who: str) -> Iterator[Ask]:
    for ask in asks:
        if ask.name not in settled:
            yield ask
            continue
        given = settled[ask.name]
        if who and isinstance(given, Mapping) and who in ids_in(given):
            own = (
                child for child in ask.children if child.by == "player" or child.is_award or child.names_help
            )
            if children := tuple(_left_open(own, given, who)):
                yield replace(ask, form="group", kinds=(), children=children, required=True, is_settled=True)
