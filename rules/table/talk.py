"""Notes, whispers, what is shown, portraits and rulings: what people add beside the game."""

from typing import Annotated, Literal

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.origins import GM, PLAYER, PROCEDURE, TEXT, by, record
from rules.kernel.parsing import check_distinct
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input
from rules.table.outcomes import SaidOutcome
from rules.table.types import Hash, Title, Visibility, Words

MOST_READERS = 50
"""So many people are told something at once."""


class NoteInput(Input):
    """A note to the table or to the GM, about any records."""

    words: Annotated[Words, PLAYER, by("TAB-TALK-01")]
    audience: Annotated[Visibility, PLAYER, by("TAB-TALK-01")] = "table"
    about: Annotated[tuple[Id, ...], record("any"), by("TAB-TALK-01")] = ()


class WhisperInput(Input):
    """Words for some members alone. `gm_reads` says whether the GMs read it as well."""

    words: Annotated[Words, PLAYER, by("TAB-TALK-04")]
    to: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=MOST_READERS), PROCEDURE]
    gm_reads: Annotated[bool, PROCEDURE]

    def __post_init__(self) -> None:
        check_distinct("to", self.to)


class ShowInput(Input):
    """A text that the GM shows now: to these members, or to everyone where `to` is empty."""

    words: Annotated[Words, GM, by("TAB-TALK-05")]
    title: Annotated[Title, GM, by("TAB-TALK-05")] = ""
    to: Annotated[tuple[Id, ...], Meta(max_length=MOST_READERS), PROCEDURE] = ()

    def __post_init__(self) -> None:
        check_distinct("to", self.to)


class ShowPictureInput(Input):
    """A picture that the GM shows now, to these members or to everyone; of its bytes the log has the SHA-256."""

    # Like somebody's own words it can be taken out of the log.
    picture: Annotated[Hash, PROCEDURE, TEXT]
    title: Annotated[Title, GM, by("TAB-TALK-06")] = ""
    to: Annotated[tuple[Id, ...], Meta(max_length=MOST_READERS), PROCEDURE] = ()

    def __post_init__(self) -> None:
        check_distinct("to", self.to)


class PortraitInput(Input):
    """That somebody has another portrait or none: `change` says which. The image lies beside the log."""

    record: Annotated[Id, record("any"), by("TAB-TALK-07")]
    change: Annotated[Literal["set", "replaced", "removed"], PROCEDURE]
    audience: Annotated[Visibility, PROCEDURE] = "table"


class RulingInput(Input):
    """How the GM decides a case, for the next time too; `clause` names the rule that it reads."""

    words: Annotated[Words, GM, by("TAB-TALK-02")]
    clause: Annotated[Id | None, GM, by("TAB-TALK-02")] = None
    about: Annotated[tuple[Id, ...], record("any"), by("TAB-TALK-02")] = ()


def note(given: NoteInput, draws: Draws) -> Result:
    """Write something down (TAB-TALK-01)."""
    return Result(SaidOutcome(), clauses=("TAB-TALK-01",))


def whisper(given: WhisperInput, draws: Draws) -> Result:
    """Say something to some members alone (TAB-TALK-04)."""
    return Result(SaidOutcome(), clauses=("TAB-TALK-04",))


def show(given: ShowInput, draws: Draws) -> Result:
    """Put a text before people's eyes (TAB-TALK-05)."""
    return Result(SaidOutcome(), clauses=("TAB-TALK-05",))


def show_picture(given: ShowPictureInput, draws: Draws) -> Result:
    """Put a picture before people's eyes (TAB-TALK-06)."""
    return Result(SaidOutcome(), clauses=("TAB-TALK-06",))


def change_portrait(given: PortraitInput, draws: Draws) -> Result:
    """Give somebody another face to be seen by (TAB-TALK-07)."""
    return Result(SaidOutcome(), clauses=("TAB-TALK-07",))


def ruling(given: RulingInput, draws: Draws) -> Result:
    """Decide a case (TAB-TALK-02)."""
    return Result(SaidOutcome(clause=given.clause), clauses=cite("TAB-TALK-02", given.clause))
