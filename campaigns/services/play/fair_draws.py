"""Where an act's dice come from: the open period's slots, or dice thrown by hand."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import QuerySet
from msgspec import Struct

from campaigns.game import Origin
from campaigns.models import Campaign, DrawPeriod, Slot
from campaigns.models.prepared import insert, prepared, update
from rules import service
from rules.kernel import fair
from rules.kernel.draws import Drawn, Draws, GivenDraws
from rules.kernel.errors import DrawsExhausted
from rules.kernel.result import Result
from rules.kernel.values import Value


@dataclass
class ActDraws:
    """The draws of one act: opened at the first die, and closed when the act is logged."""

    campaign: Campaign
    purpose: str
    nonce: str
    hand: tuple[Value, ...] | None = None
    sealed: bool = False
    is_apart: bool = False
    """Whether the GM alone may read what is drawn, though the act is open."""
    _draws: Draws | None = None
    _slot: Slot | None = None

    @property
    def taken(self) -> list[Drawn]:
        return self._draws.taken if self._draws else []

    def die(self, sides: int) -> int:
        return self._open().die(sides)

    def index(self, count: int) -> int:
        return self._open().index(count)

    def card(self, allowed: Sequence[str]) -> str:
        return self._open().card(allowed)

    def origin(self) -> Origin:
        """What the log says about where the draws came from."""
        if self._draws is None:
            return {}
        if self._slot is None:
            return {"by": "hand"}
        slot = self._slot
        place: Origin = {
            "period": slot.period.number,
            "slot": slot.number,
            "seed": slot.seed,
            "nonce": slot.nonce,
        }
        if self.is_apart:  # by where it stands in the entry it says what it is
            return place
        return {"by": "fair", **place, "of": "sealed"} if slot.is_sealed else {"by": "fair", **place}

    def close(self) -> None:
        """Take the slot; dice thrown by hand must all have been asked for, also where nothing asked for any."""
        if self.hand is not None:
            self._draws = self._draws or GivenDraws(self.hand)
        if isinstance(self._draws, GivenDraws):
            self._draws.finish()
        if self._slot is not None and self._slot.is_free:
            update(Slot, self._slot.pk, {"is_free": False})

    def _open(self) -> Draws:
        # At the first die and not with the act: one that draws nothing, or is refused, takes no slot.
        if self._draws is None:
            self._draws = GivenDraws(self.hand) if self.hand is not None else self._from_slot()
        return self._draws

    def _from_slot(self) -> Draws:
        (period,) = _open_periods(self.campaign.pk)
        found = free_slot(period, self.purpose, self.sealed)
        self._slot = found or next_slot(period, self.purpose, self.nonce or own_nonce(), self.sealed)
        self._slot.period = period
        secret = bytes(period.sealed_secret if self.sealed else period.open_secret)
        return fair.FairDraws(secret, self._slot.number, self._slot.seed, self._slot.nonce)


@dataclass
class ActSources:
    """What an act draws from: one slot for all its steps, and one of the sealed secret for those that are the GM's."""

    campaign: Campaign
    nonce: str
    hand: tuple[Value, ...] | None
    sealed: bool
    _opened: dict[bool, ActDraws] = field(default_factory=dict)

    def of(self, purpose: Callable[[], str], *, is_apart: bool) -> ActDraws:
        """What a step draws from, bound to what the act was for when the first of its kind drew."""
        # Of an act that is sealed as a whole nothing is apart, and what was rolled by hand was seen.
        is_apart = is_apart and not self.sealed and self.hand is None
        found = self._opened.get(is_apart)
        if found is None or not found.taken:
            sealed = self.sealed or is_apart
            found = ActDraws(
                self.campaign, purpose(), self.nonce, self.hand, sealed=sealed, is_apart=is_apart
            )
            self._opened[is_apart] = found
        return found

    def origin(self) -> Origin:
        """What the log says about where the draws came from."""
        told = {is_apart: one.origin() for is_apart, one in self._opened.items()}
        openly, apart = told.get(False, Origin()), told.get(True, Origin())
        if not apart:
            return openly
        return {**openly, "sealed": apart}

    def close(self) -> None:
        """Take the slots; dice thrown by hand must all have been asked for."""
        for one in self._opened.values():
            one.close()
        if not self._opened and self.hand:
            GivenDraws(self.hand).finish()


def performed(action: str, given: Struct, draws: Draws) -> Result:
    """Play a step of an act; where what was thrown by hand is too little, the error says how much it takes."""
    before = len(draws.taken)
    try:
        return service.perform(action, given, draws)
    except DrawsExhausted as error:
        begun = [value for _asked, value in draws.taken[before:]]
        error.taken = before + service.draws_taken(action, given, begun)
        raise


def own_nonce() -> str:
    """What stands for the nonce that no page sent: without one, what is stored before an act would tell its draws."""
    return secrets.token_bytes(16).hex()


def free_slot(period: DrawPeriod, purpose: str, sealed: bool) -> Slot | None:
    """The slot that an undone act of the same purpose left behind: undo is no reroll."""
    return next(iter(_free_slots(period.pk, purpose, sealed)), None)


def next_slot(period: DrawPeriod, purpose: str, nonce: str, sealed: bool) -> Slot:
    """A new slot, and the seed moved on with the act's nonce. Sealed slots count, and move a seed, of their own."""
    number_field, seed_field = ("next_sealed_slot", "sealed_seed") if sealed else ("next_slot", "seed")
    number, seed = getattr(period, number_field), getattr(period, seed_field)
    slot = Slot(period=period, number=number, seed=seed, nonce=nonce, purpose=purpose, is_sealed=sealed)
    insert(Slot, [slot])
    moved_on = {number_field: number + 1, seed_field: fair.after_act(seed, number, nonce)}
    for name, value in moved_on.items():
        setattr(period, name, value)
    update(DrawPeriod, period.pk, moved_on)
    return slot


@prepared
def _open_periods(campaign: UUID) -> QuerySet[DrawPeriod]:
    return DrawPeriod.objects.select_for_update().filter(campaign=campaign, is_open=True)


@prepared
def _free_slots(period: int, purpose: str, sealed: bool) -> QuerySet[Slot]:
    free = Slot.objects.filter(period=period, purpose=purpose, is_free=True, is_sealed=sealed)
    return free.order_by("number")[:1]


def new_period(
    campaign: Campaign, number: int, secret_of: Callable[[int], bytes] = secrets.token_bytes
) -> DrawPeriod:
    """A period whose secrets nobody has seen. Its commitments are to be logged in the same transaction.

    The demo alone says otherwise where secrets of that many bytes come from.
    """
    open_secret, sealed_secret = secret_of(32), secret_of(32)
    return DrawPeriod.objects.create(
        campaign=campaign,
        number=number,
        open_secret=open_secret,
        sealed_secret=sealed_secret,
        seed=fair.first_seed(fair.commitment(open_secret)),
        sealed_seed=fair.first_seed(fair.commitment(sealed_secret)),
    )
