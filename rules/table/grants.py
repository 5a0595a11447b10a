"""Dice that a player proposes for a roll of their own and the GM grants, asked or unasked."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import GM, PLAYER, PROCEDURE, TEXT, New, by, record
from rules.kernel.procedure import Question
from rules.kernel.result import Result
from rules.kernel.types import Id, Input
from rules.table.moments import ROLLS
from rules.table.outcomes import Granted, Proposed, SaidOutcome

PROPOSED = "TAB-GRANT-01"
"""The clause of the question that a proposal leaves to the GM."""

GONE: Final = {
    "spent": "it was used already",
    "withdrawn": "it was taken back already",
    "ended": "it ended with the scene",
}

Dice = Annotated[int, Meta(ge=1, le=10)]
Words = Annotated[str, Meta(max_length=500), TEXT]
Act = Annotated[Id | None, PROCEDURE]
"""The action that dice are for; None for the next one that takes any."""


class Rolling(Input):
    """Somebody whose roll dice are for."""

    id: Id


class BonusToTakeBack(Input):
    """What was granted, and what has become of it."""

    id: Id
    who: Id
    dice: Dice
    state: Literal["open", "spent", "withdrawn", "ended"]


class ProposeInput(Input):
    """What a player asks of the GM for a roll of their own."""

    who: Annotated[Rolling, record(*ROLLS)]
    dice: Annotated[Dice | None, PLAYER, by("TAB-GRANT-01")] = None
    words: Annotated[Words, PLAYER, by("TAB-GRANT-01")] = ""
    action: Act = None


class GrantInput(Input):
    """Dice for somebody's next roll."""

    who: Annotated[Rolling, record(*ROLLS), GM]
    dice: Annotated[Dice, GM, by("TAB-GRANT-02")]
    words: Annotated[Words, GM, by("TAB-GRANT-02")] = ""
    action: Act = None
    bonus_id: Annotated[Id, New("bonus")]


class TakeBackInput(Input):
    """A bonus that is not used yet."""

    bonus: Annotated[BonusToTakeBack, record("bonus"), GM, by("TAB-GRANT-03")]


def propose(given: ProposeInput, draws: Draws) -> Result:
    """Ask the GM for dice; the roll waits for no answer (TAB-GRANT-01)."""
    return Result(Proposed(dice=given.dice), clauses=(PROPOSED,))


def grant(given: GrantInput, draws: Draws) -> Result:
    """Put dice beside somebody's next roll (TAB-GRANT-02)."""
    effects = (
        set_to(given.bonus_id, "who", given.who.id),
        set_to(given.bonus_id, "dice", given.dice),
        set_to(given.bonus_id, "words", given.words),
        set_to(given.bonus_id, "action", given.action or ""),
        set_to(given.bonus_id, "state", "open"),
    )
    return Result(Granted(dice=given.dice), effects, ("TAB-GRANT-02",))


def take_back(given: TakeBackInput, draws: Draws) -> Result:
    """Take back what is not used yet; RuleViolation (TAB-GRANT-03) for anything else."""
    if given.bonus.state != "open":
        raise RuleViolation(GONE[given.bonus.state], field="input.bonus", clause="TAB-GRANT-03")
    return Result(SaidOutcome(), (set_to(given.bonus.id, "state", "withdrawn"),), ("TAB-GRANT-03",))


def asks(given: ProposeInput) -> Question:
    """What a proposal leaves to the GM; it is optional, and no rule waits for it (TAB-GRANT-01)."""
    data = {"dice": given.dice, "words": given.words, "action": given.action}
    return Question("table.grant", "gm", given.who.id, PROPOSED, optional=True, data=data)
