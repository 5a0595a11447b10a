"""Seats: each member may mix a word of their own into the draws of the open period."""

from django.db import transaction

from campaigns.models import Campaign, DrawPeriod, Membership, Seat
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from rules.kernel import fair


class SeatTaken(Exception):
    """A member has one seat in a period: their word is in the draws already."""


def take_seat(*, actor: Membership, word: str, key: str) -> Played:
    """Give a word to the open period, after its secrets were committed to (TAB-DRAWS-02)."""
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=actor.campaign_id)
        period = DrawPeriod.objects.get(campaign=campaign, is_open=True)
        known = {"number": period.number, "member": str(actor.pk)}
        played = play(actor, ActRequest(key, (Request("table.take_seat", {"word": word}, known=known),)))
        if played.was_repeated:
            return played
        # After play(), which answers a repetition: for that one the seat is of course taken.
        if Seat.objects.filter(period=period, member=actor).exists():
            raise SeatTaken(
                "You already have a seat in these draws. The next period begins with the next session."
            )
        Seat.objects.create(period=period, member=actor)
        period.seed = fair.seated(period.seed, str(actor.pk), word)
        period.save(update_fields=["seed"])
    return played
