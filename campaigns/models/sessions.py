"""Evenings of play and the scenes in them."""

from typing import Literal

from campaigns.models.campaign_state import Number
from campaigns.models.records import Record
from campaigns.models.typed_rows import TypedRow, stored

OpenOrEnded = Literal["open", "ended"]


class Session(TypedRow):
    """One evening of play. At most one is open in a campaign (the campaign's own row names it)."""

    number: Number = stored(0, is_checked=False)
    state: OpenOrEnded = "open"

    def __str__(self) -> str:
        return str(self.record)


class Scene(TypedRow):
    """One scene of a session."""

    session: Record | None = stored(None, of=("session",), related_name="scenes")
    state: OpenOrEnded = "open"

    def __str__(self) -> str:
        return str(self.record)
