"""What `pandemonium` keeps: sheets and health tracks, what spells do to people and things, and spells."""

from typing import Annotated, Literal

from django.db import models
from django.db.models import CheckConstraint, F, Q
from msgspec import Meta

from campaigns.models.constraints import within
from campaigns.models.records import Record
from campaigns.models.typed_rows import Map, Moment, Stack, TypedRow, stored
from rules.kernel.types import Id, OptionalText
from rules.kernel.values import Value, Values
from rules.pandemonium.book import Cost, Label, Reach
from rules.pandemonium.damage import Hurt
from rules.pandemonium.decay import Decay
from rules.pandemonium.health import Boxes
from rules.pandemonium.lasting import Plundered
from rules.pandemonium.offering import Answer
from rules.pandemonium.ongoing import OngoingRecord
from rules.pandemonium.progress import CameTo, Count, How
from rules.pandemonium.sympathy import Steps
from rules.pandemonium.temporary import DamageRecord, HealingRecord
from rules.pandemonium.types import (
    Arcanum,
    Aspect,
    Dots,
    Fame,
    Hold,
    Interval,
    Kind,
    Measure,
    Name,
    Points,
    SpellDuration,
    SpellState,
    Successes,
    Timing,
    Willpower,
    Wound,
)

Number = Annotated[int, Meta(ge=-999, le=999)]


class PandemoniumSheet(TypedRow):
    """Traits, Merits and resources of somebody by name, and what became of them.

    `lost` counts the dots of a trait or Merit that spells took for good and whose experience was not given back.
    """

    traits: Map[Dots]
    merits: Map[Number]
    pools: Map[Number]
    willpower: Willpower | None
    mana: Points | None
    resources: Map[Points] = stored({}, name="*")
    most: Map[Points]
    wisdom: Dots | None
    reaped: Points = stored(0, is_checked=False)
    xp: Map[Number]
    lost: Map[Points] = stored({}, db_default={})
    ending: dict[str, Value] | None
    living: bool = stored(True, db_default=True)
    sapient: bool = stored(True, db_default=True)

    def __str__(self) -> str:
        return f"pandemonium sheet of {self.record}"


class PandemoniumHealth(TypedRow):
    """A track of boxes with wounds of three kinds, and how many of each are Resistant: one value in these columns."""

    boxes = models.PositiveSmallIntegerField(default=7)
    bashing = models.PositiveSmallIntegerField(default=0)
    lethal = models.PositiveSmallIntegerField(default=0)
    aggravated = models.PositiveSmallIntegerField(default=0)
    resistant_bashing = models.PositiveSmallIntegerField(default=0)
    resistant_lethal = models.PositiveSmallIntegerField(default=0)
    resistant_aggravated = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = (
            *within("pandemonium_health", boxes=Boxes),
            CheckConstraint(
                condition=Q(boxes__gte=F("bashing") + F("lethal") + F("aggravated")),
                name="pandemonium_wounds_ok",
            ),
            CheckConstraint(
                condition=Q(
                    resistant_bashing__lte=F("bashing"),
                    resistant_lethal__lte=F("lethal"),
                    resistant_aggravated__lte=F("aggravated"),
                ),
                name="pandemonium_resistant_ok",
            ),
        )

    def __str__(self) -> str:
        return f"health of {self.record}"


class Spellbound(TypedRow):
    """What spells do to somebody or something: holds, counts, wounds to come, what it left and came to.

    The keys are ids of spells. `began` has the second of game time from which each clock runs, by the field that it
    belongs to; `temporary_order` the spells of all temporary damage and healing, the newest last. `dealt` counts
    Resistant wounds, `taken` those of them that somebody gained by; `hurt` has by the id of a mage what they have dealt
    in this turn.
    """

    decay: Map[Values] = stored({}, kind=Decay)
    hold: Map[Hold]
    turn: Map[bool | Literal["overcome", "failed"]] = stored({}, is_mark=True)
    round: Map[bool]
    scene: Map[Number]
    ongoing: Map[Values] = stored({}, kind=OngoingRecord)
    temporary: Stack[list[Values]] = stored({}, kind=list[DamageRecord | HealingRecord])
    aftereffect: Map[dict[str, Value]]
    came_to: Map[Values] = stored({}, kind=CameTo, is_mark=True, db_default={})
    began: Map[Moment]
    temporary_order: list[Id]
    dealt: Map[Points] = stored({}, db_default={})
    taken: Map[Points] = stored({}, db_default={})
    bears: Map[Values] = stored({}, kind=Answer, db_default={})
    plundered: Map[Values] = stored({}, kind=Plundered, db_default={})
    hurt: Map[Values] = stored({}, kind=Hurt, db_default={})

    def __str__(self) -> str:
        return f"spells on {self.record}"


class PandemoniumObject(TypedRow):
    """A thing or place: how well known it is decides how hard it is to change."""

    fame: Fame

    def __str__(self) -> str:
        return str(self.record)


class PandemoniumSpell(TypedRow):
    """A spell that was cast: its strength, how long it lasts, what is set against it, how it was last made."""

    caster: Record | None = stored(None, of=("character",), related_name="spells_cast")
    aspect: Aspect = "covert"
    kind: Kind = "other"
    arcanum: Arcanum | None
    potency: Measure
    tenacity: Measure
    state: SpellState = "active"
    duration: SpellDuration = "sustained"
    targets: list[Id]
    sympathetic: bool
    opposed: Map[Number]
    parts_lost: Points = stored(0, is_checked=False)
    guard: Successes | None = stored(None, is_mark=True)
    wound: Wound | None
    adds: Wound | None
    resistant: bool = stored(False, db_default=False)
    temporary: bool = stored(False, db_default=False)
    interval: Interval | None
    timing: Timing | None = stored(None, is_mark=True)
    paid: Cost = stored(0, is_mark=True, db_default=0)
    book: Record | None = stored(None, of=("known_spell",), related_name="spells_made")
    compared: Name | None
    resisted_by: list[Name] | None = stored(None)
    makings = models.PositiveSmallIntegerField(default=0, db_default=0)
    made = models.CharField(max_length=10, null=True, default=None)
    made_potency = models.PositiveSmallIntegerField(null=True, default=None)

    class Meta:
        constraints = within("pandemonium_spell", makings=Count, made=How | None, made_potency=Count | None)

    def __str__(self) -> str:
        return str(self.record)


class KnownSpell(TypedRow):
    """A spell in a mage's book: what stays the same of it from casting to casting (PAN-TRACK-09)."""

    caster: Record | None = stored(None, of=("character",), related_name="spells_known")
    aspect: Aspect = "covert"
    kind: Kind = "other"
    arcanum: Arcanum | None
    wound: Wound | None
    resistant: bool
    temporary: bool
    interval: Interval | None
    delayed: bool = stored(False, db_default=False)
    reach: Reach = 1
    area: Label
    compared: Name | None
    resisted_by: list[Name] | None = stored(None)
    shaped_with: list[Name] | None = stored(None)
    mana: Cost
    timing: Timing = "instant"
    duration: SpellDuration = "sustained"
    words: OptionalText

    def __str__(self) -> str:
        return str(self.record)


class SympatheticConnection(TypedRow):
    """A tie to somebody or something far away, worn by use and mending by itself."""

    rating: Steps = stored(0, is_checked=False)
    base: Steps
    inanimate: bool
    day_began: Moment | None

    class Meta:
        constraints = (
            CheckConstraint(condition=Q(rating__gte=0, rating__lte=F("base")), name="connection_rating_ok"),
        )

    def __str__(self) -> str:
        return str(self.record)
