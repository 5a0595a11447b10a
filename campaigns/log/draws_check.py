"""Whether what was drawn follows from the secrets, seats and nonces that the log tells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from campaigns.game import Document, Origin
from campaigns.log import undo_graph
from campaigns.log.purposes import Purpose, drawing_step, purpose_of
from campaigns.models import Campaign, DrawPeriod
from campaigns.viewing import Hidden
from rules.kernel import fair
from rules.kernel.values import Value, Values, as_text, as_whole

OPEN, SEALED = "open", "sealed"
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
    asked: tuple[Sequence[Value], ...]


@dataclass
class Use:
    """The entry that last drew from a slot. An undo leaves the slot to the same act, until it is let go of."""

    seq: int
    purpose: Purpose
    since: int
    """The entry by which it has the slot: itself, or the undo by which it stands again."""
    finds_its_own: bool = True
    """Whether the same act after an undo surely finds the slot: where its purpose is told to this reader, and not by
    the first release, which looked for it in another way."""
    left_by: int | None = None
    """The undo that left the slot."""
    is_dropped: bool = False

    @property
    def is_free(self) -> bool:
        """Whether the act that left it may draw from it again."""
        return self.left_by is not None and not self.is_dropped


@dataclass
class Stream:
    """The slots that are drawn from one secret. `sure` is false where an act that is not readable may have drawn."""

    committed: str
    seed: str
    secret: bytes | None
    slots: dict[int, tuple[str, str]] = field(default_factory=dict)
    uses: dict[int, Use] = field(default_factory=dict)
    left: dict[Purpose, list[int]] = field(default_factory=dict)
    """By what an act is for, the slots that it ever left."""
    waiting: list[Drawn] = field(default_factory=list)
    last: int = 0
    sure: bool = True
    unseen: bool = False
    derived: int = 0

    def take(self, slot: int, here: tuple[str, str], use: Use, unread: int) -> None:
        """A new slot takes the seed as it is and moves it on; one left by an undo keeps its own."""
        earlier = self.uses.get(slot)
        self.uses[slot] = use
        if earlier is not None:
            if self.slots[slot] != here:
                raise DrawsDiffer(f"slot {slot} was drawn from earlier with a different seed")
            _refuse_taken(slot, earlier, use, unread)
            return
        is_left = self.unseen and slot <= self.last
        is_next = slot > self.last if not self.sure else (slot, here[0]) == (self.last + 1, self.seed)
        if not (is_left or is_next):
            raise DrawsDiffer(f"slot {slot} does not follow from the earlier slots and seats")
        self.slots[slot] = here
        if not is_left:
            self._refuse_passed_over(use, unread)
            self.last, self.sure = slot, True
            self.seed = fair.after_act(here[0], slot, here[1])

    def leave(self, slot: int, use: Use, by: int) -> None:
        """An undo leaves the slot of an act to the same act."""
        use.left_by = by
        if use.finds_its_own:
            self.left.setdefault(use.purpose, []).append(slot)

    def _refuse_passed_over(self, use: Use, unread: int) -> None:
        """An act draws anew only where no slot waits for it. What is not readable may have let go of one."""
        for slot in self.left.get(use.purpose, ()) if use.finds_its_own else ():
            one = self.uses[slot]
            if one.is_free and (one.left_by or 0) > unread:
                raise DrawsDiffer(f"slot {slot}, which entry {one.seq} left for the same action, was skipped")

    def stands_again(self, slot: int, use: Use, unread: int) -> None:
        """An undone act comes back with the dice that it had, unless they went to another or were let go of."""
        _refuse_taken(slot, self.uses[slot], use, unread)
        self.uses[slot] = use

    def derive(self, drawn: Drawn) -> None:
        """Count the draws that follow from the secret; where it is not known yet, they wait for it."""
        if self.secret is None:
            self.waiting.append(drawn)
        else:
            self.derived += _derived(self.secret, drawn)

    def show(self, secret: bytes) -> None:
        """The secret is known from now on, and the draws that waited for it are derived."""
        if fair.commitment(secret) != self.committed:
            raise DrawsDiffer("the revealed secret does not match the commitment")
        self.secret = secret
        waiting, self.waiting = self.waiting, []
        self.derived += sum(_derived(secret, one) for one in waiting)


@dataclass(frozen=True)
class Counted:
    """How many draws were derived anew and found the same, and of how many the secret is not known (yet)."""

    derived: int = 0
    not_shown: int = 0


@dataclass
class Period:
    """One period as the log tells it so far: its streams by name, and who took a seat."""

    number: int
    streams: dict[str, Stream]
    seats: list[str] = field(default_factory=list)

    @property
    def open(self) -> Stream:
        return self.streams[OPEN]

    @property
    def sealed(self) -> Stream:
        return self.streams[SEALED]


class DrawsCheck:
    """Walks through a log's periods. What does not fit raises `DrawsDiffer` with the reason.

    `secrets` are those known beforehand, by number and stream. Another is known once the log shows it; until then its
    draws wait.
    """

    def __init__(self, secrets: Mapping[tuple[int, str], bytes]) -> None:
        self._secrets = secrets
        self.periods: dict[int, Period] = {}
        self.current: Period | None = None
        self.standing = undo_graph.UndoTracker()
        self._drew: dict[int, list[tuple[Stream, int, Use]]] = {}
        self._read = 0
        self._unread = -1

    def check(self, document: Document, seq: int = 0) -> None:
        """One entry's document, in order: what it drew is derived anew and has to be the same."""
        origin = document["from"]
        if origin.get("by") == "fair":
            self._check_draws(document, seq, origin, origin.get("of", OPEN))
        if "sealed" in origin:
            self._check_apart(document, seq, origin["sealed"])
        for step in document["steps"]:
            given = step["input"]
            if step["action"] == "table.open_draws":
                if given.get("revealed") is not None:
                    self.show(as_whole(given["number"]) - 1, OPEN, as_text(given["revealed"]))
                self._open(given)
            elif step["action"] == "table.reveal_draws":
                self.show(as_whole(given["number"]), SEALED, as_text(given["secret"]))
            elif step["action"] == "table.take_seat":
                self._seat(given)
            elif step["action"] == "table.fresh_draws":
                self._let_go(given)
        self._apply_undo(document, seq)
        self._read = seq

    def show(self, number: int, of: str, secret: str) -> None:
        """A secret that the log or a file shows."""
        period = self.periods.get(number)
        if period is not None:
            period.streams[of].show(bytes.fromhex(secret))

    def pass_by(self) -> None:
        """An entry that cannot be read: it may have drawn, and the seed after it is only told by the next."""
        self._pass_by_sealed()
        self._unread = self._read

    def counted(self, of: str) -> "Counted":
        """What was found of all the draws from open secrets, or from sealed ones."""
        streams = [period.streams[of] for period in self.periods.values()]
        waiting = sum(len(one.asked) for stream in streams for one in stream.waiting)
        return Counted(sum(stream.derived for stream in streams), waiting)

    def _open(self, given: Values) -> None:
        number = as_whole(given["number"])
        if self.current is not None and number != self.current.number + 1:
            raise DrawsDiffer(f"period {number} is not the next one")
        self.current = self.periods[number] = Period(
            number, {of: self._begun(number, of, as_text(given[of])) for of in (OPEN, SEALED)}
        )

    def _begun(self, number: int, of: str, committed: str) -> Stream:
        secret = self._secrets.get((number, of))
        if secret is not None and fair.commitment(secret) != committed:
            secret = None  # see `lost_secrets`
        return Stream(committed, fair.first_seed(committed), secret)

    def _seat(self, given: Values) -> None:
        period, member, word = (
            self._period(as_whole(given["number"])),
            as_text(given["member"]),
            given["word"],
        )
        period.seats.append(member)
        if type(word) is str:
            period.open.seed = fair.seated(period.open.seed, member, word)
        else:  # taken out of the log since: the next act tells the seed
            period.open.sure = False

    def _check_draws(
        self, document: Document, seq: int, origin: Origin, of: str, *, apart: bool = False
    ) -> None:
        stream = self._period(origin["period"]).streams[of]
        use = _use(document, seq, apart=apart)
        stream.take(origin["slot"], (origin["seed"], origin["nonce"]), use, self._unread)
        self._drew.setdefault(seq, []).append((stream, origin["slot"], use))
        own = (step for step in document["steps"] if ("of" in step) == apart)
        asked = [draw for step in own for draw in step["draws"] if draw[0] != CARD]
        stream.derive(Drawn(seq, origin["slot"], origin["seed"], origin["nonce"], tuple(asked)))

    def _check_apart(self, document: Document, seq: int, origin: Origin | Hidden) -> None:
        """What the GM alone may read of an open act's draws."""
        if isinstance(origin, Hidden):
            self._pass_by_sealed()
        else:
            self._check_draws(document, seq, origin, SEALED, apart=True)

    def _pass_by_sealed(self) -> None:
        if self.current is not None:
            self.current.sealed.sure, self.current.sealed.unseen = False, True

    def _apply_undo(self, document: Document, seq: int) -> None:
        """What an undo does to slots: it leaves those of what falls, and takes those of what stands again."""
        found = self.standing.take(seq, document["steps"])
        for one in sorted(found.falling.keys() & self._drew.keys()):
            for stream, slot, use in self._drew[one]:
                stream.leave(slot, use, by=seq)
        for one in sorted(found.rising & self._drew.keys()):
            for number, (stream, slot, use) in enumerate(self._drew[one]):
                again = replace(use, since=seq, left_by=None, is_dropped=False)
                stream.stands_again(slot, again, self._unread)
                self._drew[one][number] = stream, slot, again

    def _let_go(self, given: Values) -> None:
        """Undone acts' slots that nothing draws from again. The first release did not say of whose."""
        if given.get("entry") is not None:
            drew = [stream.uses[slot] for stream, slot, _use in self._drew.get(as_whole(given["entry"]), ())]
            for use in drew:
                use.is_dropped = (
                    use.is_dropped or use.is_free
                )  # of an act's two slots one may be in use again
            return
        period, slot = self.periods.get(as_whole(given["period"])), as_whole(given["slot"])
        streams = period.streams.values() if period is not None else ()
        left = [stream.uses[slot] for stream in streams if slot in stream.uses]
        left = [use for use in left if use.is_free]
        if len(left) == 1:
            left[0].is_dropped = True

    def _period(self, number: int) -> Period:
        if self.current is None or number != self.current.number:
            raise DrawsDiffer(f"period {number} is not the open one")
        return self.current


