"""What of a sheet of Demon City goes into a template."""

from campaigns.game import Saved
from rules.kernel.values import Values


def _begins(fields: Values) -> Values:
    """Toughness starts full (DEC-DMG-02)."""
    return {"toughness": fields.get("stats.toughness") or 0, "state": "active"}


SAVED = {"demon_city.character": Saved(("stats",), _begins)}
