"""What an aftereffect wears away, as it is stored until it ends (PAN-AFTER-12)."""

from typing import Literal

from rules.kernel.types import Id, Input
from rules.pandemonium.types import Points, PoolTraits


class Decay(Input):
    """A trait or pool that is rolled at each interval, under its name; `pool` holds the traits of a pool.

    `spell` is the one whose aftereffect it is: it ends with that. `took` counts the points that it has worn away, which
    are not all that were lost: another spell may have taken of the same trait before.
    """

    interval: Literal["minute", "scene", "hour", "day", "week", "month", "year"]
    spell: Id | None = None
    pool: PoolTraits | None = None
    took: Points = 0
