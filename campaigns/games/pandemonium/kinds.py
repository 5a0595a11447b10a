"""What records of `pandemonium` hold, and what is worked out instead of stored."""

from collections.abc import Mapping

from campaigns.models import (
    Character,
    KnownSpell,
    PandemoniumHealth,
    PandemoniumObject,
    PandemoniumSheet,
    PandemoniumSpell,
    Spellbound,
    SympatheticConnection,
)
from campaigns.state.fields import Derived, Field, Kind, Unsound, Whole, fields_of
from rules.kernel.values import Values, as_whole
from rules.pandemonium.health import Track
from rules.pandemonium.progress import Made

WOUNDS = ("bashing", "lethal", "aggravated")
NO_WOUNDS = dict.fromkeys(WOUNDS, 0)


def _worn_beyond(fields: Values) -> Unsound | None:
    base = as_whole(fields["base"])
    is_beyond = as_whole(fields["rating"]) > base
    return ("rating", f"a connection is at most its original rating, {base}") if is_beyond else None


CHARACTER = Kind(
    "pandemonium.character",
    (Character, PandemoniumSheet, PandemoniumHealth, Spellbound),
    {
        **fields_of(Character, "possessed_by"),
        **fields_of(PandemoniumSheet, "ending"),
        "decay": fields_of(Spellbound)["decay"],
        "ending": fields_of(PandemoniumSheet)["ending"],
        "health": Whole(
            PandemoniumHealth,
            {name: name for name in ("boxes", *WOUNDS)}
            | {f"resistant.{name}": f"resistant_{name}" for name in WOUNDS},
            Track,
            {"boxes": 7, **NO_WOUNDS, "resistant": NO_WOUNDS},
        ),
        "object": Derived(lambda others, sheet: False),
        **fields_of(Spellbound, "decay"),
    },
)

OBJECT: dict[str, Field] = {
    **fields_of(PandemoniumObject),
    "object": Derived(lambda others, sheet: True),
    **fields_of(Spellbound, "decay"),
}
THING = Kind("pandemonium.thing", (PandemoniumObject, Spellbound), OBJECT)
PLACE = Kind("pandemonium.place", (PandemoniumObject, Spellbound), OBJECT)

SPELL = Kind(
    "pandemonium.spell",
    (PandemoniumSpell,),
    {
        **fields_of(PandemoniumSpell),
        "made": Whole(
            PandemoniumSpell,
            {"number": "makings", "how": "made", "potency": "made_potency"},
            Made,
            {"number": 0, "how": None, "potency": None},
            is_mark=True,
        ),
    },
)

KNOWN_SPELL = Kind("pandemonium.known_spell", (KnownSpell,), fields_of(KnownSpell))

CONNECTION = Kind(
    "pandemonium.connection",
    (SympatheticConnection,),
    fields_of(SympatheticConnection),
    check=_worn_beyond,
)

KINDS: Mapping[str, Kind] = {
    kind.name: kind for kind in (CHARACTER, THING, PLACE, SPELL, KNOWN_SPELL, CONNECTION)
}
