"""Which contract field of `sorcerer` lies in which column, and what is worked out instead of stored."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from campaigns.models import (
    Binding,
    Character,
    Contact,
    Contain,
    Demon,
    Gun,
    SorcererHealth,
    SorcererSheet,
    SorcererTurn,
)
from campaigns.models.characters import CharacterState, Control
from campaigns.models.demons import BindingState, ContactState, ContainState
from campaigns.models.health import Turn
from campaigns.state.fields import Column, Derived, Field, Kind, Map, NameField, Others, Ref, Stands
from rules.kernel.types import OptionalText
from rules.kernel.values import Values
from rules.sorcerer.rounds import RoundAction, RoundPlace
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

Moment = Annotated[int, Meta(ge=0, le=10**12)]
"""A second of game time."""


def _penalties(_others: Others, sheet: Stands) -> int:
    """Damage penalties in force now: `temporary` and `lasting` together."""
    return min(60, int(sheet["temporary"]) + int(sheet["lasting"]))


def _bindings(others: Others, sheet: Stands) -> list[Values]:
    """A demon's active Bindings, oldest first."""
    found = others.linked("binding", "demon", sheet.id)
    return [
        {key: stands[key] for key in ("sorcerer", "score", "strength", "favor")} | {"id": stands.id}
        for stands in found
        if stands["state"] == "active"
    ]


def _cover(_others: Others, sheet: Stands) -> int | None:
    """A demon's Cover is an Ability: Power in dice, or Will without Power (SOR-TELL-04, SOR-ABIL-08)."""
    power, will = sheet["power"], sheet["will"]
    return int(power or will) if "Cover" in sheet["abilities"] else None


HEALTH: dict[str, Field] = {
    "temporary": Column(SorcererHealth, "temporary", Count, 0),
    "lasting": Column(SorcererHealth, "lasting", Count, 0),
    "incoming_temporary": Column(SorcererHealth, "incoming_temporary", Count, 0),
    "incoming_lasting": Column(SorcererHealth, "incoming_lasting", Count, 0),
    "wounds": Column(SorcererHealth, "wounds", Count, 0),
    "shock": Column(SorcererHealth, "shock", Score, 0),
    "recovered": Column(SorcererHealth, "recovered", bool, False),
    "turn": Column(SorcererTurn, "turn", Turn, "none"),
    "faces": Column(SorcererTurn, "faces", list[int], []),
    "against": Column(SorcererTurn, "against", Penalties, 0),
    "override": Column(SorcererTurn, "override", Score, 0),
    "tried": Column(SorcererTurn, "tried", bool, False),
    "round_place": Column(SorcererTurn, "round_place", RoundPlace | None, None, is_mark=True),
    "round_action": Column(SorcererTurn, "round_action", RoundAction | None, None, is_mark=True),
    "round_target": Ref(SorcererTurn, "round_target", is_mark=True),
    "hits": Map(SorcererTurn, "hits", Count, is_mark=True),
    "hits_read": Column(SorcererTurn, "hits_read", Count, 0),
    "penalties": Derived(_penalties),
}

CHARACTER = Kind(
    "character",
    (Character, SorcererSheet, SorcererHealth, SorcererTurn),
    {
        "kind": Derived(lambda others, sheet: "human"),
        "state": Column(Character, "state", CharacterState, "draft"),
        "control": Column(Character, "control", Control, "player"),
        "possessed_by": Ref(Character, "possessed_by"),
        "stamina": Column(SorcererSheet, "stamina", Score, 0),
        "will": Column(SorcererSheet, "will", Score, 0),
        "lore": Column(SorcererSheet, "lore", Score, 0),
        "humanity": Column(SorcererSheet, "humanity", Score, 0),
        "cover": Column(SorcererSheet, "cover", Score | None, None),
        "cover_name": Column(SorcererSheet, "cover_name", OptionalText, ""),
        "cover_score": Column(SorcererSheet, "cover_score", Literal["stamina", "will"] | None, None),
        "descriptors": Column(SorcererSheet, "descriptors", dict[str, list[str]], {}),
        "telltale": Column(SorcererSheet, "telltale", OptionalText, ""),
        "price": Column(SorcererSheet, "price", Annotated[int, Meta(ge=-10, le=10)], 0),
        "price_name": Column(SorcererSheet, "price_name", OptionalText, ""),
        "kicker": Column(SorcererSheet, "kicker", Annotated[str, Meta(max_length=2000)], ""),
        "background": Column(SorcererSheet, "background", list[dict[str, str]], []),
        "starting_demon": Ref(SorcererSheet, "starting_demon"),
        "failed": Map(SorcererSheet, "failed", Tally, is_mark=True),
        "help": Map(SorcererSheet, "help", Tally, is_mark=True),
        "strain_stamina": Column(SorcererSheet, "strain_stamina", Score, 0),
        "strain_will": Column(SorcererSheet, "strain_will", Score, 0),
        "strain_lore": Column(SorcererSheet, "strain_lore", Score, 0),
        "power": Derived(lambda others, sheet: None),
        "alive": Derived(lambda others, sheet: sheet["state"] != "dead"),
        **HEALTH,
    },
)

