"""Turns, rounds and fights, as a table counts them. What each system ends with them follows in the same act."""

from typing import Annotated

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import change_by, set_to
from rules.kernel.origins import GM, PROCEDURE, by, record
from rules.kernel.procedure import FollowUp, State
from rules.kernel.result import Result
from rules.kernel.types import Id, Input
from rules.table.outcomes import Counted
from rules.table.types import Whole

TAKE_TURNS = ("character", "demon", "*.character")
"""Kinds of records that somebody has a turn for; with a star, of every system."""

ROLLS = ("character", "demon", "*.character", "*.spell")
"""Kinds of records that somebody rolls for."""


class CountingCampaign(Input):
    """The campaign's own record: the round, and the turn within it."""

    id: Id
    round: Whole
    turn: Whole


class TurnTaker(Input):
    id: Id


Counting = Annotated[CountingCampaign, record("campaign"), PROCEDURE]
Whose = Annotated[str, Meta(min_length=1, max_length=40)]


class BeginTurnInput(Input):
    """Somebody's turn begins, whatever the rules that they play by."""

    campaign: Counting
    who: Annotated[TurnTaker, record(*TAKE_TURNS), GM, by("TAB-TURN-01")]


class EndRoundInput(Input):
    """A round ends, of one game or of all."""

    campaign: Counting
    game: Annotated[Whose | None, GM, by("TAB-TURN-04")] = None


class EndFightInput(Input):
    """A fight ends, of one game or of all. `goes_on` says that a game that fights on counts by the table's turns."""

    campaign: Counting
    game: Annotated[Whose | None, GM, by("TAB-TURN-04")] = None
    goes_on: Annotated[bool, PROCEDURE] = False


def begin_turn(given: BeginTurnInput, draws: Draws) -> Result:
    """Count a turn (TAB-TURN-01)."""
    table = given.campaign
    outcome = Counted(round=table.round, turn=table.turn + 1, who=given.who.id)
    return Result(outcome, (change_by(table.id, "turn", 1),), ("TAB-TURN-01",))


def end_round(given: EndRoundInput, draws: Draws) -> Result:
    """Count a round; its turns are over (TAB-TURN-02)."""
    table = given.campaign
    outcome = Counted(round=table.round + 1, turn=0)
    turn = (set_to(table.id, "turn", 0),) if table.turn else ()
    return Result(outcome, (change_by(table.id, "round", 1), *turn), ("TAB-TURN-02", *_of_one(given)))


def end_fight(given: EndFightInput, draws: Draws) -> Result:
    """Rounds are counted no longer (TAB-TURN-03), but for another game that counts its own by them (TAB-TURN-04)."""
    table, cited = given.campaign, ("TAB-TURN-03", *_of_one(given))
    if given.goes_on:
        return Result(Counted(round=table.round, turn=table.turn), (), cited)
    counts = {"round": table.round, "turn": table.turn}
    effects = tuple(set_to(table.id, name, 0) for name, count in counts.items() if count)
    return Result(Counted(round=0, turn=0), effects, cited)


def at_scene_end(state: State) -> tuple[FollowUp, ...]:
    """With the scene no turn is left to count (TAB-TURN-03)."""
    effects = tuple(
        set_to(ident, "turn", 0)
        for ident, one in state.records.items()
        if one.kind == "campaign" and one.fields["turn"]
    )
    return (FollowUp("TAB-TURN-03", effects),) if effects else ()


def _of_one(given: EndRoundInput | EndFightInput) -> tuple[str, ...]:
    return ("TAB-TURN-04",) if given.game else ()
