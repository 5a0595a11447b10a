"""When a period of draws closes, what undone acts left in it is let go of by entries that name each of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.log import record
from campaigns.models import DrawPeriod, Entry, Membership, Slot, Tag, Undone
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from campaigns.services.play.undo_step import places_of
from rules.kernel.values import Values

AT_ONCE = 100
"""So many stand in one entry, which holds 64 KB."""


def dropping(slot: Slot, entry: int, *, is_told: bool, **given: str) -> Request:
    """The step that lets go of what an undone entry left; `given` is the reason, where a person gives one.

    The number of a sealed slot would tell how many sealed rolls were made: it `is_told` in a sealed entry alone.
    """
    number = slot.number if is_told else None
    known: Values = {"period": slot.period.number, "slot": number, "entry": entry}
    return Request("table.fresh_draws", given, known=known)


def before_closing(actor: Membership, period: DrawPeriod, reason: str, key: str) -> tuple[Request, ...]:
    """The steps with which the entry that closes a period begins.

    What only the GM may know, and what is too much for one entry, is played as entries before it.
    """
    left = left_in(period)
    # Sealed ones in entries of their own: an open entry would tell that sealed rolls were made and undone.
    sealed, told = (
        [_because(one, reason) for one in left if one.is_sealed == is_sealed] for is_sealed in (True, False)
    )
    for number, some in enumerate(_in_parts(sealed)):
        play(actor, ActRequest(f"sealed/{period.number}/{number}/{key}", (), first=some, sealed=True))
    *many, last = _in_parts(told) or [()]
    for number, some in enumerate(many):
        play(actor, ActRequest(f"open/{period.number}/{number}/{key}", (), first=some))
    period.slots.filter(is_free=True).update(is_free=False)
    return last


@dataclass(frozen=True)
class Left:
    """An undone entry, whether it is sealed as a whole, and the first slot that waits for its act to be done again."""

    entry: int
    is_sealed: bool
    slot: Slot


def left_in(period: DrawPeriod) -> list[Left]:
    """The undone entries whose slots in the newest period wait for their act to be done again."""
    free = period.slots.filter(is_free=True)
    found = {(one.is_sealed, one.number): one for one in free.select_related("period")}
    if not found:
        return []
    left: dict[int, Left] = {}
    by_place: dict[tuple[bool, int], tuple[int, bool]] = {}
    for entry in _undone_in(period):
        origin = record.read_document(entry.parts.all())["from"]
        for number, is_sealed, slot_number in places_of(origin):
            if number == period.number:
                by_place[is_sealed, slot_number] = entry.seq, origin.get("of") == "sealed"
    # Open slots first: an entry says once that it lets go of all that another drew from.
    for place, slot in sorted(found.items()):
        left.setdefault(by_place[place][0], Left(*by_place[place], slot))
    return list(left.values())


def _undone_in(period: DrawPeriod) -> Iterable[Entry]:
    """The undone entries since a campaign's newest period was opened."""
    tags = Tag.objects.filter(campaign=period.campaign_id, kind="action", value="table.open_draws")
    opened = tags.order_by("-seq").values_list("seq", flat=True).first()
    undone = Undone.objects.filter(campaign=period.campaign_id, seq__gt=opened or 0).values("seq")
    found = Entry.objects.filter(campaign=period.campaign_id, seq__in=undone)
    return found.order_by("seq").prefetch_related("parts")


def _because(left: Left, reason: str) -> Request:
    step = dropping(left.slot, left.entry, is_told=left.is_sealed or not left.slot.is_sealed)
    return Request(step.action, {}, known={**step.known, "reason": reason})


def _in_parts(steps: list[Request]) -> list[tuple[Request, ...]]:
    return [tuple(steps[start : start + AT_ONCE]) for start in range(0, len(steps), AT_ONCE)]
