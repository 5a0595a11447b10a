"""Where a page stands: the address that others use, and a campaign's first page."""

from django.http import HttpRequest
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.services.addresses import table_urls


def address_for_others(request: HttpRequest, path: str) -> str:
    """An address that works on another device: never `localhost`, where a better one is known."""
    if request.get_host().partition(":")[0] in {"localhost", "127.0.0.1", "[::1]"}:
        return f"{table_urls()[0]}{path}"
    return request.build_absolute_uri(path)


def home_of(campaign: Campaign) -> str:
    """The address of a campaign's first page."""
    return reverse("campaign_home", args=[campaign.pk])
