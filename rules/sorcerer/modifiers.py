"""Bonus dice and penalties that people award, and the sets of sources that actions take (SOR-BONUS-07)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from rules.kernel.origins import by, record
from rules.kernel.parsing import wrong
from rules.kernel.types import Id, Input

RANGES: dict[str, tuple[int, int]] = {
    "descriptor": (1, 1),
    "good_play": (1, 10),
    "rollover": (1, 30),
    "crossover": (1, 30),
    "price": (-10, -1),
    "equipment": (-10, 10),
    "situation": (-30, 30),
    "shock": (-30, -1),
    "strain": (-30, -1),
    "time": (1, 10),
    "sacrifice": (1, 10),
    "drugs": (1, 10),
    "group": (1, 60),
    "treatment": (-10, 10),
    "unaimed": (-10, -1),
    "unskilled": (-10, -1),
    "fatigue": (-30, -1),
}


class Modifier(Input):
    """Dice that a person awards or takes, with the reason. `dice` keeps to its source's range and is never 0."""

    dice: int
    note: Annotated[str, Meta(max_length=500)] | UnsetType = UNSET
    won_by: Annotated[Id | UnsetType, record("character", "demon"), by("SOR-BONUS-05")] = UNSET
    """Whose victories roll-over dice are; left out, those of whoever rolls."""

    def __post_init__(self) -> None:
        source: str = self.source  # type: ignore[attr-defined]  # each set below names its own sources
        low, high = RANGES[source]
        if self.dice == 0 or not low <= self.dice <= high:
            raise wrong("dice", f"{self.dice} dice are out of range for {source}: {low} to {high}, never 0")
        if self.won_by is not UNSET and source != "rollover":
            raise wrong("won_by", "leave this empty: only roll-over dice are somebody's victories")


BaseSource = Literal[
    "descriptor", "good_play", "rollover", "crossover", "price", "equipment", "situation", "shock"
]


class BaseModifier(Modifier):
    source: BaseSource


class OpenModifier(Modifier):
    source: BaseSource | Literal["strain"]


class RoundModifier(Modifier):
    source: BaseSource | Literal["strain", "unaimed", "unskilled", "fatigue"]


RitualSource = Literal[BaseSource, "time", "sacrifice", "drugs", "group"]


class RitualModifier(Modifier):
    source: RitualSource


class BondModifier(Modifier):
    source: BaseSource | Literal["treatment"]


_Forty = Meta(max_length=40)
Base = Annotated[tuple[BaseModifier, ...], _Forty, by("SOR-BONUS-01")]
Open = Annotated[tuple[OpenModifier, ...], _Forty, by("SOR-BONUS-01")]
Round = Annotated[tuple[RoundModifier, ...], _Forty, by("SOR-BONUS-01")]
Ritual = Annotated[tuple[RitualModifier, ...], _Forty, by("SOR-BONUS-01")]
Bond = Annotated[tuple[BondModifier, ...], _Forty, by("SOR-BONUS-01")]
