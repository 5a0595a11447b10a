"""Demons, and what stands between them and people: Bindings, Contacts, Contains."""

from typing import Annotated, Literal

from django.db.models import Q, UniqueConstraint
from msgspec import Meta

from campaigns.models.records import Record
from campaigns.models.typed_rows import Map, Moment, TypedRow, stored
from rules.kernel.types import OptionalText
from rules.kernel.values import Value
from rules.sorcerer.rolls import RolledScore
from rules.sorcerer.types import (
    BindingScore,
    Count,
    Days,
    DemonState,
    DemonType,
    Favor,
    Penalties,
    Score,
    Tally,
)

BindingState = Literal["active", "broken", "ended"]
ContactState = Literal["open", "closed"]
ContainState = Literal["standing", "broken", "lifted"]
Strength = Annotated[int, Meta(ge=0, le=1000)]


class Demon(TypedRow):
    """A demon of `sorcerer`: asked for, answered, summoned, bound, or long gone."""

    type: DemonType | None
    state: DemonState = "beyond"
    stamina: Score
    will: Score
    lore: Score
    power: Score
    abilities: list[str]
    ability_details: dict[str, dict[str, Value]]
    telltale: OptionalText
    need: OptionalText = stored("", secret="gm")
    desire: OptionalText
    mute: bool
    complete: bool
    summoned_by: Record | None = stored(None, of=("character", "demon"))
    host: Record | None = stored(None, of=("character", "demon"))
    uses: Penalties = stored(0, is_checked=False)
    withdrawal_days: Days
    need_unmet_days: Days
    punishment: Penalties = stored(0, is_checked=False)
    day_began: Moment = stored(0, help_text="second of game time: its arrival, or its last day's end")
    callers: Map[Tally] = stored({}, is_mark=True, db_default={})
    angry: Map[Tally] = stored({}, is_mark=True, db_default={})
    rollover: Tally = stored(0, is_mark=True, db_default=0)
    rollover_score: RolledScore | None = stored(None, is_mark=True)
    delays: Tally = stored(0, is_mark=True, db_default=0)
    punished_at: Moment | None = stored(
        None, is_mark=True, help_text="second of game time: last Punished, or last tried to throw it off"
    )

    def __str__(self) -> str:
        return str(self.record)


class Binding(TypedRow):
    """A demon Bound to a sorcerer. It outlasts the demon's Banishing."""

    demon: Record | None = stored(None, of=("demon",), related_name="bindings")
    sorcerer: Record | None = stored(None, of=("character", "demon"), related_name="demons_bound")
    score: BindingScore | None
    strength: Count
    favor: Favor = "none"
    state: BindingState = "ended"
    sole: bool = True

    class Meta:
        constraints = (
            UniqueConstraint(
                fields=("demon", "sorcerer"), condition=Q(state="active"), name="one_binding_each"
            ),
            UniqueConstraint(
                fields=("demon",), condition=Q(state="active", sole=True), name="one_master_unless_shared"
            ),
        )

    def __str__(self) -> str:
        return f"{self.demon} bound to {self.sorcerer}"


class Contact(TypedRow):
    """An open line to a demon that is not yet here."""

    sorcerer: Record | None = stored(None, of=("character", "demon"), related_name="contacts_made")
    demon: Record | None = stored(None, of=("demon",), related_name="contacts")
    state: ContactState = "closed"
    victories: Count
    hours: Count = stored(0, is_checked=False)
    changes: Count
    power_raise: Count
    hour_began: Moment = stored(0, help_text="second of game time at which its current hour began")
    tries: Tally = stored(0, is_mark=True, db_default=0)

    class Meta:
        constraints = (
            UniqueConstraint(fields=("demon",), condition=Q(state="open"), name="one_open_contact"),
        )

    def __str__(self) -> str:
        return f"contact with {self.demon}"


class Contain(TypedRow):
    """What holds demons in, or out."""

    sorcerer: Record | None = stored(None, of=("character", "demon"), related_name="contains_made")
    strength: Strength = stored(0, is_checked=False)
    scope: dict[str, Value]
    focus: OptionalText
    boundary: OptionalText
    state: ContainState = "lifted"

    def __str__(self) -> str:
        return self.focus
