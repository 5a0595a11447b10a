"""A whole journey taken back: the campaign then stands as it stood before, and its log proves it."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from campaigns.game import About
from campaigns.log import undo_graph
from campaigns.log.verify import verify
from campaigns.models import Campaign, Membership
from tests.campaigns.spine import stored
from tests.campaigns.world import undo


@dataclass(frozen=True)
class Beginning:
    """How a campaign stands before a journey."""

    campaign: Campaign
    seq: int
    records: dict[str, tuple[About, dict[str, Any]]]

    @classmethod
    def of(cls, campaign: Campaign) -> "Beginning":
        campaign.refresh_from_db()
        return cls(campaign, campaign.head_seq, stored(campaign))

    def comes_back(self, gm: Membership, page: Page) -> None:
        """All is undone, everything stands as it stood before, and the log proves it."""
        self.stands_again(gm, page)
        assert verify(self.campaign).faults == []

    def stands_again(self, gm: Membership, page: Page) -> None:
        """The newest act is undone on a page of the GM's, as people do it; all others by the same service."""
        path = f"/campaigns/{self.campaign.pk}/log/{self._newest()}/undo/"
        page.goto(path)
        page.locator("main button.button-danger").click()
        expect(page.get_by_role("heading", name="Entry no.")).to_be_visible()
        while seq := self._newest():
            undo(gm, seq)
        assert stored(self.campaign) == self.records

    def _newest(self) -> int:
        """The newest act since then that stands; none is 0."""
        self.campaign.refresh_from_db()
        since = range(self.seq + 1, self.campaign.head_seq + 1)
        return max(set(since) - undo_graph.ineffective_seqs(self.campaign, self.seq), default=0)
