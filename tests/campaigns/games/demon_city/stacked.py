"""Cards that come first, for tests of what follows from them: fair draws would say others."""

from collections import deque
from collections.abc import Iterator

import pytest

from campaigns.games.demon_city.decks import deck_draws
from campaigns.state.unit_of_work import Sheet
from rules.kernel.fair import FairDraws
from rules.kernel.values import Values

_cards: list[str] = []
_turn_up_fairly = deck_draws.turning_up


def stack(*cards: str) -> None:
    """Have these cards come before all others of their piles, in this order, wherever they lie now."""
    _cards[:] = [*cards, *(one for one in _cards if one not in cards)]


class StackedDraws(FairDraws):
    """Draws of one slot that find stacked cards, and find them again where the log is checked."""

    places: deque[int] = deque()
    found: dict[tuple[bytes, int, str, str, int], int] = {}

    def __init__(self, secret: bytes, slot: int, seed: str, nonce: str) -> None:
        super().__init__(secret, slot, seed, nonce)
        self._slot = (secret, slot, seed, nonce)

    def index(self, count: int) -> int:
        here = (*self._slot, len(self.taken))
        drawn = super().index(count)
        if self.places:
            self.found[here] = self.places.popleft()
        place = self.found.get(here, drawn)
        self.taken[-1] = (f"index:{count}", place)
        return place


@pytest.fixture(autouse=True)
def stacked_piles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lets a test `stack` cards; what it did not stack is drawn as ever."""

    def turning_up(sheet: Sheet, count: int) -> Iterator[tuple[str, Values]]:
        for action, values in _turn_up_fairly(sheet, count):
            left = sorted(sheet["draw"])
            for card in [one for one in _cards if one in left][:count]:
                StackedDraws.places.append(left.index(card))
                left.remove(card)
            yield action, values

    monkeypatch.setattr(deck_draws, "turning_up", turning_up)
    monkeypatch.setattr("rules.kernel.fair.FairDraws", StackedDraws)
    yield
    for one in (_cards, StackedDraws.places, StackedDraws.found):
        one.clear()
