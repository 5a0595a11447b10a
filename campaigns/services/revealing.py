"""Reveal night: the GM opens what was sealed. Each time is an act of the log, and none is ever taken back."""

from django.db.models import F
from django.utils.translation import gettext as _

from campaigns.log import rebuilding, record
from campaigns.models import Campaign, CampaignState, DrawPeriod, Entry, Membership, Part
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.viewing import TABLE
from rules.kernel import fair
from rules.kernel.values import Values
from rules.table.reveal import MOST


class NothingSealed(Exception):
    """There is nothing to reveal there. The message says why."""


def reveal_entries(*, actor: Membership, entries: list[int], key: str) -> Played:
    """Show every part of these entries to all (TAB-REVEAL-01): what is open already stays as it is."""
    seqs: list[int] = []

    def plan(campaign: Campaign) -> tuple[Request, ...]:
        seqs[:] = sealed_among(campaign, entries)
        if not seqs:
            raise NothingSealed(_("Nothing is sealed there any more. Reload the page."))
        return (Request("table.reveal", {}, known={"entries": seqs}),)

    def show(campaign: Campaign, entry: Entry) -> None:
        record.open_to_all(campaign, seqs, entry.seq)
        rebuilding.refresh(campaign, seqs)

    return play(actor, ActRequest(key, (), plan, show, asked=sorted(set(entries))))


def reveal_draws(*, actor: Membership, number: int, key: str) -> Played:
    """Show the sealed secret of a closed period of draws (TAB-REVEAL-02)."""
    period = DrawPeriod.objects.filter(campaign=actor.campaign_id, number=number, is_open=False).first()
    if period is None:
        raise NothingSealed(_("Only the secret of closed draws can be revealed."))
    secret = bytes(period.sealed_secret)
    known: Values = {"number": number, "secret": secret.hex(), "was": fair.commitment(secret)}
    return play(actor, ActRequest(key, (Request("table.reveal_draws", {}, known=known),)))


def sealed_among(campaign: Campaign, entries: list[int]) -> list[int]:
    """Those of some entries that hold a part which not all may read, oldest first, as many as one act opens."""
    parts = Part.objects.filter(entry__campaign=campaign, entry__seq__in=entries, opened__isnull=True)
    # What was whispered is nobody's to reveal.
    found = parts.exclude(audience=TABLE).filter(readers="").values_list("entry__seq", flat=True)
    return sorted(set(found))[:MOST]


def sealed_secrets(campaign: Campaign) -> list[int]:
    """The closed periods of draws whose sealed secret nobody was shown yet."""
    shown = CampaignState.objects.values_list("draws", flat=True).get(pk=campaign.pk)
    closed = DrawPeriod.objects.filter(campaign=campaign, is_open=False).order_by(F("number").desc())
    return [one for one in closed.values_list("number", flat=True) if f"{one}.sealed_revealed" not in shown]
