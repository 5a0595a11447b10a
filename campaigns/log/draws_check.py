"""Whether what was drawn follows from the secrets, seats and nonces that the log tells."""

from typing import Any

from campaigns.models import Campaign, DrawPeriod
from rules.kernel import fair

Slot = tuple[int, int]
CARD = "card"
"""A card that lay on top of a pile: the shuffle was drawn, the card follows from it when the step is played again."""


class DrawsCheck:
    """Walks through a log's periods. What does not fit raises ValueError with the reason."""

    def __init__(self, campaign: Campaign) -> None:
        self._secrets = {
            period.number: bytes(period.open_secret)
            for period in DrawPeriod.objects.filter(campaign=campaign)
        }
        self._seed = ""
        self._number = 0
        self._slots: dict[Slot, tuple[str, str]] = {}

    def check(self, document: dict[str, Any]) -> int:
        """One entry's document in order; the number of draws that were derived anew and found the same."""
        checked = self._check_draws(document) if document["from"].get("by") == "fair" else 0
        for step in document["steps"]:
            if step["action"] == "table.open_draws":
                self._open(step["input"])
            elif step["action"] == "table.take_seat":
                given = step["input"]
                self._seed = fair.seated(self._seed, given["member"], given["word"])
        return checked

    def _open(self, given: dict[str, Any]) -> None:
        secret = self._secrets.get(given["number"])
        if secret is None or fair.commitment(secret) != given["open"]:
            raise ValueError(f"the secret of period {given['number']} is not the one committed to")
        self._number = given["number"]
        self._seed = fair.first_seed(given["open"])

    def _check_draws(self, document: dict[str, Any]) -> int:
        origin = document["from"]
        self._check_slot(origin)
        secret = self._secrets[origin["period"]]
        draws = fair.FairDraws(secret, origin["slot"], origin["seed"], origin["nonce"])
        asked = [draw for step in document["steps"] for draw in step["draws"] if draw[0] != CARD]
        for wanted, value in asked:
            if draw_again(draws, wanted) != value:
                raise ValueError(f"the draw {value!r} does not follow from slot {origin['slot']}")
        return len(asked)

    def _check_slot(self, origin: dict[str, Any]) -> None:
        """A new slot takes the seed as it is and moves it on; one left by an undo keeps its own."""
        slot = (origin["period"], origin["slot"])
        here = (origin["seed"], origin["nonce"])
        if origin["period"] != self._number:
            raise ValueError(f"period {origin['period']} is not the open one")
        if slot in self._slots:
            if self._slots[slot] != here:
                raise ValueError(f"slot {origin['slot']} was drawn from with another seed before")
            return
        if origin["seed"] != self._seed or origin["slot"] != self._next_slot():
            raise ValueError(f"slot {origin['slot']} does not follow from the slots and seats before it")
        self._slots[slot] = here
        self._seed = fair.after_act(origin["seed"], origin["slot"], origin["nonce"])

    def _next_slot(self) -> int:
        return sum(period == self._number for period, _slot in self._slots) + 1


def draw_again(draws: fair.FairDraws, wanted: int | str) -> int | str:
    """The same kind of draw as one that was logged: a die by its sides, an index by its count."""
    if isinstance(wanted, int):
        return draws.die(wanted)
    if wanted.startswith("index:"):
        return draws.index(int(wanted.removeprefix("index:")))
    raise ValueError(f"a {wanted} is not drawn from a slot by itself")
