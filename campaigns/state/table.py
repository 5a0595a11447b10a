"""What every campaign keeps whatever its rules: itself, sessions, scenes, and what waits for an answer."""

from collections.abc import Mapping

from campaigns.models import Bonus, CampaignState, Pending, Scene, Session
from campaigns.state.fields import Kind, fields_of

CAMPAIGN = Kind("campaign", (CampaignState,), fields_of(CampaignState))

SESSION = Kind("session", (Session,), fields_of(Session))

SCENE = Kind("scene", (Scene,), fields_of(Scene))

PENDING = Kind("pending", (Pending,), fields_of(Pending))

BONUS = Kind("bonus", (Bonus,), fields_of(Bonus))

THING = Kind("thing", ())
"""A thing or place that can be named, aimed at and held, with nothing to keep but its name."""

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (CAMPAIGN, SESSION, SCENE, PENDING, BONUS, THING)}
