"""Bonuses that wait for a roll, and what players proposed."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.models import Bonus, Pending
from campaigns.models.kept_reads import kept_read
from campaigns.models.prepared import prepared
from campaigns.policy import PROPOSED
from rules.kernel.values import Value, Values, as_whole

BONUS = "bonus"
"""In the place of a row of dice it names what was granted, which an act reads under the lock."""
SIZES = (1, 2)
"""How many dice are one tap away."""


@dataclass(frozen=True)
class OpenBonus:
    """What was granted somebody and is not used yet."""

    id: str
    who: str
    dice: int
    words: str
    action: str

    @property
    def label(self) -> str:
        named = {"n": self.dice, "words": self.words}
        return _("+%(n)s: %(words)s") % named if self.words else _("+%(n)s from the GM") % named


@dataclass(frozen=True)
class Proposal:
    """What a player asked for somebody; None where they left it to the GM how many dice."""

    id: str
    who: str
    dice: int | None
    words: str
    action: str


@dataclass
class Bonuses:
    """What waits in a campaign, read when it is first asked for (two queries)."""

    campaign: UUID

    @cached_property
    def granted(self) -> list[OpenBonus]:
        return [
            OpenBonus(str(row.pk), str(row.who_id), row.dice, row.words, row.action)
            for row in _open(self.campaign)
        ]

    @cached_property
    def proposed(self) -> list[Proposal]:
        return [proposal_in(str(row.pk), str(row.who_id), row.data) for row in _asked(self.campaign)]

    def of(self, who: str, action: str = "") -> list[OpenBonus]:
        """What somebody has; for a roll, what that roll may take."""
        return [one for one in self.granted if one.who == who and (not action or one.action in ("", action))]

    def rows(self, who: str, action: str, without: Collection[str]) -> list[Value]:
        """What somebody has for a roll and does not leave, as rows of a list of the act that takes it."""
        return [{BONUS: one.id} for one in self.of(who, action) if one.id not in without]

    def asked(self, who: str, action: str) -> Proposal | None:
        """What was proposed for somebody's roll and waits."""
        return next((one for one in self.proposed if one.who == who and one.action in ("", action)), None)


def proposal_in(record: str, who: str | None, data: Values) -> Proposal:
    """An open question as what a player proposed."""
    dice = data.get("dice")
    words, action = str(data.get("words") or ""), str(data.get("action") or "")
    return Proposal(record, str(who), as_whole(dice) if dice else None, words, action)


@kept_read
@prepared
def _open(campaign: UUID) -> QuerySet[Bonus]:
    return Bonus.objects.filter(record__campaign=campaign, state="open").order_by("record__born", "pk")


@kept_read
@prepared
def _asked(campaign: UUID) -> QuerySet[Pending]:
    found = Pending.objects.filter(record__campaign=campaign, state="open", clause=PROPOSED)
    return found.order_by("record__born", "pk")
