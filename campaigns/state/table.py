"""What every campaign keeps whatever its rules: itself, sessions, scenes, and what waits for an answer."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from campaigns.models import CampaignState, Pending, Scene, Session
from campaigns.models.pending import ForRole, PendingState
from campaigns.models.sessions import OpenOrEnded
from campaigns.state.fields import Column, Kind, Map, Ref

Whole = Annotated[int, Meta(ge=0, le=10**9)]
Moment = Annotated[int, Meta(ge=0, le=10**12)]
"""Seconds of game time."""

CAMPAIGN = Kind(
    "campaign",
    (CampaignState,),
    {
        "now": Column(CampaignState, "now", Moment, 0),
        "session": Ref(CampaignState, "session"),
        "scene": Ref(CampaignState, "scene"),
        "round": Column(CampaignState, "round", Whole, 0),
        "turn": Column(CampaignState, "turn", Whole, 0),
        "settings": Map(CampaignState, "settings"),
        "policy": Map(CampaignState, "policy"),
        "draws": Map(CampaignState, "draws"),
        "members": Map(CampaignState, "members"),
    },
)

SESSION = Kind(
    "session",
    (Session,),
    {
        "number": Column(Session, "number", Whole, 0),
        "state": Column(Session, "state", OpenOrEnded, "open"),
    },
)

SCENE = Kind(
    "scene",
    (Scene,),
    {"session": Ref(Scene, "session"), "state": Column(Scene, "state", OpenOrEnded, "open")},
)

PENDING = Kind(
    "pending",
    (Pending,),
    {
        "question": Column(Pending, "question", Annotated[str, Meta(max_length=60)], ""),
        "for_role": Column(Pending, "for_role", ForRole, "gm"),
        "who": Ref(Pending, "who"),
        "clause": Column(Pending, "clause", Annotated[str, Meta(max_length=30)], ""),
        "optional": Column(Pending, "optional", bool, False),
        "data": Column(Pending, "data", dict[str, Any], {}),
        "state": Column(Pending, "state", PendingState, "open"),
    },
)

THING = Kind("thing", ())
"""A thing or place that can be named, aimed at and held, with nothing to keep but its name."""

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (CAMPAIGN, SESSION, SCENE, PENDING, THING)}
