"""Words and bounds that the demon_city actions share."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.kernel.origins import SETTING
from rules.kernel.types import Id, Input

# fmt: off
Card = Literal[
    "wands-1", "wands-2", "wands-3", "wands-4", "wands-5", "wands-6", "wands-7", "wands-8", "wands-9", "wands-10",
    "wands-page", "wands-knight", "wands-queen", "wands-king",
    "cups-1", "cups-2", "cups-3", "cups-4", "cups-5", "cups-6", "cups-7", "cups-8", "cups-9", "cups-10",
    "cups-page", "cups-knight", "cups-queen", "cups-king",
    "swords-1", "swords-2", "swords-3", "swords-4", "swords-5", "swords-6", "swords-7", "swords-8", "swords-9",
    "swords-10", "swords-page", "swords-knight", "swords-queen", "swords-king",
    "pentacles-1", "pentacles-2", "pentacles-3", "pentacles-4", "pentacles-5", "pentacles-6", "pentacles-7",
    "pentacles-8", "pentacles-9", "pentacles-10",
    "pentacles-page", "pentacles-knight", "pentacles-queen", "pentacles-king",
    "fool", "magician", "high-priestess", "empress", "emperor", "hierophant", "lovers", "chariot", "strength",
    "hermit", "wheel-of-fortune", "justice", "hanged-man", "death", "temperance", "devil", "tower", "star", "moon",
    "sun", "judgement", "world",
]
Significator = Literal[
    "wands-page", "wands-knight", "wands-queen", "wands-king",
    "cups-page", "cups-knight", "cups-queen", "cups-king",
    "swords-page", "swords-knight", "swords-queen", "swords-king",
    "pentacles-page", "pentacles-knight", "pentacles-queen", "pentacles-king",
    "fool", "magician", "high-priestess", "empress", "emperor", "hierophant", "lovers", "chariot", "strength",
    "hermit", "wheel-of-fortune", "justice", "hanged-man", "death", "temperance", "devil", "tower", "star", "moon",
    "sun", "judgement", "world",
]
# fmt: on

Cards = tuple[Card, ...]
Significators = tuple[Significator, ...]

DeckName = Literal["players", "horror"]
Counting = Literal["highest", "lowest"]
Deed = Literal["attack", "defend", "escape", "other"]
"""What somebody does in a Clash."""
Announced = Literal[Deed, "move"]
Stage = Literal["announcing", "face_down", "settled"]
"""How far somebody has come in a round of Action: until it is sorted, until their cards are flipped, and after that."""
Grade = Literal["plain", "critical", "fumble"]
Came = Literal["critical", "success", "failure", "fumble"]
"""What the throw for an announced deed that is in nobody's way came to."""
CriticalBy = Literal["high_card", "significator"]

Stat = Annotated[int, Meta(ge=0, le=99)]
Intensity = Annotated[int, Meta(ge=0, le=10)]
Throws = Annotated[int, Meta(ge=1, le=78)]
CourtValue = Annotated[int, Meta(ge=1, le=22)]


class CourtValues(Input):
    page: CourtValue = 11
    knight: CourtValue = 12
    queen: CourtValue = 13
    king: CourtValue = 14


class Settings(Input):
    """What the source leaves to the campaign. An action reads the keys that its rules name."""

    court_values: CourtValues = CourtValues()
    single_pack: bool = True
    spend_significators: bool = False
    scaled_advantages: bool = False
    max_throws: Throws | None = None
    max_situational: Annotated[int, Meta(ge=0, le=78)] | None = None
    attack_pick: Literal["highest_successful", "highest_only"] = "highest_successful"
    attacks_per_clash: Literal["one", "each"] = "one"
    reconstructed: bool = True
    out_at: Literal["zero", "negative"] = "zero"
    max_damage_throws: Throws | None = None


class DemonCityInput(Input):
    """The input of any demon_city action: what its table lists, and the campaign's settings."""

    settings: Annotated[Settings, SETTING] = Settings()


class DeckSubject(Input):
    """A stored deck of which only the id is needed."""

    id: Id
