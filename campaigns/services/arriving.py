"""Campaigns that are not whole yet: what was left of one when its import ended too early is taken away."""

from collections.abc import Iterator
from functools import partial

from django.contrib.auth.models import User

from campaigns import models
from campaigns.log.pieces import PIECE, Write, write_each
from campaigns.services.deleting import delete_rows
from campaigns.services.hosting import one_by_one

IMPORT = "import"
"""What one process of a game does at a time: whoever has the turn knows that no other import is under way."""


def remove_abandoned() -> list[str]:
    """Take away what imports left half that ended with their process; the names of those campaigns."""
    with one_by_one.claim(IMPORT) as is_ours:
        return remove_halves() if is_ours else []


def remove_halves() -> list[str]:
    """Take away every campaign that has not arrived, for whoever has the turn; their names."""
    found = list(models.Campaign.arriving.all())
    for campaign in found:
        write_each(_removals(campaign))
    return [one.name for one in found]


def _removals(campaign: models.Campaign) -> Iterator[Write]:
    yield partial(_write_receipt, campaign)
    for first in range(1, campaign.head_seq + 1, PIECE):
        yield partial(_remove_entries, campaign, first, first + PIECE - 1)
    yield partial(_remove_rest, campaign)


def _write_receipt(campaign: models.Campaign) -> None:
    """Without it the log's guards let nothing go."""
    models.CampaignDeletion.objects.get_or_create(campaign=campaign.pk, defaults={"name": campaign.name})


def _remove_entries(campaign: models.Campaign, first: int, last: int) -> None:
    models.Redaction.objects.filter(
        part__entry__campaign=campaign, part__entry__seq__range=(first, last)
    ).delete()
    parts = models.Part.objects.filter(entry__campaign=campaign, entry__seq__range=(first, last))
    parts._raw_delete(parts.db)
    for model in (models.Change, models.Tag, models.FreshTerms, models.Entry):
        rows = model._default_manager.filter(campaign=campaign, seq__range=(first, last))
        rows._raw_delete(rows.db)


def _remove_rest(campaign: models.Campaign) -> None:
    made = models.Membership.objects.filter(campaign=campaign, made_account=True)
    accounts = list(made.values_list("user", flat=True))
    delete_rows(campaign)
    User.objects.filter(pk__in=accounts).delete()
