"""What the GM settled of an act when they asked for it, and what a form still asks."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from campaigns.forms.action.questions import Ask
from campaigns.state.ids import ids_in
from rules.kernel.values import Values


@dataclass(frozen=True)
class OfGM:
    """What the GM settled of an act when they asked for it, and of whom."""

    settled: Values = field(default_factory=dict)
    who: str = ""
    kept_back: Collection[str] = ()
    """What else they settled, and nobody reads before the act is played."""

    def left_open(self, asks: Iterable[Ask]) -> tuple[Ask, ...]:
        """What is still asked."""
        return tuple(
            _left_open((ask for ask in asks if ask.name not in self.kept_back), self.settled, self.who)
        )


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
                yield replace(ask, form="group", kinds=(), children=children, required=True)
