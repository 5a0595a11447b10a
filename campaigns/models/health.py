"""How hurt somebody is in `sorcerer`, how far a round of conflict has come, and guns."""

from typing import Literal

from campaigns.models.records import Record
from campaigns.models.typed_rows import Map, TypedRow, stored
from rules.sorcerer.attacks import Response
from rules.sorcerer.guns import GunRow
from rules.sorcerer.rounds import RoundAction, RoundPlace
from rules.sorcerer.types import Count, Penalties, Score

Turn = Literal["pending", "resolved", "aborted", "none"]


class SorcererHealth(TypedRow):
    """Penalties in force, what comes in this round, and the wounds that stay after the scene."""

    temporary: Count = stored(0, is_checked=False)
    lasting: Count
    incoming_temporary: Count
    incoming_lasting: Count
    wounds: Count = stored(0, is_checked=False)
    shock: Score
    recovered: bool

    def __str__(self) -> str:
        return f"health of {self.record}"


class SorcererTurn(TypedRow):
    """Where somebody stands in a round of conflict: the faces rolled, the dice against them, what is tried.

    `hits` are the victories of their action by whom it hit; `hits_taken` those of hits on them that were read off the
    chart, by whose they were, and `hits_read` how many an older version read off. `answer` is how they meet the action
    of `answer_to`, `round_stray` whom their own goes on against.
    """

    turn: Turn = "none"
    faces: list[int]
    against: Penalties
    override: Score
    tried: bool
    round_place: RoundPlace | None = stored(None, is_mark=True)
    round_action: RoundAction | None = stored(None, is_mark=True, max_length=20)
    round_target: Record | None = stored(None, of=("character", "demon", "thing"), is_mark=True)
    hits: Map[Count] = stored({}, is_mark=True, db_default={})
    hits_read: Count = stored(0, db_default=0)
    hits_taken: Map[Count] = stored({}, is_mark=True, db_default={})
    answer: Response | None = stored(None, is_mark=True, max_length=20)
    answer_to: Record | None = stored(None, of=("character", "demon"), is_mark=True)
    round_stray: Record | None = stored(None, of=("character", "demon", "thing"), is_mark=True)

    def __str__(self) -> str:
        return f"turn of {self.record}"


class Gun(TypedRow):
    """A firearm in somebody's hands."""

    holder: Record | None = stored(None, of=("character", "demon"), related_name="guns")
    drawn: bool
    aimed_at: Record | None = stored(None, of=("character", "demon", "thing"))
    weapon: GunRow | None = stored(None, max_length=20)

    def __str__(self) -> str:
        return str(self.record)
