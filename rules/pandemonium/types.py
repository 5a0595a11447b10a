"""Words and bounds that the pandemonium actions share."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.kernel.origins import SETTING
from rules.kernel.types import Id, Input
from rules.kernel.values import Value
from rules.pandemonium.nulls import without_nulls

Name = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]*\Z", max_length=100)]
"""The name of a trait or of a resource: lower case, with underscores."""

Dots = Annotated[int, Meta(ge=0, le=30)]
Willpower = Annotated[int, Meta(ge=0, le=20)]
Successes = Annotated[int, Meta(ge=0, le=99)]
Measure = Annotated[int, Meta(ge=0, le=40)]
"""A spell's Potency or Tenacity."""
Net = Annotated[int, Meta(ge=0, le=60)]
Points = Annotated[int, Meta(ge=0, le=99)]
Fame = Annotated[int, Meta(ge=0, le=20)]

Traits = dict[Name, Dots]
PoolTraits = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=5)]

Aspect = Literal["sensory", "covert", "vulgar"]
Arcanum = Literal["death", "fate", "forces", "life", "matter", "mind", "prime", "space", "spirit", "time"]
Kind = Literal[
    "control", "attack", "direct", "healing", "investigation", "plunder", "drain", "transfer", "other"
]
Applied = Literal["cast", "shaped", "refreshed", "sustained"]
Hold = Literal["none", "resisted", "normal", "severe", "escaped"]
Severity = Literal["none", "normal", "severe"]
Wound = Literal["bashing", "lethal", "aggravated"]
Timing = Literal["instant", "reflexive", "ritual"]
Stakes = Literal["dramatic", "ordinary"]
Interval = Literal["turn", "minute", "scene", "hour", "day", "week", "month", "year"]
SpellState = Literal["latent", "active", "ended"]
SpellDuration = Literal["instant", "sustained", "scene", "lasting"]

ARCANA = frozenset(Arcanum.__args__)  # type: ignore[attr-defined]  # a Literal keeps its words there


class Settings(Input):
    """What the rules leave to the campaign (PAN-RESIST-13, PAN-INVEST-03, PAN-FREE-04)."""

    defense_pool: PoolTraits = ("defense", "wits")
    facts_per_success: Annotated[int, Meta(ge=1, le=10)] = 2
    free_kinds: tuple[Kind, ...] = ("control", "plunder", "investigation", "drain")


class PandemoniumInput(Input):
    """The input of any pandemonium action: what its table lists, with null for what is absent."""

    @classmethod
    def tidied(cls, raw: Value) -> Value:
        return without_nulls(raw, cls)


CampaignSettings = Annotated[Settings, SETTING]


class Subject(Input):
    """A bare record of which an action reads nothing but who it is."""

    id: Id


class Character(Subject):
    """Somebody whose pools may be rolled. A trait that is read must be given, save `power`, which is then 0."""

    traits: Traits = {}
    willpower: Willpower | None = None
