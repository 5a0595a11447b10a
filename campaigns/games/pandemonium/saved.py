"""What of a sheet of Pandemonium goes into a template."""

from campaigns.game import Saved, SavedThing
from campaigns.games.pandemonium.kinds import NO_WOUNDS
from rules.kernel.values import Values, as_values

OF_A_SPELL = (
    *("aspect", "kind", "arcanum", "wound", "resistant", "temporary", "interval", "delayed", "reach", "area"),
    *("compared", "resisted_by", "shaped_with", "mana", "timing", "duration", "words"),
)


def _begins(fields: Values) -> Values:
    """The whole track, unhurt, and as many points as there is room for."""
    full = {
        name: fields[f"most.{name}"]
        for name in ("willpower", "mana")
        if fields.get(f"most.{name}") is not None
    }
    boxes = as_values(fields["health"])["boxes"]
    return {**full, "health": {"boxes": boxes, **NO_WOUNDS, "resistant": NO_WOUNDS}, "state": "active"}


SAVED = {
    "pandemonium.character": Saved(
        ("traits", "merits", "willpower", "mana", "most", "wisdom", "living", "sapient", "health"),
        _begins,
        (SavedThing("pandemonium.known_spell", "caster", OF_A_SPELL),),
    )
}