DEMON = Kind(
    "demon",
    (Demon, SorcererHealth, SorcererTurn),
    {
        "kind": Derived(lambda others, sheet: "demon"),
        "name": NameField(),
        "type": Column(Demon, "type", DemonType | None, None),
        "state": Column(Demon, "state", DemonState, "beyond"),
        "stamina": Column(Demon, "stamina", Score, 0),
        "will": Column(Demon, "will", Score, 0),
        "lore": Column(Demon, "lore", Score, 0),
        "power": Column(Demon, "power", Score, 0),
        "abilities": Column(Demon, "abilities", list[str], []),
        "ability_details": Column(Demon, "ability_details", dict[str, dict[str, Any]], {}),
        "telltale": Column(Demon, "telltale", OptionalText, ""),
        "need": Column(Demon, "need", OptionalText, "", secret="gm"),
        "desire": Column(Demon, "desire", OptionalText, ""),
        "mute": Column(Demon, "mute", bool, False),
        "complete": Column(Demon, "complete", bool, False),
        "summoned_by": Ref(Demon, "summoned_by"),
        "host": Ref(Demon, "host"),
        "uses": Column(Demon, "uses", Penalties, 0),
        "withdrawal_days": Column(Demon, "withdrawal_days", Days, 0),
        "need_unmet_days": Column(Demon, "need_unmet_days", Days, 0),
        "punishment": Column(Demon, "punishment", Penalties, 0),
        "day_began": Column(Demon, "day_began", Moment, 0),
        "callers": Map(Demon, "callers", Tally, is_mark=True),
        "delays": Column(Demon, "delays", Tally, 0, is_mark=True),
        "punished_at": Column(Demon, "punished_at", Moment | None, None, is_mark=True),
        "humanity": Derived(lambda others, sheet: 0),
        "cover": Derived(_cover),
        "bindings": Derived(_bindings),
        "bound": Derived(lambda others, sheet: bool(_bindings(others, sheet))),
        **HEALTH,
    },
)

BINDING = Kind(
    "binding",
    (Binding,),
    {
        "demon": Ref(Binding, "demon"),
        "sorcerer": Ref(Binding, "sorcerer"),
        "score": Column(Binding, "score", BindingScore | None, None),
        "strength": Column(Binding, "strength", Count, 0),
        "favor": Column(Binding, "favor", Favor, "none"),
        "state": Column(Binding, "state", BindingState, "ended"),
        "sole": Column(Binding, "sole", bool, True),
    },
)

CONTACT = Kind(
    "contact",
    (Contact,),
    {
        "sorcerer": Ref(Contact, "sorcerer"),
        "demon": Ref(Contact, "demon"),
        "state": Column(Contact, "state", ContactState, "closed"),
        "victories": Column(Contact, "victories", Count, 0),
        "hours": Column(Contact, "hours", Count, 0),
        "changes": Column(Contact, "changes", Count, 0),
        "power_raise": Column(Contact, "power_raise", Count, 0),
        "hour_began": Column(Contact, "hour_began", Moment, 0),
        "tries": Column(Contact, "tries", Tally, 0, is_mark=True),
    },
)

CONTAIN = Kind(
    "contain",
    (Contain,),
    {
        "sorcerer": Ref(Contain, "sorcerer"),
        "strength": Column(Contain, "strength", Annotated[int, Meta(ge=0, le=1000)], 0),
        "scope": Column(Contain, "scope", dict[str, Any], {}),
        "focus": Column(Contain, "focus", OptionalText, ""),
        "boundary": Column(Contain, "boundary", OptionalText, ""),
        "state": Column(Contain, "state", ContainState, "lifted"),
    },
)

GUN = Kind(
    "gun",
    (Gun,),
    {
        "holder": Ref(Gun, "holder"),
        "drawn": Column(Gun, "drawn", bool, False),
        "aimed_at": Ref(Gun, "aimed_at"),
    },
)

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (CHARACTER, DEMON, BINDING, CONTACT, CONTAIN, GUN)}
