"""The one lock of a campaign: whoever changes anything in it comes after whoever has it."""

import uuid

from django.db.models import QuerySet

from campaigns.models import Campaign
from campaigns.models.prepared import prepared


def locked(campaign_id: uuid.UUID) -> Campaign:
    """The campaign, nobody else's until the end of the transaction.

    SQLite ignores FOR UPDATE; there the transaction itself began with the one write lock (config/databases.py).
    """
    for campaign in _campaigns_to_lock(campaign_id):
        return campaign
    raise Campaign.DoesNotExist


def locked_arriving(campaign_id: uuid.UUID) -> Campaign:
    """The same of a campaign that is still coming in from a file."""
    return Campaign.arriving.select_for_update().get(pk=campaign_id)


@prepared
def _campaigns_to_lock(campaign: uuid.UUID) -> QuerySet[Campaign]:
    return Campaign.objects.select_for_update().filter(pk=campaign)
