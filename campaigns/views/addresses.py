"""The addresses of a campaign's pages, made without asking Django for each record anew."""

from functools import lru_cache
from typing import Final
from uuid import UUID

from django.urls import reverse

NOBODY: Final = str(UUID(int=0))
CAMPAIGNS: Final = 64


class Addresses:
    """Of one campaign, the addresses that differ by a record: each kind of them is asked of Django once."""

    def __init__(self, campaign: UUID) -> None:
        self._campaign = campaign
        self._of_nobody: dict[str, str] = {}

    def of(self, page: str, record: str = "") -> str:
        """The address of a page of the campaign, or of one of its pages that are about a record."""
        if page not in self._of_nobody:
            named = [NOBODY] if record else []
            self._of_nobody[page] = reverse(page, args=[self._campaign, *named])
        return self._of_nobody[page].replace(NOBODY, record)


@lru_cache(CAMPAIGNS)
def addresses_of(campaign: UUID) -> Addresses:
    """Those of a campaign; of the campaigns played last they are kept."""
    return Addresses(campaign)
