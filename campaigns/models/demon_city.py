"""What `demon_city` keeps: characters, the two decks, tasks, and the rounds, Clashes and chases of an Action."""

from typing import Annotated, Literal

from msgspec import Meta

from campaigns.models.records import Record
from campaigns.models.typed_rows import Map, TypedRow, stored
from rules.demon_city.announcing import Placement
from rules.demon_city.combat import Approach, ShootingSkill
from rules.demon_city.health import Toughness
from rules.demon_city.progress import WaitingFlip
from rules.demon_city.tasks import TaskState
from rules.demon_city.types import (
    Announced,
    Came,
    Card,
    Counting,
    DeckName,
    Grade,
    Significator,
    Stage,
    Stat,
    Throws,
)
from rules.demon_city.worked_out import Remembered
from rules.kernel.types import Id, OptionalText, Text
from rules.kernel.values import Values

RoundNumber = Annotated[int, Meta(ge=1, le=10_000)]
ClashState = Literal["open", "choice_needed", "won", "tied", "stalemate"]
ChaseState = Literal["open", "choice_needed", "won", "tied"]


class DemonCitySheet(TypedRow):
    """Stats and skills by name, the Significators won, and what a fight has done to somebody."""

    stats: Map[Stat]
    significators: list[Significator]
    special_cards: list[Card]

    def __str__(self) -> str:
        return f"demon city sheet of {self.record}"


class DemonCityHealth(TypedRow):
    """Toughness and Calm as a fight leaves them, the room to move that it gives, and what one does in its round."""

    toughness: Toughness
    out: bool
    injured: bool
    panicked: bool
    never_acts: bool = stored(False, db_default=False)
    reposition: Placement
    hit_by: Record | None = stored(None, of=("character",), is_mark=True)
    tried_up: bool = stored(False, is_mark=True, db_default=False)
    tried_calm: bool = stored(False, is_mark=True, db_default=False)
    deed: Announced | None = stored(None, is_mark=True, unless=("out", "panicked", "never_acts"))
    deed_came: Came | None = stored(None, is_mark=True)
    aims: list[Id] = stored([], is_mark=True, of=("character",), db_default=[])
    side: Id | None = stored(None, is_mark=True)
    stage: Stage | None = stored(None, is_mark=True)
    attacks_by: Approach | None = stored(None, is_mark=True)
    shot_skill: ShootingSkill | None = stored(None, is_mark=True)
    power_stat: Text | None = stored(None, is_mark=True)
    power_resist: Text | None = stored(None, is_mark=True)
    counted_throws: Throws | None = stored(None, secret="gm", is_mark=True)
    counted_as: Counting | None = stored(None, secret="gm", is_mark=True)
    counted_from: Values | None = stored(None, kind=Remembered | None, secret="gm", is_mark=True)
    last_count: Values | None = stored(None, kind=Remembered | None, secret="gm", is_mark=True)

    def __str__(self) -> str:
        return f"health of {self.record}"


class DemonCityDeck(TypedRow):
    """One of the two decks: the pile, which has no order (TAB-DRAWS-06), and the open cards, the oldest first."""

    deck: DeckName | None
    draw: list[Card] = stored([], secret="gm", is_set=True)
    discard: list[Card]
    table: list[Card]

    def __str__(self) -> str:
        return str(self.record)


class DemonCityTask(TypedRow):
    """Something that somebody tries to do, what a tie has changed about it, and what its failure has brought."""

    state: TaskState = stored("open", max_length=12)
    grade: Grade = "plain"
    complication: OptionalText | None
    consequence: OptionalText | None

    def __str__(self) -> str:
        return str(self.record)


class DemonCityRound(TypedRow):
    """A round of Action: which of its Action, who announces in which order, who has, whom the Host counts out.

    How far it has come stands on its people: undoing its beginning takes along what names it, and no more.
    """

    order: list[Id]
    announced: list[Id] = stored([], of=("character",))
    counted_out: list[Id] = stored([], of=("character",))
    number: RoundNumber | None

    def __str__(self) -> str:
        return str(self.record)


class DemonCityClash(TypedRow):
    """Actions that meet, flipped together: whose, on which sides, and what is kept while allies choose.

    A flip that waits tells what the decks held (DEC-DECK-01).
    """

    state: ClashState = "open"
    people: list[Id] = stored([], of=("character",), db_default=[])
    sides: Map[Id] = stored({}, name="side", db_default={})
    waiting: Values | None = stored(None, kind=WaitingFlip | None, secret="gm")

    def __str__(self) -> str:
        return str(self.record)


class DemonCityChase(TypedRow):
    """A chase, and who may maneuver in it now; otherwise as a Clash."""

    maneuver_by: Record | None = stored(None, of=("character",))
    state: ChaseState = stored("open", db_default="open")
    people: list[Id] = stored([], of=("character",), db_default=[])
    sides: Map[Id] = stored({}, name="side", db_default={})
    waiting: Values | None = stored(None, kind=WaitingFlip | None, secret="gm")

    def __str__(self) -> str:
        return str(self.record)
