"""Seats: each member may mix a word of their own into the draws of the open period."""

from campaigns.models import Campaign, DrawPeriod, Entry, Membership, Seat
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from rules.kernel import fair


class SeatTaken(Exception):
    """A member has one seat in a period: their word is in the draws already."""


def take_seat(*, actor: Membership, word: str, key: str) -> Played:
    """Give a word to the open period, after its secrets were committed to (TAB-DRAWS-02)."""

    def plan(campaign: Campaign) -> tuple[Request, ...]:
        period = _open_period(campaign)
        if Seat.objects.filter(period=period, member=actor).exists():
            raise SeatTaken(
                "You already have a seat in these draws. The next period begins with the next session."
            )
        return (
            Request("table.take_seat", {"word": word}, {"number": period.number, "member": str(actor.pk)}),
        )

    def sit_down(campaign: Campaign, _entry: Entry) -> None:
        period = _open_period(campaign)
        Seat.objects.create(period=period, member=actor)
        period.seed = fair.seated(period.seed, str(actor.pk), word)
        period.save(update_fields=["seed"])

    return play(actor, ActRequest(key, (), plan, sit_down, asked=word))


def _open_period(campaign: Campaign) -> DrawPeriod:
    return DrawPeriod.objects.get(campaign=campaign, is_open=True)
