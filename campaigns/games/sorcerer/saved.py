"""What of a sheet of Sorcerer goes into a template."""

from campaigns.game import Saved, SavedThing
from rules.kernel.values import Values, as_whole

GUNS = (SavedThing("gun", "holder", ("weapon",)),)


def _sorcerer_begins(fields: Values) -> Values:
    humanity = max(as_whole(fields["stamina"]), as_whole(fields["will"]))  # SOR-CREATE-03
    return {"humanity": humanity, "state": "active"}


def _demon_begins(fields: Values) -> Values:
    """One whose sheet is whole is here; one that was only asked for is still beyond."""
    return {"state": "present"} if fields["complete"] else {}


SAVED = {
    "character": Saved(
        (
            *("stamina", "will", "lore", "cover", "cover_name", "cover_score", "descriptors", "telltale"),
            *("price", "price_name", "kicker", "background"),
        ),
        _sorcerer_begins,
        GUNS,
    ),
    "demon": Saved(
        (
            *("type", "stamina", "will", "lore", "power", "abilities", "ability_details", "telltale"),
            *("need", "desire", "mute", "complete"),
        ),
        _demon_begins,
        GUNS,
    ),
}
