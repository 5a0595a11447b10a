"""Many entries as one reader sees them, read some at a time."""

from collections.abc import Iterator

from campaigns.log.export.cuts import Cut, Span
from campaigns.models import Campaign
from campaigns.queries.timeline import ShownEntry, show

AT_ONCE = 100


def entries_in_range(campaign: Campaign, cut: Cut, span: Span) -> Iterator[ShownEntry]:
    """The entries of a span as the cut's eyes see them, oldest first."""
    for first in range(span.first, span.last + 1, AT_ONCE):
        last = min(first + AT_ONCE - 1, span.last)
        yield from show(campaign, cut.viewer, range(first, last + 1))
