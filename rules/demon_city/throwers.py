"""Who throws, and what the Host awards them (shapes *Thrower* and *Modifier*)."""

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from msgspec import Meta

from rules.demon_city.types import Cards, DeckName, Significators, Stat
from rules.kernel.origins import DERIVED, GM, PLAYER, STORED, TEXT, by
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.types import Id, Input, OptionalText, Text

Source = Literal["situational", "overlap", "distraction", "defense", "weapon", "supernatural", "hindrance"]
Maneuver = Literal["called_shot", "disarm", "harmless_disarm", "tricky"]
CHARACTERISTICS: Final = ("calm", "agility", "toughness", "perception", "appeal", "cash", "knowledge")
"""The stats of everybody; any other is a skill."""


class Modifier(Input):
    """A throw that the Host awards or takes away, with its reason."""

    source: Source
    dice: int
    cause: OptionalText | None = None
    note: Annotated[OptionalText | None, TEXT] = None
    foe_dice: Annotated[int, Meta(ge=0, le=20)] = 0
    skill: Text | None = None
    of: Text | None = None

    def __post_init__(self) -> None:
        if self.dice == 0 or (self.dice < 0) != (self.source == "hindrance"):
            raise wrong("dice", f"{self.dice} has the wrong sign for {self.source}")
        if self.foe_dice and self.source != "situational":
            raise wrong("foe_dice", f"{self.source} does not count the foe's extra throws")
        if self.source == "overlap" and self.skill is None:
            raise wrong("skill", "an overlap needs its skill")


Modifiers = Annotated[tuple[Modifier, ...], by("DEC-EXTRA-04")]


class Skill(Input):
    """A skill, and the general skill that it belongs to (null: none, or a known pair)."""

    name: Text
    of: Text | None = None


class Thrower(Input):
    """Somebody who throws against an Intensity or an opponent, or counts throws for a Clash."""

    id: Id
    stat: Annotated[Stat | None, STORED] = None
    stat_name: Annotated[Text | None, PLAYER, by("DEC-EXTRA-06", "DEC-EXTRA-07")] = None
    """The characteristic or skill that it is thrown with: the sheet tells how high it is."""
    supernatural: Annotated[bool, GM, by("DEC-INTENS-07")] = False
    deck: Annotated[DeckName, DERIVED] = "players"
    significators: Significators = ()
    special_cards: Cards = ()
    injured: bool = False
    skill: Annotated[Skill | None, PLAYER, by("DEC-EXTRA-09")] = None
    modifiers: Annotated[Modifiers, GM] = ()
    maneuvers: Annotated[tuple[Maneuver, ...], PLAYER, by("DEC-CLOST-04")] = ()

    def __post_init__(self) -> None:
        check_distinct("maneuvers", self.maneuvers)

    @property
    def first_skill(self) -> Skill | None:
        """The skill that is thrown with; a bare characteristic is none (DEC-EXTRA-08)."""
        if self.skill is None and self.stat_name and self.stat_name not in CHARACTERISTICS:
            return Skill(name=self.stat_name)
        return self.skill


def refuse_foe_dice(field: str, modifiers: Iterable[Modifier]) -> None:
    """For `__post_init__` outside Action: the faced foe's extra throws are counted in Action only."""
    for place, modifier in enumerate(modifiers):
        if modifier.foe_dice:
            raise wrong(f"{field}.{place}.foe_dice", "is for Action only")
