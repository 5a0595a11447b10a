"""Which contract field of `pandemonium` lies in which column, and what is worked out instead of stored."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from campaigns.models import (
    Character,
    PandemoniumHealth,
    PandemoniumObject,
    PandemoniumSheet,
    PandemoniumSpell,
    Spellbound,
    SympatheticConnection,
)
from campaigns.models.characters import CharacterState, Control
from campaigns.models.pandemonium import Steps
from campaigns.state.fields import Column, Derived, Field, Kind, Map, Ref, Stack, Unsound, Whole
from rules.kernel.types import Id
from rules.pandemonium.decay import Decay
from rules.pandemonium.health import Track
from rules.pandemonium.ongoing import OngoingRecord
from rules.pandemonium.progress import CameTo, Made
from rules.pandemonium.temporary import DamageRecord, HealingRecord
from rules.pandemonium.types import (
    Arcanum,
    Aspect,
    Dots,
    Fame,
    Hold,
    Measure,
    Points,
    SpellDuration,
    SpellState,
    Willpower,
)
from rules.pandemonium.types import Kind as Consequence

Moment = Annotated[int, Meta(ge=0, le=10**12)]
"""Seconds of game time."""

Count = Annotated[int, Meta(ge=-999, le=999)]
WOUNDS = ("bashing", "lethal", "aggravated")
NO_WOUNDS = dict.fromkeys(WOUNDS, 0)


def _worn_beyond(fields: Mapping[str, Any]) -> Unsound | None:
    return ("rating", "a connection is never above its base") if fields["rating"] > fields["base"] else None


SPELLBOUND: dict[str, Field] = {
    "hold": Map(Spellbound, "hold", Hold),
    "turn": Map(Spellbound, "turn", bool | Literal["overcome", "failed"]),
    "round": Map(Spellbound, "round", bool),
    "scene": Map(Spellbound, "scene", Count),
    "ongoing": Map(Spellbound, "ongoing", OngoingRecord),
    "temporary": Stack(Spellbound, "temporary", list[DamageRecord | HealingRecord]),
    "aftereffect": Map(Spellbound, "aftereffect", dict[str, Any]),
    "came_to": Map(Spellbound, "came_to", CameTo, is_mark=True),
    "began": Map(Spellbound, "began", Moment),
    "temporary_order": Column(Spellbound, "temporary_order", list[Id], []),
}
"""What spells do to anybody or anything; the keys are ids of spells.

`began` has the second of game time from which each clock runs, by the field that it belongs to; `temporary_order` the
spells of all temporary damage and healing, the newest last.
"""

CHARACTER = Kind(
    "pandemonium.character",
    (Character, PandemoniumSheet, PandemoniumHealth, Spellbound),
    {
        "state": Column(Character, "state", CharacterState, "draft"),
        "control": Column(Character, "control", Control, "player"),
        "traits": Map(PandemoniumSheet, "traits", Dots),
        "merits": Map(PandemoniumSheet, "merits", Count),
        "pools": Map(PandemoniumSheet, "pools", Count),
        "willpower": Column(PandemoniumSheet, "willpower", Willpower | None, None),
        "mana": Column(PandemoniumSheet, "mana", Points | None, None),
        "*": Map(PandemoniumSheet, "resources", Points),
        "most": Map(PandemoniumSheet, "most", Points),
        "wisdom": Column(PandemoniumSheet, "wisdom", Dots | None, None),
        "reaped": Column(PandemoniumSheet, "reaped", Points, 0),
        "xp": Map(PandemoniumSheet, "xp", Count),
        "decay": Map(Spellbound, "decay", Decay),
        "ending": Column(PandemoniumSheet, "ending", dict[str, Any] | None, None),
        "health": Whole(
            PandemoniumHealth,
            {name: name for name in ("boxes", *WOUNDS)}
            | {f"resistant.{name}": f"resistant_{name}" for name in WOUNDS},
            Track,
            {"boxes": 7, **NO_WOUNDS, "resistant": NO_WOUNDS},
        ),
        "object": Derived(lambda others, sheet: False),
        **SPELLBOUND,
    },
)

OBJECT: dict[str, Field] = {
    "fame": Column(PandemoniumObject, "fame", Fame, 0),
    "object": Derived(lambda others, sheet: True),
    **SPELLBOUND,
}
THING = Kind("pandemonium.thing", (PandemoniumObject, Spellbound), OBJECT)
PLACE = Kind("pandemonium.place", (PandemoniumObject, Spellbound), OBJECT)

SPELL = Kind(
    "pandemonium.spell",
    (PandemoniumSpell,),
    {
        "caster": Ref(PandemoniumSpell, "caster"),
        "aspect": Column(PandemoniumSpell, "aspect", Aspect, "covert"),
        "kind": Column(PandemoniumSpell, "kind", Consequence, "other"),
        "arcanum": Column(PandemoniumSpell, "arcanum", Arcanum | None, None),
        "potency": Column(PandemoniumSpell, "potency", Measure, 0),
        "tenacity": Column(PandemoniumSpell, "tenacity", Measure, 0),
        "state": Column(PandemoniumSpell, "state", SpellState, "active"),
        "duration": Column(PandemoniumSpell, "duration", SpellDuration, "sustained"),
        "targets": Column(PandemoniumSpell, "targets", list[Id], []),
        "sympathetic": Column(PandemoniumSpell, "sympathetic", bool, False),
        "opposed": Map(PandemoniumSpell, "opposed", Count),
        "parts_lost": Column(PandemoniumSpell, "parts_lost", Points, 0),
        "made": Whole(
            PandemoniumSpell,
            {"number": "makings", "how": "made", "potency": "made_potency"},
            Made,
            {"number": 0, "how": None, "potency": None},
            is_mark=True,
        ),
    },
)

CONNECTION = Kind(
    "pandemonium.connection",
    (SympatheticConnection,),
    {
        "rating": Column(SympatheticConnection, "rating", Steps, 0),
        "base": Column(SympatheticConnection, "base", Steps, 0),
        "inanimate": Column(SympatheticConnection, "inanimate", bool, False),
        "day_began": Column(SympatheticConnection, "day_began", Moment | None, None),
    },
    check=_worn_beyond,
)

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (CHARACTER, THING, PLACE, SPELL, CONNECTION)}