def _use(document: Document, seq: int, *, apart: bool) -> Use:
    step = drawing_step(document["steps"], apart=apart)
    if step is None:
        return Use(seq, Purpose("", "", ()), since=seq, finds_its_own=False)
    purpose = purpose_of(step["action"], step["input"])
    return Use(seq, purpose, seq, finds_its_own=step["version"] > 1 and purpose.targets is not None)


def _refuse_taken(slot: int, earlier: Use, use: Use, unread: int) -> None:
    """A slot is drawn from again only after its act was undone, by the same act, and until it is let go of.

    An entry that is not readable came after `unread`: what it says may be an undo.
    """
    if earlier.left_by is None and earlier.since > unread:
        raise DrawsDiffer(f"slot {slot} was already drawn from by entry {earlier.seq}, which still stands")
    if earlier.is_dropped:
        raise DrawsDiffer(f"slot {slot}, which entry {earlier.seq} left, was discarded")
    if not earlier.purpose.may_be(use.purpose):
        raise DrawsDiffer(f"slot {slot} was left by entry {earlier.seq}, which was a different action")


def known_secrets(campaign: Campaign) -> dict[tuple[int, str], bytes]:
    """The secrets that this server keeps; a period that came with an import and was never shown has none."""
    found = {}
    for draw_period in DrawPeriod.objects.filter(campaign=campaign):
        found[draw_period.number, OPEN] = bytes(draw_period.open_secret)
        found[draw_period.number, SEALED] = bytes(draw_period.sealed_secret)
    return {key: secret for key, secret in found.items() if secret}


