"""The addresses of a campaign's pages, made without asking Django for each record anew."""

from functools import lru_cache
from typing import Final
from uuid import UUID

from django.urls import reverse

NOBODY: Final = str(UUID(int=0))
CAMPAIGNS: Final = 64


class Addresses:
    """Of one campaign, the addresses that differ by records: each kind of them is asked of Django once."""

    def __init__(self, campaign: UUID) -> None:
        self._campaign = campaign
        self._of_nobody: dict[tuple[str, int], str] = {}

    def of(self, page: str, *records: str) -> str:
        """The address of a page of the campaign, or of one of its pages that are about records."""
        kind = (page, len(records))
        if kind not in self._of_nobody:
            self._of_nobody[kind] = reverse(page, args=[self._campaign, *[NOBODY] * len(records)])
        found = self._of_nobody[kind]
        for record in records:
            found = found.replace(NOBODY, record, 1)
        return found


@lru_cache(CAMPAIGNS)
def addresses_of(campaign: UUID) -> Addresses:
    """Those of a campaign; of the campaigns played last they are kept."""
    return Addresses(campaign)
