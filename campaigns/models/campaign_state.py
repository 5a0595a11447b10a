"""The campaign as a record of its own: its clock and its settings."""

from typing import Annotated

from django.db.models import CheckConstraint, Q
from msgspec import Meta

from campaigns.models.records import Record
from campaigns.models.typed_rows import Map, Moment, TypedRow, stored
from rules.kernel.values import Value

Number = Annotated[int, Meta(ge=0, le=10**9)]


class CampaignState(TypedRow):
    """What the log says of the campaign itself: game time, session, scene, settings, policies."""

    now: Moment
    session: Record | None = stored(None, of=("session",))
    scene: Record | None = stored(None, of=("scene",))
    round: Number = stored(0, is_checked=False)
    turn: Number = stored(0, is_checked=False)
    settings: Map[Value]
    policy: Map[Value]
    draws: Map[Value]
    members: Map[Value]

    class Meta:
        constraints = (CheckConstraint(condition=Q(now__gte=0), name="campaign_now_ok"),)

    def __str__(self) -> str:
        return f"state of {self.record_id}"
