"""Reveal night: what was sealed is shown to all, and proves itself by what was committed to."""

from typing import Annotated

from msgspec import Meta

from rules.kernel.draws import Draws
from rules.kernel.effects import set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.fair import commitment
from rules.kernel.origins import PROCEDURE
from rules.kernel.parsing import wrong
from rules.kernel.result import Result
from rules.kernel.types import Input
from rules.table.outcomes import Revealed, Seated
from rules.table.types import CampaignSubject, Hash, Whole

MOST = 1000
"""So many entries are revealed by one act; a longer session takes several."""


class RevealInput(Input):
    """The entries whose sealed parts are shown to all, oldest first."""

    entries: Annotated[tuple[Whole, ...], Meta(min_length=1, max_length=MOST), PROCEDURE]

    def __post_init__(self) -> None:
        if list(self.entries) != sorted(set(self.entries)):
            raise wrong("entries", "entries must be revealed oldest first, each once")


class RevealDrawsInput(Input):
    """The sealed secret of a closed period of draws, and the SHA-256 that was committed to."""

    campaign: CampaignSubject
    number: Annotated[Whole, PROCEDURE]
    secret: Annotated[Hash, PROCEDURE]
    was: Annotated[Hash, PROCEDURE]


def reveal(given: RevealInput, draws: Draws) -> Result:
    """Show to all what was sealed (TAB-REVEAL-01)."""
    return Result(Revealed(entries=given.entries), clauses=("TAB-REVEAL-01",))


def reveal_draws(given: RevealDrawsInput, draws: Draws) -> Result:
    """Show the sealed secret of a closed period (TAB-REVEAL-02)."""
    if commitment(bytes.fromhex(given.secret)) != given.was:
        raise RuleViolation(
            "the secret does not match the commitment", field="input.secret", clause="TAB-REVEAL-02"
        )
    shown = set_to(given.campaign.id, f"draws.{given.number}.sealed_revealed", given.secret)
    return Result(Seated(period=given.number), (shown,), ("TAB-REVEAL-02",))
