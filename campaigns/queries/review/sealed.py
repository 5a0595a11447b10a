"""What of a session only the GM can read so far, and what of each entry that is."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.models import Campaign, Membership
from campaigns.queries import timeline
from campaigns.queries.review.finding import Range, Wanted, find
from campaigns.viewing import StageViewer, Viewer
from rules.table.reveal import MOST

WHOLE = "entry"
PARTS = ("input", "draws", "outcome", "effects")
"""What a step says, as far as it may be sealed by itself."""


@dataclass(frozen=True)
class SealedEntry:
    """An entry as the GM reads it, and what of it nobody else does: `WHOLE`, or some of `PARTS`."""

    shown: timeline.ShownEntry
    parts: list[str]


def sealed_in_session(actor: Membership, session: str) -> list[int]:
    """The entries of a session with something sealed, oldest first, as many as one act opens."""
    wanted = Wanted(session=session, sealed=True)
    return find(actor.campaign, Viewer.of(actor), wanted, Range(oldest_first=True), MOST)


def what_is_sealed(campaign: Campaign, gm: Viewer, seqs: Iterable[int]) -> list[SealedEntry]:
    """Some entries, each with what of it only the GM reads so far."""
    wanted = tuple(seqs)
    for_all = {row.seq: row for row in timeline.some_entries(campaign, StageViewer(), wanted)}
    rows = timeline.some_entries(campaign, gm, wanted)
    return [SealedEntry(row, _parts(row, for_all[row.seq])) for row in rows]


def _parts(row: timeline.ShownEntry, for_all: timeline.ShownEntry) -> list[str]:
    if for_all.document is None:
        return [WHOLE]
    pairs = list(zip(row.all_steps, for_all.all_steps, strict=False))
    return [part for part in PARTS if any(gm.get(part) != others.get(part) for gm, others in pairs)]
