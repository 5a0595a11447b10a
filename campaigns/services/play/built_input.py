"""What is found out while an input is put together, besides the input itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from campaigns.services.play.awards import AwardedDice
from campaigns.state.unit_of_work import Sheet
from rules.kernel.values import Value


@dataclass(frozen=True)
class Deviation:
    """A value that is known, and that the GM gives otherwise."""

    path: str
    known: Value
    given: Value


@dataclass
class BuiltInput:
    """What was found out while an input was put together."""

    subjects: list[Sheet] = field(default_factory=list)
    helpers: list[Sheet] = field(default_factory=list)
    """What is named for its help alone."""
    births: dict[str, str] = field(default_factory=dict)
    again: list[Sheet] = field(default_factory=list)
    """Records that the act makes anew, such as a spell that is cast once more."""
    names: dict[str, str] = field(default_factory=dict)
    """What whoever acts calls the records that the act makes."""
    words: set[str] = field(default_factory=set)
    rulings: list[str] = field(default_factory=list)
    """Paths of values that are the GM's to give and that the person gave."""
    results: list[str] = field(default_factory=list)
    """Paths of values that a roll or a record decides and that the person said otherwise."""
    deviations: list[Deviation] = field(default_factory=list)
    """What the GM gives otherwise than it is known."""
    decisions: list[tuple[str, Sheet]] = field(default_factory=list)
    """What was decided for a side of the act, by its path, and whose side it is."""
    consents: list[Sheet] = field(default_factory=list)
    """Who is said to agree to what is done with them."""
    awards: AwardedDice = field(init=False)


def named_in(value: Value) -> Value:
    """A value to be compared: of records only which they are, whatever else is said of them."""
    if isinstance(value, list | tuple):
        return [named_in(one) for one in value]
    return value["id"] if isinstance(value, Mapping) and "id" in value else value
