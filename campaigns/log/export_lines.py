"""An entry as one reader may take it away: the header that is hashed whole, and of the parts those that are theirs.

Exports, the browser's own check of the dice and the verifier of files all read these lines (`docs/log-format.md`).
"""

from collections.abc import Iterator
from typing import TypedDict

from campaigns.log import chain
from campaigns.models import Campaign, Entry, Part
from campaigns.viewing import REDACTED, SEALED, Viewer
from rules.kernel.values import Values

AT_ONCE = 500


class WrittenEntry(TypedDict):
    """A line: of each part its nonce and exact text, or why it is not here."""

    seq: int
    hash: str
    header: Values
    parts: list[dict[str, str]]


def line_of(viewer: Viewer, entry: Entry) -> WrittenEntry:
    """One entry as this viewer may take it away."""
    entry_parts = list(entry.parts.all())
    return {
        "seq": entry.seq,
        "hash": entry.hash,
        "header": chain.header_of(entry, entry_parts),
        "parts": _readable(viewer, entry_parts),
    }


def lines(
    viewer: Viewer, campaign: Campaign, *, after: int = 0, most: int | None = None
) -> Iterator[WrittenEntry]:
    """The lines of a campaign's entries after a number, in order; few at a time are held in memory."""
    left = most
    while left is None or left > 0:
        found = (
            Entry.objects.filter(campaign=campaign, seq__gt=after).order_by("seq").prefetch_related("parts")
        )
        page = list(found[: AT_ONCE if left is None else min(left, AT_ONCE)])
        for entry in page:
            yield line_of(viewer, entry)
        if not page:
            return
        after = page[-1].seq
        left = None if left is None else left - len(page)


def _readable(viewer: Viewer, entry_parts: list[Part]) -> list[dict[str, str]]:
    """Nobody reads a part of an act that is sealed from them, whomever the part itself is for."""
    is_open = viewer.reads_part(entry_parts[0])
    return [_part(part) if is_open and viewer.reads_part(part) else {"why": SEALED} for part in entry_parts]


def _part(part: Part) -> dict[str, str]:
    if part.kind == "text" and part.text == "":
        return {"why": REDACTED}
    return {"nonce": part.nonce, "text": part.text}
