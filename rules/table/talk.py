"""Notes and rulings: people's own words beside the game."""

from typing import Annotated

from rules.kernel.draws import Draws
from rules.kernel.origins import GM, PLAYER, by, record
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input
from rules.table.outcomes import SaidOutcome
from rules.table.types import Visibility, Words


class NoteInput(Input):
    """A note to the table or to the GM, about any records."""

    words: Annotated[Words, PLAYER, by("TAB-TALK-01")]
    audience: Annotated[Visibility, PLAYER, by("TAB-TALK-01")] = "table"
    about: Annotated[tuple[Id, ...], record("any"), by("TAB-TALK-01")] = ()


class RulingInput(Input):
    """How the GM decides a case, for the next time too; `clause` names the rule that it reads."""

    words: Annotated[Words, GM, by("TAB-TALK-02")]
    clause: Annotated[Id | None, GM, by("TAB-TALK-02")] = None
    about: Annotated[tuple[Id, ...], record("any"), by("TAB-TALK-02")] = ()


def note(given: NoteInput, draws: Draws) -> Result:
    """Write something down (TAB-TALK-01)."""
    return Result(SaidOutcome(), clauses=("TAB-TALK-01",))


def ruling(given: RulingInput, draws: Draws) -> Result:
    """Decide a case (TAB-TALK-02)."""
    return Result(SaidOutcome(clause=given.clause), clauses=cite("TAB-TALK-02", given.clause))
