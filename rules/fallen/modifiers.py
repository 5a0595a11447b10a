"""What the Storyteller awards for a situation, and the choices that come with any roll (FAL-POOL-09 to -11)."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from rules.fallen.pool import Term
from rules.fallen.types import STANDARD, BaseDifficulty, FallenInput, Settings
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PLAYER, TEXT, by
from rules.kernel.parsing import wrong
from rules.kernel.types import Input

Source = Literal[
    "weather", "lighting", "range", "cover", "footing", "movement", "equipment", "power", "storyteller"
]
AwardedDice = Annotated[int, Meta(ge=-20, le=20)]
AwardedDifficulty = Annotated[int, Meta(ge=-10, le=10)]
_Twenty = Meta(max_length=20)


class DiceModifier(Input):
    """Dice for damage or soak, whose difficulty is fixed."""

    source: Source
    dice: AwardedDice
    note: Annotated[str | None, TEXT] = None


class Modifier(Input):
    """Dice, a shift of the difficulty, or both."""

    source: Source
    dice: AwardedDice | UnsetType = UNSET
    difficulty: AwardedDifficulty | UnsetType = UNSET
    note: Annotated[str | None, TEXT] = None

    def __post_init__(self) -> None:
        if self.dice is UNSET and self.difficulty is UNSET:
            raise wrong("dice", "a modifier needs dice, a difficulty or both")


Modifiers = Annotated[tuple[Modifier, ...], _Twenty, by("FAL-POOL-11")]
DiceModifiers = Annotated[tuple[DiceModifier, ...], _Twenty, by("FAL-POOL-11")]


class RollOptions(Input):
    """What may come with one roll among several."""

    modifiers: Annotated[Modifiers, GM] = ()
    specialty: Annotated[bool, GM, by("FAL-POOL-09")] = False
    willpower: Annotated[bool, PLAYER, by("FAL-POOL-10")] = False


class RollChoices(RollOptions):
    """One roll among several whose difficulty the Storyteller names."""

    difficulty: Annotated[BaseDifficulty, GM, by("FAL-MANEUV-03")] = STANDARD


class RolledInput(FallenInput):
    """The input of an action with one roll of its own, and what may come with that."""

    modifiers: Annotated[Modifiers, GM] = ()
    specialty: Annotated[bool, GM, by("FAL-POOL-09")] = False
    willpower: Annotated[bool, PLAYER, by("FAL-POOL-10")] = False


Options = RollOptions | RolledInput


def dice_terms(modifiers: Iterable[Modifier | DiceModifier]) -> tuple[Term, ...]:
    """The dice of modifiers as terms of a pool, in their order (FAL-POOL-11)."""
    return tuple(
        Term(entry.source, entry.dice, "FAL-POOL-11")
        for entry in modifiers
        if not isinstance(entry.dice, UnsetType)
    )


def difficulty_terms(modifiers: Iterable[Modifier]) -> tuple[Term, ...]:
    """The shifts of modifiers as terms of a difficulty, in their order (FAL-POOL-11)."""
    return tuple(
        Term(entry.source, entry.difficulty, "FAL-POOL-11")
        for entry in modifiers
        if not isinstance(entry.difficulty, UnsetType)
    )


def on_the_move(harder: int) -> Term:
    """What the turn's movement makes an action harder by (FAL-MOVE-06)."""
    return Term("movement", harder, "FAL-MOVE-06")


def refuse_no_willpower(spends: bool, left: int, settings: Settings, at: str) -> None:
    """A bought success needs a point of Willpower and a campaign that allows it (FAL-POOL-10)."""
    if spends and not settings.willpower_success:
        raise RuleViolation("Willpower buys no successes in this campaign", field=at, clause="FAL-POOL-10")
    if spends and left == 0:
        raise RuleViolation("no Willpower is left", field=at, clause="FAL-POOL-10")
