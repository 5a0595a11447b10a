"""What of a sheet of Fallen goes into a template."""

from campaigns.game import Saved, SavedThing
from campaigns.models.fallen import ABILITIES, ATTRIBUTES
from rules.kernel.values import Values


def _begins(_fields: Values) -> Values:
    return {"state": "active"}


SAVED = {
    "fallen.character": Saved(
        ("kind", *ATTRIBUTES, *ABILITIES, "faith", "willpower", "traits"),
        _begins,
        (
            SavedThing("fallen.weapon", "holder", ("dice", "kind", "strength", "range", "automatic", "ammo")),
            SavedThing("fallen.armor", "wearer", ("rating",)),
        ),
    )
}
