"""Whether what was drawn follows from the secrets, seats and nonces that the log tells."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from campaigns.models import Campaign, DrawPeriod
from rules.kernel import fair

SEALED = "sealed"
CARD = "card"
"""A card that lay on top of a pile: the shuffle was drawn, the card follows from it when the step is played again."""


class DrawsDiffer(ValueError):
    """What was drawn does not follow. `seq` is the entry, where that is not the one that was being read."""

    def __init__(self, reason: str, seq: int | None = None) -> None:
        super().__init__(reason)
        self.seq = seq


@dataclass(frozen=True)
class Drawn:
    """What one entry drew from a slot, kept until the period's secret is known."""

    seq: int
    slot: int
    seed: str
    nonce: str
    asked: tuple[tuple[Any, Any], ...]


@dataclass
class Stream:
    """What is drawn from one secret, as the log tells it so far.

    `sure` is false where an act that is not readable may have drawn.
    """

    number: int
    committed: str
    seed: str
    secret: bytes | None
    slots: dict[int, tuple[str, str]] = field(default_factory=dict)
    waiting: list[Drawn] = field(default_factory=list)
    last: int = 0
    sure: bool = True
    unseen: bool = False

    def pass_by(self) -> None:
        """An act that cannot be read may have drawn here: the seed after it is only told by the next."""
        self.sure, self.unseen = False, True

    def reveal(self, secret: bytes) -> int:
        """The draws that waited for the secret, now that it is shown."""
        if fair.commitment(secret) != self.committed:
            raise DrawsDiffer(f"the secret shown is not the one that period {self.number} committed to")
        self.secret = secret
        waiting, self.waiting = self.waiting, []
        return sum(_derived(secret, one) for one in waiting)


@dataclass
class Period(Stream):
    """One period: its open draws, those of sealed acts beside them, and who took a seat."""

    sealed: Stream = field(default_factory=lambda: Stream(0, "", "", None))
    seats: list[str] = field(default_factory=list)


class DrawsCheck:
    """Walks through a log's periods. What does not fit raises `DrawsDiffer` with the reason.

    `secrets` are those known beforehand, by the hex of their SHA-256. Another is known once the log shows it; until
    then its draws wait.
    """

    def __init__(self, secrets: Mapping[str, bytes]) -> None:
        self._secrets = secrets
        self.periods: dict[int, Period] = {}
        self.open: Period | None = None

    def check(self, document: Mapping[str, Any], seq: int = 0) -> int:
        """One entry's document in order; the number of draws that were derived anew and found the same."""
        checked = self._check_draws(document, seq) if document["from"].get("by") == "fair" else 0
        for step in document["steps"]:
            if step["action"] == "table.open_draws":
                checked += self._open(step["input"])
            elif step["action"] == "table.reveal_draws":
                checked += self._reveal_sealed(step["input"])
            elif step["action"] == "table.take_seat":
                self._seat(step["input"])
        return checked

    def pass_by(self) -> None:
        """An entry that cannot be read: only sealed draws are made where not everybody sees that they are."""
        if self.open is not None:
            self.open.sealed.pass_by()

    @property
    def not_shown(self) -> int:
        """How many draws cannot be derived, since their period's secret is not known (yet)."""
        streams = [one for period in self.periods.values() for one in (period, period.sealed)]
        return sum(len(one.asked) for stream in streams for one in stream.waiting)

    def _open(self, given: Mapping[str, Any]) -> int:
        checked = self._reveal(given) if given.get("revealed") is not None else 0
        number = given["number"]
        if number != (self.open.number + 1 if self.open else number):
            raise DrawsDiffer(f"period {number} does not come next")
        sealed = Stream(*self._begun(number, given["sealed"]))
        self.open = Period(*self._begun(number, given["open"]), sealed=sealed)
        self.periods[number] = self.open
        return checked

    def _begun(self, number: int, committed: str) -> tuple[int, str, str, bytes | None]:
        return number, committed, fair.first_seed(committed), self._secrets.get(committed)

    def _reveal(self, given: Mapping[str, Any]) -> int:
        period = self.periods.get(given["number"] - 1)
        return period.reveal(bytes.fromhex(given["revealed"])) if period else 0

    def _reveal_sealed(self, given: Mapping[str, Any]) -> int:
        period = self.periods.get(given["number"])
        return period.sealed.reveal(bytes.fromhex(given["secret"])) if period else 0

    def _seat(self, given: Mapping[str, Any]) -> None:
        if self.open is None or given["number"] != self.open.number:
            raise DrawsDiffer(f"a seat in period {given['number']}, which is not the open one")
        self.open.seats.append(given["member"])
        if type(given["word"]) is str:
            self.open.seed = fair.seated(self.open.seed, given["member"], given["word"])
        else:  # taken out of the log since: the next act tells the seed
            self.open.sure = False

    def _check_draws(self, document: Mapping[str, Any], seq: int) -> int:
        origin = document["from"]
        if self.open is None or origin["period"] != self.open.number:
            raise DrawsDiffer(f"period {origin['period']} is not the open one")
        stream = self.open.sealed if origin.get("of") == SEALED else self.open
        self._check_slot(stream, origin["slot"], (origin["seed"], origin["nonce"]))
        asked = [draw for step in document["steps"] for draw in step["draws"] if draw[0] != CARD]
        drawn = Drawn(seq, origin["slot"], origin["seed"], origin["nonce"], tuple(map(tuple, asked)))
        if stream.secret is None:
            stream.waiting.append(drawn)
            return 0
        return _derived(stream.secret, drawn)

    def _check_slot(self, period: Stream, slot: int, here: tuple[str, str]) -> None:
        """A new slot takes the seed as it is and moves it on; one left by an undo keeps its own."""
        if slot in period.slots:
            if period.slots[slot] != here:
                raise DrawsDiffer(f"slot {slot} was drawn from with another seed before")
            return
        is_left = period.unseen and slot <= period.last
        is_next = slot > period.last if not period.sure else (slot, here[0]) == (period.last + 1, period.seed)
        if not (is_left or is_next):
            raise DrawsDiffer(f"slot {slot} does not follow from the slots and seats before it")
        period.slots[slot] = here
        if not is_left:
            period.last, period.sure = slot, True
            period.seed = fair.after_act(here[0], slot, here[1])


def known_secrets(campaign: Campaign) -> dict[str, bytes]:
    """The secrets that this server keeps; a period that came with an import and was never shown has none."""
    periods = DrawPeriod.objects.filter(campaign=campaign)
    kept = [bytes(one) for period in periods for one in (period.open_secret, period.sealed_secret)]
    return {fair.commitment(one): one for one in kept if one}


def draw_again(draws: fair.FairDraws, wanted: int | str) -> int | str:
    """The same kind of draw as one that was logged: a die by its sides, an index by its count."""
    if isinstance(wanted, int):
        return draws.die(wanted)
    if wanted.startswith("index:"):
        return draws.index(int(wanted.removeprefix("index:")))
    raise ValueError(f"a {wanted} is not drawn from a slot by itself")


def _derived(secret: bytes, drawn: Drawn) -> int:
    """How many draws follow. What a reader may not see cannot be compared, nor what was drawn after it."""
    draws = fair.FairDraws(secret, drawn.slot, drawn.seed, drawn.nonce)
    checked = 0
    for wanted, value in drawn.asked:
        if not isinstance(wanted, int | str):
            break
        again = draw_again(draws, wanted)
        if isinstance(value, int | str):
            if again != value:
                raise DrawsDiffer(f"the draw {value!r} does not follow from slot {drawn.slot}", drawn.seq)
            checked += 1
    return checked
