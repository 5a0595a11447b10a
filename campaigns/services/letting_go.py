"""When a period of draws closes, what undone acts left in it is let go of by entries that name each of them."""

from collections.abc import Iterable

from campaigns.log import record
from campaigns.models import DrawPeriod, Entry, Membership, Slot, Tag, Undone
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, play
from rules.kernel.values import Values

AT_ONCE = 100
"""So many stand in one entry, which holds 64 KB."""


def dropping(slot: Slot, entry: int, **given: str) -> Request:
    """The step that lets go of what an undone entry left; `given` is the reason, where a person gives one."""
    known: Values = {"period": slot.period.number, "slot": slot.number, "entry": entry}
    return Request("table.fresh_draws", given, known=known)


def before_closing(actor: Membership, period: DrawPeriod, reason: str, key: str) -> tuple[Request, ...]:
    """The steps with which the entry that closes a period begins.

    What only the GM may know, and what is too much for one entry, is played as entries before it.
    """
    left = left_in(period)
    # Sealed ones in entries of their own: an open entry would tell that sealed rolls were made and undone.
    sealed, told = (
        [_because(slot, entry, reason) for slot, entry in left if slot.is_sealed == is_sealed]
        for is_sealed in (True, False)
    )
    for number, some in enumerate(_in_parts(sealed)):
        play(actor, ActRequest(f"sealed/{period.number}/{number}/{key}", (), first=some, sealed=True))
    *many, last = _in_parts(told) or [()]
    for number, some in enumerate(many):
        play(actor, ActRequest(f"open/{period.number}/{number}/{key}", (), first=some))
    period.slots.filter(is_free=True).update(is_free=False)
    return last


def left_in(period: DrawPeriod) -> list[tuple[Slot, int]]:
    """The slots of the newest period that wait for an undone act to be done again, with the entry that left each."""
    free = period.slots.filter(is_free=True)
    found = {(one.is_sealed, one.number): one for one in free.select_related("period")}
    if not found:
        return []
    left: dict[tuple[bool, int], int] = {}
    for entry in _undone_in(period):
        origin = record.read_document(entry.parts.all())["from"]
        if origin.get("period") == period.number:
            left[origin.get("of") == "sealed", origin["slot"]] = entry.seq
    return [(slot, left[place]) for place, slot in sorted(found.items())]


def _undone_in(period: DrawPeriod) -> Iterable[Entry]:
    """The undone entries since a campaign's newest period was opened."""
    tags = Tag.objects.filter(campaign=period.campaign_id, kind="action", value="table.open_draws")
    opened = tags.order_by("-seq").values_list("seq", flat=True).first()
    undone = Undone.objects.filter(campaign=period.campaign_id, seq__gt=opened or 0).values("seq")
    found = Entry.objects.filter(campaign=period.campaign_id, seq__in=undone)
    return found.order_by("seq").prefetch_related("parts")


def _because(slot: Slot, entry: int, reason: str) -> Request:
    step = dropping(slot, entry)
    return Request(step.action, {}, known={**step.known, "reason": reason})


def _in_parts(steps: list[Request]) -> list[tuple[Request, ...]]:
    return [tuple(steps[start : start + AT_ONCE]) for start in range(0, len(steps), AT_ONCE)]
