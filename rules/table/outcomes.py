"""The outcomes of the table's actions: mostly what was done, in the words of the input."""

from typing import Any

from rules.kernel.types import Outcome


class Made(Outcome):
    kind: str
    name: str


class Edited(Outcome):
    """A GM's edit: which fields, and what about the record itself was changed."""

    fields: tuple[str, ...]
    about: bool


class SaidOutcome(Outcome):
    """A note or a ruling; the words are in the input."""

    clause: str | None = None


class Overrode(Outcome):
    """How many values are given otherwise than they are known, and how many clauses are set aside."""

    values: int
    clauses: int


class Proposed(Outcome):
    """Dice that a player asks for; None where they leave it to the GM how many."""

    dice: int | None


class Granted(Outcome):
    """Dice that lie beside somebody's next roll."""

    dice: int


class CarriedOut(Outcome):
    """What a clause makes the application do in the same act."""

    clause: str


class Migrated(Outcome):
    """What a new release of the software changed in stored records, by the change's name."""

    name: str


class TurnedRound(Outcome):
    """An undo or redo: the entries that no longer stand, or stand again."""

    entries: tuple[int, ...]
    redo: bool


class Began(Outcome):
    """A session or scene that began or ended."""

    name: str
    number: int | None = None


class Counted(Outcome):
    """A turn that began, or a round or fight that ended: the counts as they are now."""

    round: int
    turn: int
    who: str | None = None


class Shuffled(Outcome):
    """A pile that was shuffled anew, and how many cards lie in it."""

    cards: int


class Moved(Outcome):
    """Game time before and after, in seconds."""

    before: int
    after: int


class Chosen(Outcome):
    """Settings or policies as they were chosen."""

    values: dict[str, Any]


class Revealed(Outcome):
    """Entries whose sealed parts all may read from now on."""

    entries: tuple[int, ...]


class Seated(Outcome):
    period: int


class Belongs(Outcome):
    """A member's role; null for one who left."""

    member: str
    role: str | None
