"""Words and bounds that the sorcerer actions share."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.kernel.origins import SETTING
from rules.kernel.types import Id, Input, Text

Score = Annotated[int, Meta(ge=0, le=30)]
Penalties = Annotated[int, Meta(ge=0, le=60)]
Days = Annotated[int, Meta(ge=0, le=3650)]
Count = Annotated[int, Meta(ge=0, le=100)]
Tally = Annotated[int, Meta(ge=0, le=30_000)]
Won = Annotated[int, Meta(ge=-1, le=30_000)]
"""The dice that a helper won for a ritual, or -1 once they are used."""

Kind = Literal["human", "demon"]
DemonState = Literal["beyond", "contacted", "present", "banished", "annihilated"]
DemonType = Literal["inconspicuous", "object", "parasite", "passing", "possessor"]
BindingScore = Literal["stamina", "will", "lore"]
Favor = Literal["sorcerer", "demon", "none"]


class Binding(Input):
    """One active Binding of a demon, as part of the demon that it binds.

    One that somebody made by hand may lack its `score`, which matters where the demon would break it.
    """

    id: Id
    sorcerer: Id
    score: BindingScore | None
    strength: Count
    favor: Favor


class ExtraDescriptors(Input):
    stamina: tuple[Text, ...] = ()
    will: tuple[Text, ...] = ()
    lore: tuple[Text, ...] = ()


class Settings(Input):
    """What the source leaves to the setting (SOR, *Settings*). An action reads the keys that its rules name."""

    die: Annotated[int, Meta(ge=2, le=100)] = 12
    humanity_definition: Annotated[str, Meta(max_length=500)] = ""
    humanity_zero: Literal["gm_permanent", "gm_temporary", "none"] = "gm_permanent"
    extra_descriptors: ExtraDescriptors = ExtraDescriptors()
    power_minimum: Literal["will", "abilities"] = "will"
    need_days: Days = 1
    need_bonus_days: Annotated[int, Meta(ge=1, le=3650)] = 1
    withdrawal_rolls: Literal["separate", "single"] = "separate"
    fatigue_rest_hours: Annotated[int, Meta(ge=0, le=8760)] = 24
    enhancements: bool = True
    snapshot_bonuses: Literal["normal", "none"] = "normal"
    named_contact: Literal["exact", "varies"] = "exact"
    contact_present: bool = False
    contact_hours: Annotated[int, Meta(ge=1, le=24)] = 1
    unwilling_binding: bool = False
    shared_binding: bool = False
    banish_needs_presence: bool = False
    power_recovery_days: Days = 1
    shock: Literal["scene", "first_action", "fade", "roll"] = "scene"
    demons_can_die: bool = True
    demon_evidence: bool = False


class SorcererInput(Input):
    """The input of any sorcerer action: what its table lists, and the campaign's settings."""

    settings: Annotated[Settings, SETTING] = Settings()