def lost_secrets(campaign: Campaign, check: DrawsCheck) -> list[int]:
    """Periods whose secret is not the one committed to, and the one that is drawn from now if it has none."""
    known = known_secrets(campaign)
    wrong = {
        period.number
        for period in check.periods.values()
        for of, stream in period.streams.items()
        if fair.commitment(known.get((period.number, of), b"")) != stream.committed
        and ((period.number, of) in known or period is check.current)
    }
    return sorted(wrong)


def draw_again(draws: fair.FairDraws, wanted: int | str) -> int | str:
    """The same kind of draw as one that was logged: a die by its sides, an index by its count."""
    if isinstance(wanted, int):
        return draws.die(wanted)
    if wanted.startswith("index:"):
        return draws.index(int(wanted.removeprefix("index:")))
    raise ValueError(f"a {wanted} cannot be drawn from a slot on its own")


def _derived(secret: bytes, drawn: Drawn) -> int:
    """How many draws follow. What a reader may not see cannot be compared, nor what was drawn after it."""
    draws = fair.FairDraws(secret, drawn.slot, drawn.seed, drawn.nonce)
    checked = 0
    for wanted, value in drawn.asked:
        if not isinstance(wanted, int | str):
            # What follows in the same slot depends on how many words the hidden draw took.
            break
        again = draw_again(draws, wanted)
        if isinstance(value, int | str):
            if again != value:
                raise DrawsDiffer(f"the draw {value!r} does not follow from slot {drawn.slot}", drawn.seq)
            checked += 1
    return checked
