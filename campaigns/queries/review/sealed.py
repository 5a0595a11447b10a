"""What of a session only the GM can read so far."""

from campaigns.models import Membership
from campaigns.queries.review.finding import Range, Wanted, find
from campaigns.viewing import Viewer
from rules.table.reveal import MOST


def sealed_in_session(actor: Membership, session: str) -> list[int]:
    """The entries of a session with something sealed, oldest first, as many as one act opens."""
    wanted = Wanted(session=session, sealed=True)
    return find(actor.campaign, Viewer.of(actor), wanted, Range(oldest_first=True), MOST)
