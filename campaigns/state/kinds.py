"""All kinds of records, of every system."""

from campaigns.state import sorcerer, table
from campaigns.state.fields import Kind

KINDS: dict[str, Kind] = {**table.KINDS, **sorcerer.KINDS}


def kind(name: str) -> Kind:
    """The kind of that name."""
    return KINDS[name]
