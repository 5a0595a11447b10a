"""What is found out while an input is put together, besides the input itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec
from msgspec import Struct

from campaigns.services.play.awards import AwardedDice
from campaigns.state.errors import Lacking
from campaigns.state.unit_of_work import Sheet
from rules import catalogue
from rules.kernel.inputs import InputField, names_help
from rules.kernel.values import Value, Values, as_values


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
    help: list[tuple[str, Sheet | None]] = field(default_factory=list)
    """Lists of what helps a roll that the person gave, by path, and whose roll it is; None for whoever acts."""
    results: list[str] = field(default_factory=list)
    """Paths of values that a roll or a record decides and that the person said otherwise."""
    deviations: list[Deviation] = field(default_factory=list)
    """What the GM gives otherwise than it is known."""
    decisions: list[tuple[str, Sheet]] = field(default_factory=list)
    """What was decided for a side of the act, by its path, and whose side it is."""
    consents: list[Sheet] = field(default_factory=list)
    """Who is said to agree to what is done with them."""
    lacks: list[Lacking] = field(default_factory=list)
    """What a record does not have. Nothing is told of it before it is known that this person may act on it."""
    awards: AwardedDice = field(init=False)

    def note(self, slot: InputField, value: Value, path: str, side: Sheet | None) -> None:
        """Whose a value is that a person gave: what nothing derives, the GM says."""
        if names_help(slot) and value not in ((), []):
            self.help.append((path, side))
        elif slot.given_by in ("gm", "derived") and value not in ((), []):
            self.rulings.append(path)
        if slot.given_by in ("result", "stored") and value != slot.default:
            self.results.append(path)


def named_in(value: Value) -> Value:
    """A value to be compared: of records only which they are, whatever else is said of them."""
    if isinstance(value, list | tuple):
        return [named_in(one) for one in value]
    return value["id"] if isinstance(value, Mapping) and "id" in value else value


def as_logged(action: str, given: Struct) -> Values:
    """An input as the log keeps it: of the settings, only those that the action's rules read."""
    raw: dict[str, Value] = msgspec.to_builtins(given)
    if "settings" in raw:
        names = catalogue.find(action).settings
        raw["settings"] = {name: value for name, value in as_values(raw["settings"]).items() if name in names}
    return raw
