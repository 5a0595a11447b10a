"""What records of `sorcerer` hold, and what is worked out instead of stored."""

from collections.abc import Mapping

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
from campaigns.state.fields import Derived, Field, Kind, NameField, Others, Stands, fields_of
from rules.kernel.values import Values


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
    **fields_of(SorcererHealth),
    **fields_of(SorcererTurn),
    "penalties": Derived(_penalties),
}

CHARACTER = Kind(
    "character",
    (Character, SorcererSheet, SorcererHealth, SorcererTurn),
    {
        "kind": Derived(lambda others, sheet: "human"),
        **fields_of(Character),
        **fields_of(SorcererSheet),
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
        **fields_of(Demon),
        "humanity": Derived(lambda others, sheet: 0),
        "cover": Derived(_cover),
        "bindings": Derived(_bindings),
        "bound": Derived(lambda others, sheet: bool(_bindings(others, sheet))),
        **HEALTH,
    },
)

BINDING = Kind("binding", (Binding,), fields_of(Binding))

CONTACT = Kind("contact", (Contact,), fields_of(Contact))

CONTAIN = Kind("contain", (Contain,), fields_of(Contain))

GUN = Kind("gun", (Gun,), fields_of(Gun))

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (CHARACTER, DEMON, BINDING, CONTACT, CONTAIN, GUN)}
