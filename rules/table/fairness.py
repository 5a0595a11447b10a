"""Draw periods, seats and fresh draws: the steps that make dice checkable."""

from typing import Annotated

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.fair import commitment
from rules.kernel.origins import PLAYER, PROCEDURE, TEXT, by
from rules.kernel.result import Result
from rules.kernel.types import Id, Input
from rules.table.outcomes import Seated
from rules.table.types import CampaignSubject, Hash, Whole


class OpenDrawsInput(Input):
    """A new period: the SHA-256 of its two secrets, and the open secret of the period that it closes."""

    campaign: CampaignSubject
    number: Annotated[Whole, PROCEDURE]
    open: Annotated[Hash, PROCEDURE]
    sealed: Annotated[Hash, PROCEDURE]
    revealed: Annotated[Hash | None, PROCEDURE] = None
    was: Annotated[Hash | None, PROCEDURE] = None


class SeatInput(Input):
    """A member's own word, mixed into every draw that follows in the period."""

    campaign: CampaignSubject
    number: Annotated[Whole, PROCEDURE]
    member: Annotated[Id, PROCEDURE]
    word: Annotated[str, Meta(min_length=1, max_length=200), PLAYER, by("TAB-DRAWS-02")]


class FreshDrawsInput(Input):
    """Drop the draws that an undone act left behind, so that the same act draws anew."""

    period: Annotated[Whole, PROCEDURE]
    slot: Annotated[Whole | None, PROCEDURE]
    """None where only the GM may read it of an open act."""
    entry: Annotated[Whole | None, PROCEDURE] = None
    """The undone act's; the first release does not say it."""
    reason: Annotated[str, Meta(min_length=1, max_length=500), TEXT, by("TAB-DRAWS-03")]


def open_draws(given: OpenDrawsInput, draws: Draws) -> Result:
    """Commit to the next secrets and reveal the last open one (TAB-DRAWS-01)."""
    if given.revealed is not None and commitment(bytes.fromhex(given.revealed)) != given.was:
        raise RuleViolation(
            "the secret does not match the commitment", field="input.revealed", clause="TAB-DRAWS-01"
        )
    effects = [
        set_to(given.campaign.id, f"draws.{given.number}.open", given.open),
        set_to(given.campaign.id, f"draws.{given.number}.sealed", given.sealed),
    ]
    if given.revealed is not None:
        effects.insert(0, set_to(given.campaign.id, f"draws.{given.number - 1}.revealed", given.revealed))
    return Result(Seated(period=given.number), tuple(effects), ("TAB-DRAWS-01",))


def take_seat(given: SeatInput, draws: Draws) -> Result:
    """Give a word to the period's seed (TAB-DRAWS-02)."""
    seat = set_to(given.campaign.id, f"draws.{given.number}.seat.{given.member}", given.word)
    return Result(Seated(period=given.number), (seat,), ("TAB-DRAWS-02",))


def fresh_draws(given: FreshDrawsInput, draws: Draws) -> Result:
    """Drop an undone act's draws, for a stated reason that all see (TAB-DRAWS-03)."""
    return Result(Seated(period=given.period), clauses=("TAB-DRAWS-03",))
