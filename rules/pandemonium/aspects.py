"""Sensory, covert, vulgar: the table of PAN-ASPECT-01."""

from msgspec import Struct

from rules.kernel.parsing import convert
from rules.kernel.tables import read_table
from rules.kernel.types import Outcome
from rules.pandemonium.types import Aspect


class AspectRow(Struct, frozen=True):
    clause: str
    base: int
    minimum: int
    again: int
    hindrance: int
    exception: int


class Boosting(Outcome):
    """What a spell of some aspect gives to the rolls it boosts."""

    minimum: int
    again: int


ASPECTS = convert(read_table("rules.pandemonium", "aspects.toml"), dict[Aspect, AspectRow])


def boost_of(aspect: Aspect) -> Boosting:
    """The minimum and the again number of a boosted roll (PAN-BOOST-02, PAN-BOOST-03)."""
    row = ASPECTS[aspect]
    return Boosting(minimum=row.minimum, again=row.again)
