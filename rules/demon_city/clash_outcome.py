"""What comes of a Clash (area CLASH)."""

from typing import Literal

from msgspec import field

from rules.demon_city.contestants import Choice, Critical, Special
from rules.demon_city.hands import Hand
from rules.kernel.types import Id, Outcome

Status = Literal[
    "landed", "outpaced", "missed", "succeeded", "failed", "untested", "lost", "fumbled", "undecided"
]


class Number(Outcome):
    """What had to be beaten at one target, and where it comes from."""

    id: Id
    number: int | None
    source: Literal["throw", "stat", "none"] = field(name="from")


class Attack(Outcome):
    by: Id
    targets: tuple[Id, ...]
    damage: bool


class Ended(Outcome):
    """How one participant ended."""

    id: Id
    status: Status
    numbers: tuple[Number, ...]


class Flipped(Outcome):
    """The cards on the table."""

    hands: tuple[Hand, ...]
    top: int
    top_by: tuple[Id, ...]
    fumbles: tuple[Id, ...]


class ClashOpen(Flipped):
    """Allied attacks tie for the one place: nothing has changed until somebody chooses."""

    result: Literal["choice_needed"] = "choice_needed"
    winner: Id
    choice: Choice


class ClashOutcome(Flipped):
    result: Literal["won", "tied"]
    winner: Id | None
    choice: Choice | None = None
    attacks: tuple[Attack, ...] = ()
    stalemate: bool = False
    succeeded: tuple[Id, ...] = ()
    statuses: tuple[Ended, ...]
    criticals: tuple[Critical, ...] = ()
    specials: tuple[Special, ...] = ()
    reposition: tuple[Id, ...] = ()
    complication: bool = False
